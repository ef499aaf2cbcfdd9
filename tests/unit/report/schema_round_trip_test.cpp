// Schemas of real savepoints, printed and read again: each type, written as a snapshot, has the bytes that Flink wrote, and
// so have the headers of canonical savepoints of RocksDB, made from the document alone. Covers tests/fixtures/savepoints,
// and ../shared/savepoints where it is there.

#include <algorithm>
#include <map>
#include <set>

#include "catch.hpp"
#include "io/bounded_reader.hpp"
#include "io/byte_writer.hpp"
#include "metadata/open_stream.hpp"
#include "metadata/snapshot_location.hpp"
#include "report/schema_document.hpp"
#include "report/schema_types.hpp"
#include "report/snapshot_kind.hpp"
#include "restore/operator_headers.hpp"
#include "restore/operator_names.hpp"
#include "state/state_meta_info.hpp"
#include "types/schema/document.hpp"
#include "types/schema/parser.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/snapshot_writer.hpp"
#include "write/state_headers.hpp"

using namespace sp;
namespace fs = std::filesystem;

namespace {

/// The files called _metadata below the folders of cases.
std::vector<fs::path> real_snapshots() {
    std::vector<fs::path> found;
    for (const char* root : {"savepoints", "../../../shared/savepoints"}) {
        const fs::path folder = fs::path(SP_FIXTURES) / root;
        if (!fs::is_directory(folder)) {
            continue;
        }
        for (const auto& entry : fs::recursive_directory_iterator(folder)) {
            if (entry.path().filename() == "_metadata") {
                found.push_back(entry.path());
            }
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

/// "1.20.3-types.h-canon", "1.20.3/types.h-canon"
bool is_canonical_rocksdb(const fs::path& path) { return path.string().find(".r-canon") != std::string::npos; }

ByteVector snapshot_of(const Type& type) {
    ByteWriter out;
    write_snapshot(out, type);
    return out.take();
}

struct RealType {
    TypePtr type;
    SchemaTarget target;
    std::string where;
};

/// Each once for each version of Flink. Headers that cannot be read are the concern of others.
std::vector<RealType> real_types() {
    std::vector<RealType> found;
    std::set<std::pair<std::string, ByteVector>> seen;
    for (const fs::path& path : real_snapshots()) {
        const Snapshot snapshot = open_snapshot(path.string());
        const SchemaTarget target = {flink_versions_of(snapshot.metadata.version).last};
        for (std::size_t i = 0; i < snapshot.metadata.operators.size(); ++i) {
            InspectOutcome outcome;
            for (const DescribedState& described : read_headers(snapshot, i, outcome).states) {
                const StateDescriptor& state = described.state;
                for (const TypePtr& type :
                     {state.key, state.name_space, state.map_key, state.value, state.serializer}) {
                    if (type && seen.emplace(to_string(*target.flink_version), snapshot_of(*type)).second) {
                        found.push_back({type, target, path.string() + " " + state.name});
                    }
                }
            }
        }
    }
    return found;
}

bool has_snapshot(const nlohmann::ordered_json& json) { return json.dump().find("\"snapshot\":") != std::string::npos; }

ByteVector read_again(const nlohmann::ordered_json& json, const SchemaTarget& target) {
    return snapshot_of(*parse_type(json, target));
}

/// Where they part, if they do.
void check_same(const ByteVector& made, const ByteVector& stored) {
    const auto parting = std::mismatch(made.begin(), made.end(), stored.begin(), stored.end());
    CHECK(parting.first - made.begin() == static_cast<std::ptrdiff_t>(stored.size()));
    CHECK(made.size() == stored.size());
}

/// The stored header of a stream and what the document's states give for it, in the order of the stored ones: a document
/// has timers apart from states.
void check_keyed_header(const ByteSource& source, std::uint64_t size, const SchemaOperator& op) {
    ByteVector bytes(static_cast<std::size_t>(std::min(size, source.size())));
    source.read_at(0, bytes);
    BoundedReader in(bytes, source.name());
    const KeyedStateHeader header = read_keyed_state_header(in, {});
    REQUIRE_FALSE(header.failure);
    bytes.resize(static_cast<std::size_t>(in.offset()));
    std::vector<StateDescriptor> states;
    for (const StateMetaInfo& info : header.states) {
        const auto& candidates = info.type == BackendStateType::kPriorityQueue ? op.timers : op.states;
        const auto found = std::find_if(candidates.begin(), candidates.end(), [&](const auto& state) {
            return is_keyed(state.kind) && state.name == info.name;
        });
        CAPTURE(info.name);
        REQUIRE(found != candidates.end());
        states.push_back(*found);
    }
    check_same(write_keyed_state_header(*op.key, states, header.is_compressed), bytes);
}

void check_operator_header(const ByteSource& source, const SchemaOperator& op) {
    ByteVector bytes(static_cast<std::size_t>(source.size()));
    source.read_at(0, bytes);
    BoundedReader in(bytes, source.name());
    const OperatorStateHeader header = read_operator_state_header(in, {});
    REQUIRE_FALSE(header.failure);
    bytes.resize(static_cast<std::size_t>(in.offset()));
    std::vector<StateDescriptor> states;
    for (const auto* list : {&header.list_states, &header.broadcast_states}) {
        for (const StateMetaInfo& info : *list) {
            const StateKind kind = describe_operator_state(info, 0).kind;
            const auto found = std::find_if(op.states.begin(), op.states.end(), [&](const auto& state) {
                return state.kind == kind && state.name == info.name;
            });
            CAPTURE(info.name);
            REQUIRE(found != op.states.end());
            states.push_back(*found);
        }
    }
    // Flink 1.18 and later write version 6 with the compression flag always; we only if there is compression.
    ByteVector made = write_operator_state_header(states, 5, header.is_compressed);
    if (bytes.at(3) == 6 && !header.is_compressed) {
        made.at(3) = 6;
        made.insert(made.begin() + 4, 0);
    }
    check_same(made, bytes);
}

std::uint64_t first_offset(const std::vector<std::int64_t>& offsets, std::uint64_t end) {
    for (const std::int64_t offset : offsets) {
        end = offset > 0 ? std::min(end, static_cast<std::uint64_t>(offset)) : end;
    }
    return end;
}

}  // namespace

TEST_CASE("types of real savepoints come back from their words, byte for byte") {
    const std::vector<RealType> types = real_types();
    std::size_t in_words = 0;
    std::size_t without_snapshot = 0;
    std::size_t with_subclasses = 0;
    for (const RealType& real : types) {
        CAPTURE(real.where, type_words(*real.type));
        const nlohmann::ordered_json printed = schema_type(*real.type);
        const ByteVector bytes = snapshot_of(*real.type);
        CHECK((read_again(printed, real.target) == bytes));
        if (!has_snapshot(printed)) {
            ++without_snapshot;
            in_words += printed.is_string() ? 1 : 0;
            CHECK((read_again(type_json(*real.type), real.target) == bytes));
        } else if (real.type->class_name == "corpus.Pojos$Base") {  // subclasses are told by the JSON too
            ++with_subclasses;
            CHECK((read_again(type_json(*real.type), real.target) == bytes));
        }
    }
    CAPTURE(types.size(), without_snapshot, in_words, with_subclasses);
    CHECK(types.size() >= 264);
    CHECK(without_snapshot >= 216);  // the others have Kryo, Avro or SQL in them, or subclasses
    CHECK(in_words >= 214);
    CHECK(with_subclasses >= 1);
}

TEST_CASE("documents of real savepoints are read, and give the headers of canonical savepoints") {
    std::size_t keyed = 0;
    std::size_t of_operators = 0;
    for (const fs::path& path : real_snapshots()) {
        CAPTURE(path.string());
        const Snapshot snapshot = open_snapshot(path.string());
        const OperatorNames names(snapshot.metadata, {});
        InspectOutcome outcome;
        const SchemaDocument document =
            read_schema_document(schema_document(snapshot, names, names.select({}, {}), outcome));
        REQUIRE(document.operators.size() == snapshot.metadata.operators.size());
        if (!is_canonical_rocksdb(path)) {
            continue;
        }
        for (std::size_t i = 0; i < document.operators.size(); ++i) {
            const OperatorState& op = snapshot.metadata.operators[i];
            const SchemaOperator& read = document.operators[i];
            CHECK((read.uid.empty() ? read.operator_id : hash_of_uid(read.uid).hex()) == op.id.hex());
            CHECK(read.parallelism == op.parallelism);
            CHECK(read.max_parallelism == op.max_parallelism);
            for (const SubtaskState& subtask : op.subtasks) {
                if (const auto* handle = std::get_if<KeyGroupsStateHandle>(&subtask.managed_keyed_state.value)) {
                    const ByteSource source = open_stream(handle->delegate, snapshot.files);
                    check_keyed_header(source, first_offset(handle->offsets, source.size()), read);
                    ++keyed;
                }
                if (subtask.managed_operator_state && !subtask.managed_operator_state->is_empty) {
                    check_operator_header(open_stream(subtask.managed_operator_state->delegate, snapshot.files), read);
                    ++of_operators;
                }
            }
        }
    }
    CHECK(keyed >= 66);
    CHECK(of_operators >= 15);
}
