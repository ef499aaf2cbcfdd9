// Decodes what Flink's KryoSerializer wrote, for tests/interop.
//
// usage: kryo_values GENERATION CLASSPATH    GENERATION: 2 (Flink 1.x) or 5 (Flink 2.x)
//
// A line of stdin is: anything, the versioned snapshot of the serializer or nothing for that of the line before, the bytes of a
// value, both base64, with tabs between; what follows is not read. A line of stdout is the value as sp-dump prints it, or "!" and
// why it does not.

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "io/bounded_reader.hpp"
#include "java/class_path.hpp"
#include "rows/json_visitor.hpp"
#include "rows/part_printer.hpp"
#include "sp/error.hpp"
#include "types/codecs/skipper.hpp"
#include "types/snapshots/snapshot_reader.hpp"

namespace {

using namespace sp;

ByteVector from_base64(std::string_view text) {
    static constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    ByteVector bytes;
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        const std::size_t digit = kDigits.find(c);
        if (digit == std::string_view::npos) {
            break;
        }
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count >= 8) {
            count -= 8;
            bytes.push_back(static_cast<std::uint8_t>(bits >> count));
        }
    }
    return bytes;
}

std::string problem_of(const codec::DecodeFault& fault, const ByteVector& bytes) {
    return "! at " + std::to_string(fault.at - bytes.data()) + " of " + std::to_string(bytes.size()) + ": expected " +
           fault.expected + (fault.why.empty() ? "" : " (" + fault.why + ")");
}

/// Values of one serializer.
class Values {
public:
    explicit Values(TypePtr type) : type_(std::move(type)), part_("value", type_, "", rules_), skipper_(type_) {}

    [[nodiscard]] std::string print(const ByteVector& bytes) const {
        const std::uint8_t* const end = bytes.data() + bytes.size();
        std::string text;
        try {
            text = printed(bytes);
            std::string events;
            rows::JsonVisitor visitor(events, false);
            const bool is_whole = part_.events().decode(bytes.data(), end, visitor, true) == end;
            if (!is_whole || events != text) {
                return "! events give " + events + " and not " + text;
            }
            if (skipper_.skip(bytes.data(), end, true) != end) {
                return "! the end is not found without printing";
            }
        } catch (const codec::DecodeFault& fault) {
            return problem_of(fault, bytes);
        }
        return text;
    }

private:
    [[nodiscard]] std::string printed(const ByteVector& bytes) const {
        rows::GrowingText text;
        rows::JsonSink<true> sink(text.begin(), &text);
        sink.bind(part_.program);
        codec::Interpreter<rows::JsonSink<true>> interpreter(part_.program, sink);
        const std::uint8_t* const end = bytes.data() + bytes.size();
        const std::uint8_t* const stop = interpreter.run(bytes.data(), end, true);
        if (stop != end) {
            throw codec::DecodeFault{codec::DecodeFault::Reason::kInvalid, stop, type_.get(), "the end of the value"};
        }
        return std::string(text.text(sink.out()));
    }

    TypePtr type_;
    rows::PrintRules rules_;
    rows::Part part_;
    codec::Skipper skipper_;
};

std::string_view next_column(std::string_view& line) {
    const std::string_view column = line.substr(0, line.find('\t'));
    line.remove_prefix(std::min(column.size() + 1, line.size()));
    return column;
}

int run(const std::string& generation, const std::string& class_path) {
    const bool is_kryo5 = generation == "5";
    const kryo::KryoContext context{is_kryo5 ? kryo::Generation::kKryo5 : kryo::Generation::kKryo2, is_kryo5,
                                    std::make_shared<java::ClassPath>(class_path)};
    std::optional<Values> values;
    for (std::string text; std::getline(std::cin, text);) {
        std::string_view line = text;
        next_column(line);
        const ByteVector snapshot = from_base64(next_column(line));
        if (!snapshot.empty()) {
            BoundedReader in(snapshot, "snapshot");
            values.emplace(read_snapshot(in, context));
        }
        const ByteVector bytes = from_base64(next_column(line));
        std::cout << (values ? values->print(bytes) : "! no snapshot") << '\n';
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: kryo_values GENERATION CLASSPATH\n";
        return 2;
    }
    try {
        return run(argv[1], argv[2]);
    } catch (const std::exception& error) {
        std::cerr << "kryo_values: " << error.what() << '\n';
        return 1;
    }
}
