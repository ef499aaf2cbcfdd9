#include "types/codecs/binary_plan.hpp"

#include <string>

#include "sp/error.hpp"
#include "types/codecs/json_names.hpp"
#include "types/codecs/type_shape.hpp"

namespace sp::codec {
namespace {

class PlanMaker {
public:
    explicit PlanMaker(const std::function<std::uint32_t(const Type&)>& call_of) : call_of_(call_of) {}

    BinaryPlan make(const Type& root) {
        plan_.nodes.emplace_back();
        fill(0, root, 0);
        return std::move(plan_);
    }

private:
    void fill(std::uint32_t at, const Type& type, int depth) {
        if (depth > kMaxTypeDepth) {
            throw UnsupportedError("a SQL type nested deeper than " + std::to_string(kMaxTypeDepth) + " levels");
        }
        BinaryNode node;
        node.kind = type.kind;
        node.type = &type;
        node.scale = type.scale;
        node.is_zoned = type.flag;
        node.element_size = binary_element_size(type);
        node.is_compact = type.kind == TypeKind::kDecimalData ? type.precision <= kMostCompactDigits
                                                              : type.precision <= kMostCompactPrecision;
        if (type.kind == TypeKind::kRawData && !type.nested.empty()) {
            node.call = call_of_(*type.nested.front());
        }
        std::vector<const Type*> parts;
        if (type.kind == TypeKind::kBinaryRow) {
            node.names = static_cast<std::uint32_t>(plan_.names.size());
            for (const PojoField& field : type.fields) {
                plan_.names.push_back({field.name, json_member(field.name)});
                parts.push_back(field.type.get());
            }
        } else if (type.kind == TypeKind::kVariant) {
            node.names = static_cast<std::uint32_t>(plan_.names.size());
            for (std::size_t i = 0; i < field_count(type); ++i) {
                plan_.names.push_back({field_name(type, i), json_member(field_name(type, i))});
            }
        } else if (type.kind == TypeKind::kBinaryArray || type.kind == TypeKind::kBinaryMap) {
            for (const TypePtr& part : type.nested) {
                parts.push_back(part.get());
            }
            node.has_text_keys = type.nested.front()->kind == TypeKind::kStringData;
        }
        node.first = static_cast<std::uint32_t>(plan_.nodes.size());
        node.count = static_cast<std::uint32_t>(parts.size());
        plan_.nodes.resize(plan_.nodes.size() + parts.size());
        plan_.nodes[at] = node;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            fill(node.first + static_cast<std::uint32_t>(i), *parts[i], depth + 1);
        }
    }

    const std::function<std::uint32_t(const Type&)>& call_of_;
    BinaryPlan plan_;
};

}  // namespace

std::uint8_t binary_element_size(const Type& type) {
    switch (type.kind) {
        case TypeKind::kBoolean:
        case TypeKind::kByte: return 1;
        case TypeKind::kShort: return 2;
        case TypeKind::kInt:
        case TypeKind::kFloat:
        case TypeKind::kLocalDate:
        case TypeKind::kLocalTime: return 4;
        default: return 8;
    }
}

BinaryPlan make_binary_plan(const Type& root, const std::function<std::uint32_t(const Type&)>& call_of) {
    return PlanMaker(call_of).make(root);
}

}  // namespace sp::codec
