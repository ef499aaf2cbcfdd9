// Parts of splits made one savepoint, and every reason why not.

#include "catch.hpp"
#include "sp/error.hpp"
#include "write/parts.hpp"

using namespace sp;
using namespace sp_test;
namespace fs = std::filesystem;

namespace {

std::string refusal(const std::vector<std::string>& parts, const std::string& output = "") {
    return message_of<InputError>([&] { commit_parts(parts, output); });
}

bool has(const std::string& text, std::string_view piece) { return text.find(piece) != std::string::npos; }

std::string state_file(const TempDir& folder, std::string_view kind, int subtask) {
    for (const std::string& name : names_in(folder.path("made"))) {
        if (has(name, "-" + std::string(kind) + "-" + std::to_string(subtask) + "-part-")) {
            return folder.path("made/" + name);
        }
    }
    throw std::runtime_error("no such file");
}

/// A part file with other content.
template <class Change>
void change_part(const std::string& path, Change&& change) {
    PartFile part = read_part(path);
    change(part);
    const std::string text = write_part(part);
    std::ofstream(path, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
}

void check_whole(const TempDir& folder, int value = 0) {
    const TempDir other;
    SavepointWriter writer(other.path("made"), {});
    fill_part(writer, -1, value);
    writer.commit();
    CHECK(lines_of(folder.path("made")) == lines_of(other.path("made")));
}

}  // namespace

TEST_CASE("all parts are one savepoint with the state of all, and nothing else stays") {
    for (const bool is_output_given : {false, true}) {
        const TempDir folder;
        const std::vector<std::string> parts = write_all_parts(folder);
        CHECK_THROWS_AS(lines_of(folder.path("made")), InputError);  // Flink would not take it either
        commit_parts(parts, is_output_given ? folder.path("made") : "");
        check_whole(folder);
        CHECK(names_in(folder.path("made")).size() == 1 + 2 * 3);
        CHECK(message_of<UsageError>([&] { write_split(folder, 1); }) ==
              folder.path("made") + " is a savepoint already");
    }
}

TEST_CASE("a part may have more files than a handler of signals has room for at first") {
    const TempDir folder;
    WriteOptions options;
    options.split = Split{0, 1};
    SavepointWriter writer(folder.path("made"), options);
    constexpr int kOperators = 300;
    for (int i = 0; i < kOperators; ++i) {
        std::string schema = kOperatorOfParts;
        schema.replace(schema.find("\"u\""), 3, "\"u" + std::to_string(i) + "\"");
        schema.replace(schema.find(":3"), 2, ":1");
        writer.add_operator(plan_of(schema));
    }
    writer.commit();
    commit_parts({part_path(folder, 0, 1)}, "");
    CHECK(names_in(folder.path("made")).size() == 1 + 2 * kOperators);
}

TEST_CASE("the same parts have the same files, whatever was tried before") {
    const TempDir folder;
    const TempDir other;
    commit_parts(write_all_parts(folder), "");
    write_split(other, 1, {}, 77);
    write_split(other, 1, {}, 78);
    CHECK(names_in(other.path("made")).size() == 3);  // of the last try only
    commit_parts(write_all_parts(other), "");
    CHECK(names_in(other.path("made")) == names_in(folder.path("made")));
    for (const std::string& name : names_in(folder.path("made"))) {
        CHECK((TempDir::read(folder.path("made/" + name)) == TempDir::read(other.path("made/" + name))));
    }
}

TEST_CASE("a try that fails leaves the part of the one before") {
    const TempDir folder;
    const std::vector<std::string> parts = write_all_parts(folder);
    const std::vector<std::string> before = names_in(folder.path("made"));
    {
        WriteOptions options;
        options.split = Split{1, 3};
        SavepointWriter writer(folder.path("made"), options);
        fill_part(writer, 1, 99);
        CHECK_THROWS_AS(writer.commit([](const auto&) { throw OutputError("no"); }), OutputError);
    }
    CHECK(names_in(folder.path("made")) == before);
    commit_parts(parts, "");
    check_whole(folder);
}

TEST_CASE("what was left by tries that were killed is removed, and other files stay") {
    const TempDir folder;
    const std::vector<std::string> parts = write_all_parts(folder);
    const std::string left = fs::path(state_file(folder, "keyed", 1)).filename().string();
    folder.write("made/." + left, "killed in the middle");
    folder.write("made/" + left.substr(0, left.size() - 4) + "0000", "killed before the part file");
    folder.write("made/notes-part-of-a-whole.txt", "somebody's");
    commit_parts(parts, "");
    check_whole(folder);
    CHECK(names_in(folder.path("made")).size() == 1 + 2 * 3 + 1);
    CHECK(TempDir::read(folder.path("made/notes-part-of-a-whole.txt")) == "somebody's");
}

TEST_CASE("parts that are missing, twice or of another number are refused") {
    const TempDir folder;
    const std::vector<std::string> parts = write_all_parts(folder);
    CHECK_THROWS_AS(commit_parts({}, folder.path("made")), UsageError);
    CHECK(refusal({parts[1]}) == "of 3 parts these are missing: 1, 2");
    CHECK(refusal({parts[0], parts[2]}) == "of 3 parts these are missing: 0");
    CHECK(refusal({parts[0], parts[1], parts[0], parts[2]}) == parts[0] + ": is the same part as " + parts[0]);
    CHECK(has(refusal({parts[0], parts[1], folder.path("made/part-1-of-4")}), "part-1-of-4"));  // not there
    write_split(folder, 1, {}, 0, 4);
    CHECK(refusal({parts[0], parts[1], part_path(folder, 1, 4)}) ==
          part_path(folder, 1, 4) + ": is one of 4 parts, and " + parts[0] + " one of 3");
    CHECK(!fs::exists(folder.path("made/_metadata")));
    commit_parts(parts, "");
    check_whole(folder);
}

TEST_CASE("a number of parts that nobody has sizes nothing") {
    const TempDir folder;
    write_split(folder, 1);
    change_part(part_path(folder, 1), [](PartFile& part) { part.split.count = 2'000'000'000; });
    CHECK(
        refusal({part_path(folder, 1)}) ==
        "of 2000000000 parts these are missing: 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 "
        "and 1999999979 more");
}

TEST_CASE("parts in a folder that no file system can have are an input error") {
    CHECK(has(refusal({std::string(300, 'x') + "/part-0-of-1"}), "File name too long"));
}

TEST_CASE("parts of another schema or other options are refused") {
    const TempDir folder;
    const std::vector<std::string> parts = write_all_parts(folder);
    write_split(folder, 1, {}, 0, 3, 5);
    CHECK(refusal(parts) ==
          part_path(folder, 1) + ": was made for another schema or with other options than " + parts[0]);
    WriteOptions options;
    options.split = Split{1, 3};
    {
        options.is_compressed = true;
        SavepointWriter writer(folder.path("made"), options);
        fill_part(writer, 1);
        writer.commit();
    }
    CHECK(has(refusal(parts), "another schema"));
    for (const auto& [from, to] : {std::pair<std::string, std::string>{"\"type\":\"int\"", "\"type\":\"float\""},
                                   {"count", "counts"},
                                   {"\"maxParallelism\":8", "\"maxParallelism\":9"},
                                   {"\"uid\":\"u\"", "\"uid\":\"v\""},
                                   {"operator-list", "operator-union"}}) {
        CAPTURE(from);
        std::string schema = kOperatorOfParts;
        schema.replace(schema.find(from), from.size(), to);
        options.is_compressed = false;
        SavepointWriter writer(folder.path("made"), options);
        writer.add_operator(plan_of(schema));
        writer.commit();
        CHECK(has(refusal(parts), "another schema"));
    }
    write_split(folder, 1);
    commit_parts(parts, "");
    check_whole(folder);
}

TEST_CASE("parts are committed where they lie") {
    const TempDir folder;
    const TempDir other;
    std::vector<std::string> parts = write_all_parts(folder);
    write_split(other, 1);
    const auto usage = [&](const std::string& output) {
        return message_of<UsageError>([&] { commit_parts(parts, output); });
    };
    CHECK(has(usage(other.path("made")), "parts are committed where they lie"));
    CHECK(has(usage(folder.path("nowhere")), "is another folder"));
    parts[2] = part_path(other, 1);
    CHECK(usage("").starts_with(parts[2] + ": parts are committed where they lie"));
}

TEST_CASE("a state file that is gone or has another size is refused") {
    for (const char* const kind : {"keyed", "operator"}) {
        for (const bool is_gone : {false, true}) {
            CAPTURE(kind, is_gone);
            const TempDir folder;
            const std::vector<std::string> parts = write_all_parts(folder);
            const std::string path = state_file(folder, kind, 1);
            const std::string content = TempDir::read(path);
            is_gone ? static_cast<void>(fs::remove(path)) : fs::resize_file(path, content.size() - 1);
            const std::string message = refusal(parts);
            CHECK(message.starts_with(path + ": "));
            CHECK(message.ends_with("; write part 1 again"));
            if (!is_gone) {
                CHECK(has(message, "has " + std::to_string(content.size() - 1) + " bytes, and " +
                                       std::to_string(content.size()) + " were written"));
            }
            write_split(folder, 1);
            commit_parts(parts, "");
            check_whole(folder);
        }
    }
}

TEST_CASE("rows that a part passed over must be those that the others have taken") {
    const TempDir folder;
    const auto digest = [](std::uint64_t count, std::uint64_t sum) { return RowDigest{count, sum}; };
    const auto set = [&](int index, const PartRows& rows) {
        write_split(folder, index, rows);
        return part_path(folder, index);
    };
    const auto commit = [&](const PartRows& first, const PartRows& second, const PartRows& third) {
        return refusal({set(0, first), set(1, second), set(2, third)});
    };
    const auto keyed = [&](RowDigest taken, RowDigest elsewhere) {
        return PartRows{
            .taken = taken, .elsewhere = elsewhere, .taken_keyless = {}, .elsewhere_keyless = {}, .broadcast = {}};
    };
    const auto keyless = [&](RowDigest taken, RowDigest elsewhere) {
        return PartRows{
            .taken = {}, .elsewhere = {}, .taken_keyless = taken, .elsewhere_keyless = elsewhere, .broadcast = {}};
    };
    for (const auto& rows : {std::function<PartRows(RowDigest, RowDigest)>(keyed), {keyless}}) {
        // Part 1 lacks a row that part 0 saw; it saw one too many; it saw as many, but others.
        const std::string message =
            commit(rows(digest(2, 20), digest(3, 70)), rows(digest(1, 30), {}), rows(digest(1, 30), {}));
        CHECK(message.starts_with(part_path(folder, 0) + ": has passed over 3 rows that belong to other parts"));
        CHECK(has(commit(rows(digest(2, 20), {}), rows(digest(1, 30), digest(2, 50)), rows(digest(1, 40), {})),
                  part_path(folder, 1) + ": has passed over 2 rows"));
        CHECK(has(commit(rows(digest(1, 20), {}), rows(digest(1, 30), {}), rows(digest(1, 40), digest(2, 51))),
                  part_path(folder, 2) + ": has passed over 2 rows"));
    }
    CHECK(has(
        commit(
            {},
            PartRows{
                .taken = {}, .elsewhere = {}, .taken_keyless = {}, .elsewhere_keyless = {}, .broadcast = digest(1, 9)},
            {}),
        part_path(folder, 1) + ": has got other rows of broadcast state than " + part_path(folder, 0)));
    // All rows to each, or to each its own.
    CHECK(commit(keyed(digest(1, 20), digest(2, 70)), keyed(digest(1, 30), {}), keyed(digest(1, 40), digest(2, 50))) ==
          "no error");
    check_whole(folder);
}

TEST_CASE("a savepoint that is there is not replaced") {
    const TempDir folder;
    const std::vector<std::string> parts = write_all_parts(folder);
    folder.write("made/_metadata", "somebody's");
    CHECK(has(refusal(parts), folder.path("made/_metadata")));
    CHECK(TempDir::read(folder.path("made/_metadata")) == "somebody's");
    const TempDir other;  // a savepoint, but none of these parts
    SavepointWriter writer(other.path("made"), {});
    fill_part(writer, -1);
    writer.commit();
    const std::string metadata = TempDir::read(other.path("made/_metadata"));
    folder.write("made/_metadata", metadata);
    CHECK(refusal(parts) ==
          parts[0] + ": is no part of the savepoint that is there already, " + folder.path("made/_metadata"));
    CHECK((TempDir::read(folder.path("made/_metadata")) == metadata));
    CHECK(names_in(folder.path("made")).size() == 1 + 3 + 2 * 3);
}

TEST_CASE("a commit that was killed can be said again") {
    const TempDir folder;
    const std::vector<std::string> parts = write_all_parts(folder);
    const std::string kept = TempDir::read(parts[1]);
    commit_parts(parts, "");
    const std::string metadata = TempDir::read(folder.path("made/_metadata"));
    folder.write("made/" + fs::path(parts[1]).filename().string(), kept);  // had not been removed yet
    commit_parts(parts, "");
    CHECK(!fs::exists(parts[1]));
    CHECK((TempDir::read(folder.path("made/_metadata")) == metadata));
    commit_parts(parts, "");  // and again, with nothing left to do
    check_whole(folder);
    CHECK(names_in(folder.path("made")).size() == 1 + 2 * 3);
}

TEST_CASE("a part file that somebody has changed is refused") {
    const TempDir folder;
    const std::vector<std::string> parts = write_all_parts(folder);
    const auto changed = [&](std::size_t which, auto&& change) {
        const std::string good = TempDir::read(parts[which]);
        change_part(parts[which], change);
        const std::string message = refusal(parts);
        std::ofstream(parts[which], std::ios::binary).write(good.data(), static_cast<std::streamsize>(good.size()));
        return message;
    };
    for (std::size_t i = 0; i < 3; ++i) {
        CAPTURE(i);
        CHECK(has(changed(i, [](PartFile& part) { part.metadata.operators.clear(); }), ": has other operators than "));
        CHECK(has(
            changed(
                i,
                [](PartFile& part) { part.metadata.operators.push_back(OperatorState(part.metadata.operators[0])); }),
            ": has other operators than "));
        CHECK(has(changed(i, [](PartFile& part) { part.metadata.operators[0].id = hash_of_uid("x"); }),
                  ": has other operators than "));
        CHECK(has(changed(i, [](PartFile& part) { part.plan_checksum ^= 1; }), "another schema"));
        for (const char* const name : {"../x", "_metadata", "/etc/passwd", "../a-part-0-0000000000000000"}) {
            const std::string message = changed(i, [&](PartFile& part) {
                for_each_stream(part.metadata.operators.at(0),
                                [&](StreamStateHandle& handle, const StreamPlace&) { handle.path = name; });
            });
            CHECK(has(message, parts[i] + ": names a file that is none of a part: '" + name + "'"));
        }
    }
    commit_parts(parts, "");
    check_whole(folder);
}
