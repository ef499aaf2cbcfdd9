#pragma once

// Keys as rows show them: JSON by the programs of the row printers.

#include <map>
#include <memory>
#include <string>

#include "report/statistics/largest_keys.hpp"
#include "rows/part_printer.hpp"

namespace sp::statistics {

class KeyText {
public:
    /// As in rows; what cannot be decoded as {"@bytes":…}, and so is what no serializer writes.
    [[nodiscard]] std::string json(const LargeKey& key);

private:
    rows::PrintRules rules_;
    std::map<TypePtr, std::unique_ptr<rows::Part>> parts_;
};

}  // namespace sp::statistics
