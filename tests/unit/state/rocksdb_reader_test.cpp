#include "state/rocksdb_reader.hpp"

#include <thread>

#include "catch.hpp"
#include "sp/error.hpp"
#include "state/rocksdb_snapshot.hpp"
#include "state/test_types.hpp"

using namespace sp;
using namespace sp::test;

namespace {

constexpr std::int32_t kMaxParallelism = 128;
const TypePtr kLong = type_of(TypeKind::kLong);
const TypePtr kString = type_of(TypeKind::kString);
const TypePtr kVoid = type_of(TypeKind::kVoidNamespace);

std::string big_endian(std::uint64_t number, int size = 8) {
    std::string bytes;
    for (int i = size; i-- > 0;) {
        bytes += static_cast<char>(number >> (8 * i));
    }
    return bytes;
}

/// Key group, long key, VoidNamespace.
std::string key_of(int key_group, std::uint64_t key) {
    return big_endian(static_cast<std::uint64_t>(key_group), 1) + big_endian(key) + std::string(1, '\0');
}

std::string short_string(const std::string& text) { return static_cast<char>(text.size() + 1) + text; }

StateDescriptor named(std::string name, StateKind kind, const TypePtr& value = kLong,
                      const TypePtr& map_key = nullptr) {
    StateDescriptor state = state_of(kind, kLong, kVoid, value, map_key);
    state.name = std::move(name);
    return state;
}

struct Snapshot {
    sp_test::TempDir folder;
    IncrementalStateHandle handle;
    FileResolver files{folder.path()};

    Snapshot(WrittenDb& db, KeyGroupRange range) : handle(db.snapshot(folder.path(), range)) {}

    [[nodiscard]] std::unique_ptr<RocksDbReader> open(const std::vector<const StateDescriptor*>& states) const {
        RocksDbInstances instances(files);
        return std::make_unique<RocksDbReader>(instances.open(handle, "RocksDB of subtask 3"), kMaxParallelism, states);
    }

