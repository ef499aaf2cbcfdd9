#include "sp/audit.hpp"

#include <algorithm>
#include <fstream>

#include "catch.hpp"
#include "fixture.hpp"
#include "metadata/metadata_writer.hpp"
#include "report/findings.hpp"
#include "snapshots.hpp"
#include "sp/error.hpp"

using namespace sp;
using namespace sp::test;

namespace {

/// "CODE operator state" of each finding, without those that are ignored.
std::vector<std::string> audit(const std::filesystem::path& folder, bool is_deep, unsigned threads = 1,
                               std::vector<std::string> ignore = {"note"}) {
    AuditOptions options;
    options.is_deep = is_deep;
    options.threads = threads;
    options.filter.ignore = std::move(ignore);
    options.filter.fail_on = {"note"};
    StringSink sink;
    const bool fails = print_audit(folder.string(), options, sink).fails;
    std::vector<std::string> lines;
    std::string_view text = sink.text();
    while (!text.empty()) {
        const std::string line(text.substr(0, text.find('\n')));
        text.remove_prefix(line.size() + 1);
        std::vector<std::string> cells;
        for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 1) {
            end = line.find('\t', at);
            cells.push_back(line.substr(at, end - at));
        }
        REQUIRE(cells.size() == 7);
        lines.push_back(cells[0] + " " + cells[2] + " " + cells[3]);
    }
    CHECK(fails == !lines.empty());
    return lines;
}

/// A savepoint of one operator with empty files "0", "1", … of 100 bytes, whose headers are not looked at here.
std::vector<std::string> audit_key_groups(OperatorState op) {
    const TempFolder folder;
    SavepointMetadata metadata;
    metadata.version = 4;
    op.uid.clear();  // version 4 has none
    metadata.operators = {std::move(op)};
    const ByteVector bytes = write_metadata(metadata);
    folder.make("_metadata", std::string(bytes.begin(), bytes.end()));
    std::vector<std::string> lines = audit(folder.path(), false, 1, {});
    std::erase_if(lines, [](const std::string& line) { return line.starts_with("SP-FILE-MISSING"); });
    for (std::string& line : lines) {
        line = line.substr(0, line.find(' '));
    }
    return lines;
}

KeyedStateHandle groups(std::int32_t first, std::int32_t count) {
    KeyedStateHandle handle = key_groups(HandleTag::kSavepointKeyGroups, relative_file("x", 100),
                                         std::vector<std::int64_t>(static_cast<std::size_t>(count), std::int64_t{0}));
    std::get<KeyGroupsStateHandle>(handle.value).range.first = first;
    return handle;
}

using Codes = std::vector<std::string>;

}  // namespace

TEST_CASE("key groups are there, each once, where Flink looks for them") {
    CHECK(audit_key_groups(operator_of({groups(0, 64), groups(64, 64)})).empty());
    CHECK(audit_key_groups(operator_of({groups(0, 64), groups(65, 63)})) == Codes{"SP-KEY-GROUP-GAP"});
    CHECK(audit_key_groups(operator_of({groups(0, 65), groups(64, 64)})) == Codes{"SP-KEY-GROUP-OVERLAP"});
    CHECK(audit_key_groups(operator_of({groups(64, 64), groups(0, 64)})) == Codes{"SP-KEY-GROUP-RANGE"});
    CHECK(audit_key_groups(operator_of({groups(0, 64), KeyedStateHandle()})) == Codes{"SP-SUBTASK-EMPTY"});
    CHECK(audit_key_groups(operator_of({KeyedStateHandle(), KeyedStateHandle()})).empty());

    OperatorState finished = operator_of({groups(0, 64), KeyedStateHandle()});
    finished.subtasks[1].is_finished = true;
    CHECK(audit_key_groups(finished).empty());

    OperatorState twice = operator_of({groups(0, 64), groups(64, 64)});
    twice.subtasks[1].index = 0;
    twice.subtasks[1].managed_keyed_state = {};
    CHECK(audit_key_groups(twice) == Codes{"SP-METADATA-INCONSISTENT", "SP-SUBTASK-EMPTY"});
}

TEST_CASE("good snapshots audit clean, whoever wrote them, with any number of threads") {
    for (const std::string name :
         {"1.14.6-timers-windows.h-chk", "1.20.3-keys.h-canon", "1.20.3-operator-state.h-canon-inline",
          "1.20.3-timers-windows.r-chkinc-heaptimers", "1.20.3-types-plain.h-native", "2.3.0-forst.f-chkinc"}) {
        CAPTURE(name);
        CHECK(audit(fixture(name), true).empty());
        CHECK(audit(fixture(name), true, 4).empty());
    }
}

TEST_CASE("whatever byte of _metadata is wrong, the audit ends with findings or none") {
    const std::filesystem::path whole = fixture("1.20.3-timers-windows.h-native");
    const TempFolder folder;
    std::filesystem::copy(whole, folder.path(), std::filesystem::copy_options::recursive);
    std::ifstream in(whole / "_metadata", std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(in)), {});
    for (std::size_t at = 0; at < bytes.size(); at += 37) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
        folder.make("_metadata", damaged);
        AuditOptions options;
        options.is_deep = at % 2 == 0;
        StringSink sink;
        CHECK_NOTHROW(static_cast<void>(print_audit(folder.path().string(), options, sink)));
    }
}

TEST_CASE("a snapshot that is not there is no finding") {
    StringSink sink;
    CHECK_THROWS_AS(static_cast<void>(print_audit("/nowhere", {}, sink)), InputError);
}
