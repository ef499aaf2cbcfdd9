#pragma once

// The class files of tests/fixtures/classes.

#include <string>

#include "io/file.hpp"
#include "sp/bytes.hpp"

namespace sp::test {

inline std::string class_fixture(const std::string& name) { return std::string(SP_FIXTURES) + "/classes/" + name; }

/// Of a class of the package shapes, or of a file below it: "Derived", "../module-info".
inline ByteVector class_bytes(const std::string& name) {
    const File file = File::open(class_fixture("classes/shapes/" + name + ".class"));
    ByteVector bytes(file.size());
    file.read_at(0, bytes);
    return bytes;
}

}  // namespace sp::test
