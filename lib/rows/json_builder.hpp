#pragma once

// JSON built piece by piece, with the commas put in.

#include <cstdint>
#include <string>
#include <string_view>

#include "rows/part_printer.hpp"

namespace sp::rows {

class JsonBuilder {
public:
    explicit JsonBuilder(bool int64_as_string) : int64_as_string_(int64_as_string) {}

    JsonBuilder& begin_object() { return open('{'); }
    JsonBuilder& end_object() { return close('}'); }
    JsonBuilder& begin_array() { return open('['); }
    JsonBuilder& end_array() { return close(']'); }

    /// Of the member whose value comes next; of our own, hence without characters to escape.
    JsonBuilder& name(std::string_view name) {
        comma();
        ((text_ += '"') += name) += "\":";
        needs_comma_ = false;
        return *this;
    }

    JsonBuilder& string(std::string_view value) { return raw(json_text(value)); }
    JsonBuilder& base64(Bytes bytes) { return raw('"' + base64_text(bytes) + '"'); }
    JsonBuilder& boolean(bool value) { return raw(value ? "true" : "false"); }
    JsonBuilder& null() { return raw("null"); }
    JsonBuilder& integer(std::int64_t value) {
        constexpr std::int64_t kExact = std::int64_t{1} << 53;  // what a double holds exactly
        const std::string text = std::to_string(value);
        return raw(int64_as_string_ && (value > kExact || value < -kExact) ? '"' + text + '"' : text);
    }

    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    JsonBuilder& open(char bracket) {
        comma();
        text_ += bracket;
        needs_comma_ = false;
        return *this;
    }
    JsonBuilder& close(char bracket) {
        text_ += bracket;
        needs_comma_ = true;
        return *this;
    }
    JsonBuilder& raw(std::string_view json) {
        comma();
        text_ += json;
        needs_comma_ = true;
        return *this;
    }
    void comma() {
        if (needs_comma_) {
            text_ += ',';
        }
    }

    std::string text_;
    bool int64_as_string_;
    bool needs_comma_ = false;
};

}  // namespace sp::rows