    HandleAndLocalPath& file(const std::string& start) {
        for (auto* list : {&handle.private_state, &handle.shared_state}) {
            for (HandleAndLocalPath& candidate : *list) {
                if (candidate.local_path.starts_with(start) || candidate.local_path.ends_with(start)) {
                    return candidate;
                }
            }
        }
        throw std::runtime_error("no file " + start);
    }
};

/// "state key[ map key]=value" of each entry, numbers in decimal, other bytes as they are.
std::vector<std::string> rows(KeyGroupReader& reader, int key_group, std::vector<std::string> keys = {}) {
    reader.open_key_group(key_group, 0, 0);
    if (!keys.empty()) {
        reader.want_keys(std::move(keys));
    }
    const auto number = [](Bytes bytes) {
        std::uint64_t value = 0;
        for (const std::uint8_t byte : bytes) {
            value = value << 8U | byte;
        }
        return std::to_string(value);
    };
    std::vector<std::string> found;
    EntryBatch batch;
    while (reader.next(batch)) {
        CHECK(batch.key_group == key_group);
        CHECK_FALSE(batch.entries.empty());
        for (const Entry& entry : batch.entries) {
            std::string row = batch.state->name + " " + number(entry.key);
            if (batch.state->kind == StateKind::kTimer) {
                row += " @" + std::to_string(entry.timestamp);
            } else if (batch.state->kind == StateKind::kMap) {
                row += " " + std::string(as_text(entry.map_key));
            }
            row += batch.state->kind == StateKind::kList    ? "=" + std::string(as_text(entry.value))
                   : batch.state->kind == StateKind::kTimer ? ""
                                                            : "=" + number(entry.value);
            found.push_back(row);
        }
    }
    return found;
}

using Rows = std::vector<std::string>;

const StateDescriptor kCount = named("count", StateKind::kValue);
const StateDescriptor kWords = named("words", StateKind::kList, kString);
const StateDescriptor kSeen = named("seen", StateKind::kMap, kLong, kString);

std::string error_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return std::string(dynamic_cast<const UnsupportedError*>(&error) != nullptr ? "unsupported: " : "") +
               error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("the newest version of a key counts, in whichever file it is") {
    WrittenDb db({"count"});
    db.put("count", key_of(1, 1), big_endian(10));
    db.put("count", key_of(1, 2), big_endian(20));
    db.put("count", key_of(1, 3), big_endian(30));
    db.flush();
    db.put("count", key_of(1, 1), big_endian(11));
    db.erase("count", key_of(1, 3));
    db.flush();
    db.put("count", key_of(1, 4), big_endian(40));
    db.flush();
    const Snapshot snapshot(db, {0, 128});
    CHECK(snapshot.handle.shared_state.size() == 3);
    CHECK(rows(*snapshot.open({&kCount}), 1) == Rows{"count 1=11", "count 2=20", "count 4=40"});
}

TEST_CASE("elements that were appended lie in the order of appending, over files") {
    WrittenDb db({"words"});
    for (const char* const word : {"a", "b"}) {
        db.merge("words", key_of(7, 1), short_string(word));
    }
    db.flush();
    db.merge("words", key_of(7, 1), short_string(",c,"));
    db.flush();
    db.put("words", key_of(7, 2), short_string("x"));
    db.merge("words", key_of(7, 1), short_string("d"));
    db.flush();
    db.put("words", key_of(7, 2), short_string("y"));  // an update() of the list
    db.merge("words", key_of(7, 2), short_string("z"));
    db.flush();
    const Snapshot snapshot(db, {0, 128});
    CHECK(rows(*snapshot.open({&kWords}), 7) == Rows{"words 1=\2a,\2b,\4,c,,\2d", "words 2=\2y,\2z"});
}

TEST_CASE("key groups that a rescaling took out are not read, whether deleted or left over") {
    WrittenDb db({"count"});
    for (int group = 0; group < 6; ++group) {
        db.put("count", key_of(group, 1), big_endian(static_cast<std::uint64_t>(group)));
    }
    db.flush();
    db.erase_range("count", big_endian(0, 1), big_endian(2, 1));
    db.flush();
    const Snapshot snapshot(db, {2, 2});
    const auto reader = snapshot.open({&kCount});
    CHECK(rows(*reader, 1).empty());
    CHECK(rows(*reader, 2) == Rows{"count 1=2"});
    CHECK(rows(*reader, 3) == Rows{"count 1=3"});
    CHECK(rows(*reader, 3) == Rows{"count 1=3"});  // again
    CHECK(rows(*reader, 0).empty());               // back
    CHECK(rows(*reader, 5) == Rows{"count 1=5"});  // over a gap
}

TEST_CASE("states come by name, wanted ones only") {
    const StateDescriptor timers = [] {
        StateDescriptor state = named("_timer_state/event_x", StateKind::kTimer, nullptr);
        state.timer_service = "x";
        return state;
    }();
    WrittenDb db({"words", "count", "seen", timers.name});
    db.put("words", key_of(1, 5), short_string("w"));
    db.put("count", key_of(1, 5), big_endian(1));
    db.put("seen", key_of(1, 5) + short_string("m"), std::string(1, '\0') + big_endian(2));
    db.put("seen", key_of(1, 5) + short_string("n"), std::string(1, '\1'));
    db.put(timers.name, big_endian(1, 1) + "\x80" + big_endian(9, 7) + big_endian(5) + std::string(1, '\0'), "");
    db.flush();
    const Snapshot snapshot(db, {0, 128});
    CHECK(rows(*snapshot.open({&kWords, &kCount, &kSeen, &timers}), 1) ==
          Rows{"_timer_state/event_x 5 @9", "count 5=1", "seen 5 \2m=2", "seen 5 \2n=0", "words 5=\2w"});
    CHECK(rows(*snapshot.open({&kWords, nullptr, &kSeen}), 1) == Rows{"seen 5 \2m=2", "seen 5 \2n=0", "words 5=\2w"});
    const auto reader = snapshot.open({&kWords, &kCount});
    reader->open_key_group(1, 0, 0);
    EntryBatch batch;
    REQUIRE(reader->next(batch));
    reader->skip_state(kCount);
    reader->skip_state(kWords);
    CHECK_FALSE(reader->next(batch));
}

TEST_CASE("wanted keys are gone to; timers are read on") {
    const StateDescriptor timers = named("_timer_state/event_x", StateKind::kTimer, nullptr);
    WrittenDb db({"seen", "count", timers.name});
    for (std::uint64_t key = 0; key < 1000; ++key) {
        db.put("seen", key_of(1, key) + short_string("a"), std::string(1, '\0') + big_endian(key));
        db.put("seen", key_of(1, key) + short_string("b"), std::string(1, '\0') + big_endian(key));
        if (key % 2 == 0) {
            db.put("count", key_of(1, key), big_endian(key));
        }
    }
    db.put(timers.name, big_endian(1, 1) + "\x80" + big_endian(9, 7) + big_endian(5) + std::string(1, '\0'), "");
    db.flush();
    const Snapshot snapshot(db, {0, 128});
    const auto reader = snapshot.open({&kSeen, &kCount, &timers});
    CHECK(rows(*reader, 1, {big_endian(700), big_endian(77), big_endian(5000)}) ==
          Rows{"_timer_state/event_x 5 @9", "count 700=700", "seen 77 \2a=77", "seen 77 \2b=77", "seen 700 \2a=700",
               "seen 700 \2b=700"});
    CHECK(rows(*reader, 1, {big_endian(1)}) == Rows{"_timer_state/event_x 5 @9", "seen 1 \2a=1", "seen 1 \2b=1"});
    CHECK(rows(*reader, 1).size() == 2501);  // all again
}

TEST_CASE("many entries and large ones are batched") {
    WrittenDb db({"words"});
    std::size_t bytes = 0;
    for (std::uint64_t key = 0; key < 2000; ++key) {
        const std::string word(key == 1000 ? 3'000'000 : key % 700, 'x');
        bytes += word.size();
        db.put("words", key_of(1, key), word);
    }
    db.flush();
    const Snapshot snapshot(db, {0, 128});
    const auto reader = snapshot.open({&kWords});
    reader->open_key_group(1, 0, 0);
    std::size_t count = 0;
    std::size_t found = 0;
    EntryBatch batch;
    while (reader->next(batch)) {
        for (const Entry& entry : batch.entries) {
            CHECK((entry.key.back() == static_cast<std::uint8_t>(count)));
            ++count;
            found += entry.value.size();
            CHECK(std::count(entry.value.begin(), entry.value.end(), 'x') ==
                  static_cast<std::ptrdiff_t>(entry.value.size()));
        }
    }
    CHECK(count == 2000);
    CHECK(found == bytes);
}

TEST_CASE("files may lie in _metadata and in windows of merged files") {
    WrittenDb db({"count"});
    db.put("count", key_of(1, 1), big_endian(10));
    db.flush();
    Snapshot snapshot(db, {0, 128});
    for (const char* const name : {"CURRENT", "MANIFEST"}) {
        StreamStateHandle& handle = snapshot.file(name).handle;
        const std::string content = sp_test::TempDir::read(snapshot.folder.path(handle.path));
        handle = {};
        handle.tag = HandleTag::kByteStream;
        handle.bytes = SharedBytes(ByteVector(content.begin(), content.end()));
    }
    StreamStateHandle& table = snapshot.file(".sst").handle;
    const std::string content = sp_test::TempDir::read(snapshot.folder.path(table.path));
    table.tag = HandleTag::kSegmentFile;
    table.path = snapshot.folder.write("merged", "before" + content + "behind");
    table.start_position = 6;
    CHECK(rows(*snapshot.open({&kCount}), 1) == Rows{"count 1=10"});
}

TEST_CASE("what is missing or does not fit is named") {
    WrittenDb db({"count"});
    db.put("count", key_of(1, 1), big_endian(10));
    db.flush();
    const auto read = [](const Snapshot& snapshot) {
        return error_of([&] { static_cast<void>(rows(*snapshot.open({&kCount}), 1)); });
    };
    {
        const Snapshot snapshot(db, {0, 128});
        CHECK(error_of([&] { static_cast<void>(rows(*snapshot.open({&kSeen}), 1)); }) ==
              "RocksDB of subtask 3: the header names a state 'seen', but the database has no such column family");
    }
    for (const char* const name : {"CURRENT", "MANIFEST", ".sst"}) {
        CAPTURE(name);
        Snapshot gone(db, {0, 128});
        const std::string path = gone.folder.path(gone.file(name).handle.path);
        std::filesystem::remove(path);
        CHECK(read(gone).find(gone.file(name).handle.path) != std::string::npos);
        Snapshot shorter(db, {0, 128});
        ++shorter.file(name).handle.state_size;
        CHECK(read(shorter).find("but the snapshot recorded") != std::string::npos);
    }
    Snapshot unlisted(db, {0, 128});
    unlisted.handle.shared_state.clear();
    CHECK(read(unlisted).find("the snapshot has no file 0000") != std::string::npos);
    Snapshot outside(db, {0, 128});
    outside.file(".sst").local_path = "../000010.sst";
    CHECK(read(outside).find("is not the name of a RocksDB file") != std::string::npos);
    Snapshot twice(db, {0, 128});
    twice.handle.private_state.push_back(twice.file(".sst"));
    CHECK(read(twice).find("twice") != std::string::npos);
}

TEST_CASE("values that cannot be are damage") {
    WrittenDb db({"seen", "count"});
    db.put("seen", key_of(1, 1) + short_string("a"), "\2x");
    db.put("count", key_of(1, 1) + "more", big_endian(1));
    db.flush();
    const Snapshot snapshot(db, {0, 128});
    CHECK(error_of([&] {
              static_cast<void>(rows(*snapshot.open({&kSeen}), 1));
          }).find("value of state 'seen' in key group 1: a null mark of 0 or 1") != std::string::npos);
    CHECK(error_of([&] {
              static_cast<void>(rows(*snapshot.open({&kCount}), 1));
          }).find("key of state 'count' in key group 1: at byte 10 of 14 expected the end of the key") !=
          std::string::npos);
}

TEST_CASE("a flipped byte is an error or makes no difference") {
    WrittenDb db({"count", "words"});
    db.put("count", key_of(1, 1), big_endian(10));
    db.put("words", key_of(1, 1), short_string("word"));
    db.flush();
    db.put("count", key_of(1, 1), big_endian(11));
    db.flush();
    Snapshot snapshot(db, {0, 128});
    const auto read = [&] { return rows(*snapshot.open({&kCount, &kWords}), 1); };
    const Rows good = read();
    REQUIRE(good == Rows{"count 1=11", "words 1=\5word"});
    std::size_t noticed = 0;
    std::size_t all = 0;
    for (const auto* list : {&snapshot.handle.private_state, &snapshot.handle.shared_state}) {
        for (const HandleAndLocalPath& file : *list) {
            const std::string path = snapshot.folder.path(file.handle.path);
            const std::string content = sp_test::TempDir::read(path);
            if (file.local_path.starts_with("OPTIONS")) {  // not read
                continue;
            }
            for (std::size_t i = 0; i < content.size(); ++i) {
                std::string flipped = content;
                flipped[i] = static_cast<char>(flipped[i] ^ 0x41);
                snapshot.folder.write(file.handle.path, flipped);
                CAPTURE(file.local_path, i);
                ++all;
                Rows found;
                const bool is_noticed = !error_of([&] { found = read(); }).empty();
                noticed += is_noticed ? 1 : 0;
                CHECK((is_noticed || found == good));
            }
            snapshot.folder.write(file.handle.path, content);
        }
    }
    CHECK(noticed * 2 > all);
}

TEST_CASE("a file format that is newer than the library is not supported, not damage") {
    WrittenDb db({"count"});
    db.put("count", key_of(1, 1), big_endian(10));
    db.flush();
    Snapshot snapshot(db, {0, 128});
    const std::string path = snapshot.file(".sst").handle.path;
    const std::string content = sp_test::TempDir::read(snapshot.folder.path(path));
    const auto error_with = [&](std::size_t from_end, const std::string& bytes) {
        std::string changed = content;
        changed.replace(changed.size() - from_end, bytes.size(), bytes);
        snapshot.folder.write(path, changed);
        return error_of([&] { static_cast<void>(rows(*snapshot.open({&kCount}), 1)); });
    };
    // The footer: checksum type, block handles, format_version, magic number.
    for (const auto& [from_end, number] : {std::pair(12, 6), {12, 7}, {53, 5}}) {
        CAPTURE(from_end, number);
        CHECK(error_with(static_cast<std::size_t>(from_end), std::string(1, static_cast<char>(number)))
                  .starts_with("unsupported: RocksDB of subtask 3: "));
    }
    for (const std::size_t from_end : {std::size_t{12}, std::size_t{53}}) {  // no RocksDB to come
        const std::string error = error_with(from_end, "abcd");
        CAPTURE(error);
        CHECK(error.starts_with("RocksDB of subtask 3: "));
    }
}

TEST_CASE("a file of the right size in another's place is noticed") {
    const auto with = [](int group, const std::string& family) {
        WrittenDb db({"count", "other"});
        db.put(family, key_of(group, 1), big_endian(static_cast<std::uint64_t>(group)));
        db.flush();
        return Snapshot(db, {0, 128});
    };
    for (const auto& [group, family] : {std::pair(2, "count"), {1, "other"}}) {
        const Snapshot other = with(group, family);
        Snapshot snapshot = with(1, "count");
        const StreamStateHandle& theirs = const_cast<Snapshot&>(other).file(".sst").handle;
        StreamStateHandle& ours = snapshot.file(".sst").handle;
        snapshot.folder.write(ours.path, sp_test::TempDir::read(other.folder.path(theirs.path)));
        ours.state_size = theirs.state_size;
        CAPTURE(group, family);
        CHECK_FALSE(error_of([&] { static_cast<void>(rows(*snapshot.open({&kCount}), 1)); }).empty());
    }
}

TEST_CASE("readers of one instance share it, from any thread") {
    WrittenDb db({"count"});
    for (int group = 0; group < 128; ++group) {
        db.put("count", key_of(group, 1), big_endian(static_cast<std::uint64_t>(group)));
    }
    db.flush();
    const Snapshot snapshot(db, {0, 128});
    RocksDbInstances instances(snapshot.files);
    std::vector<std::thread> threads;
    std::array<std::size_t, 4> counts{};
    for (std::size_t t = 0; t < counts.size(); ++t) {
        threads.emplace_back([&, t] {
            RocksDbReader reader(instances.open(snapshot.handle, "db"), kMaxParallelism, {&kCount});
            EntryBatch batch;
            for (int group = static_cast<int>(t); group < 128; group += 4) {
                reader.open_key_group(group, 0, 0);
                while (reader.next(batch)) {
                    counts[t] += batch.entries.size();
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(counts == std::array<std::size_t, 4>{32, 32, 32, 32});
    CHECK(instances.open(snapshot.handle, "db") == instances.open(snapshot.handle, "db"));
}
