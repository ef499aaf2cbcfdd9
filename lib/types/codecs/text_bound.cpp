#include "types/codecs/text_bound.hpp"

#include <algorithm>
#include <utility>

#include "types/codecs/type_shape.hpp"

namespace sp::codec {
namespace {

/// How much text operations can print.
struct Bound {
    std::uint64_t fixed = 0;     // text that does not grow with the value
    std::uint64_t ratio = 6;     // text per byte: "\u0001" for one byte of a string is the worst scalar
    std::uint64_t min_size = 0;  // bytes of the smallest value
    // The fixed text per byte of any value. Less than fixed / min_size where the smallest value is a null, which
    // does not print what the largest prints.
    std::uint64_t density = 0;
};

class TextBound {
public:
    explicit TextBound(const Program& program) : program_(program) {}

    /// Text that operations [begin, end) can print, with `total` in front of them.
    Bound bound_of(std::uint32_t begin, std::uint32_t end, int depth, Bound total = {}) const {
        total.density = Program::kUnbounded;
        if (depth > 2 * kMaxTypeDepth) {
            total.ratio = Program::kUnbounded;
            return total;
        }
        for (std::uint32_t pc = begin; pc < end;) {
            const Op& op = program_.ops[pc];
            total.fixed += op.literal_size + kScalarText;
            total.min_size += (op.flags & kHasNullByte) != 0 ? 1 : min_size(op);
            total.density = density(total);
            std::uint32_t next = op.jump;
            switch (op.code) {
                case OpCode::kEnum:
                    total.fixed += longest_constant(*op.type);
                    total.density = density(total);
                    next = pc + 1;
                    break;
                case OpCode::kList:
                case OpCode::kMap:
                case OpCode::kStringMap:
                    add_loop(total, op, bound_of(pc + 1, op.jump, depth + 1, element_prefix(op)));
                    break;
                case OpCode::kMapValue:  // the last part of a map's body; a null is the flag alone
                    add_branches(total, {bound_of(pc + 1, end, depth + 1)});
                    next = end;
                    break;
                case OpCode::kNullGuard:
                case OpCode::kRowField: add_branches(total, {bound_of(pc + 1, op.jump, depth + 1)}); break;
                case OpCode::kEither:
                    add_branches(total,
                                 {bound_of(pc + 1, op.extra, depth + 1), bound_of(op.extra, op.jump, depth + 1)});
                    break;
                case OpCode::kOption: {
                    std::vector<Bound> contents;
                    for (const auto& [from, to] : {std::pair(pc + 1, op.extra), std::pair(op.extra, op.jump)}) {
                        if (from != to) {
                            contents.push_back(bound_of(from, to, depth + 1));
                        }
                    }
                    add_branches(total, contents);
                    break;
                }
                case OpCode::kAvroArray:
                case OpCode::kAvroMap:  // their parts can be without bytes
                case OpCode::kMaskedList:
                    total.ratio = Program::kUnbounded;
                    next = op.jump;
                    break;
                case OpCode::kBinary:  // names of columns are not in the bytes
                case OpCode::kSized:
                case OpCode::kCall:  // can be in each other
                    total.ratio = Program::kUnbounded;
                    next = pc + 1;
                    break;
                case OpCode::kAvroUnion:
                case OpCode::kTagged: {
                    std::vector<Bound> forms;
                    for (const TaggedForm& form : program_.forms[op.extra]) {
                        forms.push_back(bound_of(form.begin, form.end, depth + 1));
                    }
                    add_branches(total, forms);
                    break;
                }
                case OpCode::kPojo: {
                    std::vector<Bound> classes{bound_of(pc + 1, op.jump, depth + 1)};
                    const PojoDispatch& pojos = program_.pojos[op.extra];
                    for (const auto* targets : {&pojos.registered, &pojos.by_name}) {
                        for (const PojoDispatch::Target& target : *targets) {
                            classes.push_back(bound_of(target.begin, target.end, depth + 1));
                        }
                    }
                    add_branches(total, classes);
                    break;
                }
                case OpCode::kKryo:  // names of classes and fields are not in the bytes
                    total.ratio = Program::kUnbounded;
                    next = pc + 1;
                    break;
                default: next = pc + 1; break;
            }
            pc = next;
        }
        return total;
    }

private:
    static constexpr std::uint64_t kScalarText = 64;  // any scalar without its characters or digits that grow with it

