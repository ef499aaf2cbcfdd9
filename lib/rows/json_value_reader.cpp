#include "rows/json_value_reader.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rows/bare_value_reader.hpp"
#include "rows/json_cursor.hpp"
#include "rows/json_scalar_reader.hpp"
#include "rows/written_parts.hpp"
#include "sp/error.hpp"
#include "types/avro_types.hpp"
#include "types/codecs/subclass_programs.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/codecs/value_encoder.hpp"
#include "types/codecs/value_words.hpp"
#include "types/kryo/kryo_decoder.hpp"
#include "types/kryo/kryo_forms.hpp"
#include "types/snapshots/serializer_name.hpp"

namespace sp::rows {
namespace {

using Kind = JsonCursor::Kind;
using Token = JsonToken;
using Place = JsonPlace;
using kryo::KryoForm;

/// Kinds with a form of null without a flag in front of them.
bool has_own_null(TypeKind kind) {
    return kind == TypeKind::kString || kind == TypeKind::kVoid || kind == TypeKind::kPojo || kind == TypeKind::kKryo ||
           kind == TypeKind::kSqlNull || (kind >= TypeKind::kBigInteger && kind <= TypeKind::kLocalDateTime);
}

/// Marks of null stand in front of the values, whatever their type.
bool has_null_values(const Type& map) { return map.kind != TypeKind::kAvroMap && map.kind != TypeKind::kTraversable; }

bool has_null_keys(const Type& map) { return map.kind == TypeKind::kNullAwareMap || map.kind == TypeKind::kBinaryMap; }

bool has_null_branch(const Type& type) {
    return type.kind == TypeKind::kAvroNull ||
           (type.kind == TypeKind::kAvroUnion && codec::union_branch(type, true) < type.nested.size());
}

/// Whether two values are equal in Java that are written alike: arrays are not, and POJOs need not be.
bool has_equality(const Type& type) {
    const Type& inner = codec::unwrapped(type);
    const bool is_array = inner.kind == TypeKind::kByteArray || inner.kind == TypeKind::kGenericArray ||
                          (codec::is_sequence(inner) && inner.kind != TypeKind::kList && inner.kind != TypeKind::kSet &&
                           inner.kind != TypeKind::kArrayList && inner.kind != TypeKind::kTraversable);
    const bool is_written =
        codec::has_codec(inner.kind) || kryo::forms_of(inner) != nullptr;  // of Kryo's the value tells
    return !is_array && inner.kind != TypeKind::kPojo && is_written &&
           std::all_of(inner.nested.begin(), inner.nested.end(),
                       [](const TypePtr& nested) { return nested && has_equality(*nested); });
}

class Reader {
public:
    Reader(std::string_view json, ValueVisitor& visitor, JsonCursor::Encoding encoding, Exactness exactness)
        : cursor_(json, encoding), visitor_(visitor), exactness_(exactness) {}

    /// `encoder` is the visitor.
    void set_strict(const codec::ValueEncoder& encoder) { written_.emplace(encoder); }

    void read(const Type& type) {
        value(type, {}, false);
        cursor_.expect_end();
    }

private:
    /// `is_guarded`: a mark of null stands in front of the value, whatever its type.
    void value(const Type& type, const Place& place, bool is_guarded) {
        if (place.depth > codec::kMaxTypeDepth) {
            throw UnsupportedError("a type nested deeper than " + std::to_string(codec::kMaxTypeDepth) + " levels");
        }
        const Type* inner = &codec::unwrapped(type);
        bool is_nullable = is_guarded;
        if (inner->kind == TypeKind::kRawData) {
            inner = &codec::unwrapped(*inner->nested.at(0));
        }
        while (inner->kind == TypeKind::kNullable ||
               (inner->kind == TypeKind::kAvroUnion && codec::is_plain_union(*inner))) {
            const bool is_union = inner->kind == TypeKind::kAvroUnion;
            is_nullable |= !is_union || has_null_branch(*inner);
            const std::size_t branch = is_union ? codec::union_branch(*inner, false) : 0;
            if (branch == inner->nested.size()) {  // a union of null alone
                break;
            }
            inner = &codec::unwrapped(*inner->nested[branch]);
        }
        if (const kryo::KryoForms* const forms = kryo::forms_of(*inner)) {
            return whole_kryo_value(forms->form(*inner), *forms, place);
        }
        if (cursor_.peek() == Kind::kNull) {
            return null(*inner, is_nullable, place);
        }
        if (inner->kind == TypeKind::kOption) {
            if (takes_some(*inner)) {
                return alternative(*inner, place);
            }
            inner = &codec::unwrapped(*inner->nested.at(0));
        }
        if (codec::is_map(*inner)) {
            map(*inner, place);
        } else if (inner->kind == TypeKind::kAvroUnion) {
            union_branch(*inner, place);
        } else if (codec::is_choice(inner->kind)) {
            alternative(*inner, place);
        } else if (codec::is_object(*inner)) {
            object(*inner, place);
        } else if (codec::is_sequence(*inner)) {
            array(*inner, place);
        } else {
            read_scalar(*inner, token(), place, visitor_, exactness_);
        }
    }

