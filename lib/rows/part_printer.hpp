#pragma once

// Printing the parts of entries (key, namespace, map key, value) as JSON, with the rules for what cannot be decoded: a part
// that cannot is shown whole as its bytes, once with a warning for its state, or ends the run if that is asked for.

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rows/json_sink.hpp"
#include "sp/entry.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/skipper.hpp"
#include "types/codecs/stored_value.hpp"

namespace sp::rows {

/// What an operator is called.
struct OperatorName {
    std::string member;    ///< in rows: `"uid":"u1"` or `"operator":"<hex>"`
    std::string label;     ///< in messages
    std::string uid = {};  ///< empty if unknown
    std::string id = {};   ///< 32 hex digits
};

/// Takes how messages name a state, and what they say of it: what cannot be known of its values once, each value that should
/// have been decoded but was not (`is_failure`).
using Warn = std::function<void(const std::string& state, const std::string& problem, bool is_failure)>;

struct PrintRules {
    bool strict = false;           ///< undecodable values are UnsupportedErrors
    bool int64_as_string = false;  ///< integers beyond 2^53 as strings
    Warn warn;
    bool lossless = false;  ///< what cannot be written from its text is a "@view" beside its bytes
};

/// A part's text is `prefix` and what the program makes of the bytes.
struct Part {
    Part(std::string part_name, const TypePtr& part_type, std::string part_prefix, const PrintRules& rules);

    std::string name;  ///< "key", as rows and messages have it
    TypePtr type;
    std::string prefix;
    codec::Program program;

    /// For what cannot be decoded to its end; compiled when the first such value is met.
    [[nodiscard]] const codec::EventDecoder& events() const;
    /// Whether a value of the declared class holds something that cannot be decoded, unless it is null.
    [[nodiscard]] bool is_opaque() const;

private:
    mutable std::unique_ptr<codec::EventDecoder> events_;
};

/// How much text something takes at most, so that one multiplication tells whether it fits: `fixed` + `ratio` * the bytes
/// that are printed.
struct TextBound {
    static constexpr std::uint64_t kFast = std::uint64_t{128} << 10;  ///< what needs more room is printed with checks

    std::uint64_t fixed = 512;  ///< text that is there in any case
    std::uint64_t ratio = 2;    ///< base64

    void add(const Part& part);
    /// Lists: each element also has its fixed part, and takes at least min_size bytes and a delimiter.
    void add_elements(const Part& element);
    /// From now on nothing fits.
    void give_up();
    /// What can never fit is told apart from what takes a look at the size.
    void settle();

    [[nodiscard]] std::uint64_t of(std::size_t bytes) const { return fixed + ratio * bytes; }
};

/// How messages name a state, and whether those of its values that cannot be decoded have been warned of.
struct StateLabel {
    std::string text;  ///< "operator u1: state 'count'"
    bool has_warned = false;
};

/// The entry at hand, for messages.
struct EntryPlace {
    const EntryBatch& batch;
    const Entry& entry;
    StateLabel& label;
};

/// For messages: "file: entry at offset 12", without the offset where a backend tells none.
[[nodiscard]] std::string place_in_source(std::string_view source, std::uint64_t offset);

/// The InputError for a part that does not decode: file, offset, operator, state, key group, what was expected where.
[[noreturn]] void fail_part(const EntryPlace& place, std::string_view part, Bytes bytes,
                            const codec::DecodeFault& fault);

/// {"@bytes":…,"@serializer":…,"@partial":…}; `fault` says what is not decoded, `start` where in the bytes the value begins
/// (behind a TTL stamp). Warns, or throws if strict.
[[nodiscard]] std::string opaque_json(const PrintRules& rules, const EntryPlace& place, const Part& part, Bytes bytes,
                                      std::size_t start, const codec::DecodeFault& fault);

/// {"@bytes":…,"@serializer":…,"@view":…} for a part whose text is not enough to write it.
[[nodiscard]] std::string view_json(const Part& part, Bytes bytes, std::string_view view);

/// Any text as a JSON string.
[[nodiscard]] std::string json_text(std::string_view text);
[[nodiscard]] std::string base64_text(Bytes bytes);

/// Prints parts into a sink. The unchecked form relies on the room reserved for it and lets DecodeFaults out; the checked
/// one makes room as it goes and prints as bytes what cannot be decoded.
template <bool checked>
class PartPrinter {
public:
    PartPrinter(JsonSink<checked>& sink, const PrintRules& rules, EntryPlace place)
        : sink_(sink), rules_(rules), place_(place) {}