    static std::uint64_t add(std::uint64_t a, std::uint64_t b) {
        return a > Program::kUnbounded - b ? Program::kUnbounded : a + b;
    }

    static std::uint64_t density(const Bound& bound) {
        return bound.min_size == 0 ? Program::kUnbounded : bound.fixed / bound.min_size + 1;
    }

    /// One of several follows what is in front, or nothing at all. If more operations come behind them, density() takes
    /// over: what it then divides by is the size without any branch.
    static void add_branches(Bound& total, const std::vector<Bound>& branches) {
        const Bound before = total;
        std::uint64_t most_text = 0;
        for (const Bound& branch : branches) {
            // Two quotients of either of which is enough: of the sums, and the larger of the parts'.
            Bound both = before;
            both.fixed += branch.fixed;
            both.min_size += branch.min_size;
            total.density = std::max(total.density, std::min(density(both), std::max(density(before), branch.density)));
            most_text = std::max(most_text, branch.fixed);
            total.ratio = add(total.ratio, branch.ratio - 6);
        }
        total.fixed += most_text;
    }

    /// What each element prints and reads in any case.
    static Bound element_prefix(const Op& list) {
        Bound prefix;
        prefix.fixed = kScalarText;
        prefix.min_size = list.code == OpCode::kList && list.aux != 0 ? 1 : 0;
        return prefix;
    }

    static void add_loop(Bound& total, const Op& op, const Bound& element) {
        total.fixed += element.fixed;  // an element that is cut off has printed what stands before its missing bytes
        total.ratio = add(total.ratio, element.ratio - 6);
        const std::uint64_t null_density = op.code == OpCode::kList && op.aux != 0 ? 2 * kScalarText : 0;
        total.ratio = add(total.ratio, std::max(element.density, null_density));
        total.density = density(total);
    }

    static std::uint64_t longest_constant(const Type& type) {
        std::uint64_t longest = 0;
        for (const EnumConstant& constant : type.constants) {
            longest = std::max<std::uint64_t>(longest, 6 * constant.name.size() + 2);
        }
        return longest;
    }

    /// Bytes that an operation takes at least. A POJO can be a single null flag; a branch can be empty.
    static std::uint64_t min_size(const Op& op) {
        switch (op.code) {
            case OpCode::kNullValue:
            case OpCode::kLiteral:
            case OpCode::kRowField:
            case OpCode::kBeginObject:
            case OpCode::kField:
            case OpCode::kEndObject:
            case OpCode::kNothing:
            case OpCode::kAvroNull:
            case OpCode::kCall:
            case OpCode::kOpaque: return 0;
            case OpCode::kVariantPart: return op.extra == 0 ? 0 : 8;
            case OpCode::kAvroFixed: return op.extra;
            case OpCode::kDecimalData:
            case OpCode::kTimestampData:
            case OpCode::kSortedLong:
            case OpCode::kBinary:
            case OpCode::kSized:
            case OpCode::kMaskedList:
            case OpCode::kAvroUnion: return 4;
            case OpCode::kAvroArray:
            case OpCode::kAvroMap: return 1;
            case OpCode::kRow: return 0;  // no fields, no mask
            case OpCode::kNullGuard:
            case OpCode::kMapValue:
            case OpCode::kEither:
            case OpCode::kOption:
            case OpCode::kTagged:
            case OpCode::kPojo:
            case OpCode::kString:
            case OpCode::kStringValue:
            case OpCode::kKryo: return 1;
            case OpCode::kUtf: return 2;
            case OpCode::kBigInteger:
            case OpCode::kBigDecimal: return 4;
            case OpCode::kSkip: return op.extra;
            default: {
                const std::int64_t size = encoded_size(*op.type);
                return size >= 0 ? static_cast<std::uint64_t>(size) : 4;  // an i32 count or length
            }
        }
    }

    const Program& program_;
};

}  // namespace

void measure_text(Program& program) {
    const Bound bound = TextBound(program).bound_of(0, program.main_end, 0);
    program.text_fixed = bound.fixed;
    program.text_ratio = bound.ratio;
    program.min_size = bound.density == Program::kUnbounded ? 0 : bound.fixed / bound.density;
}

}  // namespace sp::codec
