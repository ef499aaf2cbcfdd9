#include "rows/table_cells.hpp"

#include <algorithm>

#include "sp/error.hpp"
#include "types/codecs/stored_value.hpp"
#include "types/codecs/type_shape.hpp"

namespace sp::rows {
namespace {

constexpr std::uint64_t kNumberRoom = 32;  // a number with its quotes and comma

const std::string& head_of(const std::vector<std::string>& heads, std::uint32_t column) {
    static const std::string kNothing;
    return heads.empty() ? kNothing : heads.at(column);
}

}  // namespace

struct TableCells::Plan {
    Plan(const CellOrigin& origin, const std::string& operator_label, const TableHeads& heads, const PrintRules& rules)
        : state(origin.state),
          head(head_of(heads.values, origin.column)),
          ttl_head(head_of(heads.ttl, origin.column)),
          key("key", state->key, heads.key, rules),
          name_space("namespace", state->name_space, heads.name_space, rules) {
        label.text = "operator " + operator_label + ": state '" + state->name + "'";
        row.add(key);
        row.add(name_space);
        cells.fixed += head.size() + ttl_head.size();
        if (state->map_key) {
            map_key = std::make_unique<Part>("map_key", state->map_key, "", rules);
            cells.add(*map_key);
            Type map;
            map.nested = {state->map_key, state->value};
            has_string_keys = codec::has_string_keys(map);
        }
        if (state->value) {
            // Entries of maps and elements of lists have no head of their own.
            const bool is_one = state->kind != StateKind::kMap && state->kind != StateKind::kList;
            value = std::make_unique<Part>("value", state->value, is_one ? head : "", rules);
            cells.add(*value);
            if (state->kind == StateKind::kList) {
                cells.add_elements(*value);
            }
        }
        if (state->has_ttl && cells.ratio < TextBound::kFast) {  // each element has at least its stamp
            cells.ratio += kNumberRoom / kStampSize;
        }
        row.settle();
        cells.settle();
    }

