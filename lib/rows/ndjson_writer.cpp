#include "rows/ndjson_writer.hpp"

#include "rows/json_visitor.hpp"
#include "sp/error.hpp"
#include "types/codecs/events.hpp"
#include "types/serializer_name.hpp"

namespace sp::rows {
namespace {

using codec::DecodeFault;

constexpr std::size_t kFastRow = std::size_t{128} << 10;  // rows that may need more room are printed with checks
constexpr char kListDelimiter = ',';                      // RocksDB's StringAppend operator between list elements

std::string json_text(std::string_view text) {
    std::string out(text::max_string(text.size()), '\0');
    out.resize(static_cast<std::size_t>(text::write_json_string(out.data(), text) - out.data()));
    return out;
}

std::string base64(Bytes bytes) {
    std::string out(text::base64_size(bytes.size()), '\0');
    text::write_base64(out.data(), bytes);
    return out;
}

/// Text that a row can have in any case, apart from values and what grows with them.
constexpr std::uint64_t kRowOverhead = 512;

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
    return a > codec::Program::kUnbounded - b ? codec::Program::kUnbounded : a + b;
}

}  // namespace

/// A key, namespace, map key or value: its text is `prefix` and what the program makes of the bytes.
struct NdjsonWriter::Part {
    std::string name;    ///< "key", as rows and messages have it
    std::string prefix;
    TypePtr type;
    codec::Program program;
};

struct NdjsonWriter::Plan {
    const StateDescriptor* state = nullptr;
    std::string head;  ///< operator state: all before the subtask, or before the first part
    std::unique_ptr<Part> key;
    std::unique_ptr<Part> name_space;
    std::unique_ptr<Part> map_key;
    std::unique_ptr<Part> value;          ///< lists: an element, without prefix
    std::string value_prefix;             ///< `,"value":`, or the head where no part stands before the value
    std::unique_ptr<codec::Skipper> element;  ///< lists with --raw
    mutable bool has_warned = false;
    bool is_plain = false;  ///< the value is one part, and nothing follows it

    /// The text of a row takes no more than room + room_ratio * (bytes of its parts), so that one multiplication an entry
    /// tells whether it fits. Rows that are always printed with checks have a room above kFastRow.
    std::uint64_t room = 0;
    std::uint64_t room_ratio = 0;

    [[nodiscard]] bool is_list() const { return state->kind == StateKind::kList; }

    void measure_rows(bool is_raw);
};

void NdjsonWriter::Plan::measure_rows(bool is_raw) {
    room = kRowOverhead + head.size();
    room_ratio = 2;  // base64
    for (const Part* part : {key.get(), name_space.get(), map_key.get(), value.get()}) {
        if (part != nullptr) {
            room = saturating_add(room, part->program.text_fixed);
            room_ratio = std::max(room_ratio, part->program.text_ratio);
        }
    }
    if (is_list()) {  // each element also has its fixed part, and takes at least min_size bytes and a delimiter
        const std::uint64_t element_room = saturating_add(value->program.text_fixed, 32);
        room = saturating_add(room, element_room);
        room_ratio = saturating_add(room_ratio, element_room / (value->program.min_size + 1) + 1);
    }
    if (is_raw || room > kFastRow || room_ratio > kFastRow) {
        room = kFastRow + 1;
        room_ratio = 0;
    }
}

/// Prints one row. The unchecked form relies on the room reserved for it and lets faults out; the checked one makes room
/// as it goes and prints as bytes what cannot be decoded.
template <bool checked>
class NdjsonWriter::Row {
public:
    Row(NdjsonWriter& writer, const EntryBatch& batch, const Entry& entry, const Plan& plan, JsonSink<checked>& sink)
        : writer_(writer), batch_(batch), entry_(entry), plan_(plan), sink_(sink) {}

