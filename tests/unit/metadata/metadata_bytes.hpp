#pragma once

// Bytes for the tests of `_metadata`: hand-made ones in the notation of the format's description, and real ones.

#include <stdexcept>
#include <string>
#include <string_view>

#include "io/byte_writer.hpp"
#include "io/file.hpp"
#include "metadata/metadata_reader.hpp"
#include "metadata/metadata_writer.hpp"

namespace sp::test {

/// Hex digits with spaces; 'text' stands for a u16 length and the text, as Java's writeUTF writes it.
inline ByteVector bytes_of(std::string_view notation) {
    ByteWriter out;
    std::string digits;
    for (std::size_t i = 0; i < notation.size(); ++i) {
        const char c = notation[i];
        if (c == '\'') {
            const std::size_t end = notation.find('\'', i + 1);
            const std::string_view text = notation.substr(i + 1, end - i - 1);
            out.u16(static_cast<std::uint16_t>(text.size()));
            out.bytes(as_bytes(text));
            i = end;
        } else if (c != ' ' && c != '\n') {
            digits += c;
            if (digits.size() == 2) {
                out.u8(static_cast<std::uint8_t>(std::stoi(digits, nullptr, 16)));
                digits.clear();
            }
        }
    }
    if (!digits.empty()) {
        throw std::logic_error("odd number of hex digits: " + std::string(notation));
    }
    return out.take();
}

inline ByteVector operator+(ByteVector a, const ByteVector& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

inline ByteVector header(int version) { return bytes_of("4960672D 000000 0" + std::to_string(version)); }

/// The parts of a file with one operator of parallelism 4 and one subtask; what is not given is absent.
struct OneSubtask {
    int version = 3;
    std::string managed_operator = "00000000";
    std::string raw_operator = "00000000";
    std::string managed_keyed = "00";
    std::string raw_keyed = "00";
    std::string input_channels = "00000000";
    std::string result_subpartitions = "00000000";
    std::string coordinator = "00";

    [[nodiscard]] ByteVector bytes() const {
        std::string text = "0000000000000007 00000000 00000001";
        text += version >= 5 ? "'Map' 'CheckpointingSource2'" : "";
        text += "1F2B5DF5A66154ACA61FCB26193792BE 00000004 00000080";
        text += version == 2 ? "00000001" : coordinator;
        text += "00000001 00000003";
        text += version == 2 ? "FFFFFFFFFFFFFFFF 00000000" : "";
        text += managed_operator + raw_operator + managed_keyed + raw_keyed;
        text += version == 2 ? "" : input_channels + result_subpartitions;
        text += version >= 4 ? "ACED0005 70" : "";
        return header(version) + bytes_of(text);
    }
};

/// Reads, checks that it is written back as it was, and returns the model.
inline SavepointMetadata round_trip(const ByteVector& bytes) {
    SavepointMetadata metadata = read_metadata(bytes, "_metadata");
    if (write_metadata(metadata) != bytes) {
        throw std::logic_error("written back differently");
    }
    return metadata;
}

/// What reading says; empty if it succeeds.
inline std::string reading_error(const ByteVector& bytes) {
    try {
        static_cast<void>(read_metadata(bytes, "_metadata"));
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

inline ByteVector read_whole_file(const std::string& path) {
    const File file = File::open(path);
    ByteVector bytes(file.size());
    file.read_at(0, bytes);
    return bytes;
}

inline ByteVector fixture(const std::string& name) { return read_whole_file(std::string(SP_FIXTURES) + "/" + name); }

}  // namespace sp::test
