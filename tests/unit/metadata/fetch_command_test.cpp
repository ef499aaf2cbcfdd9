#include "metadata/fetch_command.hpp"

#include <filesystem>
#include <fstream>
#include <utility>

#include "catch.hpp"
#include "io/shell_command.hpp"
#include "sp/error.hpp"
#include "temp_folder.hpp"

using namespace sp;
using namespace sp::test;
namespace fs = std::filesystem;

namespace {

std::string content_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string problem_of(const std::string& command) {
    try {
        return "none: " + shell_line_of(command);
    } catch (const UsageError& error) {
        return error.what();
    }
}

/// Lines that write the URI as one word, by a real shell, into the file.
constexpr const char* kCommands[] = {
    "set -- {uri}; test $# = 1 && printf %s \"$1\" > {file}",
    "set -- {uri} {file}; test $# = 2 && printf %s \"$1\" > \"$2\"",
    "printf %s {uri} > {file}",
    "printf %s \"{uri}\" > \"{file}\"",
    "printf %s '{uri}' > '{file}'",
    "printf %s ''{uri}\"\" > {file}",
    "printf %s \"$(printf %s {uri})\" > {file}",
    "printf %s \"$(printf %s \"{uri}\")\" > {file}",
    "printf %s \"$(printf %s '{uri}')\" > {file}",
    "printf %s \"$(printf %s \"$(printf %s {uri})\")\" > {file}",
    "printf %s \"`printf %s {uri}`\" > {file}",
    "X=`printf %s {uri}`; printf %s \"$X\" > {file}",
    "(printf %s {uri}) > {file} # it's {uri} \"",
    "{ printf %s {uri}; } > {file}",
    "X={uri}; printf %s \"${X#none}\" > {file}",
    "if test $((1 + (2 * 3))) = 7; then printf %s {uri}; fi > {file}",
    "# it's $(a comment\nprintf %s {uri} > {file}",
    "printf %s \"\\\"{uri}\" > {file}; X=$(cat {file}; echo .); X=${X%.}; printf %s \"${X#?}\" > {file}",
    "sh -c 'printf %s \"$SP_FETCH_URI\"' > {file}",
    "sh -c 'printf %s \"$1\"' x {uri} > \"$SP_FETCH_FILE\"",
    "printf %s {uri} | cat > {file}",
};

/// What a hostile `_metadata` may name; each tries to make a file `owned` beside the wanted one.
constexpr const char* kUris[] = {
    "s3://bucket/plain-name",
    "$(touch owned)",
    "`touch owned`",
    "'; touch owned; '",
    "\"; touch owned; \"",
    "'\"; touch owned; \"'",
    "; touch owned #",
    "a\ntouch owned\nb",
    "two words  and\ttabs",
    "* ? [a-z] ~",
    "${SP_FETCH_FILE} $HOME",
    "{file} {uri}",
    "back\\slash \\",
    "&& touch owned || touch owned > owned",
    "-e --option",
    "%s %d %n",
    "#comment",
    "h\xC3\xA9llo \xF0\x9F\x98\x80 \xFF",
};

}  // namespace

TEST_CASE("a value is one word and never parsed, wherever its placeholder stands") {
    const TempFolder temp;
    const fs::path before = fs::current_path();
    fs::current_path(temp.path());
    const std::string file = (temp.path() / "wanted $(touch owned) 'file\"").string();
    for (const std::string command : kCommands) {
        const std::string line = shell_line_of(command);
        for (const std::string uri : kUris) {
            CAPTURE(command, line, uri);
            fs::remove(file);
            const std::pair<std::string, std::string> variables[] = {{"SP_FETCH_URI", uri}, {"SP_FETCH_FILE", file}};
            CHECK(run_shell(line, variables).is_success());
            CHECK(content_of(file) == uri);
            CHECK_FALSE(fs::exists("owned"));
        }
    }
    fs::current_path(before);
}

TEST_CASE("what a placeholder becomes") {
    CHECK(shell_line_of("cp {uri} {file}") == "cp \"${SP_FETCH_URI}\" \"${SP_FETCH_FILE}\"");
    CHECK(shell_line_of("cp \"{uri}\" '{file}'") == "cp \"${SP_FETCH_URI}\" ''\"${SP_FETCH_FILE}\"''");
    CHECK(shell_line_of("a/$(basename {uri}) {file}") == "a/$(basename \"${SP_FETCH_URI}\") \"${SP_FETCH_FILE}\"");
    SECTION("what is none stays") {
        CHECK(shell_line_of("echo \\{uri} {URI} {} {uri > {file}") ==
              "echo \\{uri} {URI} {} {uri > \"${SP_FETCH_FILE}\"");
        CHECK(shell_line_of("cp ${uri} {file}") == "cp ${uri} \"${SP_FETCH_FILE}\"");
    }
}

TEST_CASE("commands that cannot work are refused before they are run") {
    CHECK(problem_of("cp {uri} x").find("{file} is missing") != std::string::npos);
    CHECK(problem_of("").find("{file} is missing") != std::string::npos);
    CHECK(problem_of("cp {uri} \\{file}").find("{file} is missing") != std::string::npos);
    CHECK(problem_of("cp {uri} x # {file}").find("{file} is missing") != std::string::npos);
    for (const char* command :
         {"cp '{uri} {file}", "cp \"{uri} {file}", "cp $(echo {uri} {file}", "cp `echo {uri} {file}"}) {
        CHECK(problem_of(command).find("left open") != std::string::npos);
    }
    CHECK(problem_of("cp ${X:-{uri}} {file}").find("{uri} cannot stand in") != std::string::npos);
    CHECK(problem_of("echo $(({uri})) > {file}").find("{uri} cannot stand in") != std::string::npos);
    CHECK(problem_of("echo $(((1) + {uri})) > {file}").find("{uri} cannot stand in") != std::string::npos);
    CHECK(problem_of("cat > {file} <<END\n{uri}\nEND").find("here-documents") != std::string::npos);
    CHECK(problem_of("cp {uri} x").starts_with("--fetch 'cp {uri} x': "));
}