    void print() {
        if (plan_.key) {
            part(*plan_.key, entry_.key);
            if (plan_.name_space) {
                part(*plan_.name_space, entry_.name_space);
            }
        } else {
            operator_head();
        }
        if (plan_.map_key) {
            part(*plan_.map_key, entry_.map_key);
        }
        value();
        if (writer_.options_.raw) {
            raw();
        }
        sink_.append("}\n");
    }

private:
    void operator_head() {
        sink_.append(plan_.head);
        if (plan_.state->kind == StateKind::kOperatorList || plan_.state->kind == StateKind::kOperatorUnion) {
            sink_.append(",\"subtask\":");
            sink_.number(batch_.subtask);
            sink_.append(",\"index\":");
            sink_.number(entry_.index);
        }
    }

    void value() {
        if (plan_.is_plain && !entry_.is_null_value) {
            part(*plan_.value, entry_.value);
        } else if (plan_.state->kind == StateKind::kCoordinator) {
            sink_.append(plan_.value_prefix);
            sink_.bytes(entry_.value);
        } else if (entry_.is_null_value) {
            sink_.append(plan_.value_prefix);
            sink_.null();
        } else if (plan_.is_list()) {
            list();
        } else if (plan_.state->has_ttl) {
            const std::int64_t stamp = ttl_stamp(entry_.value, "value");
            part(*plan_.value, entry_.value.subspan(8));
            sink_.append(",\"ttl_timestamp\":");
            sink_.number(stamp);
        }
    }

    std::int64_t ttl_stamp(Bytes value, std::string_view what) {
        if (value.size() < 8) {
            invalid(what, value, {DecodeFault::Reason::kTruncated, value.data() + value.size(), plan_.value->type.get(),
                                  "a TTL time stamp of 8 bytes"});
        }
        return static_cast<std::int64_t>(codec::detail::load64(value.data()));
    }

    /// One value that fills `bytes` exactly.
    void part(const Part& part, Bytes bytes) {
        if constexpr (checked) {
            const auto mark = sink_.mark();
            try {
                exact_value(part, bytes);
            } catch (const DecodeFault& fault) {
                if (fault.reason != DecodeFault::Reason::kOpaque) {
                    invalid(part.name, bytes, fault);
                }
                sink_.rewind(mark);
                sink_.append(part.prefix);
                opaque(part, bytes, *fault.type);
            }
        } else {
            exact_value(part, bytes);
        }
    }

    void exact_value(const Part& part, Bytes bytes) {
        const std::uint8_t* const end = bytes.data() + bytes.size();
        const std::uint8_t* const stop = decode(part, bytes.data(), end);
        if (stop != end) [[unlikely]] {
            throw DecodeFault{DecodeFault::Reason::kInvalid, stop, part.type.get(), "the end of the value"};
        }
    }

    const std::uint8_t* decode(const Part& part, const std::uint8_t* p, const std::uint8_t* end) {
        sink_.bind(part.program);
        codec::Interpreter<JsonSink<checked>> interpreter(part.program, sink_);
        return interpreter.run(p, end);
    }

    void list() {
        if constexpr (checked) {
            const auto mark = sink_.mark();
            try {
                elements();
            } catch (const DecodeFault& fault) {
                if (fault.reason != DecodeFault::Reason::kOpaque) {
                    invalid("value", entry_.value, fault);
                }
                sink_.rewind(mark);
                sink_.append(plan_.value_prefix);
                opaque(*plan_.value, entry_.value, *fault.type);
            }
        } else {
            elements();
        }
    }

