// The schema of a snapshot from its headers: whole, or refused. (tests/unit/report compares it with what sp-inspect prints.)

#include "restore/savepoint_schema.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "catch.hpp"
#include "fixture.hpp"
#include "io/byte_writer.hpp"
#include "metadata/metadata_writer.hpp"
#include "metadata/temp_folder.hpp"
#include "restore/heap_savepoint.hpp"
#include "sp/error.hpp"
#include "sp/read.hpp"
#include "types/snapshots/snapshot_writer.hpp"

using namespace sp;
namespace fs = std::filesystem;

namespace {

struct Taken {
    SchemaDocument schema;
    std::vector<std::string> warnings;
};

Taken schema_of(const fs::path& path, const std::vector<std::string>& uids = {}) {
    const Snapshot snapshot = open_snapshot(path.string());
    const OperatorNames names(snapshot.metadata, uids);
    Taken taken;
    taken.schema =
        read_savepoint_schema(snapshot, names, [&](const std::string& warning) { taken.warnings.push_back(warning); });
    return taken;
}

ByteVector snapshot_of(const Type& type) {
    ByteWriter out;
    write_snapshot(out, type);
    return out.take();
}

template <class Error>
std::string refusal(const fs::path& path) {
    try {
        static_cast<void>(schema_of(path));
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

/// A copy of the fixture whose state files can be damaged.
class Copy {
public:
    explicit Copy(const std::string& name) {
        fs::copy(test::fixture(name), folder_.path() / "copy", fs::copy_options::recursive);
    }

    [[nodiscard]] fs::path path() const { return folder_.path() / "copy"; }

    [[nodiscard]] std::vector<fs::path> state_files() const {
        std::vector<fs::path> files;
        for (const auto& entry : fs::directory_iterator(path())) {
            if (entry.path().filename() != "_metadata") {
                files.push_back(entry.path());
            }
        }
        std::sort(files.begin(), files.end());
        return files;
    }

private:
    test::TempFolder folder_;
};

/// Gives the operator of `metadata` a second subtask, the one of `other`.
const OperatorState& with_second_subtask(SavepointMetadata& metadata, const SavepointMetadata& other) {
    OperatorState& op = metadata.operators.at(0);
    op.parallelism = op.max_parallelism = 2;
    op.subtasks.push_back(other.operators.at(0).subtasks.at(0));
    op.subtasks[1].index = 1;
    std::get<KeyGroupsStateHandle>(op.subtasks[1].managed_keyed_state.value).range.first = 1;
    return op;
}

}  // namespace

TEST_CASE("every state that has entries is in the schema, with its serializers") {
    std::size_t count = 0;
    for (const char* const name : {"1.20.3-timers-windows.r-canon", "2.3.0-uids-mix.h-canon-p4", "1.14.6-ttl.h-canon",
                                   "1.20.3-uids-mix.h-native-p3-m300", "1.20.3-timers-windows.r-chkinc-heaptimers",
                                   "2.3.0-operator-state.r-canon", "2.3.0-forst.f-chkinc"}) {
        CAPTURE(name);
        const fs::path path = test::fixture(name);
        const SchemaDocument schema = schema_of(path).schema;
        ReadOptions options;
        options.with_timers = true;
        EntryReader reader(path.string(), options);
        const SavepointMetadata& metadata = reader.metadata();
        REQUIRE(schema.operators.size() == metadata.operators.size());
        for (std::size_t i = 0; i < schema.operators.size(); ++i) {
            CHECK(schema.operators[i].uid == reader.uid(i));
            CHECK((schema.operators[i].operator_id.empty() == !reader.uid(i).empty()));
            CHECK(schema.operators[i].parallelism == metadata.operators[i].parallelism);
            CHECK(schema.operators[i].max_parallelism == metadata.operators[i].max_parallelism);
            CHECK(schema.operators[i].coordinator.has_value() == !metadata.operators[i].coordinator_state.is_null());
        }
        EntryBatch batch;
        while (reader.next(batch)) {
            const StateDescriptor& state = *batch.state;
            if (state.kind == StateKind::kCoordinator) {
                continue;
            }
            const SchemaOperator& op = schema.operators[state.operator_index];
            const bool is_timer = state.kind == StateKind::kTimer;
            const auto& states = is_timer ? op.timers : op.states;
            const auto found = std::find_if(states.begin(), states.end(), [&](const StateDescriptor& known) {
                return known.kind == state.kind && (is_timer ? known.timer_service == state.timer_service &&
                                                                   known.timer_domain == state.timer_domain
                                                             : known.name == state.name);
            });
            CAPTURE(state.name);
            REQUIRE(found != states.end());
            if (state.value) {
                CHECK(snapshot_of(*found->value) == snapshot_of(*state.value));
            }
            if (is_keyed(state.kind)) {
                CHECK(snapshot_of(*op.key) == snapshot_of(*state.key));
            }
            ++count;
        }
    }
    CHECK(count > 400);
}

TEST_CASE("a timer service has both of its queues, under the names that Flink gives them") {
    std::size_t count = 0;
    for (const char* const name : {"1.20.3-timers-windows.r-canon", "1.20.3-timers-windows.r-chkinc-heaptimers"}) {
        for (const SchemaOperator& op : schema_of(test::fixture(name)).schema.operators) {
            std::set<std::pair<std::string, TimerDomain>> queues;
            for (const StateDescriptor& queue : op.timers) {
                CHECK(queue.kind == StateKind::kTimer);
                CHECK(queue.name == timer_state_name(queue.timer_domain, queue.timer_service));
                CHECK(queues.emplace(queue.timer_service, queue.timer_domain).second);
                CHECK(queue.key);
                CHECK(queue.name_space);
            }
            for (const auto& [service, domain] : queues) {
                CHECK(queues.count({service, domain == TimerDomain::kEventTime ? TimerDomain::kProcessingTime
                                                                               : TimerDomain::kEventTime}) == 1);
            }
            CHECK((op.timers.empty() || op.key));
            count += op.timers.size();
        }
    }
    CHECK(count > 8);
}

TEST_CASE("uids that are given name operators that the snapshot knows by their hash") {
    const fs::path path = test::fixture("1.20.3-timers-windows.r-canon");
    const SchemaDocument by_id = schema_of(path).schema;
    REQUIRE(by_id.operators[0].uid.empty());
    // A savepoint of our own, whose uid we know.
    const test::TempFolder folder;
    SavepointMetadata metadata;
    metadata.version = 3;
    OperatorState op;
    op.id = hash_of_uid("u");
    op.parallelism = 1;
    op.max_parallelism = 7;
    op.subtasks.emplace_back();
    metadata.operators.push_back(op);
    folder.make("_metadata", std::string(as_text(write_metadata(metadata))));
    const SchemaDocument named = schema_of(folder.path(), {"x", "u"}).schema;
    REQUIRE(named.operators.size() == 1);
    CHECK(named.operators[0].uid == "u");
    CHECK(named.operators[0].operator_id.empty());
    CHECK(named.operators[0].max_parallelism == 7);
    CHECK(!named.operators[0].key);
    CHECK(schema_of(folder.path(), {"x"}).schema.operators[0].operator_id == hash_of_uid("u").hex());
}

TEST_CASE("a schema whose files are lost or damaged is refused with its operator") {
    {
        const Copy copy("2.3.0-operator-state.h-canon");
        fs::remove(copy.state_files().at(0));
        const std::string message = refusal<InputError>(copy.path());
        CHECK(message.starts_with("operator "));
        CHECK(message.find(": its schema is lost with its files: ") != std::string::npos);
        CHECK(message.find(copy.state_files().at(0).parent_path().string()) != std::string::npos);
    }
    std::size_t refused = 0;
    const std::size_t files = Copy("2.3.0-operator-state.h-canon").state_files().size();
    for (std::size_t i = 0; i < files; ++i) {
        const Copy copy("2.3.0-operator-state.h-canon");
        const fs::path file = copy.state_files().at(i);
        const auto size = fs::file_size(file);
        std::fstream out(file, std::ios::in | std::ios::out | std::ios::binary);
        out.write("\x7f\x7f\x7f\x7f", 4);  // a version that nobody has written
        out.close();
        CHECK(fs::file_size(file) == size);
        const std::string message = refusal<Error>(copy.path());
        CHECK(message.starts_with("operator "));
        refused += message.find(file.filename().string()) != std::string::npos ? 1 : 0;
    }
    CHECK(refused == files);
}

TEST_CASE("a serializer of the job's own stands in the schema by its snapshot") {
    const test::TempFolder folder;
    test::HeapSavepoint savepoint(false);
    savepoint.add_value_state("good", test::long_snapshot());
    savepoint.add_value_state("bad", test::long_snapshot());
    savepoint.add_key_group({});
    savepoint.write(folder);
    std::fstream file(folder.path() / "_metadata", std::ios::in | std::ios::out | std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const std::size_t at = bytes.rfind("LongSerializerSnapshot");  // that of the last state
    REQUIRE(at != std::string::npos);
    file.seekp(static_cast<std::streamoff>(at));
    file.write("Acme", 4);
    file.close();
    const SchemaDocument schema = schema_of(folder.path()).schema;
    const auto& states = schema.operators.at(0).states;
    REQUIRE(states.size() == 2);
    CHECK(states[0].value->kind == TypeKind::kLong);
    CHECK(states[1].value->kind == TypeKind::kUnknown);
    CHECK(states[1].value->snapshot_class.ends_with("LongSerializer$AcmeSerializerSnapshot"));
}

TEST_CASE("subtasks that differ in a state's serializers give that of the first, and a warning") {
    const test::TempFolder folders[2];
    SavepointMetadata metadata[2];
    for (std::size_t i = 0; i < 2; ++i) {
        test::HeapSavepoint savepoint(false);
        savepoint.add_value_state("same", test::long_snapshot());
        savepoint.add_value_state("other", i == 0 ? test::pojo_snapshot() : test::long_snapshot());
        savepoint.add_key_group({});
        savepoint.write(folders[i]);
        metadata[i] = open_snapshot(folders[i].path().string()).metadata;
    }
    const OperatorState& op = with_second_subtask(metadata[0], metadata[1]);
    const test::TempFolder folder;
    folder.make("_metadata", std::string(as_text(write_metadata(metadata[0]))));
    const Taken taken = schema_of(folder.path());
    const std::vector<StateDescriptor>& states = taken.schema.operators.at(0).states;
    REQUIRE(states.size() == 2);
    CHECK(states[0].name == "same");
    CHECK(states[1].name == "other");
    CHECK(states[1].value->kind == TypeKind::kPojo);
    REQUIRE(taken.warnings.size() == 1);
    CHECK(taken.warnings[0] ==
          "operator " + op.id.hex() + ": subtasks differ in the serializers of 'other'; those of the first are taken");
}

TEST_CASE("subtasks that have met other subclasses of a POJO give all of them, without a warning") {
    const test::TempFolder folders[2];
    SavepointMetadata metadata[2];
    for (std::size_t i = 0; i < 2; ++i) {
        Type pojo = *test::pojo_snapshot();
        Type subclass = pojo;
        subclass.class_name = i == 0 ? "com.acme.First" : "com.acme.Second";
        pojo.other_subclasses = {{subclass.class_name, true, std::make_shared<Type>(subclass)}};
        test::HeapSavepoint savepoint(false);
        savepoint.add_value_state("met", std::make_shared<Type>(pojo));
        savepoint.add_key_group({});
        savepoint.write(folders[i]);
        metadata[i] = open_snapshot(folders[i].path().string()).metadata;
    }
    with_second_subtask(metadata[0], metadata[1]);
    const test::TempFolder folder;
    folder.make("_metadata", std::string(as_text(write_metadata(metadata[0]))));
    const Taken taken = schema_of(folder.path());
    CHECK(taken.warnings.empty());
    const StateDescriptor& state = taken.schema.operators.at(0).states.at(0);
    REQUIRE(state.value->other_subclasses.size() == 2);
    CHECK(state.value->other_subclasses[0].class_name == "com.acme.First");
    CHECK(state.value->other_subclasses[1].class_name == "com.acme.Second");
    CHECK(snapshot_of(*state.serializer) == snapshot_of(*state.value));
}
