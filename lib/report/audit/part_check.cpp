#include "report/audit/part_check.hpp"

#include <algorithm>

namespace sp::auditing {
namespace {

/// Any bytes are a value.
bool is_plain(const codec::Op& op) {
    using codec::OpCode;
    switch (op.code) {
        case OpCode::kLiteral:
        case OpCode::kI8:
        case OpCode::kI16:
        case OpCode::kI32:
        case OpCode::kI64:
        case OpCode::kChar:
        case OpCode::kF32:
        case OpCode::kF64:
        case OpCode::kNullByte:
        case OpCode::kNullValue:
        case OpCode::kConstant:
        case OpCode::kEmptyTuple:
        case OpCode::kBeginObject:
        case OpCode::kField:
        case OpCode::kEndObject: return (op.flags & codec::kHasNullByte) == 0;
        default: return false;
    }
}

}  // namespace

PartCheck::PartCheck(const TypePtr& type)
    : type_(type), program_(codec::compile_events(type)), opaque_(codec::opaque_part(type)) {
    if (std::ranges::all_of(program_.ops, is_plain)) {
        plain_size_ = program_.fixed_size;
    }
}

}  // namespace sp::auditing
