// Says what bytes of sources and sinks hold, for tests/interop.
//
// usage: operator_views
//
// A line of stdin is the name of a state, or "coordinator", and an element's bytes as base64, with a tab between; what follows
// another tab is not read. A line of stdout is the view as sp-dump prints it.

#include <iostream>
#include <string>
#include <string_view>

#include "io/byte_writer.hpp"
#include "rows/operator_view.hpp"
#include "types/codecs/text/base64.hpp"

namespace {

using namespace sp;

std::string_view next_column(std::string_view& line) {
    const std::string_view column = line.substr(0, line.find('\t'));
    line.remove_prefix(std::min(column.size() + 1, line.size()));
    return column;
}

StateDescriptor state_of(std::string_view name) {
    StateDescriptor state;
    state.name = name;
    state.kind = name == "coordinator" ? StateKind::kCoordinator : StateKind::kOperatorList;
    auto type = std::make_shared<Type>();
    type->kind = TypeKind::kByteArray;
    state.value = type;
    return state;
}

std::string view_of(std::string_view line) {
    const StateDescriptor state = state_of(next_column(line));
    const std::optional<ByteVector> bytes = text::parse_base64(next_column(line));
    const rows::PrintView print = rows::view_printer_of(state);
    if (!bytes || print == nullptr) {
        return "! no bytes of a state with views";
    }
    ByteWriter value;
    if (state.kind == StateKind::kCoordinator) {
        value.bytes(*bytes);
    } else {
        value.length_prefixed(*bytes);
    }
    return print(value.view(), false);
}

}  // namespace

int main(int argc, char**) {
    if (argc != 1) {
        std::cerr << "usage: operator_views\n";
        return 2;
    }
    for (std::string line; std::getline(std::cin, line);) {
        std::cout << view_of(line) << '\n';
    }
}