    /// A value that fills `bytes` exactly.
    void part(const Part& part, Bytes bytes) {
        guarded(part, bytes, 0, part.prefix, [&] { exact_value(part, bytes); });
    }

    /// A keyed list: elements without lengths, one delimiter between two. `element` has no prefix, `prefix` is that of the
    /// list. `stamps` is filled with the elements' TTL stamps if they have some.
    void list(const Part& element, std::string_view prefix, Bytes bytes, bool has_ttl,
              std::vector<std::int64_t>& stamps) {
        guarded(element, bytes, has_ttl ? kStampSize : 0, prefix,
                [&] { elements(element, prefix, bytes, has_ttl, stamps); });
    }

    /// The elements of a keyed list in base64; from one on that cannot be decoded, whose end is unknown, the rest as one.
    void raw_list(const codec::Skipper& skipper, Bytes bytes, bool has_ttl) {
        sink_.append("[");
        const std::uint8_t* p = bytes.data();
        const std::uint8_t* const end = p + bytes.size();
        for (std::size_t i = 0; p != end; ++i) {
            const std::uint8_t* stop = end;
            try {
                stop = skipper.skip(p + (has_ttl ? std::min<std::ptrdiff_t>(kStampSize, end - p) : 0), end);
            } catch (const codec::DecodeFault&) {
                // What is wrong with the element has been told where its value is printed.
            }
            sink_.element(i);
            sink_.bytes({p, stop});
            p = stop == end ? end : stop + 1;
        }
        sink_.append("]");
    }

    /// The i64 in front of a value with TTL.
    [[nodiscard]] std::int64_t ttl_stamp(const Part& part, Bytes bytes) {
        if (bytes.size() < kStampSize) {
            const codec::DecodeFault fault{codec::DecodeFault::Reason::kTruncated, bytes.data() + bytes.size(),
                                           part.type.get(), "a TTL time stamp of 8 bytes"};
            if constexpr (!checked) {
                throw fault;
            }
            fail_part(place_, part.name, bytes, fault);
        }
        return static_cast<std::int64_t>(load_u64(bytes.data()));
    }

private:
    template <class Work>
    void guarded(const Part& part, Bytes bytes, std::size_t start, std::string_view prefix, Work&& work) {
        if constexpr (checked) {
            const auto mark = sink_.mark();
            try {
                work();
                const bool has_view = sink_.take_view() || part.program.has_kryo;
                if (rules_.lossless && has_view) [[unlikely]] {
                    const std::string view(sink_.text_since(mark).substr(prefix.size()));
                    sink_.rewind(mark);
                    sink_.append(prefix);
                    sink_.append(view_json(part, bytes, view));
                }
            } catch (const codec::DecodeFault& fault) {
                // What objects hold is known from class files, which may not be the writer's: no value tells of damage.
                if (fault.reason != codec::DecodeFault::Reason::kOpaque && !part.program.has_kryo) {
                    fail_part(place_, part.name, bytes, fault);
                }
                sink_.rewind(mark);
                sink_.append(prefix);
                sink_.append(opaque_json(rules_, place_, part, bytes, start, fault));
            }
        } else {
            work();
        }
    }

    void exact_value(const Part& part, Bytes bytes) {
        const std::uint8_t* const end = bytes.data() + bytes.size();
        const std::uint8_t* const stop = decode(part, bytes.data(), end, true);
        if (stop != end) [[unlikely]] {
            throw codec::DecodeFault{codec::DecodeFault::Reason::kInvalid, stop, part.type.get(),
                                     "the end of the value"};
        }
    }

    const std::uint8_t* decode(const Part& part, const std::uint8_t* p, const std::uint8_t* end, bool is_exact) {
        sink_.bind(part.program);
        codec::Interpreter<JsonSink<checked>> interpreter(part.program, sink_);
        return interpreter.run(p, end, is_exact);
    }

    void elements(const Part& element, std::string_view prefix, Bytes bytes, bool has_ttl,
                  std::vector<std::int64_t>& stamps) {
        sink_.append(prefix);
        sink_.append("[");
        stamps.clear();
        std::size_t i = 0;
        codec::for_each_element(bytes, element.type.get(), [&](const std::uint8_t* p, const std::uint8_t* end) {
            sink_.element(i++);
            if (has_ttl) {
                stamps.push_back(ttl_stamp(element, {p, end}));
                p += kStampSize;
            }
            return decode(element, p, end, false);
        });
        sink_.append("]");
    }

    JsonSink<checked>& sink_;
    const PrintRules& rules_;
    EntryPlace place_;
};

}  // namespace sp::rows
