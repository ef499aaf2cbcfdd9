#include "rows/table_cells.hpp"

#include <algorithm>

#include "sp/error.hpp"
#include "types/codecs/type_shape.hpp"

namespace sp::rows {

struct TableCells::Plan {
    Plan(const StateDescriptor& descriptor, const std::string& operator_label, const PrintRules& rules)
        : state(&descriptor), key("key", state->key, "", rules), name_space("namespace", state->name_space, "", rules) {
        label.text = "operator " + operator_label + ": state '" + state->name + "'";
        cells.add(key);
        cells.add(name_space);
        if (state->map_key) {
            map_key = std::make_unique<Part>("map_key", state->map_key, "", rules);
            cells.add(*map_key);
            Type map;
            map.nested = {state->map_key, state->value};
            has_string_keys = codec::has_string_keys(map);
        }
        if (state->value) {
            value = std::make_unique<Part>("value", state->value, "", rules);
            cells.add(*value);
            list.add(*value);
            list.add_elements(*value);
        }
        cells.settle();
        list.settle();
    }

    const StateDescriptor* state;
    StateLabel label;
    Part key;
    Part name_space;
    std::unique_ptr<Part> map_key;
    std::unique_ptr<Part> value;  ///< lists: an element; null for timers
    bool has_string_keys = false;
    TextBound cells;  ///< of any single part
    TextBound list;   ///< of a whole list
};

TableCells::TableCells(std::string operator_label, PrintRules rules)
    : operator_label_(std::move(operator_label)), rules_(std::move(rules)), text_(rules_) {}

TableCells::~TableCells() = default;

TableCells::Plan& TableCells::plan_of(const Cell& cell) {
    if (cell.column >= by_column_.size()) {
        by_column_.resize(cell.column + 1, nullptr);
    }
    Plan*& last = by_column_[cell.column];
    if (last == nullptr || last->state != cell.state) {
        std::unique_ptr<Plan>& plan = plans_[cell.state];
        if (!plan) {
            plan = std::make_unique<Plan>(*cell.state, operator_label_, rules_);
        }
        last = plan.get();
    }
    return *last;
}

EntryPlace TableCells::place(const Cell& cell, Plan& plan) {
    place_.state = cell.state;
    place_.source = *cell.source;
    entry_.offset = cell.offset;
    return {place_, entry_, plan.label};
}

std::string_view TableCells::part(const Part& part, Bytes bytes, const Cell& cell, Plan& plan) {
    return text_.make(plan.cells, bytes.size(), place(cell, plan),
                      [&](auto& parts, auto&) { parts.part(part, bytes); });
}

std::string_view TableCells::key(const JoinedRow& row) {
    const Cell& cell = *row.cells.front();
    Plan& plan = plan_of(cell);
    return part(plan.key, row.key, cell, plan);
}

std::string_view TableCells::name_space(const JoinedRow& row) {
    const Cell& cell = *row.cells.front();
    Plan& plan = plan_of(cell);
    return part(plan.name_space, row.name_space, cell, plan);
}

void TableCells::check_unique(std::span<const Cell* const> cells) {
    for (std::size_t i = 1; i < cells.size(); ++i) {
        if (std::ranges::equal(cells[i - 1]->map_key(), cells[i]->map_key())) {
            throw InputError(place_in_source(*cells[i]->source, cells[i]->offset) + ": " +
                             plan_of(*cells[i]).label.text + ": key group " + std::to_string(place_.key_group) +
                             ": a second entry of the same key and namespace");
        }
    }
}

std::string_view TableCells::value(std::span<const Cell* const> cells) {
    const Cell& first = *cells.front();
    if (first.state->kind == StateKind::kTimer) {
        times_.clear();
        for (const Cell* const cell : cells) {
            times_.push_back(cell->timestamp);
        }
        return numbers(times_);
    }
    check_unique(cells);
    if (first.state->kind == StateKind::kMap) {
        return map(cells, [&](const Cell& cell) { return single(cell, plan_of(cell)); });
    }
    return single(first, plan_of(first));
}

/// The value of one entry.
std::string_view TableCells::single(const Cell& cell, Plan& plan) {
    const Bytes value = cell.value();
    if (cell.is_null_value) {
        return "null";
    }
    if (cell.state->kind == StateKind::kList) {
        stamps_.clear();
        return text_.make(plan.list, value.size(), place(cell, plan), [&](auto& parts, auto&) {
            parts.list(*plan.value, "", value, cell.state->has_ttl, stamps_);
        });
    }
    if (!cell.state->has_ttl) {
        return part(*plan.value, value, cell, plan);
    }
    return text_.make(plan.cells, value.size(), place(cell, plan), [&](auto& parts, auto&) {
        static_cast<void>(parts.ttl_stamp(*plan.value, value));
        parts.part(*plan.value, value.subspan(parts.kStampSize));
    });
}

std::int64_t TableCells::stamp(const Cell& cell) const {
    return cell.is_null_value ? 0 : static_cast<std::int64_t>(load_u64(cell.value().data()));
}

std::string_view TableCells::ttl(std::span<const Cell* const> cells) {
    const Cell& first = *cells.front();
    switch (first.state->kind) {
        case StateKind::kMap:
            return map(cells,
                       [&](const Cell& cell) { return cell.is_null_value ? "null" : std::to_string(stamp(cell)); });
        case StateKind::kList: return numbers(stamps_);
        default: composed_ = first.is_null_value ? "null" : std::to_string(stamp(first)); return composed_;
    }
}

template <class Value>
std::string_view TableCells::map(std::span<const Cell* const> cells, const Value& value) {
    const bool is_object = plan_of(*cells.front()).has_string_keys && append_map(cells, true, value);
    if (!is_object) {
        static_cast<void>(append_map(cells, false, value));
    }
    return composed_;
}

/// False where an object cannot have one of the keys.
template <class Value>
bool TableCells::append_map(std::span<const Cell* const> cells, bool is_object, const Value& value) {
    composed_ = is_object ? "{" : "[";
    for (const Cell* const cell : cells) {
        Plan& plan = plan_of(*cell);
        const std::string_view key = part(*plan.map_key, cell->map_key(), *cell, plan);
        if (is_object && !key.starts_with('"')) {
            return false;
        }
        composed_ += composed_.size() > 1 ? "," : "";
        if (is_object) {
            composed_ += key.starts_with("\"@") ? "\"@" : "\"";
            composed_ += key.substr(1);
            composed_ += ':';
            composed_ += value(*cell);
        } else {
            composed_ += "{\"key\":";
            composed_ += key;
            composed_ += ",\"value\":";
            composed_ += value(*cell);
            composed_ += '}';
        }
    }
    composed_ += is_object ? '}' : ']';
    return true;
}

std::string_view TableCells::numbers(std::span<const std::int64_t> numbers) {
    composed_ = "[";
    for (const std::int64_t number : numbers) {
        constexpr std::int64_t kExact = std::int64_t{1} << 53;
        const bool as_text = rules_.int64_as_string && (number > kExact || number < -kExact);
        composed_ += composed_.size() > 1 ? "," : "";
        composed_ += as_text ? '"' + std::to_string(number) + '"' : std::to_string(number);
    }
    composed_ += ']';
    return composed_;
}

}  // namespace sp::rows
