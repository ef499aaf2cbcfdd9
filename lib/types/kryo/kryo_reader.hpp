#pragma once

// Reading what Kryo's Output writes, and the tables of one top-level value: class names, objects that can be referred to.

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/big_endian.hpp"
#include "java/object_stream.hpp"
#include "sp/value_events.hpp"
#include "types/codecs/class_name_sites.hpp"
#include "types/codecs/decode_fault.hpp"
#include "types/kryo/kryo_classes.hpp"

namespace sp::kryo {

/// An object that can be referred to.
struct KnownObject {
    static constexpr std::uint32_t kNotPrinted = 0xFFFFFFFF;

    const KryoClass* type = nullptr;     ///< what was printed for it; null: a null
    const std::uint8_t* at = nullptr;    ///< its body
    std::uint32_t number = kNotPrinted;  ///< among the arrays, objects and maps of the printed value
};

/// DecodeFault::expected where a class is not found.
inline constexpr const char* kKnownClass = "a class that is known";
/// The same where its objects are not decoded.
inline constexpr const char* kDecodedClass = "a class that is decoded";
/// Where a value is more than we follow.
inline constexpr const char* kDecodedObject = "an object that is decoded";

class KryoReader {
public:
    /// `type` is the Type that faults name.
    KryoReader(const KryoClasses& classes, const Type* type)
        : classes_(classes), type_(type), is_kryo5_(classes.is_kryo5()) {
        swap_tables();
    }
    KryoReader(const KryoReader&) = delete;
    KryoReader& operator=(const KryoReader&) = delete;
    ~KryoReader() { swap_tables(); }

    /// Position and tables.
    void swap_state(KryoReader& other) {
        std::swap(p_, other.p_);
        std::swap(end_, other.end_);
        std::swap(is_replaying_, other.is_replaying_);
        std::swap(has_registered_, other.has_registered_);
        names_.swap(other.names_);
        objects_.swap(other.objects_);
        streams_.swap(other.streams_);
        java_objects_.swap(other.java_objects_);
        std::swap(sites_, other.sites_);
    }

protected:
    /// A date or time of java.time, as far as its class has parts.
    struct Time {
        std::int64_t seconds = 0;
        std::int32_t year = 0;  ///< years and months of a Period too
        std::int32_t month = 0;
        std::int32_t day = 0;
        std::int32_t hour = 0;
        std::int32_t minute = 0;
        std::int32_t second = 0;
        std::int32_t nanos = 0;
        std::int32_t offset = 0;
        std::string zone;
    };

    void begin(const std::uint8_t* p, const std::uint8_t* end) {
        p_ = p;
        end_ = end;
        names_.clear();
        objects_.clear();
        streams_.clear();
        java_objects_.clear();
        is_replaying_ = false;
        has_registered_ = false;
    }

    // ---- Faults -----------------------------------------------------------------------------------------------------

    [[noreturn]] void truncated() const;
    /// The bytes are not what the classes say, or our view of the classes is not the writer's.
    [[noreturn]] void misfit(const char* expected) const;
    /// Objects of the class are not decoded.
    [[noreturn]] void refuse(const KryoClass& type) const;
    [[noreturn]] void refuse(std::string why) const;
    /// Whether it has subclasses is not known, so whether a class stands in front of its objects.
    [[noreturn]] void refuse_unknown(const KryoClass& type) const;

    void need(std::uint64_t n) const {
        if (static_cast<std::uint64_t>(end_ - p_) < n) [[unlikely]] {
            truncated();
        }
    }

    // ---- Numbers ----------------------------------------------------------------------------------------------------

    std::uint8_t byte() {
        need(1);
        return *p_++;
    }
    bool boolean() {
        const std::uint8_t value = byte();
        if (value > 1) [[unlikely]] {
            --p_;
            misfit("a boolean");
        }
        return value == 1;
    }
    std::uint32_t var_int() {
        need(1);
        if (*p_ < 0x80) [[likely]] {
            return *p_++;
        }
        return long_var_int();
    }
    std::int32_t signed_var_int() {
        const std::uint32_t value = var_int();
        return static_cast<std::int32_t>(value >> 1 ^ (0U - (value & 1)));
    }
    std::uint64_t var_long();
    std::int64_t signed_var_long() {
        const std::uint64_t value = var_long();
        return static_cast<std::int64_t>(value >> 1 ^ (0U - (value & 1)));
    }
    /// A length that is stored plus one; at least `size` bytes follow for each.
    std::uint32_t length_plus_one(std::uint32_t size) {
        const std::uint32_t value = var_int();
        if (value == 0) {
            misfit("a length");
        }
        return counted(value - 1, size);
    }
    std::uint32_t counted(std::uint32_t count, std::uint32_t size) const {
        if (count > 0x7FFFFFFFU) {
            misfit("a length below 2^31");
        }
        need(static_cast<std::uint64_t>(count) * size);
        return count;
    }
    /// Kryo 5's VarIntFlag: the flag, and the number.
    std::uint32_t flagged_var_int(bool& flag);

