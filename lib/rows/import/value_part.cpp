#include "rows/import/value_part.hpp"

#include "io/big_endian.hpp"
#include "rows/json_cursor.hpp"
#include "rows/json_scalar_reader.hpp"
#include "rows/json_value_reader.hpp"
#include "rows/value_bytes.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/program.hpp"
#include "types/codecs/skipper.hpp"
#include "types/codecs/stored_value.hpp"
#include "types/codecs/type_shape.hpp"
#include "types/codecs/value_encoder.hpp"

namespace sp::rows {
namespace {

using Stamp = std::optional<std::int64_t>;

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
    ArrayParts(const RowField& field, std::string_view what) : cursor_(field.text, encoding_of(field)) {
        if (field.is_empty() || cursor_.peek() != JsonCursor::Kind::kArray) {
            throw InputError(std::string(what) + ": expected an array, found " + shown(field));
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
            array_.emplace(field, "ttl_timestamp");
        } else {
            usual_ = stamp_of(state, field, usual);
        }
    }

    void append_next(ByteVector& out) {
        if (!has_ttl_) {
            return;
        }
        if (!array_) {
            return append_big_endian(out, static_cast<std::uint64_t>(*usual_), kStampSize);
        }
        RowField stamp;
        if (!array_->next(stamp)) {
            throw InputError("ttl_timestamp: fewer time stamps than elements");
        }
        append_big_endian(out, static_cast<std::uint64_t>(integer_of(stamp, RowPart::kTtlTimestamp)), kStampSize);
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

/// Bytes given as they are must be elements, as far as these can be decoded.
void check_elements(const ImportState& state, const ByteVector& bytes) {
    const codec::Skipper skipper(state.value.type());
    if (!skipper.is_decodable()) {
        return;
    }
    const codec::EventDecoder decoder(state.value.type());
    ByteVector padded = bytes;
    padded.resize(bytes.size() + codec::Program::kLiteralPadding);
    const std::uint8_t* at = padded.data();
    const std::uint8_t* const end = at + bytes.size();
    const auto stamp_size = static_cast<std::ptrdiff_t>(state.descriptor.has_ttl ? kStampSize : 0);
    const auto fail = [&] {
        throw InputError("value: @bytes at byte " + std::to_string(at - padded.data()) + ": expected an element");
    };
    while (at != end) {
        if (end - at < stamp_size) {
            fail();
        }
        try {
            if (skipper.has_kryo()) {  // it has no encoder for all that can be decoded
                at = skipper.skip(at + stamp_size, end);
            } else {
                ByteVector same;  // every part of it is looked at on the way
                codec::ValueEncoder encoder(state.value.type(), same);
                at = decoder.decode(at + stamp_size, end, encoder);
            }
        } catch (const InputError&) {
            fail();
        } catch (const codec::DecodeFault& fault) {
            if (is_undecodable(fault)) {
                return;  // elements have no lengths, so that nothing behind it can be looked at
            }
            fail();
        }
        if (at != end && (*at++ != kListDelimiter || at == end)) {
            fail();
        }
    }
}

void read_list(const ImportState& state, const RowField& field, ElementStamps stamps, ByteVector& value) {
    ArrayParts elements(field, "value");
    RowField element;
    std::size_t count = 0;
    for (; elements.next(element); ++count) {
        if (count != 0) {
            value.push_back(kListDelimiter);
        }
        stamps.append_next(value);
        in_part("value[" + std::to_string(count) + "]", [&] { state.value.append(element, value); });
    }
    stamps.finish();
}

}  // namespace

std::string in_part_words(std::string_view part, const std::string& problem) {
    const bool is_path = problem.starts_with('.') || problem.starts_with('[');
    return std::string(part) + (is_path ? "" : ": ") + problem;
}

std::string shown(const RowField& field) {
    if (field.form == RowField::Form::kNull) {
        return "null";
    }
    return shown(JsonToken{field.text.starts_with('{')   ? JsonCursor::Kind::kObject
                           : field.text.starts_with('[') ? JsonCursor::Kind::kArray
                                                         : JsonCursor::Kind::kNumber,  // as it stands
                           field.text});
}

void read_times(const RowField& field, std::string_view what, std::vector<std::int64_t>& times) {
    times.clear();
    if (field.is_empty()) {
        return;
    }
    JsonCursor cursor(field.text, encoding_of(field));
    if (cursor.peek() != JsonCursor::Kind::kArray) {
        throw InputError(std::string(what) + ": expected an array of times, found " + shown(field));
    }
    cursor.begin_array();
    for (bool is_first = true; cursor.next_element(is_first); is_first = false) {
        static_cast<void>(cursor.peek());  // passes over blanks
        const std::size_t start = cursor.position();
        cursor.skip();
        in_part(std::string(what) + "[" + std::to_string(times.size()) + "]", [&] {
            times.push_back(
                integer_of({RowField::Form::kJson, cursor.text().substr(start, cursor.position() - start)}));
        });
    }
    cursor.expect_end();
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
            check_elements(state, value);
        } else {
            read_list(state, field, ElementStamps(state, stamp, usual_stamp), value);
        }
    } else {
        if (const Stamp own = stamp_of(state, stamp, usual_stamp)) {
            append_big_endian(value, static_cast<std::uint64_t>(*own), kStampSize);
        }
        // MapState marks null in front of the value; with TTL it is inside, where its serializer can write it.
        entry.is_null_value = kind == StateKind::kMap && field.form == RowField::Form::kNull &&
                              !state.descriptor.has_ttl &&
                              !codec::has_value_like_null(codec::unwrapped(*state.descriptor.value).kind) &&
                              !has_empty_value(*state.descriptor.value);
        if (!entry.is_null_value) {
            in_part("value", [&] { state.value.append(field, value); });
        }
    }
    entry.value = value;
    return kind != StateKind::kList || !value.empty();
}

}  // namespace sp::rows