    // ---- Values that Kryo writes --------------------------------------------------------------------------------

    void whole_kryo_value(const KryoForm& form, const kryo::KryoForms& forms, const Place& place) {
        const bool is_as_written = form.equality == kryo::Equality::kBytes || cursor_.peek() == Kind::kNull;
        const bool is_compared = written_ && written_->is_in_part() && !is_as_written;
        const std::size_t begin = is_compared ? written_->position() : 0;
        kryo_value(form, forms, place);
        if (is_compared) {
            written_->end_kryo(begin);
        }
    }

    void kryo_value(const KryoForm& form, const kryo::KryoForms& forms, const Place& place) {
        if (place.depth > kMostKryoDepth) {
            fail(place, "values nested deeper than " + std::to_string(kMostKryoDepth) + " levels");
        }
        if (cursor_.peek() == Kind::kNull) {
            static_cast<void>(token());
            // An Optional that is itself null is printed as an empty one, and nobody has them.
            return form.kind == KryoForm::Kind::kOptional ? visitor_.unit() : visitor_.null();
        }
        switch (form.kind) {
            case KryoForm::Kind::kOptional:
                return form.parts[0]->kind == KryoForm::Kind::kOptional ? kryo_some(form, forms, place)
                                                                        : kryo_value(*form.parts[0], forms, place);
            case KryoForm::Kind::kSequence: return kryo_array(form, forms, place);
            case KryoForm::Kind::kMap: return kryo_map(form, forms, place);
            case KryoForm::Kind::kAny:
                if (cursor_.peek() == Kind::kObject) {
                    return kryo_map(form, forms, place);
                }
                [[fallthrough]];
            default: kryo_scalar(form, token(), place);
        }
    }

    /// An Optional in an Optional: what is in it could be null, too.
    void kryo_some(const KryoForm& form, const kryo::KryoForms& forms, const Place& place) {
        static const Type kKryoType = [] {
            Type type;
            type.kind = TypeKind::kKryo;
            return type;
        }();
        const std::string name = "some";
        if (cursor_.peek() != Kind::kObject) {
            fail(place, "expected {\"some\":…} or null, found " + shown(token()));
        }
        cursor_.begin_object();
        Members members = collect_members(true);
        go_to_member(members, name, place);
        visitor_.begin_alternative(kKryoType, 0, name);
        kryo_value(*form.parts[0], forms, place.at(name));
        visitor_.end_alternative();
        end_members(members, place, [&] { return name; });
    }

    void kryo_scalar(const KryoForm& form, const Token& token, const Place& place) {
        read_kryo_scalar(form, token, place, visitor_, exactness_);
    }

    void kryo_array(const KryoForm& form, const kryo::KryoForms& forms, const Place& place) {
        if (cursor_.peek() != Kind::kArray) {
            kryo_scalar(form, token(), place);  // which says what was expected
        }
        visitor_.begin_array(count_parts(false));
        cursor_.begin_array();
        for (std::size_t i = 0; cursor_.next_element(i == 0); ++i) {
            kryo_value(*form.parts[0], forms, place.at(i));
        }
        visitor_.end_array();
    }

