#include "report/audit/entry_check.hpp"

#include <algorithm>
#include <cstring>

#include "sp/error.hpp"
#include "state/value_end.hpp"
#include "types/codecs/stored_value.hpp"
#include "types/snapshots/serializer_name.hpp"

namespace sp::auditing {
namespace {

using codec::DecodeFault;

std::optional<PartCheck> check_of(const TypePtr& type) {
    return type ? std::optional<PartCheck>(std::in_place, type) : std::nullopt;
}

std::string words_of(const Type& culprit) {
    return serializer_class(culprit) + (culprit.class_name.empty() ? "" : " of " + culprit.class_name);
}

/// Why it is not described, if that is known.
std::string why_of(const DecodeFault& fault) {
    if (fault.reason != DecodeFault::Reason::kOpaque) {
        return std::string("the bytes do not fit the classes: expected ") + fault.expected;
    }
    return fault.why;
}

}  // namespace

std::string_view code_of_part(const StateDescriptor& state, std::string_view part_code) {
    return state.kind == StateKind::kTimer ? "SP-TIMER-CORRUPT" : part_code;
}

EntryCheck::EntryCheck(const StateDescriptor& state, const KeyJudge* judge)
    : state_(&state),
      judge_(judge),
      is_list_(state.kind == StateKind::kList),
      has_runs_(state.kind == StateKind::kMap ||
                (state.name_space && state.name_space->kind != TypeKind::kVoidNamespace)),
      key_{"key", code_of_part(state, "SP-KEY-CORRUPT"), check_of(state.key)},
      name_space_{"namespace", code_of_part(state, "SP-NAMESPACE-CORRUPT"), check_of(state.name_space)},
      map_key_{"map key", "SP-MAP-KEY-CORRUPT", check_of(state.map_key)},
      value_{"value", code_of_part(state, "SP-VALUE-CORRUPT"), check_of(state.value)} {}

void EntryCheck::check(const EntryBatch& batch, const Tell& tell) {
    last_key_ = {};
    for (const Entry& entry : batch.entries) {
        is_opaque_ = false;
        if (key_.check && !(has_runs_ && is_last_key(entry.key))) {
            check_key(batch, entry, tell);
        }
        if (name_space_.check) {
            check_part(name_space_, batch, entry, entry.name_space, tell);
        }
        if (map_key_.check) {
            check_part(map_key_, batch, entry, entry.map_key, tell);
        }
        if (value_.check && !entry.is_null_value) {
            check_value(batch, entry, tell);
        }
        opaque_entries_ += is_opaque_ ? 1 : 0;
    }
}

bool EntryCheck::is_last_key(Bytes key) const {
    return !last_key_.empty() && key.size() == last_key_.size() &&
           std::memcmp(key.data(), last_key_.data(), key.size()) == 0;
}

inline bool EntryCheck::check_part(const Part& part, const EntryBatch& batch, const Entry& entry, Bytes bytes,
                                   const Tell& tell) {
    return part.check->takes_any(bytes.size()) ||
           attempt(part, batch, entry, bytes, tell, [&] { part.check->decode_all(bytes); });
}

void EntryCheck::check_key(const EntryBatch& batch, const Entry& entry, const Tell& tell) {
    last_key_ = entry.key;
    if (!check_part(key_, batch, entry, entry.key, tell) || judge_ == nullptr) {
        return;
    }
    try {
        if (!judge_->is_right(entry.key, batch.key_group)) {
            tell({"SP-KEY-GROUP-WRONG", entry,
                  "a key is stored in key group " + std::to_string(batch.key_group) + ", but its hash gives " +
                      std::to_string(judge_->group_of(entry.key))});
        }
    } catch (const InputError& error) {
        tell({key_.code, entry, "a key in key group " + std::to_string(batch.key_group) + ": " + error.what()});
    } catch (const UnsupportedError&) {  // a subclass that no header names
        is_opaque_ = true;
    }
}

void EntryCheck::check_value(const EntryBatch& batch, const Entry& entry, const Tell& tell) {
    if (!is_list_ && !state_->has_ttl) {
        check_part(value_, batch, entry, entry.value, tell);
        return;
    }
    attempt(value_, batch, entry, entry.value, tell, [&] {
        if (is_list_) {
            return decode_list(entry.value);
        }
        const std::uint8_t* const end = entry.value.data() + entry.value.size();
        const std::uint8_t* const begin = skip_stamp(entry.value.data(), end);
        value_.check->decode_all({begin, end});
    });
}

const std::uint8_t* EntryCheck::skip_stamp(const std::uint8_t* p, const std::uint8_t* end) const {
    return state_->has_ttl ? codec::skip_stamp(p, end, state_->value.get()) : p;
}

/// Elements, each two joined by a delimiter.
void EntryCheck::decode_list(Bytes elements) const {
    codec::for_each_element(elements, state_->value.get(), [this](const std::uint8_t* p, const std::uint8_t* end) {
        return value_.check->decode(skip_stamp(p, end), end);
    });
}

/// False if the part is damaged or cannot be decoded.
template <class Decode>
bool EntryCheck::attempt(const Part& part, const EntryBatch& batch, const Entry& entry, Bytes bytes, const Tell& tell,
                         Decode&& decode) {
    if (part.check->opaque() != nullptr) {
        if (opaque_part_.empty()) {
            opaque_part_ = "the " + std::string(part.name) + " is written by " + words_of(*part.check->opaque());
        }
        is_opaque_ = true;
        return false;
    }
    try {
        decode();
        return true;
    } catch (const DecodeFault& fault) {
        const bool is_misfit = fault.reason != DecodeFault::Reason::kOpaque || fault.is_failure;
        if (!is_misfit) {
            if (opaque_part_.empty()) {
                opaque_part_ = "the " + std::string(part.name) + " holds what " + serializer_class(*fault.type) +
                               " does not describe" + (fault.why.empty() ? "" : ": " + fault.why);
            }
            is_opaque_ = true;
            return false;
        }
        const std::string where =
            batch.key_group >= 0 ? " in key group " + std::to_string(batch.key_group) : std::string();
        tell({part.check->has_kryo() ? "SP-KRYO-MISFIT" : part.code, entry,
              "a " + std::string(part.name) + " of " + std::to_string(bytes.size()) + " bytes" + where + ": " +
                  (part.check->has_kryo() ? why_of(fault) : describe_fault(fault, bytes.data()))});
        return false;
    }
}

}  // namespace sp::auditing
