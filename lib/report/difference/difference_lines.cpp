#include "report/difference/difference_lines.hpp"
#include "types/codecs/stored_value.hpp"

namespace sp::difference {
std::string DifferenceLines::whole(Side only_in, std::string_view place, std::uint64_t entries) {
    return "{\"change\":\"" + std::string(change_of(only_in)) + "\"," + std::string(place) +
           ",\"entries\":" + std::to_string(entries) + "}\n";
}

template <class Body>
void DifferenceLines::line(std::string_view change, const SortedEntry& named, Body&& body) {
    Sink sink(growing_.begin(), &growing_);
    sink.append("{\"change\":\"");
    sink.append(change);
    sink.append("\",");
    sink.append(named.use->place);
    identity(sink, named);
    body(sink);
    sink.append("}\n");
    const std::string_view text = growing_.text(sink.out());
    out_.append(text);
    if (text.size() > rows::TextBound::kFast) {
        growing_.release();
    }
}

void DifferenceLines::one_sided(const SortedEntry& entry) {
    line(change_of(entry.use->side), entry, [&](Sink& sink) {
        if (!entry.use->key.is_timer) {
            value(sink, entry);
            stamps(sink, entry);
        }
    });
}

void DifferenceLines::changed(const SortedEntry& old_entry, const SortedEntry& new_entry,
                              const ValueDifference& difference) {
    line("changed", new_entry, [&](Sink& sink) {
        value(sink, old_entry);
        stamps(sink, old_entry);
        value(sink, new_entry);
        stamps(sink, new_entry);
        paths(sink, difference);
    });
}

rows::PartPrinter<true> DifferenceLines::printer(Sink& sink, const SortedEntry& entry) {
    batch_.state = entry.use->state;
    batch_.key_group = entry.key_group;
    batch_.source = label_of(entry.use->side);
    return {sink, rules_, {batch_, entry.entry, entry.use->label}};
}

void DifferenceLines::make_parts(StateUse& use) {
    if (std::exchange(use.has_parts, true)) {
        return;
    }
    const StateDescriptor& state = *use.state;
    const auto part = [&](std::string name, const TypePtr& type, const std::string& prefix) {
        return std::make_unique<rows::Part>(std::move(name), type, prefix, rules_);
    };
    if (is_keyed(state.kind)) {
        use.key_part = part("key", state.key, ",\"key\":");
        if (state.name_space->kind != TypeKind::kVoidNamespace) {
            use.name_space_part = part("namespace", state.name_space, ",\"namespace\":");
        }
    }
    if (state.map_key) {
        use.map_key_part = part("map_key", state.map_key, ",\"map_key\":");
    }
    if (state.value) {
        use.value_part = part("value", state.value, "");
    }
}

void DifferenceLines::identity(Sink& sink, const SortedEntry& entry) {
    StateUse& use = *entry.use;
    make_parts(use);
    auto parts = printer(sink, entry);
    if (use.key_part) {
        parts.part(*use.key_part, entry.entry.key);
    }
    if (use.name_space_part) {
        parts.part(*use.name_space_part, entry.entry.name_space);
    }
    if (use.map_key_part) {
        parts.part(*use.map_key_part, entry.entry.map_key);
    }
    if (use.key.is_timer) {
        sink.append(",\"timestamp\":");
        sink.number(entry.entry.timestamp);
    }
}

void DifferenceLines::value(Sink& sink, const SortedEntry& entry) {
    StateUse& use = *entry.use;
    make_parts(use);
    sink.append(use.side == Side::kOld ? ",\"old\":" : ",\"new\":");
    stamps_.clear();
    auto parts = printer(sink, entry);
    if (entry.entry.is_null_value) {
        sink.append("null");
    } else if (!use.value_part) {
        sink.bytes(entry.entry.value);
    } else if (use.is_list()) {
        parts.list(*use.value_part, "", entry.entry.value, use.state->has_ttl, stamps_);
    } else if (use.state->has_ttl) {
        stamps_.push_back(parts.ttl_stamp(*use.value_part, entry.entry.value));
        parts.part(*use.value_part, entry.entry.value.subspan(kStampSize));
    } else {
        parts.part(*use.value_part, entry.entry.value);
    }
}

/// Of the value that has just been printed.
void DifferenceLines::stamps(Sink& sink, const SortedEntry& entry) {
    const StateUse& use = *entry.use;
    if (!use.state->has_ttl || entry.entry.is_null_value) {
        return;
    }
    sink.append(use.side == Side::kOld ? ",\"old_ttl_timestamp\":" : ",\"new_ttl_timestamp\":");
    if (!use.is_list()) {
        return sink.number(stamps_.front());
    }
    sink.append("[");
    for (std::size_t i = 0; i < stamps_.size(); ++i) {
        sink.element(i);
        sink.number(stamps_[i]);
    }
    sink.append("]");
}

void DifferenceLines::paths(Sink& sink, const ValueDifference& difference) {
    if (difference.paths.empty()) {
        return;
    }
    sink.append(",\"paths\":[");
    for (std::size_t i = 0; i < difference.paths.size(); ++i) {
        sink.element(i);
        sink.append(rows::json_text(difference.paths[i]));
    }
    sink.append(difference.has_more_paths ? ",\"…\"]" : "]");
}

}  // namespace sp::difference
