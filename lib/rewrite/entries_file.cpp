#include "rewrite/entries_file.hpp"

#include "rows/import/row_parser.hpp"

namespace sp::rewriting {
namespace {

rows::RowFileLayouts layouts_of(const std::string& path, const rows::ImportPlan& plan) {
    return {plan, {{path, path.ends_with(".csv"), RowLayout::kEntries, nullptr, false}}, {}, std::nullopt};
}

}  // namespace

void read_entries_file(const std::string& path, const rows::ImportPlan& plan, const UseRow& use) {
    rows::RowFileLayouts layouts = layouts_of(path, plan);
    rows::RowSource source({{path, layouts[0].options.is_csv}},
                           [&](std::size_t file, std::string_view text) { layouts.begin_file(file, text); });
    rows::RowParser parser(layouts);
    rows::RowBlock block;
    while (source.next(block)) {
        parser.for_each_row(block, nullptr, [&](std::string_view row, std::uint64_t line) {
            const rows::RowFields& fields = parser.parse(layouts[block.file], row);
            use(fields, parser.key_parts(), rows::RowFileLayouts::sequence_of(block.file, line));
        });
    }
}

std::string place_of_row(const std::string& path, std::uint64_t sequence) {
    return layouts_of(path, rows::ImportPlan()).place_of(sequence);
}

}  // namespace sp::rewriting
