#include "rows/import/row_identity.hpp"

#include <bit>

#include "rows/import/value_part.hpp"
#include "sp/error.hpp"
#include "types/schema/name_suggestions.hpp"

namespace sp::rows {

const ImportOperator& RowIdentity::find_operator(const RowFields& row) {
    const RowField& uid = row[RowPart::kUid];
    const RowField& id = row[RowPart::kOperator];
    if (uid.is_empty() && id.is_empty()) {
        if (usual_operator_ != nullptr) {
            return *usual_operator_;
        }
        if (plan_.operators().size() == 1) {
            return *plan_.operators().front();
        }
        throw InputError("uid: the row names no operator, and " + plan_.origin() + " has several");
    }
    const RowPart part = uid.is_empty() ? RowPart::kOperator : RowPart::kUid;
    if (last_operator_ != nullptr && part == last_part_ && row[part].text == last_name_) {
        check_id(*last_operator_, row);
        return *last_operator_;
    }
    const std::string_view name = text_of(row[part], part, text_);
    const ImportOperator* const op = part == RowPart::kUid ? plan_.find_uid(name) : plan_.find_id(name);
    if (op == nullptr) {
        if (const std::optional<std::string> why = plan_.why_not(name)) {
            throw InputError(std::string(name_of(part)) + ": " + *why);
        }
        std::vector<std::string> names;
        for (const auto& known : plan_.operators()) {
            names.push_back(part == RowPart::kUid ? known->label() : known->id);
        }
        throw InputError(std::string(name_of(part)) + ": " + plan_.origin() + " has no operator '" + std::string(name) +
                         "'; there are:" + list_nearest(name, names));
    }
    last_part_ = part;
    last_name_ = row[part].text;
    last_operator_ = op;
    check_id(*op, row);
    return *op;
}

/// Rows of CSV have both: they must be of one operator.
void RowIdentity::check_id(const ImportOperator& op, const RowFields& row) {
    if (row[RowPart::kUid].is_empty() || row[RowPart::kOperator].is_empty()) {
        return;
    }
    const std::string_view id = text_of(row[RowPart::kOperator], RowPart::kOperator, text_);
    if (id != op.id && plan_.find_id(id) != &op) {
        throw InputError("operator: " + std::string(id) + " is not the id of " + op.label() + ", which is " + op.id);
    }
}

/// Null for a coordinator. Rows repeat the same few texts.
const ImportState* RowIdentity::find_state(const ImportOperator& op, const RowFields& row) {
    const RowField& state = row[RowPart::kState];
    const RowField& kind = row[RowPart::kKind];
    for (const KnownState& known : known_states_) {
        if (known.op == &op && known.state == state.text && known.kind == kind.text) {
            return known.found;
        }
    }
    const ImportState* const found = look_up_state(op, row);
    if (found != nullptr && state.form == RowField::Form::kJson && kind.form != RowField::Form::kBare) {
        if (known_states_.size() == kMostKnownStates) {
            known_states_.erase(known_states_.begin());
        }
        known_states_.push_back({&op, std::string(state.text), std::string(kind.text), found});
    }
    return found;
}

const ImportState* RowIdentity::look_up_state(const ImportOperator& op, const RowFields& row) {
    const std::string kind(row[RowPart::kKind].is_empty() ? std::string_view()
                                                          : text_of(row[RowPart::kKind], RowPart::kKind, text_));
    if (kind == name_of(StateKind::kCoordinator)) {
        return nullptr;
    }
    if (row[RowPart::kState].is_empty()) {
        throw InputError("state: it is missing");
    }
    const std::string_view name = text_of(row[RowPart::kState], RowPart::kState, text_);
    const ImportState* found = nullptr;
    for (const ImportState& state : op.states) {
        const bool fits = kind.empty() || name_of(state.descriptor.kind) == kind;
        if (state.descriptor.name == name && fits) {
            if (found != nullptr) {
                throw InputError("kind: it is missing, and operator " + op.label() + " has several states '" +
                                 std::string(name) + "'");
            }
            found = &state;
        }
    }
    if (found == nullptr) {
        std::vector<std::string> names;
        for (const ImportState& state : op.states) {
            names.push_back(kind.empty()
                                ? state.descriptor.name
                                : state.descriptor.name + " (" + std::string(name_of(state.descriptor.kind)) + ")");
        }
        throw InputError(
            "state: operator " + op.label() + " has no state '" + std::string(name) + "'" +
            (kind.empty() ? "" : " of kind " + kind) +
            (names.empty()
                 ? " and no other"
                 : "; there are:" + list_nearest(std::string(name) + (kind.empty() ? "" : " (" + kind + ")"), names)));
    }
    return found;
}

const ImportTimers& RowIdentity::find_timers(const ImportOperator& op, const RowFields& row) {
    if (row[RowPart::kService].is_empty()) {
        throw InputError("service: it is missing");
    }
    const std::string_view name = text_of(row[RowPart::kService], RowPart::kService, text_);
    for (const ImportTimers& timers : op.timers) {
        if (timers.service == name) {
            return timers;
        }
    }
    std::vector<std::string> names;
    for (const ImportTimers& timers : op.timers) {
        names.push_back(timers.service);
    }
    throw InputError("service: operator " + op.label() + " has no timer service '" + std::string(name) + "'" +
                     (names.empty() ? " and no other" : "; there are:" + list_nearest(name, names)));
}

void RowIdentity::allow(const RowFields& row, RowParts parts, std::string_view what) {
    const RowParts others = row.given() & ~(parts | bit_of(RowPart::kIgnored));
    if (others != 0) {
        throw InputError(std::string(name_of(static_cast<RowPart>(std::countr_zero(others)))) + ": " +
                         std::string(what) + " has no such member");
    }
}

TimerDomain RowIdentity::find_domain(const RowFields& row) {
    const std::string_view domain = text_of(row[RowPart::kTimer], RowPart::kTimer, text_);
    const bool is_event = domain == name_of(TimerDomain::kEventTime);
    if (!is_event && domain != name_of(TimerDomain::kProcessingTime)) {
        throw InputError("timer: expected event-time or processing-time, found " + std::string(domain));
    }
    return is_event ? TimerDomain::kEventTime : TimerDomain::kProcessingTime;
}

std::int64_t RowIdentity::find_timestamp(const RowFields& row) {
    if (row[RowPart::kTimestamp].is_empty()) {
        throw InputError("timestamp: it is missing");
    }
    return integer_of(row[RowPart::kTimestamp], RowPart::kTimestamp);
}

std::int64_t RowIdentity::find_subtask(const RowFields& row) {
    const std::int64_t subtask = integer_of(row[RowPart::kSubtask], RowPart::kSubtask);
    if (subtask < 0) {
        throw InputError("subtask: it is negative");
    }
    return subtask;
}

std::int64_t RowIdentity::find_index(const RowFields& row) {
    const std::int64_t index = integer_of(row[RowPart::kIndex], RowPart::kIndex);
    if (index < 0) {
        throw InputError("index: it is negative");
    }
    return index;
}

Bytes RowIdentity::encode_key(const ImportOperator& op, const RowFields& row, KeyParts* key_parts) {
    if (!op.key) {
        throw InputError("key: operator " + op.label() + " has no keyed state in " + plan_.origin());
    }
    if (!is_there(row[RowPart::kKey]) && key_parts == nullptr) {
        throw InputError("key: it is missing");
    }
    if (row[RowPart::kKey].form == RowField::Form::kNull) {
        throw InputError("key: null is no key");
    }
    key_.clear();
    in_part("key", [&] {
        op.key->append(key_parts == nullptr ? row[RowPart::kKey] : key_parts->join(*op.key->type()), key_);
    });
    return key_;
}

Bytes RowIdentity::encode_namespace(const PartEncoder& encoder, std::string_view hint, const RowFields& row) {
    if (row[RowPart::kNamespace].is_empty()) {
        if (encoder.type()->kind != TypeKind::kVoidNamespace) {
            throw InputError("namespace: it is missing" + std::string(hint));
        }
        return {&kVoidNamespace, 1};
    }
    name_space_.clear();
    in_part("namespace", [&] { encoder.append(row[RowPart::kNamespace], name_space_); });
    return name_space_;
}

Bytes RowIdentity::encode_map_key(const ImportState& state, const RowFields& row) {
    if (!is_there(row[RowPart::kMapKey])) {
        throw InputError("map_key: it is missing");
    }
    map_key_.clear();
    in_part("map_key", [&] { state.map_key->append(row[RowPart::kMapKey], map_key_); });
    return map_key_;
}

}  // namespace sp::rows