    void kryo_map(const KryoForm& declared, const kryo::KryoForms& forms, const Place& place) {
        const bool is_object = cursor_.peek() == Kind::kObject;
        const KryoForm* form = &declared;
        std::string class_name;
        const bool has_class = is_object && find_member("@class", class_name, place);
        if (has_class) {
            try {
                form = &forms.named(declared, class_name);
            } catch (const InputError& error) {
                fail(place, error.what());
            }
            visitor_.subclass(class_name);
        }
        if (form->kind != KryoForm::Kind::kMap || (!is_object && cursor_.peek() != Kind::kArray)) {
            kryo_scalar(*form, token(), place);
        }
        visitor_.begin_dynamic_map(count_parts(is_object) - (has_class ? 1 : 0));
        is_object ? kryo_members(*form, forms, place) : kryo_pairs(*form, forms, place);
        visitor_.end_map();
    }

    void kryo_members(const KryoForm& form, const kryo::KryoForms& forms, const Place& place) {
        std::string name;
        bool has_class = false;
        cursor_.begin_object();
        for (bool is_first = true; cursor_.next_member(name, is_first); is_first = false) {
            if (name == "@class" && !has_class) {
                has_class = true;
                cursor_.skip();
                continue;
            }
            const Place member = place.at(name);
            const std::string_view content = without_doubled_sign(name, member);
            if (form.parts[0]->kind == KryoForm::Kind::kMap || form.parts[0]->kind == KryoForm::Kind::kSequence) {
                fail(member, "a key of this type cannot be the name of a member; give [{\"key\":…,\"value\":…}]");
            }
            kryo_scalar(*form.parts[0], {Kind::kString, content}, member);
            kryo_value(*form.parts[1], forms, member);
        }
    }

    void kryo_pairs(const KryoForm& form, const kryo::KryoForms& forms, const Place& place) {
        cursor_.begin_array();
        for (std::size_t i = 0; cursor_.next_element(i == 0); ++i) {
            const Place entry = place.at(i);
            Members members = pair_at(entry);
            for (const std::string_view part : {"key", "value"}) {
                go_to_member(members, part, entry);
                kryo_value(*form.parts[part == "value" ? 1 : 0], forms, entry.at(part));
            }
            end_members(members, entry, [] { return std::string("key, value"); });
        }
    }

    // -----------------------------------------------------------------------------------------------------------------

    void null(const Type& type, bool is_nullable, const Place& place) {
        const Token found = token();
        if (codec::has_value_like_null(type.kind)) {
            visitor_.unit();
        } else if (is_nullable || has_own_null(type.kind) || has_null_branch(type)) {
            visitor_.null();
        } else {
            throw_mismatch(type, found, place);
        }
    }

    Token token() {
        const Kind kind = cursor_.peek();
        const std::size_t start = cursor_.position();
        switch (kind) {
            case Kind::kString: cursor_.string(content_); return {kind, content_};
            case Kind::kNumber: return {kind, cursor_.number()};
            case Kind::kObject:
            case Kind::kArray: return {kind, {}};
            default: cursor_.literal(); return {kind, cursor_.text().substr(start, cursor_.position() - start)};
        }
    }

    void require(Kind kind, const Type& type, const Place& place) {
        if (cursor_.peek() != kind) {
            throw_mismatch(type, token(), place);
        }
    }

    [[noreturn]] static void fail(const Place& place, std::string_view problem) {
        const std::string where = path(place);
        throw InputError((where.empty() ? "" : where + ": ") + std::string(problem));
    }

    /// The parts of the array or object at hand; the cursor stays where it is.
    std::size_t count_parts(bool is_object) {
        const std::size_t start = cursor_.position();
        std::size_t count = 0;
        std::string name;
        is_object ? cursor_.begin_object() : cursor_.begin_array();
        while (is_object ? cursor_.next_member(name, count == 0) : cursor_.next_element(count == 0)) {
            cursor_.skip();
            ++count;
        }
        cursor_.go_to(start);
        return count;
    }

    /// A set or map inside of what is compared.
    class Unordered {
    public:
        Unordered(std::optional<WrittenValue>& written, bool is_unordered)
            : written_(written && written->is_in_part() && is_unordered ? &*written : nullptr),
              begin_(written_ == nullptr ? 0 : written_->position()) {}

        void begin_item() {
            if (written_ != nullptr) {
                items_.push_back(written_->position());
            }
        }
        void end() {
            if (written_ != nullptr) {
                written_->end_unordered(begin_, items_);
            }
        }

