#pragma once

// The mirror of KryoDecoder: takes the events of a value and makes the bytes that KryoSerializer writes for it
// (Kryo.writeClassAndObject with references). What is equal is written as often as it comes: no object refers to another.
//
// Kryo 5 says in front of a collection whether all elements are of one class, so the parts of a value are kept until it is
// complete. What the job could not read, or would have less of than was given, is refused: null in collections that hold none,
// what cannot be sorted, equal elements of sets and keys of maps.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sp/value_events.hpp"
#include "types/kryo/kryo_forms.hpp"

namespace sp::kryo {

struct JavaTime;
class KryoWriter;

class KryoEncoder : public ValueVisitor {
public:
    /// Begins a value of a KryoSerializer; `type` and its forms outlive it.
    void begin(const Type& type, const KryoForms& forms);
    /// Whether the value that was begun is complete.
    [[nodiscard]] bool is_complete() const { return is_complete_; }
    /// Appends the bytes of the complete value.
    void write(ByteVector& out);
    /// Appends what is the same for values of its type that are equal to Java, and for no others. False if the complete value, which
    /// may have been written, is equal to no other.
    [[nodiscard]] bool append_identity(std::string& text) const { return append_identity(text, 0, false); }

    // InputError or UnsupportedError for what is no value of the declared type, with its place in the value in front.
    void null() override;
    void unit() override { null(); }
    void boolean(bool value) override;
    void integer(std::int64_t value) override;
    void character(char16_t value) override;
    void float32(float value) override;
    void float64(double value) override;
    void big_integer(Bytes twos_complement) override;
    void big_decimal(Bytes unscaled, std::int32_t scale) override;
    void string(std::string_view text) override;
    void own_text(std::string_view text) override;
    void bytes(Bytes value) override;
    void temporal(const Temporal& value) override;
    void enumeration(std::int32_t id, std::string_view name) override;
    void begin_array(std::size_t size) override;
    void end_array() override;
    void begin_map(const Type& type, std::size_t size) override;
    void begin_dynamic_map(std::size_t size) override;
    void end_map() override;
    /// The map that follows is of this class.
    void subclass(std::string_view class_name) override;
    void begin_object(const Type& type, int form) override;
    void field(std::size_t index, std::string_view name) override;
    void end_object() override;
    void begin_alternative(const Type& type, std::size_t index, std::string_view name) override;
    void end_alternative() override;
    /// Where the declared type leaves the class open, it is this one.
    void object_of(std::string_view class_name);

private:
    /// An object of the value, before those inside it.
    struct Node {
        const KryoForm* form = nullptr;  ///< null: null
        std::size_t body = 0;            ///< in bodies_: of what has no objects in it
        std::size_t size = 0;
        std::size_t parts = 0;              ///< objects directly inside; of maps two an entry
        std::size_t end = 0;                ///< of the objects inside it, in nodes_
        const char* inner_class = nullptr;  ///< written by name where `split` bytes of the body are
        std::size_t split = 0;
        std::size_t identity = 0;  ///< in identities_: of what has Equality::kText
        std::size_t identity_size = 0;
    };

    /// An array or map that is open.
    struct Level {
        const KryoForm* form;
        std::size_t node;
        std::size_t size;  ///< parts that must come
        std::size_t begun = 0;
        bool is_packed = false;             ///< its elements have no nodes
        const KryoClass* sorted = nullptr;  ///< the class of all that is sorted in it
    };

    /// Of the value that comes, as it is declared.
    [[nodiscard]] const KryoForm& next_form(std::string_view found, bool is_null);
    /// `declared`, or what the class that was told next makes of it.
    [[nodiscard]] const KryoForm& told(const KryoForm& declared);
    /// The same, inside of Optionals.
    [[nodiscard]] const KryoForm& next(std::string_view found, bool is_null = false);
    /// The value that comes must be of a scalar's kind.
    [[nodiscard]] const KryoForm& next(TypeKind kind, std::string_view found);
    Node& add(const KryoForm& form);
    void end_value();
    template <class Write>
    void leaf(const KryoForm& form, Write&& write);
    void bit_set();
    /// Arrays of primitives, and sets of bits: what is in them are no objects.
    [[nodiscard]] static bool is_packed(const KryoForm& form);
    void push(const KryoForm& form, std::size_t size, bool is_packed = false);
    void pop(KryoForm::Kind kind, std::string_view what);

    // What Java's collections do not hold: kryo_encoder_checks.cpp
    [[nodiscard]] static std::string class_at(const Level& level);
    void check_null(const Level& level) const;
    void check_sorted(Level& level, const KryoForm& form) const;
    [[nodiscard]] bool append_identity(std::string& text, std::size_t at, bool is_sorted) const;
    void check_unequal(Level& level);
    void check_nulls(const Level& level);

    [[noreturn]] void mismatch(const KryoForm& form, std::string_view found) const;
    [[noreturn]] void fail(std::string_view problem) const;
    [[nodiscard]] std::string path() const;

    void time(const KryoForm& form, const JavaTime& value);
    // kryo_encoder_times.cpp
    void time2(KryoWriter& out, const KryoClass& type, const JavaTime& value, Node& node);
    void time5(KryoWriter& out, TimeForm form, const JavaTime& value) const;

    // The second pass: kryo_encoder_objects.cpp
    void class_and_object(KryoWriter& out, std::size_t& at);
    void object(KryoWriter& out, std::size_t& at);
    void object_or_null(KryoWriter& out, std::size_t& at);
    void collection(KryoWriter& out, std::size_t& at, bool is_sorted);
    void put_class(KryoWriter& out, const KryoForm& form);
    void put_class_name(KryoWriter& out, std::string_view name);

    const KryoForms* forms_ = nullptr;
    const KryoForm* root_ = nullptr;  ///< of the value as a whole
    bool is_kryo5_ = false;
    bool is_complete_ = false;
    std::string class_;  ///< of the map that comes
    std::vector<std::string>
        told_;  ///< classes of the value that comes, of Optionals around it first; the first told_count_
    std::size_t told_count_ = 0;
    std::size_t taken_ = 0;  ///< of these, by the event at hand
    std::vector<Node> nodes_;
    ByteVector bodies_;
    std::string identities_;
    std::vector<Level> levels_;
    std::vector<std::size_t> open_optionals_;  ///< nodes that end with the value at hand
    bool has_any_string_ = false;              ///< one where any class may stand
    std::uint32_t choices_ = 0;                ///< a bit for each KryoForm::choice
    const KryoForm* some_ = nullptr;           ///< of the content that comes of a {"some":…}
    std::size_t open_somes_ = 0;
    std::vector<std::int32_t> bits_;       ///< of the BitSet that is open
    std::uint64_t empty_elements_ = 0;     ///< nulls without bytes
    std::vector<std::string_view> names_;  ///< of classes that have been written
};

}  // namespace sp::kryo
