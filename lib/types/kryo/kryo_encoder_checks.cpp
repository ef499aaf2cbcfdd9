// The part of KryoEncoder that looks at what collections and maps would hold: Java refuses some of it when the job reads it, and
// drops without a word what is equal to something that is there.

#include <algorithm>
#include <cstring>

#include "types/codecs/text/big_numbers.hpp"
#include "types/kryo/kryo_encoder.hpp"

namespace sp::kryo {
namespace {

void put_number(std::string& text, std::uint64_t value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    text.append(bytes, sizeof value);
}

std::uint32_t take_var_int(Bytes& body) {
    std::uint32_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const std::uint8_t next = body.front();
        body = body.subspan(1);
        value |= static_cast<std::uint32_t>(next & 0x7F) << shift;
        if (next < 0x80) {
            return value;
        }
    }
}

/// BigDecimal.compareTo passes over zeros at the end, which equals does not. `body` as leaf() wrote it.
void put_number_of(std::string& text, Bytes body) {
    const std::uint32_t size = take_var_int(body) - 1;
    const Bytes unscaled = body.first(size);
    body = body.subspan(size);
    const std::uint32_t zigzag = take_var_int(body);
    std::int64_t scale = static_cast<std::int32_t>(zigzag >> 1 ^ (0U - (zigzag & 1)));
    std::string digits(text::max_big_integer(size), '\0');
    const char* const end = text::write_big_integer(digits.data(), unscaled);
    digits.resize(end == nullptr ? 0 : static_cast<std::size_t>(end - digits.data()));
    while (digits.size() > 1 && digits.back() == '0') {
        digits.pop_back();
        --scale;
    }
    text += digits;
    put_number(text, digits == "0" ? 0 : static_cast<std::uint64_t>(scale));
}

}  // namespace

std::string KryoEncoder::class_at(const Level& level) { return level.form->type->name; }

void KryoEncoder::check_null(const Level& level) const {
    const bool is_map = level.form->kind == KryoForm::Kind::kMap;
    const bool is_value = is_map && level.begun % 2 == 0;
    const ContainerRules& rules = level.form->rules;
    if (!(is_value ? rules.holds_null_value : rules.holds_null)) {
        fail(class_at(level) + " holds no null" + (is_value ? "" : is_map ? " as a key" : ""));
    }
}

void KryoEncoder::check_sorted(Level& level, const KryoForm& form) const {
    const bool is_value = level.form->kind == KryoForm::Kind::kMap && level.begun % 2 == 0;
    if (!level.form->rules.is_sorted || is_value) {
        return;
    }
    if (form.kind != KryoForm::Kind::kEnum && !is_comparable(*form.type)) {
        fail(class_at(level) + " sorts what it holds, and objects of " + form.type->name + " cannot be compared");
    }
    if (level.sorted != nullptr && level.sorted != form.type) {
        fail(class_at(level) + " sorts what it holds, and " + form.type->name + " cannot be compared with " +
             level.sorted->name);
    }
    level.sorted = form.type;
}

/// Appends what is the same for objects that are equal, and for no others; false if it is equal to none.
bool KryoEncoder::append_identity(std::string& text, std::size_t at, bool is_sorted) const {
    const Node& node = nodes_[at];
    if (node.form == nullptr) {
        put_number(text, 0);
        return true;
    }
    const KryoForm& form = *node.form;
    const auto parts = [&](bool is_map, bool is_ordered) {
        std::vector<std::string> texts;
        for (std::size_t i = at + 1; i < node.end;) {
            std::string& part = texts.emplace_back();
            for (int k = 0; k < (is_map ? 2 : 1); ++k, i = nodes_[i].end) {
                if (!append_identity(part, i, false)) {
                    return false;
                }
            }
        }
        if (!is_ordered) {
            std::sort(texts.begin(), texts.end());
        }
        put_number(text, texts.size());
        for (const std::string& part : texts) {
            text += part;
        }
        return true;
    };
    // Lists, sets and maps are equal to those of other classes.
    switch (form.equality) {
        case Equality::kIdentity: return false;
        case Equality::kList:
            put_number(text, form.kind == KryoForm::Kind::kOptional ? 1 : 2);
            return parts(false, true);
        case Equality::kSet: put_number(text, 3); return parts(false, false);
        case Equality::kMap: put_number(text, 4); return parts(true, false);
        case Equality::kBytes:
        case Equality::kText: break;
    }
    put_number(text, reinterpret_cast<std::uintptr_t>(form.type));
    if (form.equality == Equality::kText) {
        put_number(text, node.identity_size);
        text.append(identities_, node.identity, node.identity_size);
        return true;
    }
    const Bytes body = Bytes(bodies_).subspan(node.body, node.size);
    if (is_sorted && form.type->body == Body::kBigDecimal) {
        put_number_of(text, body);
        return true;
    }
    put_number(text, body.size());
    text.append(reinterpret_cast<const char*>(body.data()), body.size());
    return true;
}

/// Of a set or map that is complete.
void KryoEncoder::check_unequal(Level& level) {
    const bool is_map = level.form->kind == KryoForm::Kind::kMap;
    if (level.size < (is_map ? 4 : 2) || !(is_map || level.form->is_set) || level.form->rules.is_by_identity) {
        return;
    }
    struct Part {
        std::size_t begin;
        std::size_t size;
        std::size_t index;
    };
    std::string text;
    std::vector<Part> parts;
    parts.reserve(is_map ? level.size / 2 : level.size);
    std::size_t index = 0;
    for (std::size_t i = level.node + 1; i < nodes_.size(); ++index) {
        const std::size_t begin = text.size();
        if (append_identity(text, i, level.form->rules.is_sorted)) {
            parts.push_back({begin, text.size() - begin, index});
        }
        i = nodes_[i].end;
        i = is_map ? nodes_[i].end : i;
    }
    const auto content = [&](const Part& part) { return std::string_view(text).substr(part.begin, part.size); };
    std::sort(parts.begin(), parts.end(), [&](const Part& a, const Part& b) {
        const int order = content(a).compare(content(b));
        return order != 0 ? order < 0 : a.index < b.index;
    });
    std::size_t twice = index;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        twice = content(parts[i - 1]) == content(parts[i]) ? std::min(twice, parts[i].index) : twice;
    }
    if (twice != index) {
        level.begun = is_map ? 2 * twice + 1 : twice + 1;
        fail(is_map ? "the key stands twice in the map" : "the element stands twice in the set");
    }
}

/// Kryo 5 writes a collection of nothing but nulls as their number, which a reader has to bound.
void KryoEncoder::check_nulls(const Level& level) {
    const auto is_null = [&](std::size_t at) { return nodes_[at].form == nullptr; };
    const bool is_collection =
        level.form->kind == KryoForm::Kind::kSequence && level.form->type->body != Body::kObjectArray;
    if (!is_kryo5_ || !is_collection || level.is_packed || level.size == 0 || !is_null(level.node + 1)) {
        return;
    }
    for (std::size_t i = level.node + 1; i < nodes_.size(); ++i) {
        if (!is_null(i)) {
            return;
        }
    }
    empty_elements_ += level.size;
    if (empty_elements_ > kMostEmptyElements) {
        fail("more than " + std::to_string(kMostEmptyElements) + " nulls in collections of nothing else");
    }
}

}  // namespace sp::kryo
