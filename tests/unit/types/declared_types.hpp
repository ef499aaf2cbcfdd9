#pragma once

// tests/fixtures/schema-snapshots.txt: serializer snapshots of real Flink, and what the schema language calls them.

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "readable_bytes.hpp"
#include "sp/bytes.hpp"

struct DeclaredType {
    std::vector<std::string> schemas;
    std::map<std::string, sp::ByteVector> snapshots;  ///< by version of Flink
};

inline std::vector<DeclaredType> declared_types() {
    std::ifstream in(std::string(SP_FIXTURES) + "/schema-snapshots.txt", std::ios::binary);
    std::vector<DeclaredType> types;
    for (std::string line; std::getline(in, line);) {
        if (line.empty()) {
            types.emplace_back();
        } else if (line.starts_with(": ")) {
            types.back().schemas.push_back(line.substr(2));
        } else if (!line.starts_with("#")) {
            const std::size_t tab = line.find('\t');
            std::istringstream versions(line.substr(0, tab));
            for (std::string version; versions >> version;) {
                types.back().snapshots[version] = readable_bytes(line.substr(tab + 1));
            }
        }
    }
    return types;
}
