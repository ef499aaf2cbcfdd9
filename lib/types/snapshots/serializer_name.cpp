#include "types/snapshots/serializer_name.hpp"

namespace sp {

std::string serializer_class(const Type& type) {
    if (type.kind == TypeKind::kUnknown && !type.class_name.empty()) {
        return type.class_name;
    }
    static constexpr std::string_view kSuffix = "Snapshot";
    std::string name = type.snapshot_class;
    if (name.ends_with(kSuffix)) {
        const std::size_t nested = name.rfind('$');
        name.resize(nested != std::string::npos ? nested : name.size() - kSuffix.size());
    }
    return name;
}

}  // namespace sp
