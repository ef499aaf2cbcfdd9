#pragma once

// JsonVisitor: events as JSON text, and the closing of what is open when a value could not be decoded to its end. The hot
// exports do not use it (json_sink.hpp); it is their plain counterpart, which tests hold them against.

#include <string>
#include <vector>

#include "sp/value_events.hpp"

namespace sp::rows {

class JsonVisitor : public ValueVisitor {
public:
    explicit JsonVisitor(std::string& out, bool int64_as_string = false)
        : out_(out), int64_as_string_(int64_as_string) {}

    /// Closes everything open, without a name or key that no value has followed. For "@partial".
    void close_all();
    void null() override;
    void boolean(bool value) override;
    void integer(std::int64_t value) override;
    void character(char16_t value) override;
    void float32(float value) override;
    void float64(double value) override;
    void big_integer(Bytes twos_complement) override;
    void big_decimal(Bytes unscaled, std::int32_t scale) override;
    void string(std::string_view text) override;
    void bytes(Bytes value) override;
    void temporal(const Temporal& value) override;
    void enumeration(std::int32_t id, std::string_view name) override;
    void begin_array(std::size_t size) override;
    void end_array() override;
    void begin_map(const Type& type, std::size_t size) override;
    void end_map() override;
    void subclass(std::string_view class_name) override;
    void begin_object(const Type& type, int form) override;
    void field(std::size_t index, std::string_view name) override;
    void end_object() override;
    void begin_alternative(const Type& type, std::size_t index, std::string_view name) override;
    void end_alternative() override;
    void own_text(std::string_view value) override;
    void begin_dynamic_map(std::size_t size) override;
    void begin_dynamic_object(std::string_view class_name) override;
    void reference(std::size_t number) override;

private:
    struct Level {
        enum class What : std::uint8_t { kArray, kMap, kObject, kAlternative };
        What what = What::kArray;
        std::size_t count = 0;       ///< values, or members, so far
        bool awaits_value = false;   ///< a member's name has been printed
        std::size_t name_start = 0;  ///< where, with the comma in front
        std::string_view closing;
        // Maps: an object if the keys are strings and none is null, which is known only at the end, so the places of
        // keys and values are kept.
        bool has_string_keys = false;
        bool is_dynamic = false;      ///< the keys are of any class, so each is looked at
        std::size_t string_keys = 0;  ///< keys that are strings
        std::size_t start = 0;
        std::vector<std::size_t> parts;
    };

    void before_value();
    void push(Level::What what, std::string_view opening, std::string_view closing);
    void pop();
    void finish_map(const Level& level);
    void print_string(std::string_view text);
    void print_member(std::string_view name);
    template <class Write>
    void print(std::size_t room, Write&& write);

    std::string& out_;
    bool int64_as_string_;
    std::string subclass_;
    std::vector<Level> levels_;
};

}  // namespace sp::rows
