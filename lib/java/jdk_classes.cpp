#include "java/jdk_classes.hpp"

// The table is of JDK 17; jobs of Flink 1.x run on 8 and 11 too, those of 2.x on 21. The fields that Kryo's FieldSerializer writes
// are the same in 8 to 25 for what values are usually made of and what has no serializer in Kryo 2.24: java.time.*, Optional*,
// Atomic*, *SummaryStatistics, AbstractMap.SimpleEntry, Random, File, URL. They differ, as `make-jdk-classes --compare` prints, for
// classes of the running program (threads, streams, locks), Scanner, Matcher, and, in those after 17, DecimalFormat and the views
// of a LinkedHashMap. Whoever has such in state can put that JDK's own classes on the class path, which comes first.
//
// The table of Scala is of scala-library 2.12, which flink-scala of Flink 1.7 to 1.20 is built with.

#include <algorithm>
#include <charconv>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sp::java {
namespace {

// In pieces, each of whole lines.
constexpr std::string_view kJdkTable[] = {
#include "java/jdk_classes.inc"
    // Not of the JDK, but of the one class of a connector that is in the state of many jobs by Kryo: of FlinkKafkaConsumer. It is the
    // same in all versions that have it.
    "org.apache.flink.streaming.connectors.kafka.internals.KafkaTopicPartition|31|@Object|java.io.Serializable|"
    "topic,@String;,12 partition,I,12 cachedHash,I,12\n",
};
constexpr std::string_view kScalaTable[] = {
#include "java/scala_classes.inc"
};

// Prefixes of names, and the marks that the tables have for them.
constexpr std::pair<std::string_view, char> kMarks[] = {
    {"java.util.", '!'}, {"java.lang.", '@'}, {"scala.collection.", '^'}, {"scala.", '%'}};

std::string short_name(std::string_view binary_name) {
    for (const auto& [prefix, mark] : kMarks) {
        if (binary_name.starts_with(prefix)) {
            return mark + std::string(binary_name.substr(prefix.size()));
        }
    }
    return std::string(binary_name);
}

std::string long_name(std::string_view name) {
    for (const auto& [prefix, mark] : kMarks) {
        if (!name.empty() && name.front() == mark) {
            return std::string(prefix) + std::string(name.substr(1));
        }
    }
    return std::string(name);
}

/// Of a descriptor or signature, in which names have slashes and follow an L.
std::string long_types(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '!': result += "Ljava/util/"; break;
            case '@': result += "Ljava/lang/"; break;
            case '^': result += "Lscala/collection/"; break;
            case '%': result += "Lscala/"; break;
            default: result += c;
        }
    }
    return result;
}

/// The text up to a separator, which is taken off `rest` with it; all of it if there is none.
std::string_view take_part(std::string_view& rest, char separator) {
    const std::size_t end = std::min(rest.find(separator), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return part;
}

std::uint16_t hex(std::string_view text) {
    std::uint16_t value = 0;
    static_cast<void>(std::from_chars(text.data(), text.data() + text.size(), value, 16));
    return value;
}

std::vector<std::string_view> split(std::span<const std::string_view> table) {
    std::vector<std::string_view> lines;
    for (std::string_view piece : table) {
        while (!piece.empty()) {
            lines.push_back(take_part(piece, '\n'));
        }
    }
    return lines;
}

std::string_view name_of(std::string_view line) { return line.substr(0, line.find('|')); }

ClassField to_field(std::string_view item) {
    ClassField field;
    field.name = take_part(item, ',');
    field.descriptor = long_types(take_part(item, ','));
    field.access = hex(take_part(item, ','));
    field.signature = long_types(item);
    return field;
}

RecordComponent to_component(std::string_view item) {
    RecordComponent component;
    component.name = take_part(item, ',');
    component.descriptor = long_types(take_part(item, ','));
    component.signature = long_types(item);
    return component;
}

template <class Result, class Convert>
std::vector<Result> items_of(std::string_view column, Convert&& convert) {
    std::vector<Result> items;
    while (!column.empty()) {
        items.push_back(convert(take_part(column, ' ')));
    }
    return items;
}

ClassFile to_class(std::string_view line) {
    ClassFile file;
    file.name = long_name(take_part(line, '|'));
    file.access = hex(take_part(line, '|'));
    file.superclass = long_name(take_part(line, '|'));
    file.interfaces = items_of<std::string>(take_part(line, '|'), long_name);
    file.fields = items_of<ClassField>(take_part(line, '|'), to_field);
    file.signature = long_types(take_part(line, '|'));
    file.enum_constants =
        items_of<std::string>(take_part(line, '|'), [](std::string_view name) { return std::string(name); });
    file.components = items_of<RecordComponent>(line, to_component);
    file.is_record = file.superclass == "java.lang.Record";
    return file;
}

std::optional<ClassFile> find_in(const std::vector<std::string_view>& lines, std::string_view binary_name) {
    const std::string wanted = short_name(binary_name);
    const auto line = std::ranges::lower_bound(lines, std::string_view(wanted), {}, name_of);
    if (line == lines.end() || name_of(*line) != wanted || long_name(wanted) != binary_name) {
        return std::nullopt;
    }
    return to_class(*line);
}

}  // namespace

std::optional<ClassFile> find_jdk_class(std::string_view binary_name) {
    static const std::vector<std::string_view> lines = split(kJdkTable);
    return find_in(lines, binary_name);
}

std::optional<ClassFile> find_scala_class(std::string_view binary_name) {
    static const std::vector<std::string_view> lines = split(kScalaTable);
    return find_in(lines, binary_name);
}

}  // namespace sp::java