    std::uint16_t fixed16() {
        need(2);
        const std::uint16_t value = load_u16(p_);
        p_ += 2;
        return is_kryo5_ ? __builtin_bswap16(value) : value;
    }
    std::uint32_t fixed32() {
        need(4);
        const std::uint32_t value = load_u32(p_);
        p_ += 4;
        return is_kryo5_ ? __builtin_bswap32(value) : value;
    }
    std::uint64_t fixed64() {
        need(8);
        const std::uint64_t value = load_u64(p_);
        p_ += 8;
        return is_kryo5_ ? __builtin_bswap64(value) : value;
    }

    // ---- Strings ----------------------------------------------------------------------------------------------------

    /// A string as WTF-8, valid until the next one is read; false: null.
    bool text(std::string_view& value);
    std::string_view some_text();  ///< one that is not null
    void skip_text();

    // ---- Classes and objects ----------------------------------------------------------------------------------------

    /// Null for null.
    const KryoClass* read_class();
    /// The object of a back-reference.
    const KnownObject& referred(std::uint32_t number) const;

    // ---- Values without objects inside ------------------------------------------------------------------------------

    Bytes big_integer();
    /// Fills `value` if the class prints as a Temporal, else `text_`.
    bool time(const KryoClass& type, Temporal& value);
    std::string_view uuid();
    std::string_view inet_socket_address();
    std::string_view locale();
    /// The object of a Java serialization stream.
    struct JavaObject {
        const std::uint8_t* at = nullptr;
        const std::uint8_t* end = nullptr;
        std::string class_name;  ///< empty: null
        bool has_text = false;   ///< it is printed as `text` alone
        std::string text;
        bool has_message = false;
        std::string message;
    };
    /// Valid until the next one is read.
    const JavaObject& java_object(const KryoClass& type);

    const KryoClasses& classes_;
    const Type* type_;
    const bool is_kryo5_;
    const std::uint8_t* p_ = nullptr;
    const std::uint8_t* end_ = nullptr;
    /// Counts how deep things are in each other, also where one of them throws.
    struct Nesting {
        explicit Nesting(int& depth) : depth_(depth) { ++depth_; }
        ~Nesting() { --depth_; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;

    private:
        int& depth_;
    };
    int time_depth_ = 0;
    bool is_replaying_ = false;  ///< this object was read before: what is in it is known already
    std::string text_;

    struct ClassName {
        const KryoClass* type;
        const std::uint8_t* at;  ///< where it is spelt out
    };
    std::vector<ClassName> names_;
    std::vector<KnownObject> objects_;
    /// A Java serialization stream goes on from one object to the next of the same serializer.
    struct JavaStream {
        const KryoClass* owner;  ///< null: all throwables
        std::unique_ptr<java::ObjectStreamReader> reader;
    };
    std::vector<JavaStream> streams_;
    /// In the order of the bytes: streams are not read again where objects are.
    std::vector<JavaObject> java_objects_;
    bool has_registered_ = false;  ///< a class of the snapshot's registrations was met
    /// Where classes are named, once or more often each; null: nobody asks.
    std::vector<codec::ClassNameSite>* sites_ = nullptr;

private:
    /// Goes on with the stream, or begins one.
    const java::ObjectStream& next_object(const KryoClass* owner, BoundedReader& in);
    static void read_java_object(const java::ObjectStream& stream, JavaObject& object);

    /// Gets or gives back what the thread has allocated for values before.
    void swap_tables();
    std::uint32_t long_var_int();
    void units(std::uint32_t count);
    void time_fields2(const KryoClass& type, Time& time);
    void time_part2(const KryoField& field, Time& time);
    void time5(TimeForm form, Time& time);
    void local_date5(Time& time);
    void local_time5(Time& time);
    void zone_offset5(Time& time);
    bool print_time(TimeForm form, const Time& time, Temporal& value);
};

}  // namespace sp::kryo
