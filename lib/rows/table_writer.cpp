#include "rows/table_writer.hpp"

namespace sp::rows {

// ---- NDJSON --------------------------------------------------------------------------------------------------------

TableHeads NdjsonForm::heads(const TableColumns& columns) {
    const auto member = [](const std::string& name) { return "," + json_text(name) + ":"; };
    TableHeads heads{"{\"key\":", member("namespace"), {}, {}};
    for (const TableColumns::Column& column : columns.all()) {
        heads.values.push_back(member(column.name));
        heads.ttl.push_back(member(TableColumns::ttl_name(column.name)));
    }
    return heads;
}

void NdjsonForm::print(TableCells& cells, const TableRow& row) {
    TableCells::Plan& plan = *row.plan;
    const auto print_into = [&](auto& sink) {
        cells.key(sink, row.place, plan);
        if (!row.place.is_global) {
            cells.name_space(sink, row.place, plan);
        }
        for (const TableCells::Column& column : row.columns) {
            cells.value(sink, column);
            if (row.with_ttl && cells.has_ttl(column)) {
                cells.ttl(sink, column);
            }
        }
        sink.append("}\n");
    };
    std::uint64_t bound = cells.bound_of_place(row.place, plan);
    for (const TableCells::Column& column : row.columns) {
        bound += cells.bound(column);
    }
    if (bound <= TextBound::kFast) {
        try {
            JsonSink<false> sink(out_.reserve(static_cast<std::size_t>(bound)));
            print_into(sink);
            out_.commit(sink.out());
            return;
        } catch (const codec::DecodeFault&) {
            // Printed again below, where what is wrong or opaque gets its words.
        }
    }
    JsonSink<true> sink(growing_.begin(), &growing_);
    print_into(sink);
    const std::string_view text = growing_.text(sink.out());
    out_.append(text);
    if (text.size() > TextBound::kFast) {
        growing_.release();
    }
}

// ---- CSV -----------------------------------------------------------------------------------------------------------

CsvForm::CsvForm(OutputBuffer& out, const TableColumns& columns, bool with_ttl, KeyColumns keys,
                 const std::string& null_text)
    : out_(out), keys_(std::move(keys)), has_name_space_(columns.has_name_space()), csv_(null_text) {
    for (const TableColumns::Column& column : columns.all()) {
        columns_.push_back({column.name, with_ttl && column.has_ttl});
    }
}

void CsvForm::header() {
    row_.clear();
    std::string_view comma;
    const auto name = [&](std::string_view text) {
        row_.append(comma);
        csv_.text(row_, text);
        comma = ",";
    };
    for (const std::string& key : keys_.names()) {
        name(key);
    }
    if (has_name_space_) {
        name("namespace");
    }
    for (const Column& column : columns_) {
        name(column.name);
        if (column.has_ttl_column) {
            name(TableColumns::ttl_name(column.name));
        }
    }
    row_.append("\n");
    out_.append(row_.text());
}

void CsvForm::print(TableCells& cells, const TableRow& row) {
    TableCells::Plan& plan = *row.plan;
    const std::uint64_t place_bound = cells.bound_of_place(row.place, plan);
    row_.clear();
    keys_.append(row_, csv_, text_.make(place_bound, [&](auto& sink) { cells.key(sink, row.place, plan); }));
    if (has_name_space_) {
        row_.append(",");
        if (!row.place.is_global) {
            csv_.json(row_, text_.make(place_bound, [&](auto& sink) { cells.name_space(sink, row.place, plan); }));
        }
    }
    auto next = row.columns.begin();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        const bool is_there = next != row.columns.end() && next->position == i;
        row_.append(",");
        if (is_there) {
            csv_.json(row_, text_.make(cells.bound(*next), [&](auto& sink) { cells.value(sink, *next); }));
        }
        row_.append(columns_[i].has_ttl_column ? "," : "");
        if (is_there && row.with_ttl && cells.has_ttl(*next)) {
            csv_.json(row_, text_.make(cells.bound(*next), [&](auto& sink) { cells.ttl(sink, *next); }));
        }
        next += is_there ? 1 : 0;
    }
    row_.append("\n");
    out_.append(row_.text());
}

}  // namespace sp::rows