    /// Elements have no lengths: each ends where its serializer says, one delimiter stands between two.
    void elements() {
        sink_.append(plan_.value_prefix);
        sink_.append("[");
        writer_.ttl_stamps_.clear();
        const std::uint8_t* p = entry_.value.data();
        const std::uint8_t* const end = p + entry_.value.size();
        for (std::size_t i = 0; p != end; ++i) {
            sink_.element(i);
            if (plan_.state->has_ttl) {
                writer_.ttl_stamps_.push_back(ttl_stamp({p, end}, "list element"));
                p += 8;
            }
            p = decode(*plan_.value, p, end);
            if (p != end) {
                if (*p != kListDelimiter || ++p == end) {
                    throw DecodeFault{DecodeFault::Reason::kInvalid, p, plan_.value->type.get(),
                                      "a delimiter (2C) and another element, or the end of the list"};
                }
            }
        }
        sink_.append("]");
        if (plan_.state->has_ttl) {
            sink_.append(",\"ttl_timestamp\":[");
            for (std::size_t i = 0; i < writer_.ttl_stamps_.size(); ++i) {
                sink_.element(i);
                sink_.number(writer_.ttl_stamps_[i]);
            }
            sink_.append("]");
        }
    }

    void opaque(const Part& part, Bytes bytes, const Type& type) {
        if (writer_.options_.strict) {
            throw UnsupportedError(writer_.describe(plan_) + ": " + part.name + " is written by " + serializer_class(type) +
                                   ", which is not decoded");
        }
        writer_.warn_once(plan_, type);
        sink_.append("{\"@bytes\":");
        sink_.bytes(bytes);
        sink_.append(",\"@serializer\":");
        sink_.append(json_text(serializer_class(type)));
        std::string partial;
        JsonVisitor visitor(partial, writer_.options_.int64_as_string);
        try {
            codec::EventDecoder(part.type).decode(bytes.data(), bytes.data() + bytes.size(), visitor);
        } catch (const DecodeFault&) {
            visitor.close_all();
        }
        if (!partial.empty()) {
            sink_.append(",\"@partial\":");
            sink_.append(partial);
        }
        sink_.append("}");
    }

    [[noreturn]] void invalid(std::string_view what, Bytes value, const DecodeFault& fault) {
        writer_.fail(batch_, entry_, plan_, what, value, fault);
    }

    void raw() {
        sink_.append(",\"raw\":{");
        bool is_first = true;
        const auto member = [&](std::string_view name, Bytes bytes) {
            sink_.append(is_first ? "\"" : ",\"");
            is_first = false;
            sink_.append(name);
            sink_.append("\":");
            sink_.bytes(bytes);
        };
        if (plan_.key) {
            member("key", entry_.key);
            member("namespace", entry_.name_space);
        }
        if (plan_.map_key) {
            member("map_key", entry_.map_key);
        }
        if (plan_.is_list()) {
            sink_.append(is_first ? "\"value\":[" : ",\"value\":[");
            raw_elements();
            sink_.append("]");
        } else if (!entry_.is_null_value) {
            member("value", entry_.value);
        }
        sink_.append("}");
        if (batch_.key_group >= 0) {
            sink_.append(",\"key_group\":");
            sink_.number(batch_.key_group);
        }
    }

    void raw_elements() {
        const std::uint8_t* p = entry_.value.data();
        const std::uint8_t* const end = p + entry_.value.size();
        for (std::size_t i = 0; p != end; ++i) {
            const std::uint8_t* stop = end;
            if (plan_.element->is_decodable()) {
                stop = plan_.element->skip(p + (plan_.state->has_ttl ? 8 : 0), end);
            }
            sink_.element(i);
            sink_.bytes({p, stop});
            p = stop == end ? end : stop + 1;
        }
    }

    NdjsonWriter& writer_;
    const EntryBatch& batch_;
    const Entry& entry_;
    const Plan& plan_;
    JsonSink<checked>& sink_;
};

NdjsonWriter::NdjsonWriter(OutputBuffer& out, std::vector<OperatorName> operators, const NdjsonOptions& options, Warn warn)
    : out_(out), operators_(std::move(operators)), options_(options), warn_(std::move(warn)) {}

NdjsonWriter::~NdjsonWriter() = default;

