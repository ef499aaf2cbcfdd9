#include "rows/import/value_part.hpp"

#include "rows/json_cursor.hpp"
#include "rows/json_value_reader.hpp"
#include "types/codecs/program.hpp"
#include "types/codecs/type_shape.hpp"

namespace sp::rows {
namespace {

constexpr std::uint8_t kListDelimiter = ',';  // ListDelimitedSerializer

using Stamp = std::optional<std::int64_t>;

void append_stamp(std::int64_t stamp, ByteVector& out) {
    for (int shift = 56; shift >= 0; shift -= 8) {
        out.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(stamp) >> shift));
    }
}

[[noreturn]] void fail_without_stamp() {
    throw InputError(
        "ttl_timestamp: the state has time to live, and neither the row nor --ttl-timestamp says when it was last "
        "accessed");
}

Stamp stamp_of(const ImportState& state, const RowField& field, Stamp usual) {
    if (!state.descriptor.has_ttl) {
        if (!field.is_empty()) {
            throw InputError("ttl_timestamp: the state has no time to live");
        }
        return std::nullopt;
    }
    if (!field.is_empty()) {
        return integer_of(field, RowPart::kTtlTimestamp);
    }
    if (!usual) {
        fail_without_stamp();
    }
    return usual;
}

/// The parts of an array, as texts of JSON.
class ArrayParts {
public:
    ArrayParts(std::string_view text, std::string_view what) : cursor_(text) {
        if (cursor_.peek() != JsonCursor::Kind::kArray) {
            throw InputError(std::string(what) + ": expected an array");
        }
        cursor_.begin_array();
    }

    bool next(RowField& part) {
        if (!cursor_.next_element(is_first_)) {
            cursor_.expect_end();
            return false;
        }
        is_first_ = false;
        part.form = cursor_.peek() == JsonCursor::Kind::kNull ? RowField::Form::kNull : RowField::Form::kJson;
        const std::size_t start = cursor_.position();
        cursor_.skip();
        part.text = cursor_.text().substr(start, cursor_.position() - start);
        return true;
    }

private:
    JsonCursor cursor_;
    bool is_first_ = true;
};

/// The time stamps of a list's elements: an array with one for each, or one for all.
class ElementStamps {
public:
    ElementStamps(const ImportState& state, const RowField& field, Stamp usual) : has_ttl_(state.descriptor.has_ttl) {
        const std::size_t first = field.text.find_first_not_of(" \t");
        if (has_ttl_ && !field.is_empty() && first != std::string_view::npos && field.text[first] == '[') {
            array_.emplace(field.text, "ttl_timestamp");
        } else {
            usual_ = stamp_of(state, field, usual);
        }
    }

    void append_next(ByteVector& out) {
        if (!has_ttl_) {
            return;
        }
        if (!array_) {
            return append_stamp(*usual_, out);
        }
        RowField stamp;
        if (!array_->next(stamp)) {
            throw InputError("ttl_timestamp: fewer time stamps than elements");
        }
        append_stamp(integer_of(stamp, RowPart::kTtlTimestamp), out);
    }

    void finish() {
        RowField stamp;
        if (array_ && array_->next(stamp)) {
            throw InputError("ttl_timestamp: more time stamps than elements");
        }
    }

private:
    bool has_ttl_;
    std::optional<ArrayParts> array_;
    Stamp usual_;
};

void read_list(const ImportState& state, const RowField& field, ElementStamps stamps, ByteVector& value) {
    ArrayParts elements(field.text, "value");
    RowField element;
    std::size_t count = 0;
    for (; elements.next(element); ++count) {
        if (count != 0) {
            value.push_back(kListDelimiter);
        }
        stamps.append_next(value);
        try {
            state.value.append(element, value);
        } catch (const InputError& error) {
            const std::string what = error.what();
            throw InputError("value[" + std::to_string(count) + "]" + (what.starts_with('.') || what.starts_with('[') ? "" : ": ") +
                             what);
        }
    }
    stamps.finish();
}

}  // namespace

void fail_part(std::string_view part, const std::string& problem) {
    const bool is_path = problem.starts_with('.') || problem.starts_with('[');
    throw InputError(std::string(part) + (is_path ? "" : ": ") + problem);
}

bool read_value(const ImportState& state, const RowField& field, const RowField& stamp,
                std::optional<std::int64_t> usual_stamp, bool is_element, ByteVector& value, Entry& entry) {
    value.clear();
    entry.is_null_value = false;
    const StateKind kind = state.descriptor.kind;
    if (field.form == RowField::Form::kAbsent) {
        throw InputError("value: it is missing");
    }
    if (kind == StateKind::kList && !is_element) {
        std::optional<ByteVector> verbatim = verbatim_bytes(field.text);
        if (verbatim) {
            value = *std::move(verbatim);
        } else {
            read_list(state, field, ElementStamps(state, stamp, usual_stamp), value);
        }
    } else {
        if (const Stamp own = stamp_of(state, stamp, usual_stamp)) {
            append_stamp(*own, value);
        }
        // MapState marks null in front of the value; with TTL it is inside, where its serializer can write it.
        entry.is_null_value = kind == StateKind::kMap && field.form == RowField::Form::kNull &&
                              !state.descriptor.has_ttl && !codec::is_unit(codec::unwrapped(*state.descriptor.value).kind);
        if (!entry.is_null_value) {
            in_part("value", [&] { state.value.append(field, value); });
        }
    }
    entry.value = value;
    return kind != StateKind::kList || !value.empty();
}

}  // namespace sp::rows
