#include "rows/timer_fields.hpp"

namespace sp::rows {

TimerParts::TimerParts(const StateDescriptor& state, const std::string& head, std::string_view name_space_head,
                       const PrintRules& rules)
    : key(std::make_unique<Part>("key", state.key, head, rules)) {
    bound.add(*key);
    if (state.name_space->kind != TypeKind::kVoidNamespace) {
        name_space = std::make_unique<Part>("namespace", state.name_space, std::string(name_space_head), rules);
        bound.add(*name_space);
    }
    bound.settle();
}

void TimerFields::header(std::string_view before_key, std::string_view behind_name_space) {
    row_.clear();
    row_.append("uid,operator,");
    row_.append(before_key);
    for (const std::string& name : keys_.names()) {
        csv_.text(row_, name);
        row_.append(",");
    }
    row_.append("namespace,");
    row_.append(behind_name_space);
    row_.append("\n");
    out_.append(row_.text());
}

std::string TimerFields::head(const OperatorName& name, std::initializer_list<std::string_view> words) const {
    std::string head = (name.uid.empty() ? "" : csv_.field(name.uid)) + "," + name.id + ",";
    for (const std::string_view word : words) {
        head += csv_.field(word) + ",";
    }
    return head;
}

void TimerFields::begin_row(std::string_view head, const TimerParts& parts, const EntryPlace& place) {
    const auto json = [&](const Part& part, Bytes bytes) {
        return text_.make(parts.bound, bytes.size(), place, [&](auto& printer, auto&) { printer.part(part, bytes); });
    };
    row_.clear();
    row_.append(head);
    keys_.append(row_, csv_, json(*parts.key, place.entry.key));
    row_.append(",");
    if (parts.name_space) {
        csv_.json(row_, json(*parts.name_space, place.entry.name_space));
    }
    out_.append(row_.text());
}

std::string TimerFields::raw(const EntryBatch& batch, const Entry& timer) {
    return "," + base64_text(timer.key) + "," + base64_text(timer.name_space) + "," + std::to_string(batch.key_group);
}

}  // namespace sp::rows
