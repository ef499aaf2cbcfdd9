#include "common/command_line.hpp"

#include <stdexcept>

#include "catch.hpp"
#include "common/option_groups.hpp"

using namespace sp::cli;

namespace {

struct Options {
    ReadingOptions reading;
    SelectionOptions selection;
    OutputOptions output;
};

Options parse(std::vector<const char*> arguments) {
    Options options;
    CommandLine line;
    line.add(kReadingOptions, options.reading);
    line.add(kSelectionOptions, options.selection);
    line.add(kOutputOptions, options.output);
    arguments.insert(arguments.begin(), "tool");
    line.parse(static_cast<int>(arguments.size()), arguments.data(), [] { return false; });
    return options;
}

std::string failure(std::vector<const char*> arguments) {
    try {
        parse(std::move(arguments));
    } catch (const sp::UsageError& error) {
        return error.what();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("every shared option reaches its member") {
    const Options o = parse({"--path-map",
                             "a=b",
                             "--path-map=c=d",
                             "--uid-list",
                             "u",
                             "--uid",
                             "x",
                             "--uid",
                             "y",
                             "--operator-id",
                             "9664f153167e119a55c1a759fbb076a9",
                             "--state",
                             "s",
                             "--kind",
                             "map",
                             "--key",
                             "-5",
                             "--keys",
                             "k",
                             "--key-group",
                             "1-2",
                             "--limit",
                             "3",
                             "--limit-per-state",
                             "4",
                             "-o",
                             "out",
                             "--overwrite",
                             "--sort",
                             "--memory",
                             "1G",
                             "--tmp-dir",
                             "t",
                             "--raw",
                             "--strict",
                             "--int64",
                             "string",
                             "SP"});
    CHECK(o.reading.savepoint == "SP");
    CHECK(o.reading.path_map == std::vector<std::pair<std::string, std::string>>{{"a", "b"}, {"c", "d"}});
    CHECK(o.reading.uid_list == "u");
    CHECK(o.selection.uids == std::vector<std::string>{"x", "y"});
    CHECK(o.selection.operator_ids == std::vector<std::string>{"9664f153167e119a55c1a759fbb076a9"});
    CHECK(o.selection.states == std::vector<std::string>{"s"});
    CHECK(o.selection.kinds == std::vector<std::string>{"map"});
    CHECK(o.selection.keys == std::vector<std::string>{"-5"});
    CHECK(o.selection.keys_file == "k");
    REQUIRE(o.selection.key_groups.has_value());
    CHECK(o.selection.key_groups->last == 2);
    CHECK(o.selection.limit == 3U);
    CHECK(o.selection.limit_per_state == 4U);
    CHECK(o.output.output == "out");
    CHECK(o.output.overwrite);
    CHECK(o.output.sort);
    CHECK(o.output.memory == 1ULL << 30);
    CHECK(o.output.tmp_dir == "t");
    CHECK(o.output.raw);
    CHECK(o.output.strict);
    CHECK(o.output.int64_as_string);
}

TEST_CASE("what the user got wrong is named") {
    CHECK(failure({}) == "no SAVEPOINT given");
    CHECK(failure({"a", "b"}) == "unexpected argument 'b'");
    CHECK(failure({"a", "--stat", "x"}) == "unknown option '--stat'; did you mean --state?");
    CHECK(failure({"a", "--limit=1", "--limit=2"}) == "--limit: given more than once");
    CHECK(failure({"a", "--sort=yes"}) != "accepted");
    CHECK(failure({"a", "--uid-list"}) == "--uid-list: needs a value");
    CHECK(failure({"a", "--memory", "64X"}) == "--memory: '64X' is not a size such as 4096, 64M or 1G");
}

TEST_CASE("a tool has only the options that it adds") {
    ReadingOptions reading;
    CommandLine line;
    line.add(kReadingOptions, reading, {"--uid-list", "SAVEPOINT"});
    CHECK(line.has("SAVEPOINT"));
    CHECK_FALSE(line.has("--path-map"));
    const std::string help = line.help("tool", "Does.", "SAVEPOINT");
    CHECK(help.find("--path-map") == std::string::npos);
    CHECK(help.find("SAVEPOINT ", help.find("Input:")) < help.find("--uid-list FILE"));
    CHECK_THROWS_AS(line.add(kReadingOptions, reading, {"--no-such"}), std::logic_error);
}