    private:
        WrittenValue* written_;
        std::size_t begin_;
        std::vector<std::size_t> items_;
    };

    void array(const Type& type, const Place& place) {
        require(Kind::kArray, type, place);
        const bool has_flags = type.kind == TypeKind::kSet || type.kind == TypeKind::kGenericArray ||
                               type.kind == TypeKind::kTraversable || codec::is_binary(type) ||
                               codec::has_null_mask(type);
        const Type& element = codec::element_type(type);
        Unordered unordered(written_, codec::is_set(type) && !codec::is_binary(type));
        visitor_.begin_array(count_parts(false));
        cursor_.begin_array();
        std::optional<WrittenParts> known;
        if (written_ && codec::is_set(type) && has_equality(element)) {
            known.emplace(*written_);
        }
        for (std::size_t i = 0; cursor_.next_element(i == 0); ++i) {
            unordered.begin_item();
            if (known) {
                known->begin();
            }
            value(element, place.at(i), has_flags);
            if (known && !known->end()) {
                fail(place.at(i), "the element stands twice in the set");
            }
        }
        visitor_.end_array();
        unordered.end();
    }

    void map(const Type& type, const Place& place) {
        const bool is_object = cursor_.peek() == Kind::kObject;
        if (!is_object) {
            require(Kind::kArray, type, place);
        }
        Unordered unordered(written_, !codec::is_binary(type));
        visitor_.begin_map(type, count_parts(is_object));
        is_object ? map_members(type, place, unordered) : map_pairs(type, place, unordered);
        visitor_.end_map();
        unordered.end();
    }

    void map_members(const Type& type, const Place& place, Unordered& unordered) {
        const Type& key = codec::printed_type(codec::map_key(type));
        std::string name;
        std::optional<WrittenParts> known = known_keys(type);
        cursor_.begin_object();
        for (bool is_first = true; cursor_.next_member(name, is_first); is_first = false) {
            const Place member = place.at(name);
            const std::string_view content = without_doubled_sign(name, member);
            if (!is_bare(key)) {
                fail(member, "a key of this type cannot be the name of a member; give [{\"key\":…,\"value\":…}]");
            }
            unordered.begin_item();
            if (known) {
                known->begin();
            }
            read_scalar(key, {Kind::kString, content}, member, visitor_, exactness_);
            if (known && !known->end()) {
                fail(member, "the key stands twice in the map");
            }
            value(codec::map_value(type), member, has_null_values(type));
        }
    }

    /// A leading @ is ours (@class), users' own is doubled.
    static std::string_view without_doubled_sign(std::string_view name, const Place& place) {
        if (!name.starts_with('@')) {
            return name;
        }
        if (name == "@ref") {
            fail(place, "an object that comes again is not written from its text; rows of sp-dump --lossless keep it");
        }
        if (!name.starts_with("@@")) {
            fail(place, "an unknown word with @; a name that starts with @ must have it doubled");
        }
        return name.substr(1);
    }

    std::optional<WrittenParts> known_keys(const Type& map) {
        const bool is_checked = written_ && has_equality(codec::map_key(map));
        return is_checked ? std::optional<WrittenParts>(*written_) : std::nullopt;
    }

    void map_pairs(const Type& type, const Place& place, Unordered& unordered) {
        std::optional<WrittenParts> known = known_keys(type);
        cursor_.begin_array();
        for (std::size_t i = 0; cursor_.next_element(i == 0); ++i) {
            const Place entry = place.at(i);
            Members members = pair_at(entry);
            unordered.begin_item();
            for (const std::string_view part : {"key", "value"}) {
                go_to_member(members, part, entry);
                const bool is_value = part == "value";
                if (known && !is_value) {
                    known->begin();
                }
                value(is_value ? codec::map_value(type) : codec::map_key(type), entry.at(part),
                      is_value ? has_null_values(type) : has_null_keys(type));
                if (known && !is_value && !known->end()) {
                    fail(entry.at(part), "the key stands twice in the map");
                }
            }
            end_members(members, entry, [] { return std::string("key, value"); });
        }
    }

    /// Whether what comes is {"some":…} and not the content itself.
    bool takes_some(const Type& option) {
        const codec::SomeForm form = codec::some_form(option);
        return form == codec::SomeForm::kWrapped ||
               (form == codec::SomeForm::kBareUnlessNull && cursor_.peek() == Kind::kObject);
    }

