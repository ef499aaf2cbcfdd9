#include "rows/part_printer.hpp"

#include "rows/json_visitor.hpp"
#include "sp/error.hpp"
#include "types/codecs/events.hpp"
#include "types/snapshots/serializer_name.hpp"

namespace sp::rows {

using codec::DecodeFault;

Part::Part(std::string part_name, const TypePtr& part_type, std::string part_prefix, const PrintRules& rules)
    : name(std::move(part_name)),
      type(part_type),
      prefix(std::move(part_prefix)),
      program(codec::compile_json(type, prefix, {rules.int64_as_string})) {}

namespace {

std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
    return a > codec::Program::kUnbounded - b ? codec::Program::kUnbounded : a + b;
}

}  // namespace

void TextBound::add(const Part& part) {
    if (part.is_opaque()) {  // most values would be printed twice
        give_up();
    }
    fixed = saturating_add(fixed, part.program.text_fixed);
    ratio = std::max(ratio, part.program.text_ratio);
}

void TextBound::add_elements(const Part& element) {
    const std::uint64_t room = saturating_add(element.program.text_fixed, 32);
    fixed = saturating_add(fixed, room);
    ratio = saturating_add(ratio, room / (element.program.min_size + 1) + 1);
}

void TextBound::give_up() {
    fixed = kFast + 1;
    ratio = 0;
}

void TextBound::settle() {
    if (fixed > kFast || ratio > kFast) {
        give_up();
    }
}

const codec::EventDecoder& Part::events() const {
    if (!events_) {
        events_ = std::make_unique<codec::EventDecoder>(type);
    }
    return *events_;
}

bool Part::is_opaque() const {
    return std::any_of(program.ops.begin(), program.ops.begin() + program.main_end,
                       [](const codec::Op& op) { return op.code == codec::OpCode::kOpaque; });
}

std::string view_json(const Part& part, Bytes bytes, std::string_view view) {
    std::string json = "{\"@bytes\":\"" + base64_text(bytes) +
                       "\",\"@serializer\":" + json_text(serializer_class(*part.type)) + ",\"@view\":";
    return json.append(view) + "}";
}

std::string json_text(std::string_view text) {
    std::string out(text::max_string(text.size()), '\0');
    out.resize(static_cast<std::size_t>(text::write_json_string(out.data(), text) - out.data()));
    return out;
}

std::string base64_text(Bytes bytes) {
    std::string out(text::base64_size(bytes.size()), '\0');
    text::write_base64(out.data(), bytes);
    return out;
}

std::string place_in_source(std::string_view source, std::uint64_t offset) {
    std::string place(source);
    return offset == Entry::kNoOffset ? place : place + ": entry at offset " + std::to_string(offset);
}

void fail_part(const EntryPlace& place, std::string_view part, Bytes bytes, const DecodeFault& fault) {
    constexpr std::size_t kShown = 48;
    std::string message = place_in_source(place.batch.source, place.entry.offset) + ": " + place.label.text;
    if (place.batch.key_group >= 0) {
        message += ": key group " + std::to_string(place.batch.key_group);
    }
    message += ": " + std::string(part) + " (" + base64_text(bytes.first(std::min(bytes.size(), kShown))) +
               (bytes.size() > kShown ? "…" : "") + "): at byte " + std::to_string(fault.at - bytes.data()) + " of " +
               std::to_string(bytes.size()) + " expected " + fault.expected + " by " + serializer_class(*fault.type);
    throw InputError(message);
}

namespace {

/// It should have been decoded, so that where it stands is of interest.
bool is_failure(const DecodeFault& fault) { return fault.reason != DecodeFault::Reason::kOpaque || fault.is_failure; }

/// " (why)", or nothing.
std::string why_opaque(const DecodeFault& fault, const EntryPlace& place, Bytes bytes) {
    std::string why = fault.reason == DecodeFault::Reason::kOpaque
                          ? fault.why
                          : std::string("the bytes do not fit the classes: expected ") + fault.expected;
    if (is_failure(fault)) {
        why += (why.empty() ? "" : "; ") + place_in_source(place.batch.source, place.entry.offset);
        if (place.batch.key_group >= 0) {
            why += ", key group " + std::to_string(place.batch.key_group);
        }
        why += ", byte " + std::to_string(fault.at - bytes.data()) + " of " + std::to_string(bytes.size());
    }
    return why.empty() ? why : " (" + why + ")";
}

}  // namespace

std::string opaque_json(const PrintRules& rules, const EntryPlace& place, const Part& part, Bytes bytes,
                        std::size_t start, const DecodeFault& fault) {
    const Type& culprit = *fault.type;
    StateLabel& label = place.label;
    const std::string serializer = serializer_class(culprit);
    if (rules.strict) {
        throw UnsupportedError(label.text + ": " + part.name + " is written by " + serializer +
                               ", which is not decoded" + why_opaque(fault, place, bytes));
    }
    if ((!label.has_warned || is_failure(fault)) && rules.warn) {
        label.has_warned |= !is_failure(fault);
        rules.warn(label.text,
                   serializer + (culprit.class_name.empty() ? "" : " of " + culprit.class_name) +
                       " is not decoded: what it wrote is shown as @bytes" + why_opaque(fault, place, bytes),
                   is_failure(fault));
    }
    std::string partial;
    JsonVisitor visitor(partial, rules.int64_as_string);
    try {
        part.events().decode(bytes.data() + start, bytes.data() + bytes.size(), visitor);
    } catch (const DecodeFault&) {
        visitor.close_all();
    }
    std::string json = "{\"@bytes\":\"" + base64_text(bytes) + "\",\"@serializer\":" + json_text(serializer);
    if (!partial.empty()) {
        json += ",\"@partial\":" + partial;
    }
    return json + "}";
}

}  // namespace sp::rows
