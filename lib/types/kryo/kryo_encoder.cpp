#include "types/kryo/kryo_encoder.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <utility>

#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/kryo/java_time_parse.hpp"
#include "types/kryo/java_time_text.hpp"
#include "types/kryo/kryo_writer.hpp"

namespace sp::kryo {
namespace {

using Kind = KryoForm::Kind;

constexpr std::size_t kMostDepth = 900;                    // the decoder ends at 1000
constexpr std::int32_t kMostBits = std::int32_t{1} << 26;  // 8 MiB of a BitSet
constexpr std::size_t kMostParts = 0x7FFFFFF0;

int integer_size(TypeKind kind) {
    switch (kind) {
        case TypeKind::kByte: return 1;
        case TypeKind::kShort: return 2;
        case TypeKind::kInt: return 4;
        case TypeKind::kLong: return 8;
        default: return 0;
    }
}

bool parse_uuid(std::string_view text, std::uint64_t& high, std::uint64_t& low) {
    if (text.size() != 36) {
        return false;
    }
    unsigned digits = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (i == 8 || i == 13 || i == 18 || i == 23) {
            if (c != '-') {
                return false;
            }
            continue;
        }
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) {
            return false;
        }
        std::uint64_t& half = digits++ < 16 ? high : low;
        half = half << 4 | static_cast<std::uint64_t>(digit);
    }
    return true;
}