    void alternative(const Type& type, const Place& place) {
        const bool is_option = type.kind == TypeKind::kOption;
        const std::string_view names[] = {codec::alternative_name(type.kind, 0), codec::alternative_name(type.kind, 1)};
        const auto fail_expecting = [&](const std::string& found) {
            fail(place, "expected {\"" + std::string(names[0]) + "\":…} or " +
                            (is_option ? "null" : "{\"" + std::string(names[1]) + "\":…}") + found);
        };
        if (is_option && cursor_.peek() != Kind::kObject) {
            fail_expecting(", found " + shown(token()));
        }
        require(Kind::kObject, type, place);
        cursor_.begin_object();
        std::string name;
        if (!cursor_.next_member(name, true) || (name != names[0] && name != names[1])) {
            fail_expecting("");
        }
        const std::size_t index = name == names[0] ? 0 : 1;
        const std::string word = name;
        visitor_.begin_alternative(type, index, word);
        value(*type.nested.at(index), place.at(word), false);
        visitor_.end_alternative();
        if (cursor_.next_member(name, false)) {
            fail(place,
                 "more than " + (is_option ? std::string(names[0])
                                           : "one of " + std::string(names[0]) + " and " + std::string(names[1])));
        }
    }

    /// Of a union of several types: {"the name of the branch":…}.
    void union_branch(const Type& type, const Place& place) {
        require(Kind::kObject, type, place);
        cursor_.begin_object();
        std::string name;
        if (!cursor_.next_member(name, true)) {
            fail(place, "expected the branch of a union: " + codec::value_word(type));
        }
        const auto branch = std::find_if(type.nested.begin(), type.nested.end(), [&](const TypePtr& one) {
            return one->kind != TypeKind::kAvroNull && avro_branch_name(*one) == name;
        });
        if (branch == type.nested.end()) {
            fail(place.at(name), "no branch of the union: " + codec::value_word(type));
        }
        const std::string word = name;
        visitor_.begin_alternative(type, static_cast<std::size_t>(branch - type.nested.begin()), word);
        value(**branch, place.at(word), false);
        visitor_.end_alternative();
        if (cursor_.next_member(name, false)) {
            fail(place, "more than one branch of a union");
        }
    }

    // Objects. Members that stand in the order of the serializer are read as they come. From the first that does not on,
    // the places of all that follow are collected.

    struct Member {
        std::string name;
        std::size_t position;
        bool is_taken = false;
    };

    struct Members {
        std::vector<Member> list;
        std::size_t end = 0;  ///< of the object
    };

    /// The members from here to the end of the object; `is_first`: none stands before them.
    Members collect_members(bool is_first) {
        Members members;
        std::string name;
        for (; cursor_.next_member(name, is_first); is_first = false) {
            members.list.push_back({name, cursor_.position()});
            cursor_.skip();
        }
        members.end = cursor_.position();
        return members;
    }

    /// The members of an entry of a map.
    Members pair_at(const Place& entry) {
        if (cursor_.peek() != Kind::kObject) {
            fail(entry, "expected an entry {\"key\":…,\"value\":…}, found " + shown(token()));
        }
        cursor_.begin_object();
        return collect_members(true);
    }

    void go_to_member(Members& members, std::string_view name, const Place& place) {
        for (Member& member : members.list) {
            if (member.name == name && !member.is_taken) {
                member.is_taken = true;
                cursor_.go_to(member.position);
                return;
            }
        }
        fail(place, "the member '" + std::string(name) + "' is missing");
    }

    /// Every member must have been taken. `known` lists their names for the message.
    template <class Known>
    void end_members(const Members& members, const Place& place, Known&& known) {
        for (const Member& member : members.list) {
            if (!member.is_taken) {
                fail(place.at(member.name), "no such member, or a second one; the members are " + known());
            }
        }
        cursor_.go_to(members.end);
    }

