#pragma once

// What the headers of an operator's state streams say, read once for all checks. Streams with equal headers share one, as
// those of all subtasks do as a rule.

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sp/entry.hpp"
#include "state/backend_table.hpp"
#include "state/state_meta_info.hpp"

namespace sp::auditing {

struct KeyedContent {
    KeyedStateHeader header;
    std::deque<StateDescriptor> descriptors;
    std::vector<const StateDescriptor*> states;  ///< by kvStateId; null where the header does not tell
    std::string source;                          ///< that it was read from first
};

struct OperatorContent {
    OperatorStateHeader header;
    std::deque<StateDescriptor> descriptors;  ///< as OperatorStateReader takes them
    std::string source;
};

using KeyedHeaders = std::map<const KeyedStateHandle*, std::shared_ptr<const KeyedContent>>;
using OperatorHeaders = std::map<const OperatorStateHandle*, std::shared_ptr<const OperatorContent>>;

}  // namespace sp::auditing