const NdjsonWriter::Plan& NdjsonWriter::plan_of(const StateDescriptor& state) {
    if (last_plan_ != nullptr && last_plan_->state == &state) {
        return *last_plan_;
    }
    std::unique_ptr<Plan>& slot = plans_[&state];
    if (!slot) {
        const codec::JsonOptions json{options_.int64_as_string};
        auto plan = std::make_unique<Plan>();
        plan->state = &state;
        std::string head = "{" + operators_.at(state.operator_index).member;
        if (state.kind != StateKind::kCoordinator) {
            head += ",\"state\":" + json_text(state.name);
        }
        head += ",\"kind\":\"" + std::string(name_of(state.kind)) + "\"";
        const auto make_part = [&](std::string name, const TypePtr& type, const std::string& prefix) {
            return std::make_unique<Part>(Part{std::move(name), prefix, type, codec::compile_json(type, prefix, json)});
        };
        if (is_keyed(state.kind)) {
            plan->key = make_part("key", state.key, head + ",\"key\":");
            if (state.name_space->kind != TypeKind::kVoidNamespace) {
                plan->name_space = make_part("namespace", state.name_space, ",\"namespace\":");
            }
        } else {
            plan->head = head;
        }
        if (state.map_key) {
            plan->map_key = make_part("map_key", state.map_key, ",\"map_key\":");
        }
        plan->value_prefix = ",\"value\":";
        if (state.value) {
            plan->value = make_part("value", state.value, plan->is_list() ? "" : plan->value_prefix);
        }
        if (plan->is_list() && options_.raw) {
            plan->element = std::make_unique<codec::Skipper>(state.value);
        }
        plan->is_plain = plan->value && !plan->is_list() && !state.has_ttl;
        plan->measure_rows(options_.raw);
        slot = std::move(plan);
    }
    last_plan_ = slot.get();
    return *last_plan_;
}

void NdjsonWriter::write(const EntryBatch& batch, std::size_t count) {
    const Plan& plan = plan_of(*batch.state);
    for (std::size_t i = 0; i < count; ++i) {
        const Entry& entry = batch.entries[i];
        const std::size_t size = entry.key.size() + entry.name_space.size() + entry.map_key.size() + entry.value.size();
        const std::uint64_t bound = plan.room + plan.room_ratio * size;
        if (bound <= kFastRow) {
            try {
                JsonSink<false> sink(out_.reserve(static_cast<std::size_t>(bound)));
                Row<false>(*this, batch, entry, plan, sink).print();
                out_.commit(sink.out());
                continue;
            } catch (const DecodeFault&) {
                // Printed again below, where what is wrong or opaque gets its words.
            }
        }
        JsonSink<true> sink(growing_.begin(size + size / 8 + 4096), &growing_);
        Row<true>(*this, batch, entry, plan, sink).print();
        out_.append(growing_.text(sink.out()));
        if (size > kFastRow) {
            growing_.release();
        }
    }
}

std::string NdjsonWriter::describe(const Plan& plan) const {
    return "operator " + operators_.at(plan.state->operator_index).label + ": state '" + plan.state->name + "'";
}

void NdjsonWriter::warn_once(const Plan& plan, const Type& type) {
    if (!plan.has_warned && warn_) {
        plan.has_warned = true;
        std::string message = describe(plan) + ": " + serializer_class(type);
        if (!type.class_name.empty()) {
            message += " of " + type.class_name;
        }
        warn_(message + " is not decoded: what it wrote is shown as @bytes");
    }
}

void NdjsonWriter::fail(const EntryBatch& batch, const Entry& entry, const Plan& plan, std::string_view part, Bytes value,
                        const DecodeFault& fault) const {
    std::string message(batch.source);
    message += ": entry at offset " + std::to_string(entry.offset) + ": " + describe(plan);
    if (batch.key_group >= 0) {
        message += ": key group " + std::to_string(batch.key_group);
    }
    message += ": " + std::string(part) + " (" + base64(value.first(std::min<std::size_t>(value.size(), 48))) +
               (value.size() > 48 ? "…" : "") + "): at byte " + std::to_string(fault.at - value.data()) + " of " +
               std::to_string(value.size()) + " expected " + fault.expected + " by " + serializer_class(*fault.type);
    throw InputError(message);
}

}  // namespace sp::rows