    void object(const Type& declared, const Place& place) {
        require(Kind::kObject, declared, place);
        const Type* type = &declared;
        int form = 0;
        std::string special;
        const bool may_be_other = declared.subclasses != nullptr && declared.subclasses->has_classes();
        if ((may_be_other || declared.registered_subclasses.size() + declared.other_subclasses.size() > 0) &&
            find_member("@class", special, place)) {
            type = &subclass(declared, special, place);
        } else if (codec::has_row_kind(declared) && find_member("@kind", special, place)) {
            form = kind_of_row(special, place);
        } else if (!codec::form_tags(declared.kind).empty()) {
            form = form_of_members(declared, place);
        }
        visitor_.begin_object(*type, form);
        fields({*type, codec::has_row_kind(declared) ? 0 : static_cast<std::size_t>(form)}, place);
        visitor_.end_object();
    }

    /// An object and which of its lists of fields it has.
    struct ObjectForm {
        const Type& type;
        std::size_t form;

        [[nodiscard]] std::size_t size() const { return codec::field_count(type, form); }
        [[nodiscard]] std::string name(std::size_t index) const { return codec::field_name(type, index, form); }
        /// As JSON has it.
        [[nodiscard]] std::string member(std::size_t index) const {
            return name(index).starts_with('@') ? "@" + name(index) : name(index);
        }
    };

    /// The form whose fields are the members that come; the cursor stays where it is.
    int form_of_members(const Type& type, const Place& place) {
        const std::size_t start = cursor_.position();
        cursor_.begin_object();
        std::set<std::string> found;
        for (const Member& member : collect_members(true).list) {
            found.insert(member.name);
        }
        cursor_.go_to(start);
        for (std::size_t form = 0; form < codec::form_tags(type.kind).size(); ++form) {
            std::set<std::string> names;
            for (std::size_t i = 0; i < codec::field_count(type, form); ++i) {
                names.insert(codec::field_name(type, i, form));
            }
            if (names == found) {
                return static_cast<int>(form);
            }
        }
        fail(place, "no form of " + serializer_class(type) + " has these members");
    }

    /// Looks for a member with a word of ours; the cursor stays where it is. It is the first where we have written it.
    bool find_member(std::string_view wanted, std::string& word, const Place& place) {
        const std::size_t start = cursor_.position();
        std::string name;
        bool found = false;
        cursor_.begin_object();
        for (bool is_first = true; !found && cursor_.next_member(name, is_first); is_first = false) {
            if (name == wanted) {
                if (cursor_.peek() != Kind::kString) {
                    fail(place.at(wanted), "expected a string");
                }
                cursor_.string(word);
                found = true;
            } else {
                cursor_.skip();
            }
        }
        cursor_.go_to(start);
        return found;
    }

    const Type& subclass(const Type& declared, const std::string& class_name, const Place& place) {
        if (class_name == declared.class_name) {
            return declared;
        }
        for (const auto* subclasses : {&declared.registered_subclasses, &declared.other_subclasses}) {
            for (const PojoSubclass& subclass : *subclasses) {
                if (subclass.class_name != class_name) {
                    continue;
                }
                visitor_.subclass(class_name);
                const Type& type = subclass.type ? codec::unwrapped(*subclass.type) : declared;
                if (!subclass.type || type.kind != TypeKind::kPojo) {
                    throw UnsupportedError(path(place.at("@class")) + ": the serializer of " + class_name +
                                           " is not one for POJOs; give the value as @bytes");
                }
                return type;
            }
        }
        std::string problem = "no other is known without --classpath";
        const Type* const found = declared.subclasses == nullptr || !declared.subclasses->has_classes()
                                      ? nullptr
                                      : declared.subclasses->type_of(declared, class_name, problem);
        if (found == nullptr) {
            fail(place.at("@class"), class_name + " is not " + declared.class_name +
                                         " or one of its subclasses in the snapshot; " + problem);
        }
        if (codec::unwrapped(*found).kind != TypeKind::kPojo) {
            throw UnsupportedError(path(place.at("@class")) + ": the serializer of " + class_name +
                                   " is not one for POJOs; give the value as @bytes");
        }
        visitor_.subclass(class_name);
        return codec::unwrapped(*found);
    }

    static int kind_of_row(std::string_view word, const Place& place) {
        static constexpr std::string_view kKinds[] = {"+I", "-U", "+U", "-D"};
        const auto* found = std::find(std::begin(kKinds), std::end(kKinds), word);
        if (found == std::end(kKinds)) {
            fail(place.at("@kind"), "expected +I, -U, +U or -D, found " + std::string(word));
        }
        return static_cast<int>(found - std::begin(kKinds));
    }