bool is_currency(std::string_view text) {
    return text.size() == 3 && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// Locale.toString: language, country, variant.
void put_locale(KryoWriter& out, std::string_view text) {
    for (int i = 0; i < 3; ++i) {
        const std::size_t end = i < 2 ? std::min(text.find('_'), text.size()) : text.size();
        out.class_name(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

bool put_address(KryoWriter& out, std::string_view text) {
    const std::size_t colon = text.rfind(':');
    std::uint16_t port = 0;
    const char* const end = text.data() + text.size();
    if (colon == std::string_view::npos) {
        return false;
    }
    const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, port);
    if (error != std::errc() || stop != end) {
        return false;
    }
    out.text(text.substr(0, colon));
    out.var_int(port);
    return true;
}

/// Whether a Comparator can belong to it.
bool is_sorted(const KryoForm& form) {
    return form.type != nullptr && (form.type->body == Body::kSortedCollection || form.type->body == Body::kSortedMap ||
                                    form.type->body == Body::kPriorityQueue2);
}

void put_bytes(KryoWriter& out, Bytes value) {
    out.var_int(static_cast<std::uint32_t>(value.size() + 1));
    out.bytes(value);
}

}  // namespace

bool KryoEncoder::is_packed(const KryoForm& form) {
    switch (form.type->body) {
        case Body::kIntArray:
        case Body::kLongArray:
        case Body::kShortArray:
        case Body::kCharArray:
        case Body::kFloatArray:
        case Body::kDoubleArray:
        case Body::kBooleanArray:
        case Body::kBitSet: return true;
        default: return false;
    }
}

void KryoEncoder::begin(const Type& type, const KryoForms& forms) {
    static_cast<void>(forms.form(type));  // it makes the rest, too
    forms_ = &forms;
    is_kryo5_ = forms.is_kryo5();
    is_complete_ = false;
    class_.clear();
    told_count_ = 0;
    nodes_.clear();
    bodies_.clear();
    identities_.clear();
    levels_.clear();
    open_optionals_.clear();
    has_any_string_ = false;
    choices_ = 0;
    some_ = nullptr;
    open_somes_ = 0;
    empty_elements_ = 0;
    root_ = &forms.form(type);
}

// ---- Places and what is wrong there ----------------------------------------------------------------------------------

std::string KryoEncoder::path() const {
    std::string path;
    for (const Level& level : levels_) {
        const std::size_t at = level.begun == 0 ? 0 : level.begun - 1;
        path += "[" + std::to_string(level.form->kind == Kind::kMap ? at / 2 : at) + "]";
        path += level.form->kind != Kind::kMap ? "" : at % 2 == 0 ? ".key" : ".value";
    }
    return path;
}

void KryoEncoder::fail(std::string_view problem) const {
    const std::string where = path();
    throw InputError((where.empty() ? "" : where + ": ") + std::string(problem));
}

void KryoEncoder::mismatch(const KryoForm& form, std::string_view found) const {
    if (form.kind == Kind::kRefused) {
        const std::string where = path();
        throw UnsupportedError((where.empty() ? "" : where + ": ") + form.problem);
    }
    fail("expected " + value_word(form) + ", found " + std::string(found));
}

// ---- Objects --------------------------------------------------------------------------------------------------------

const KryoForm& KryoEncoder::next_form(std::string_view found, bool is_null) {
    if (is_complete_) {
        fail("a second value");
    }
    if (some_ != nullptr) {
        return *std::exchange(some_, nullptr);
    }
    const KryoForm* form = root_;
    if (!levels_.empty()) {
        Level& level = levels_.back();
        if (level.begun == level.size) {
            fail("more than the " + std::to_string(level.size) + " parts that were announced");
        }
        form = level.form->parts[level.form->kind == Kind::kMap ? level.begun % 2 : 0].get();
        ++level.begun;
        if (level.is_packed && is_null) {
            mismatch(*form, found);
        }
        if (is_null && form->kind != Kind::kOptional) {
            check_null(level);
        }
    }
    return *form;
}

void KryoEncoder::object_of(std::string_view class_name) {
    if (told_count_ == told_.size()) {
        told_.emplace_back();
    }
    told_[told_count_++] = class_name;
}

const KryoForm& KryoEncoder::told(const KryoForm& declared) {
    return taken_ == told_count_ ? declared : forms_->told(declared, told_[taken_++]);
}

const KryoForm& KryoEncoder::next(std::string_view found, bool is_null) {
    taken_ = 0;
    const KryoForm* declared = &next_form(found, is_null);
    const KryoForm* form = &told(*declared);
    while (form->kind == Kind::kOptional && (!is_null || taken_ < told_count_)) {
        open_optionals_.push_back(nodes_.size());
        add(*form).parts = 1;
        declared = form->parts[0].get();
        form = &told(*declared);
    }
    const std::size_t count = std::exchange(told_count_, 0);
    const bool is_of_told_class = form != declared;
    if (is_of_told_class && is_null && form->kind != Kind::kOptional) {
        mismatch(*form, "an object that is printed as null");
    }
    if (taken_ < count && (is_of_told_class || is_sorted(*form))) {
        const std::string where = path();
        throw UnsupportedError((where.empty() ? "" : where + ": ") + "an object of " + told_[taken_] +
                               " is part of it, which is not written");
    }
    if (form->choice && !is_null && count == 0) {
        choices_ |= 1U << *form->choice;
    }
    return *form;
}

const KryoForm& KryoEncoder::next(TypeKind kind, std::string_view found) {
    const KryoForm& form = next(found);
    if (form.kind != Kind::kScalar || form.scalar->kind != kind) {
        mismatch(form, found);
    }
    return form;
}

KryoEncoder::Node& KryoEncoder::add(const KryoForm& form) {
    if (!levels_.empty()) {
        check_sorted(levels_.back(), form);
    }
    Node& node = nodes_.emplace_back();
    node.form = &form;
    node.body = bodies_.size();
    return node;
}

void KryoEncoder::end_value() {
    const bool is_in_optional =
        !open_optionals_.empty() && (levels_.empty() || open_optionals_.back() > levels_.back().node);
    if (is_in_optional) {
        while (!open_optionals_.empty() && (levels_.empty() || open_optionals_.back() > levels_.back().node)) {
            nodes_[open_optionals_.back()].end = nodes_.size();
            open_optionals_.pop_back();
        }
    }
    is_complete_ = levels_.empty() && open_somes_ == 0;
}

/// A value without objects inside; of a packed array's, only its body is kept.
template <class Write>
void KryoEncoder::leaf(const KryoForm& form, Write&& write) {
    KryoWriter out(bodies_, is_kryo5_);
    if (!levels_.empty() && levels_.back().is_packed) {
        return write(out);
    }
    const std::size_t at = nodes_.size();
    add(form);
    write(out);
    nodes_[at].size = bodies_.size() - nodes_[at].body;
    nodes_[at].end = at + 1;
    end_value();
}

void KryoEncoder::null() {
    const KryoForm& form = next("null", true);
    Node& node = nodes_.emplace_back();
    node.form = form.kind == Kind::kOptional ? &form : nullptr;  // Optional.empty()
    node.end = nodes_.size();
    end_value();
}

void KryoEncoder::boolean(bool value) {
    const KryoForm* form = &next(value ? "true" : "false");
    if (form->kind == Kind::kAny) {
        form = &forms_->boolean_form();
    } else if (form->kind != Kind::kScalar || form->scalar->kind != TypeKind::kBoolean) {
        mismatch(*form, value ? "true" : "false");
    }
    leaf(*form, [&](KryoWriter& out) { out.byte(value ? 1 : 0); });
}

void KryoEncoder::integer(std::int64_t value) {
    const std::string found = "the number " + std::to_string(value);
    const KryoForm& form = next(found);
    const int size = form.kind == Kind::kScalar ? integer_size(form.scalar->kind) : 0;
    if (size == 0) {
        mismatch(form, found);
    }
    const std::int64_t max = std::numeric_limits<std::int64_t>::max() >> (64 - 8 * size);
    if (value > max || value < -max - 1) {
        mismatch(form, std::to_string(value) + ", which is out of range");
    }
    if (!levels_.empty() && levels_.back().form->type->body == Body::kBitSet) {
        if (value < 0 || value >= kMostBits) {
            fail("expected the position of a bit, found " + std::to_string(value));
        }
        bits_.push_back(static_cast<std::int32_t>(value));
        return;
    }
    leaf(form, [&](KryoWriter& out) {
        switch (size) {
            case 1: return out.byte(static_cast<std::uint8_t>(value));
            case 2: return out.fixed16(static_cast<std::uint16_t>(value));
            case 4: return out.signed_var_int(static_cast<std::int32_t>(value));
            default: return out.signed_var_long(value);
        }
    });
}

void KryoEncoder::character(char16_t value) {
    leaf(next(TypeKind::kChar, "a char"), [&](KryoWriter& out) { out.fixed16(value); });
}

void KryoEncoder::float32(float value) {
    leaf(next(TypeKind::kFloat, "a float"), [&](KryoWriter& out) { out.fixed32(std::bit_cast<std::uint32_t>(value)); });
}

void KryoEncoder::float64(double value) {
    leaf(next(TypeKind::kDouble, "a double"),
         [&](KryoWriter& out) { out.fixed64(std::bit_cast<std::uint64_t>(value)); });
}

void KryoEncoder::big_integer(Bytes twos_complement) {
    leaf(next(TypeKind::kBigInteger, "a big integer"), [&](KryoWriter& out) { put_bytes(out, twos_complement); });
}

void KryoEncoder::big_decimal(Bytes unscaled, std::int32_t scale) {
    leaf(next(TypeKind::kBigDecimal, "a big decimal"), [&](KryoWriter& out) {
        put_bytes(out, unscaled);
        out.signed_var_int(scale);
    });
}

void KryoEncoder::string(std::string_view text) {
    const KryoForm* form = &next("a string");
    if (form->kind == Kind::kAny) {
        form = &forms_->string_form();
        has_any_string_ = true;
    } else if (form->kind != Kind::kScalar || form->scalar->kind != TypeKind::kString) {
        mismatch(*form, "a string");
    }
    if (!java::is_wtf8(text)) {
        fail("a string that is not UTF-8");
    }
    if (text.size() >= kMostParts) {
        fail("a string longer than Java can hold");
    }
    leaf(*form, [&](KryoWriter& out) { out.text(text); });
}

void KryoEncoder::own_text(std::string_view text) {
    const std::string found = "\"" + std::string(text.substr(0, 100)) + "\"";
    const KryoForm& form = next(found);
    if (form.kind != Kind::kText) {
        mismatch(form, found);
    }
    if (!java::is_wtf8(text)) {
        fail("a string that is not UTF-8");
    }
    if (form.type->body == Body::kTime) {
        JavaTime value;
        if (!parse_java_time(text, form.type->time, value)) {
            mismatch(form, found);
        }
        if (form.type->time == TimeForm::kZonedDateTime && !is_kryo5_ && !value.has_offset) {
            fail("expected the offset behind the time, as 2024-01-02T03:04:05+01:00[Europe/Berlin] has it, found " +
                 found);
        }
        return time(form, value);
    }
    const std::size_t at = nodes_.size();
    const std::size_t identity = identities_.size();
    if (form.equality == Equality::kText && !append_text_identity(identities_, *form.type, text)) {
        mismatch(form, found);
    }
    leaf(form, [&](KryoWriter& out) {
        const bool is_builder =
            form.type->name == "java.lang.StringBuilder" || form.type->name == "java.lang.StringBuffer";
        bool fits = true;
        switch (form.type->body) {
            case Body::kUuid: {
                std::uint64_t high = 0;
                std::uint64_t low = 0;
                fits = parse_uuid(text, high, low);
                for (const std::uint64_t half : {high, low}) {
                    is_kryo5_ ? out.fixed64(half) : out.signed_var_long(static_cast<std::int64_t>(half));
                }
                break;
            }
            case Body::kLocale: put_locale(out, text); break;
            case Body::kInetSocketAddress: fits = put_address(out, text); break;
            case Body::kPattern:
                out.text(text);
                if (is_kryo5_) {
                    out.var_int(0);  // flags
                }
                break;
            default:
                fits = form.type->name != "java.util.Currency" || is_currency(text);
                is_builder && !is_kryo5_ ? out.long_text(text) : out.text(text);
        }
        if (!fits) {
            mismatch(form, found);
        }
    });
    nodes_[at].identity = identity;
    nodes_[at].identity_size = identities_.size() - identity;
}

void KryoEncoder::bytes(Bytes value) {
    leaf(next(TypeKind::kByteArray, "bytes"), [&](KryoWriter& out) { put_bytes(out, value); });
}

void KryoEncoder::temporal(const Temporal& value) {
    const KryoForm& form = next(value.kind, "a date or time of another type");
    if (form.type->body == Body::kTime) {
        return time(form, java_time_of(value));
    }
    leaf(form, [&](KryoWriter& out) {
        std::int64_t epoch = value.epoch;
        const bool has_nanos = form.type->body == Body::kSqlTimestamp;
        if (has_nanos && is_kryo5_) {  // the milliseconds are those of the nanoseconds
            epoch -= (epoch % 1000 + 1000) % 1000;
        }
        out.var_long(static_cast<std::uint64_t>(epoch));
        if (has_nanos) {
            out.var_int(static_cast<std::uint32_t>(value.nanos));
        }
    });
}

void KryoEncoder::enumeration(std::int32_t id, std::string_view name) {
    static_cast<void>(id);
    const std::string found = "'" + std::string(name) + "'";
    const KryoForm& form = next(found);
    const auto known = std::find(form.constants.begin(), form.constants.end(), name);
    if (form.kind != Kind::kEnum || known == form.constants.end()) {
        mismatch(form, found);
    }
    leaf(form, [&](KryoWriter& out) { out.var_int(static_cast<std::uint32_t>(known - form.constants.begin()) + 1); });
}

// ---- java.time: kryo_encoder_times.cpp ------------------------------------------------------------------------------------------------------

void KryoEncoder::time(const KryoForm& form, const JavaTime& value) {
    const std::size_t at = nodes_.size();
    leaf(form, [&](KryoWriter& out) {
        if (is_kryo5_) {
            time5(out, form.type->time, value);
        } else {
            time2(out, *form.type, value, nodes_[at]);
        }
    });
}

// ---- Arrays and maps ------------------------------------------------------------------------------------------------

void KryoEncoder::push(const KryoForm& form, std::size_t size, bool is_packed) {
    if (levels_.size() >= kMostDepth) {
        fail("values nested deeper than " + std::to_string(kMostDepth) + " levels");
    }
    if (size > kMostParts) {
        fail(std::to_string(size) + " parts are more than Java can hold");
    }
    const std::size_t at = nodes_.size();
    add(form).parts = size;
    levels_.push_back({&form, at, size, 0, is_packed});
}

void KryoEncoder::pop(Kind kind, std::string_view what) {
    if (levels_.empty() || levels_.back().form->kind != kind) {
        fail("the end of " + std::string(what) + " where none is open");
    }
    if (levels_.back().begun == levels_.back().size) {
        check_unequal(levels_.back());
    }
    const Level level = levels_.back();
    levels_.pop_back();
    if (level.begun != level.size) {
        fail(std::string(what) + " with " + std::to_string(level.begun) + " of its " + std::to_string(level.size) +
             " parts");
    }
    check_nulls(level);
    Node& node = nodes_[level.node];
    node.end = nodes_.size();
    if (level.is_packed) {
        node.parts = 0;
        node.size = bodies_.size() - node.body;
    }
    end_value();
}

void KryoEncoder::begin_array(std::size_t size) {
    const KryoForm& form = next("an array");
    if (form.kind != Kind::kSequence) {
        mismatch(form, "an array");
    }
    push(form, size, is_packed(form));
    if (!levels_.back().is_packed) {
        return;
    }
    if (form.type->body == Body::kBitSet) {
        bits_.clear();
    } else {
        KryoWriter(bodies_, is_kryo5_).var_int(static_cast<std::uint32_t>(size + 1));
    }
}

/// BitSet.toLongArray: no words of zero at the end.
void KryoEncoder::bit_set() {
    KryoWriter out(bodies_, is_kryo5_);
    std::vector<std::uint64_t> words;
    std::size_t index = 0;
    for (const std::int32_t bit : bits_) {
        const auto word = static_cast<std::size_t>(bit) / 64;
        words.resize(std::max(words.size(), word + 1));
        ++index;
        if ((words[word] >> bit % 64 & 1) != 0) {
            levels_.back().begun = index;
            fail("the element stands twice in the set");
        }
        words[word] |= std::uint64_t{1} << bit % 64;
    }
    out.var_int(static_cast<std::uint32_t>(words.size()));
    for (const std::uint64_t word : words) {
        out.fixed64(word);
    }
}

void KryoEncoder::end_array() {
    if (!levels_.empty() && levels_.back().form->type->body == Body::kBitSet) {
        bit_set();
    }
    pop(Kind::kSequence, "an array");
}

void KryoEncoder::subclass(std::string_view class_name) { class_ = class_name; }

void KryoEncoder::begin_dynamic_map(std::size_t size) {
    const std::uint32_t choices = choices_;
    const KryoForm* form = &next("a map");
    if (!class_.empty()) {
        choices_ = choices;  // the class is said
        form = &forms_->named(*form, class_);
        class_.clear();
    }
    if (form->kind != Kind::kMap) {
        mismatch(*form, "a map");
    }
    push(*form, 2 * size);
}

void KryoEncoder::begin_map(const Type&, std::size_t size) { begin_dynamic_map(size); }

void KryoEncoder::end_map() { pop(Kind::kMap, "a map"); }

void KryoEncoder::begin_object(const Type&, int) { mismatch(next("an object"), "an object"); }
void KryoEncoder::field(std::size_t, std::string_view) { fail("a field outside of an object"); }
void KryoEncoder::end_object() { fail("the end of an object where none is open"); }

/// {"some":…} of an Optional in which another one is.
void KryoEncoder::begin_alternative(const Type&, std::size_t, std::string_view name) {
    const KryoForm& form = next_form(name, false);
    if (form.kind != Kind::kOptional || form.parts[0]->kind != Kind::kOptional) {
        mismatch(form, name);
    }
    open_optionals_.push_back(nodes_.size());
    add(form).parts = 1;
    some_ = form.parts[0].get();
    ++open_somes_;
}

void KryoEncoder::end_alternative() {
    if (open_somes_ == 0 || some_ != nullptr) {
        fail("the end of an alternative where none is open");
    }
    --open_somes_;
    is_complete_ = levels_.empty() && open_somes_ == 0;
}

}  // namespace sp::kryo
