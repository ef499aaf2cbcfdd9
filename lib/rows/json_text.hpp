#pragma once

// JSON built piece by piece, with the commas put in.

#include <cstdint>
#include <string>
#include <string_view>

#include "rows/part_printer.hpp"

namespace sp::rows {

class JsonText {
public:
    explicit JsonText(bool int64_as_string) : int64_as_string_(int64_as_string) {}

    JsonText& begin_object() { return open('{'); }
    JsonText& end_object() { return close('}'); }
    JsonText& begin_array() { return open('['); }
    JsonText& end_array() { return close(']'); }

    /// Of the member whose value comes next; of our own, hence without characters to escape.
    JsonText& name(std::string_view name) {
        comma();
        ((text_ += '"') += name) += "\":";
        needs_comma_ = false;
        return *this;
    }

    JsonText& string(std::string_view value) { return raw(json_text(value)); }
    JsonText& base64(Bytes bytes) { return raw('"' + base64_text(bytes) + '"'); }
    JsonText& boolean(bool value) { return raw(value ? "true" : "false"); }
    JsonText& null() { return raw("null"); }
    JsonText& integer(std::int64_t value) {
        constexpr std::int64_t kExact = std::int64_t{1} << 53;  // what a double holds exactly
        const std::string text = std::to_string(value);
        return raw(int64_as_string_ && (value > kExact || value < -kExact) ? '"' + text + '"' : text);
    }

    [[nodiscard]] std::string take() { return std::move(text_); }

private:
    JsonText& open(char bracket) {
        comma();
        text_ += bracket;
        needs_comma_ = false;
        return *this;
    }
    JsonText& close(char bracket) {
        text_ += bracket;
        needs_comma_ = true;
        return *this;
    }
    JsonText& raw(std::string_view json) {
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
