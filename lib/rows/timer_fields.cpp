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
    key_ = json(*parts.key, place.entry.key);
    const std::string_view name_space = parts.name_space ? json(*parts.name_space, place.entry.name_space) : "";
    out_.append(head);
    csv_.json(out_, key_);
    out_.append(",");
    if (parts.name_space) {
        csv_.json(out_, name_space);
    }
}

std::string TimerFields::raw(const EntryBatch& batch, const Entry& timer) {
    return "," + base64_text(timer.key) + "," + base64_text(timer.name_space) + "," + std::to_string(batch.key_group);
}

}  // namespace sp::rows
