#include "write/part_file.hpp"

#include "catch.hpp"
#include "metadata/metadata_writer.hpp"
#include "sp/error.hpp"
#include "write/part_folder.hpp"
#include "write/parts.hpp"

using namespace sp;
using namespace sp_test;

namespace {

std::string refusal_of(const TempDir& folder, const std::string& text) {
    const std::string path = folder.write("part", text);
    const std::string message = message_of<InputError>([&] { static_cast<void>(read_part(path)); });
    CHECK(!message.starts_with("another error"));
    return message;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("names of state files of parts are told from other names") {
    CHECK(part_name({0, 1}) == "part-0-of-1");
    CHECK(part_name({11, 300}) == "part-11-of-300");
    const std::string suffix = part_suffix({7, 9}, 0xFEDCBA9876543210);
    CHECK(suffix == "-part-7-fedcba9876543210");
    CHECK(part_suffix({7, 9}, 0) == "-part-7-0000000000000000");
    CHECK(is_state_file_of_part("abc-keyed-7" + suffix));
    CHECK(is_state_file_of_part(".abc-keyed-7" + suffix));
    for (const std::string& name :
         {std::string("part-7-of-9"), std::string("_metadata"), std::string("-part-"), std::string(),
          std::string("abc-keyed-7"), suffix + "0", suffix.substr(0, suffix.size() - 1),
          std::string("abc-part-7-FEDCBA9876543210"), std::string("abc-7-fedcba9876543210")}) {
        CAPTURE(name);
        CHECK(!is_state_file_of_part(name));
    }
}

TEST_CASE("a part file is read as it was written") {
    const TempDir folder;
    PartRows rows;
    rows.taken = {1, UINT64_MAX};
    rows.elsewhere = {UINT64_MAX, 0};
    rows.taken_keyless = {3, 4};
    rows.elsewhere_keyless = {5, 6};
    rows.broadcast = {7, std::uint64_t{1} << 63};
    write_split(folder, 2, rows);
    const PartFile part = read_part(part_path(folder, 2));
    CHECK(part.split.index == 2);
    CHECK(part.split.count == 3);
    CHECK(part.rows.taken == rows.taken);
    CHECK(part.rows.elsewhere == rows.elsewhere);
    CHECK(part.rows.taken_keyless == rows.taken_keyless);
    CHECK(part.rows.elsewhere_keyless == rows.elsewhere_keyless);
    CHECK(part.rows.broadcast == rows.broadcast);
    CHECK(write_part(part) == TempDir::read(part_path(folder, 2)));
    REQUIRE(part.metadata.operators.size() == 1);
    const std::vector<SubtaskState>& subtasks = part.metadata.operators[0].subtasks;
    REQUIRE(subtasks.size() == 3);
    for (const int other : {0, 1}) {  // the state of its own subtask only
        CHECK(!subtasks[static_cast<std::size_t>(other)].managed_operator_state);
    }
    CHECK(subtasks[2].managed_operator_state);
    const std::vector<StreamStateHandle> files = files_of(part.metadata);
    REQUIRE(files.size() == 2);
    for (const StreamStateHandle& file : files) {
        CHECK(is_state_file_of_part(file.path));
        CHECK(std::filesystem::file_size(folder.path("made/" + file.path)) ==
              static_cast<std::uintmax_t>(file.state_size));
    }
}

TEST_CASE("what is no part file is refused") {
    const TempDir folder;
    write_split(folder, 1);
    const std::string good = TempDir::read(part_path(folder, 1));
    for (const auto& [from, to] : {std::pair<std::string, std::string>{"\"part\":1", "\"part\":3"},
                                   {"\"part\":1", "\"part\":-1"},
                                   {"\"of\":3", "\"of\":0"},
                                   {"\"of\":3", "\"of\":1"},
                                   {"\"part\":1", "\"part\":\"1\""},
                                   {"\"part\":1,", ""},
                                   {"\"of\":3,", ""},
                                   {"\"plan\":", "\"plans\":"},
                                   {"\"rows\":{", "\"rows\":[{"},
                                   {"\"taken\":", "\"token\":"},
                                   {"\"broadcast\":", "\"broad\":"},
                                   {"\"sum\":\"0", "\"sum\":\"x"},
                                   {"\"sum\":\"0000000000000000\"", "\"sum\":\"\""},
                                   {"\"sum\":\"0000000000000000\"", "\"sum\":7"},
                                   {"\"part\":1", "\"part\":4294967297"},
                                   {"\"sum\":\"0000000000000000\"", "\"sum\":\"0x1\""},
                                   {"\"sum\":\"0000000000000000\"", "\"sum\":\"-1\""},
                                   {"\"sum\":\"0000000000000000\"", "\"sum\":\" 1\""},
                                   {"\"sum\":\"0000000000000000\"", "\"sum\":\"1zz\""},
                                   {"\"sum\":\"0", "\"sum\":\"fffffffffffffffff"},
                                   {"\"metadata\":\"", "\"metadata\":\"%"},
                                   {"\"metadata\":\"", "\"metadata\":[\""},
                                   {"\"metadata\":\"", "\"metadata\":\"AAAA"}}) {
        CAPTURE(from, to);
        CHECK(refusal_of(folder, replaced(good, from, to)) != "no error");
    }
    for (const std::string text : {"", "[]", "null", "7", "{}", "\xff", "{\"part\":1"}) {
        CAPTURE(text);
        CHECK(refusal_of(folder, text).starts_with(folder.path("part") + ": is no part of a savepoint: "));
    }
    CHECK(refusal_of(folder, good + good) != "no error");
    CHECK_THROWS_AS(read_part(folder.path("not there")), InputError);
    CHECK_THROWS_AS(read_part(folder.path("made")), InputError);
}

TEST_CASE("a part file damaged anywhere is a part file or an input error") {
    const TempDir folder;
    write_split(folder, 1);
    const std::string good = TempDir::read(part_path(folder, 1));
    const std::string path = folder.path("damaged");
    const auto read = [&](const std::string& text) {
        folder.write("damaged", text);
        try {
            static_cast<void>(files_of(read_part(path).metadata));
        } catch (const InputError&) {
        } catch (const UnsupportedError&) {  // a version or handle that we do not know
        }
    };
    for (std::size_t at = 0; at < good.size(); at += 3) {
        CAPTURE(at);
        if (at + 1 < good.size()) {
            folder.write("damaged", good.substr(0, at));
            CHECK_THROWS_AS(read_part(path), InputError);
        }
        for (const char c : {'0', '"'}) {
            std::string text = good;
            text[at] = c;
            CHECK_NOTHROW(read(text));
        }
    }
}

TEST_CASE("a folder of parts gives files the names of their content once they are complete") {
    const TempDir folder;
    const auto name_of = [&](const std::string& content) {
        PartFolder parts(folder.path("made"), {1, 2});
        CHECK(parts.temporary_path().empty());
        StateFile file = parts.create("state");
        file.write(content);
        file.close();
        CHECK(names_in(folder.path("made")).size() == 1);
        CHECK(names_in(folder.path("made"))[0].starts_with(".state-part-1-"));
        return parts.name_of("state", file);
    };
    const std::string name = name_of("content");
    CHECK(name.starts_with("state-part-1-"));
    CHECK(is_state_file_of_part(name));
    CHECK(name_of("content") == name);
    CHECK(name_of("others!") != name);
    CHECK(name_of("content ") != name);
    CHECK(names_in(folder.path("made")).empty());  // none was committed
}

TEST_CASE("a folder of parts that cannot be made is an output error") {
    const TempDir folder;
    folder.write("file", "x");
    CHECK_THROWS_AS(PartFolder(folder.path("file"), {0, 1}), OutputError);
    CHECK_THROWS_AS(PartFolder(folder.path("file/below"), {0, 1}), OutputError);
    folder.write("_metadata", "x");
    CHECK_THROWS_AS(PartFolder(folder.path(), {0, 1}), UsageError);
}