    const StateDescriptor* state;
    std::string head;
    std::string ttl_head;
    StateLabel label;
    Part key;
    Part name_space;
    std::unique_ptr<Part> map_key;
    std::unique_ptr<Part> value;  ///< lists: an element; null for timers
    bool has_string_keys = false;
    TextBound row;    ///< of key and namespace
    TextBound cells;  ///< of an entry
};

TableCells::TableCells(std::string operator_label, PrintRules rules, TableHeads heads)
    : operator_label_(std::move(operator_label)), rules_(std::move(rules)), heads_(std::move(heads)) {}

TableCells::~TableCells() = default;

TableCells::Plan& TableCells::plan_of(const Cell& cell) {
    if (cell.column() >= by_column_.size()) {
        by_column_.resize(cell.column() + 1, nullptr);
    }
    Plan*& last = by_column_[cell.column()];
    if (last == nullptr || last->state != cell.origin->state) {
        std::unique_ptr<Plan>& plan = plans_[cell.origin->state];
        if (!plan) {
            plan = std::make_unique<Plan>(*cell.origin, operator_label_, heads_, rules_);
        }
        last = plan.get();
    }
    return *last;
}

TableCells::Plan& TableCells::plan_of(const Cell& cell, Plan& likely) {
    return cell.origin->state == likely.state ? likely : plan_of(cell);
}

/// Only the checked form tells of places.
template <bool checked>
EntryPlace TableCells::place(const Cell& cell, Plan& plan) {
    if constexpr (checked) {
        place_.state = cell.origin->state;
        place_.source = cell.origin->source;
        entry_.offset = cell.offset;
    }
    return {place_, entry_, plan.label};
}

TableCells::Column TableCells::column(std::span<const Cell* const> cells) {
    return {cells.front()->column(), plan_of(*cells.front()), cells};
}

bool TableCells::has_ttl(const Column& column) { return column.plan.state->has_ttl; }

std::uint64_t TableCells::bound_of_place(const JoinedRow& row, const Plan& plan) {
    return plan.row.of(row.key.size() + row.name_space.size());
}

std::uint64_t TableCells::bound(const Column& column) {
    Plan& plan = column.plan;
    if (plan.state->kind == StateKind::kTimer) {
        return plan.cells.fixed + column.cells.size() * kNumberRoom;
    }
    std::uint64_t sum = 0;
    for (const Cell* const cell : column.cells) {
        sum += plan_of(*cell, plan).cells.of(std::uint64_t{cell->map_key_size} + cell->value_size);
    }
    return sum;
}

template <bool checked>
void TableCells::key(JsonSink<checked>& sink, const JoinedRow& row, Plan& plan) {
    PartPrinter<checked>(sink, rules_, place<checked>(*row.cells.front(), plan)).part(plan.key, row.key);
}

template <bool checked>
void TableCells::name_space(JsonSink<checked>& sink, const JoinedRow& row, Plan& plan) {
    PartPrinter<checked>(sink, rules_, place<checked>(*row.cells.front(), plan)).part(plan.name_space, row.name_space);
}

void TableCells::check_unique(const Column& column) {
    const auto& cells = column.cells;
    for (std::size_t i = 1; i < cells.size(); ++i) {
        if (std::ranges::equal(cells[i - 1]->map_key(), cells[i]->map_key())) {
            throw InputError(place_in_source(cells[i]->origin->source, cells[i]->offset) + ": " +
                             plan_of(*cells[i]).label.text + ": key group " + std::to_string(place_.key_group) +
                             ": a second entry of the same key and namespace");
        }
    }
}

template <bool checked>
void TableCells::value(JsonSink<checked>& sink, const Column& column) {
    Plan& plan = column.plan;
    if (plan.state->kind == StateKind::kTimer) {
        sink.append(plan.head);
        sink.append("[");
        for (std::size_t i = 0; i < column.cells.size(); ++i) {
            sink.element(i);
            sink.long_integer(column.cells[i]->timestamp, rules_.int64_as_string);
        }
        sink.append("]");
        return;
    }
    if (column.cells.size() > 1) {
        check_unique(column);
    }
    if (plan.state->kind == StateKind::kMap) {
        map(sink, column, plan.head,
            [&](const Cell& cell, Plan& plan_of_cell) { single(sink, cell, plan_of_cell, ""); });
    } else {
        single(sink, *column.cells.front(), plan, plan.head);
    }
}

/// The value of one entry; `head` is that of the value's program unless it prints a list.
template <bool checked>
void TableCells::single(JsonSink<checked>& sink, const Cell& cell, Plan& plan, const std::string& head) {
    const Bytes value = cell.value();
    PartPrinter<checked> parts(sink, rules_, place<checked>(cell, plan));
    if (cell.is_null_value) {
        sink.append(head);
        sink.append("null");
    } else if (plan.state->kind == StateKind::kList) {
        stamps_.clear();
        parts.list(*plan.value, head, value, plan.state->has_ttl, stamps_);
    } else if (plan.state->has_ttl) {
        static_cast<void>(parts.ttl_stamp(*plan.value, value));
        parts.part(*plan.value, value.subspan(kStampSize));
    } else {
        parts.part(*plan.value, value);
    }
}

template <bool checked>
void TableCells::ttl(JsonSink<checked>& sink, const Column& column) {
    Plan& plan = column.plan;
    switch (plan.state->kind) {
        case StateKind::kMap:
            map(sink, column, plan.ttl_head, [&](const Cell& cell, const Plan&) { stamp(sink, cell); });
            break;
        case StateKind::kList:
            sink.append(plan.ttl_head);
            sink.append("[");
            for (std::size_t i = 0; i < stamps_.size(); ++i) {
                sink.element(i);
                sink.long_integer(stamps_[i], rules_.int64_as_string);
            }
            sink.append("]");
            break;
        default: sink.append(plan.ttl_head); stamp(sink, *column.cells.front());
    }
}

template <bool checked>
void TableCells::stamp(JsonSink<checked>& sink, const Cell& cell) const {
    if (cell.is_null_value) {
        sink.append("null");
    } else {
        sink.number(static_cast<std::int64_t>(load_u64(cell.value().data())));
    }
}

template <bool checked>
void TableCells::map_key(JsonSink<checked>& sink, const Cell& cell, Plan& plan) {
    PartPrinter<checked>(sink, rules_, place<checked>(cell, plan)).part(*plan.map_key, cell.map_key());
}

/// `value(cell, plan)` prints what stands for an entry.
template <bool checked, class Value>
void TableCells::map(JsonSink<checked>& sink, const Column& column, const std::string& head, const Value& value) {
    sink.append(head);
    Plan& plan = column.plan;
    const auto& cells = column.cells;
    if (plan.has_string_keys && object(sink, column, value)) {
        return;
    }
    sink.append("[");
    for (std::size_t i = 0; i < cells.size(); ++i) {
        Plan& plan_of_cell = plan_of(*cells[i], plan);
        sink.map_key(i);
        map_key(sink, *cells[i], plan_of_cell);
        sink.map_value();
        value(*cells[i], plan_of_cell);
        sink.end_map_entry();
    }
    sink.append("]");
}

/// False, and nothing is printed, where an object cannot have one of the keys.
template <bool checked, class Value>
bool TableCells::object(JsonSink<checked>& sink, const Column& column, const Value& value) {
    const auto start = sink.mark();
    Plan& plan = column.plan;
    const auto& cells = column.cells;
    sink.append("{");
    for (std::size_t i = 0; i < cells.size(); ++i) {
        Plan& plan_of_cell = plan_of(*cells[i], plan);
        sink.member(i);
        map_key(sink, *cells[i], plan_of_cell);
        if (!sink.is_string_member()) {
            sink.rewind(start);
            return false;
        }
        sink.end_member_name();
        value(*cells[i], plan_of_cell);
    }
    sink.append("}");
    return true;
}

template void TableCells::key<false>(JsonSink<false>&, const JoinedRow&, Plan&);
template void TableCells::key<true>(JsonSink<true>&, const JoinedRow&, Plan&);
template void TableCells::name_space<false>(JsonSink<false>&, const JoinedRow&, Plan&);
template void TableCells::name_space<true>(JsonSink<true>&, const JoinedRow&, Plan&);
template void TableCells::value<false>(JsonSink<false>&, const Column&);
template void TableCells::value<true>(JsonSink<true>&, const Column&);
template void TableCells::ttl<false>(JsonSink<false>&, const Column&);
template void TableCells::ttl<true>(JsonSink<true>&, const Column&);

}  // namespace sp::rows
