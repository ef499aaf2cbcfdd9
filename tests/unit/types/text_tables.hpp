#pragma once

// The tables of tests/fixtures/text: lines of fields between tabs, made by tests/interop/java-text/TextTables.java.

#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sp/bytes.hpp"

namespace sp_test {

using Fields = std::vector<std::string>;

inline std::vector<Fields> read_table(const std::string& name) {
    std::ifstream in(std::string(SP_FIXTURES) + "/text/" + name, std::ios::binary);
    std::vector<Fields> lines;
    for (std::string line; std::getline(in, line);) {
        Fields& fields = lines.emplace_back();
        for (std::size_t at = 0; at != std::string::npos;) {
            const std::size_t tab = line.find('\t', at);
            fields.push_back(line.substr(at, tab - at));
            at = tab == std::string::npos ? tab : tab + 1;
        }
    }
    if (lines.empty()) {
        throw std::runtime_error("no table " + name);
    }
    return lines;
}

inline sp::ByteVector from_hex(std::string_view hex) {
    sp::ByteVector bytes;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        bytes.push_back(static_cast<std::uint8_t>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
    }
    return bytes;
}

/// The text that write(buffer) leaves, which must end within `size` bytes of the buffer.
template <class Write>
std::string written(std::size_t size, Write&& write) {
    std::string buffer(size + 64, '#');
    const char* const end = write(buffer.data());
    if (end == nullptr) {
        return "(none)";
    }
    if (end < buffer.data() || end > buffer.data() + size || buffer.substr(size) != std::string(64, '#')) {
        return "(too long)";
    }
    return {buffer.data(), static_cast<std::size_t>(end - buffer.data())};
}

}  // namespace sp_test
