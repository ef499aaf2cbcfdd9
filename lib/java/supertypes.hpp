#pragma once

// What a class extends and implements, as far as its class files are found.

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "java/class_file.hpp"

namespace sp::java {

/// The class itself, its superclasses and interfaces, each once, the nearer ones first; about `most` of them at most. `find` returns the
/// class file of a name, or null.
template <class Find>
[[nodiscard]] std::vector<std::string> supertypes_of(const std::string& name, std::size_t most, Find&& find) {
    std::vector<std::string> names{name};
    for (std::size_t i = 0; i < names.size() && names.size() < most; ++i) {
        const ClassFile* const file = find(names[i]);
        if (file == nullptr) {
            continue;
        }
        const auto add = [&](const std::string& supertype) {
            if (!supertype.empty() && std::find(names.begin(), names.end(), supertype) == names.end()) {
                names.push_back(supertype);
            }
        };
        add(file->superclass);
        std::for_each(file->interfaces.begin(), file->interfaces.end(), add);
    }
    return names;
}

}  // namespace sp::java
