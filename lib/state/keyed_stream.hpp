#pragma once

// What a reader of keyed state is made from: the stream or database behind a handle, and which of its states are wanted.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/byte_source.hpp"
#include "sp/entry.hpp"
#include "sp/error.hpp"

namespace sp {

enum class StateUse : std::uint8_t {
    kPassOver,  ///< its entries are not looked at where that can be avoided
    kWalk,      ///< they are decoded, not handed out: a fault shows
    kRead,
};

class RocksDbInstance;

struct StateInStream {
    const StateDescriptor* state = nullptr;  ///< null: the header does not tell, or it is not needed
    StateUse use = StateUse::kPassOver;
};

struct KeyedStream {
    ByteSource source;  ///< of a database its header only
    bool is_compressed = false;
    std::int32_t max_parallelism = 0;
    std::vector<StateInStream> states;  ///< by kvStateId
    /// A database, which is opened when a reader is made; null: the entries are in the source.
    std::function<std::shared_ptr<const RocksDbInstance>()> open_database = {};
};

/// A value whose end cannot be told, met amid the values of a state that can be decoded as a rule.
class UndecodableValue : public UnsupportedError {
public:
    UndecodableValue(std::string message, const StateDescriptor& state)
        : UnsupportedError(std::move(message)), state_(&state) {}
    [[nodiscard]] const StateDescriptor& state() const { return *state_; }

private:
    const StateDescriptor* state_;
};

/// Why values of the state cannot be passed over by decoding them ("state 'x': its values are written by …"), or nothing.
[[nodiscard]] std::optional<std::string> undecodable_part(const StateDescriptor& state);

/// Whether some type of the state is a POJO: HashMap's headers do not name subclasses that nobody registered, so that one
/// met in the data cannot be decoded. Nothing in a header tells which classes are final.
[[nodiscard]] bool may_hold_unknown_subclasses(const StateDescriptor& state);

/// The value as it stands in a heap snapshot's element: with its TtlSerializer.
[[nodiscard]] TypePtr stored_value_type(const StateDescriptor& state);

}  // namespace sp