    /// A member that object() has dealt with.
    static bool is_special(const Type& type, std::string_view name) {
        return (type.kind == TypeKind::kPojo && name == "@class") || (codec::has_row_kind(type) && name == "@kind");
    }

    /// Where no subclass is possible, object() has not looked for @class.
    void take_special(const Type& type, const Place& place) {
        const Token word = token();
        if (type.kind == TypeKind::kPojo && (word.kind != Kind::kString || word.text != type.class_name)) {
            fail(place.at("@class"), "expected " + type.class_name + ", found " + shown(word) +
                                         (type.subclasses == nullptr || type.subclasses->has_classes()
                                              ? ""
                                              : "; subclasses that no snapshot names need --classpath"));
        }
    }

    void fields(const ObjectForm& object, const Place& place) {
        const std::size_t count = object.size();
        std::size_t next = 0;
        std::string name;
        bool is_first = true;
        cursor_.begin_object();
        std::size_t before = cursor_.position();
        while (cursor_.next_member(name, is_first)) {
            if (is_special(object.type, name)) {
                take_special(object.type, place);
            } else if (next < count && name == object.member(next)) {
                field(object, next++, place);
            } else {
                cursor_.go_to(before);
                return collected_fields(object, next, is_first, place);
            }
            is_first = false;
            before = cursor_.position();
        }
        if (next < count) {
            fail(place, "the member '" + object.member(next) + "' is missing");
        }
    }

    /// What the members call a field. A column that the user has named may stand there as f0, f1, … as well, as it was printed
    /// without the names.
    static std::string name_in(const Members& members, const ObjectForm& object, std::size_t index) {
        std::string name = object.member(index);
        const auto is_there = [&](const std::string& wanted) {
            return std::any_of(members.list.begin(), members.list.end(),
                               [&](const Member& member) { return member.name == wanted && !member.is_taken; });
        };
        if (object.type.kind == TypeKind::kBinaryRow && !is_there(name)) {
            const std::string usual = "f" + std::to_string(index);
            return is_there(usual) ? usual : name;
        }
        return name;
    }

    void collected_fields(const ObjectForm& object, std::size_t next, bool is_first, const Place& place) {
        Members members = collect_members(is_first);
        for (Member& member : members.list) {
            if (is_special(object.type, member.name)) {
                member.is_taken = true;
                cursor_.go_to(member.position);
                take_special(object.type, place);
            }
        }
        for (; next < object.size(); ++next) {
            go_to_member(members, name_in(members, object, next), place);
            field(object, next, place);
        }
        end_members(members, place, [&] {
            std::string all;
            for (std::size_t i = 0; i < object.size(); ++i) {
                all += (i == 0 ? "" : ", ") + object.member(i);
            }
            return all;
        });
    }

    void field(const ObjectForm& object, std::size_t index, const Place& place) {
        const std::string name = object.name(index);
        const TypeKind kind = object.type.kind;
        visitor_.field(index, name);
        value(codec::field_type(object.type, index, object.form), place.at(name),
              kind == TypeKind::kPojo || kind == TypeKind::kRow || kind == TypeKind::kBinaryRow);
    }

    JsonCursor cursor_;
    ValueVisitor& visitor_;
    Exactness exactness_;
    std::optional<WrittenValue> written_;       ///< none: what stands twice is taken
    static constexpr int kMostKryoDepth = 800;  // the decoder ends at 1000 objects in each other
    std::string content_;                       // of the string token at hand
};

}  // namespace

void read_json_value(const Type& type, std::string_view json, ValueVisitor& visitor, const JsonReading& how) {
    const auto encoding = how.is_utf8 ? JsonCursor::Encoding::kUtf8 : JsonCursor::Encoding::kUnchecked;
    Reader reader(json, visitor, encoding, how.exactness);
    if (how.strict_encoder != nullptr) {
        reader.set_strict(*how.strict_encoder);
    }
    reader.read(type);
}

bool has_empty_value(const Type& type) {
    const Type& inner = codec::unwrapped(type);
    const kryo::KryoForms* const forms = kryo::forms_of(inner);
    return forms != nullptr && forms->form(inner).kind == KryoForm::Kind::kOptional;
}

}  // namespace sp::rows
