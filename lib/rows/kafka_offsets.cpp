#include "rows/kafka_offsets.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "rows/import/row_source.hpp"
#include "rows/json_builder.hpp"
#include "sp/error.hpp"
#include "sp/kafka_offsets.hpp"
#include "types/connectors/operator_bytes.hpp"

namespace sp {
namespace rows {
namespace {

using connectors::KafkaOffset;
using connectors::KafkaPartition;
using connectors::KafkaSplit;
using Json = nlohmann::json;

constexpr std::pair<std::string_view, std::int64_t> kMarks[] = {
    {"earliest", KafkaSplit::kEarliest}, {"latest", KafkaSplit::kLatest}, {"committed", KafkaSplit::kCommitted}};

/// Of one line.
class LineReader {
public:
    LineReader(std::string_view line, std::string place) : place_(std::move(place)) {
        json_ = Json::parse(line, nullptr, false);
        if (!json_.is_object()) {
            fail("it is no JSON object");
        }
    }

    KafkaOffsetRow read() {
        KafkaOffsetRow row;
        row.place = place_;
        bool has_offset = false;
        for (const auto& [name, value] : json_.items()) {
            if (name == "uid") {
                row.uid = text(name, value);
            } else if (name == "operator") {
                row.operator_id = text(name, value);
            } else if (name == "cluster") {
                row.offset.where.cluster = text(name, value);
            } else if (name == "topic") {
                row.offset.where.topic = text(name, value);
            } else if (name == "partition") {
                row.offset.where.partition = partition(value);
            } else if (name == "offset") {
                has_offset = true;
                row.offset.offset = offset(name, value);
            } else if (name == "stoppingOffset") {
                row.offset.stopping_offset = offset(name, value);
            } else {
                fail("'" + name +
                     "' is no member; there are uid, operator, cluster, topic, partition, offset and stoppingOffset");
            }
        }
        for (const char* const name : {"topic", "partition"}) {
            if (!json_.contains(name)) {
                fail(std::string("it has no \"") + name + "\"");
            }
        }
        if (!has_offset) {
            fail("it has no \"offset\"");
        }
        if (row.offset.stopping_offset == KafkaSplit::kEarliest) {
            fail("\"stoppingOffset\" cannot be \"earliest\"");
        }
        if (!row.uid.empty() && !row.operator_id.empty()) {
            row.operator_id.clear();  // as in rows of sp-dump, the name counts
        }
        return row;
    }

private:
    [[noreturn]] void fail(const std::string& why) const { throw InputError(place_ + ": " + why); }

    std::string text(const std::string& name, const Json& value) const {
        if (!value.is_string() || value.get_ref<const std::string&>().empty()) {
            fail("\"" + name + "\" is no text");
        }
        return value;
    }

    std::optional<std::int64_t> integer(const Json& value) const {
        if (value.is_number_unsigned()) {
            const auto number = value.get<std::uint64_t>();
            return number <= static_cast<std::uint64_t>(INT64_MAX) ? std::optional(static_cast<std::int64_t>(number))
                                                                   : std::nullopt;
        }
        if (value.is_number_float()) {
            constexpr double kExact = 9007199254740992.0;  // 2^53
            const auto number = value.get<double>();
            return number >= 0 && number <= kExact && number == std::floor(number)
                       ? std::optional(static_cast<std::int64_t>(number))
                       : std::nullopt;
        }
        if (value.is_string()) {  // as of programs that hold numbers as doubles
            const std::string& digits = value.get_ref<const std::string&>();
            const bool is_number =
                !digits.empty() && digits.size() < 20 &&
                std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
            return is_number ? integer(Json::parse(digits, nullptr, false)) : std::nullopt;
        }
        return std::nullopt;
    }

    std::int32_t partition(const Json& value) const {
        const std::optional<std::int64_t> number = integer(value);
        if (!number || *number > INT32_MAX) {
            fail("\"partition\" is no number of a partition");
        }
        return static_cast<std::int32_t>(*number);
    }

    std::optional<std::int64_t> offset(const std::string& name, const Json& value) const {
        if (value.is_null()) {
            return std::nullopt;
        }
        if (value.is_string()) {
            for (const auto& [word, mark] : kMarks) {
                if (value == word) {
                    return mark;
                }
            }
        }
        const std::optional<std::int64_t> number = integer(value);
        if (!number) {
            fail("\"" + name + "\" is neither a number from 0 on nor \"earliest\", \"latest\" or \"committed\"");
        }
        return number;
    }

    std::string place_;
    Json json_;
};

/// Gathers what entries of one operator say.
class StateReader {
public:
    void add(const EntryBatch& batch) {
        if (batch.state->kind == StateKind::kCoordinator) {
            return add_coordinator(batch);
        }
        const bool is_legacy = connectors::is_legacy_kafka_state(*batch.state);
        if (!is_legacy && connectors::operator_bytes_of(*batch.state) != connectors::OperatorBytes::kSplit) {
            return;
        }
        for (const Entry& entry : batch.entries) {
            // The value is byte[]: an i32 length and the bytes.
            const Bytes element = is_legacy ? entry.value : content(entry.value);
            std::optional<KafkaOffset> offset =
                is_legacy ? connectors::read_legacy_kafka_offset(element) : connectors::read_kafka_offset(element);
            if (!offset) {
                continue;  // of another source
            }
            state_.elements.push_back({batch.state->name, batch.subtask, entry.index, is_legacy, std::move(*offset),
                                       ByteVector(element.begin(), element.end())});
        }
    }

    KafkaState take() { return std::move(state_); }

private:
    void add_coordinator(const EntryBatch& batch) {
        for (const Entry& entry : batch.entries) {
            state_.coordinator = connectors::KafkaCoordinator::read(entry.value);
            state_.has_other_coordinator = !state_.coordinator;
        }
    }

    static Bytes content(Bytes value) {
        BoundedReader in(value, "SourceReaderState");
        const Bytes bytes = in.length_prefixed("split");
        in.expect_end("split");
        return bytes;
    }

    KafkaState state_;
};

void put_offset(JsonBuilder& out, std::optional<std::int64_t> offset) {
    if (!offset) {
        out.null();
        return;
    }
    for (const auto& [word, mark] : kMarks) {
        if (*offset == mark) {
            out.string(word);
            return;
        }
    }
    out.integer(*offset);
}

/// By cluster, topic and partition: those of the readers, and those that none of them has yet.
std::multimap<KafkaPartition, KafkaOffset> offsets_of(const KafkaState& state) {
    std::multimap<KafkaPartition, KafkaOffset> offsets;
    for (const KafkaElement& element : state.elements) {
        offsets.emplace(element.offset.where, element.offset);
    }
    if (state.coordinator) {
        for (const auto& partition : state.coordinator->partitions()) {
            if (!partition.is_assigned && offsets.count(partition.where) == 0) {
                offsets.emplace(partition.where,
                                KafkaOffset{partition.where, partition.offset, partition.stopping_offset});
            }
        }
    }
    return offsets;
}

std::string line_of(const std::string& label, const KafkaOffset& offset, bool int64_as_string) {
    JsonBuilder out(int64_as_string);
    out.begin_object();
    if (!offset.where.cluster.empty()) {
        out.name("cluster").string(offset.where.cluster);
    }
    out.name("topic").string(offset.where.topic);
    out.name("partition").integer(offset.where.partition);
    put_offset(out.name("offset"), offset.offset);
    if (offset.stopping_offset) {
        put_offset(out.name("stoppingOffset"), offset.stopping_offset);
    }
    out.end_object();
    return "{" + label + "," + out.take().substr(1) + "\n";
}

ReadOptions reading_of_sources(const FileLookup& files) {
    ReadOptions read;
    read.files = files;
    read.kinds = {StateKind::kOperatorList, StateKind::kOperatorUnion, StateKind::kCoordinator};
    return read;
}

}  // namespace

std::vector<KafkaOffsetRow> read_kafka_offset_rows(const std::string& path) {
    RowSource source({{path, false}}, [](std::size_t, std::string_view) {});
    std::vector<KafkaOffsetRow> rows;
    RowBlock block;
    while (source.next(block)) {
        std::uint64_t line = block.first_line;
        for (std::string_view text = block.text; !text.empty(); ++line) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            std::string_view one = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            if (one.find_first_not_of(" \t\r") != std::string_view::npos) {
                rows.push_back(LineReader(one, name_of_rows(path) + ": line " + std::to_string(line)).read());
            }
        }
    }
    return rows;
}

std::string name_of(const KafkaPartition& partition) {
    return (partition.cluster.empty() ? "" : partition.cluster + "/") + partition.topic + "-" +
           std::to_string(partition.partition);
}

KafkaState read_kafka_state(const std::string& savepoint, const FileLookup& files, const std::string& operator_id) {
    ReadOptions read = reading_of_sources(files);
    read.operator_ids = {operator_id};
    EntryReader reader(savepoint, read);
    StateReader states;
    for (EntryBatch batch; reader.next(batch);) {
        states.add(batch);
    }
    if (!reader.unsupported().empty()) {
        throw UnsupportedError(reader.unsupported().front());
    }
    return states.take();
}

}  // namespace rows

void dump_kafka_offsets(std::string_view savepoint, ReadOptions options, bool int64_as_string, ByteSink& sink) {
    const ReadOptions sources = rows::reading_of_sources(options.files);
    options.kinds = sources.kinds;
    EntryReader reader(savepoint, options);
    const std::vector<std::string> labels = reader.row_labels();
    std::map<std::size_t, rows::StateReader> states;
    for (EntryBatch batch; reader.next(batch);) {
        states[batch.state->operator_index].add(batch);
    }
    for (const std::size_t op : reader.operators()) {
        const auto found = states.find(op);
        if (found == states.end()) {
            continue;
        }
        for (const auto& [where, offset] : rows::offsets_of(found->second.take())) {
            sink.write(rows::line_of(labels[op], offset, int64_as_string));
        }
    }
    sink.close();
    if (!reader.unsupported().empty()) {
        throw UnsupportedError(reader.unsupported().front());
    }
}

}  // namespace sp
