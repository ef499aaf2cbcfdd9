// Makes canonical savepoints of any size for scripts/bench and the memory tests: serializer snapshots and `_metadata` by
// the library's own writers, entries by the few lines here. Keys, values and timers follow from a counter, so the same
// arguments give the same bytes (ids aside, there are no random parts).
//
// usage: make_big_savepoint FOLDER keys  N [PARALLELISM]    N keys in 128 key groups: count, profile, seen, a timer each
//        make_big_savepoint FOLDER heap  N [PARALLELISM]    the same as the HashMap backend keeps it in checkpoints
//        make_big_savepoint FOLDER group N [BYTES]          N entries of BYTES bytes in one key group, unsorted
//        make_big_savepoint FOLDER string|list|map BYTES    one entry whose value has about BYTES bytes

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

#include "io/byte_writer.hpp"
#include "java/hash_codes.hpp"
#include "java/modified_utf8.hpp"
#include "metadata/metadata_writer.hpp"
#include "sp/metadata.hpp"
#include "types/snapshots/snapshot_table.hpp"
#include "types/snapshots/snapshot_writer.hpp"

namespace {

using namespace sp;

constexpr std::string_view kUid = "big";

TypePtr make_type(TypeKind kind, std::vector<TypePtr> nested = {}) {
    const SnapshotClass& line = *find_snapshot_class(kind);
    Type type;
    type.kind = kind;
    type.snapshot_class = line.name;
    type.snapshot_version = line.form == SnapshotForm::kComposite ? 3 : line.last_version;
    type.outer_version = line.form == SnapshotForm::kComposite ? line.last_version : 0;
    type.nested = std::move(nested);
    return std::make_shared<const Type>(std::move(type));
}

TypePtr make_profile_type() {
    Type type = *make_type(TypeKind::kPojo);
    type.class_name = "sp.interop.bench.Profile";
    const auto add = [&](const char* name, TypeKind kind) {
        type.fields.push_back({name, type.class_name, true, make_type(kind)});
    };
    add("age", TypeKind::kInt);
    add("city", TypeKind::kString);
    add("name", TypeKind::kString);
    add("score", TypeKind::kDouble);
    return std::make_shared<const Type>(std::move(type));
}

struct State {
    std::string name;
    std::string kind;  ///< KEYED_STATE_TYPE; empty for timers
    TypePtr type;
};

/// KeyedBackendSerializationProxy, version 6 (formats: keyed state, section 2).
ByteVector make_header(const TypePtr& key, const std::vector<State>& states) {
    ByteWriter out;
    out.i32(6);
    out.boolean(false);
    write_top_level_snapshot(out, *key);
    out.i16(static_cast<std::int16_t>(states.size()));
    for (const State& state : states) {
        const bool is_timer = state.kind.empty();
        java::write_utf(out, state.name);
        out.i32(is_timer ? 3 : 0);
        out.i32(is_timer ? 0 : 1);
        if (!is_timer) {
            java::write_utf(out, "KEYED_STATE_TYPE");
            java::write_utf(out, state.kind);
        }
        out.i32(is_timer ? 1 : 2);
        java::write_utf(out, "VALUE_SERIALIZER");
        write_top_level_snapshot(out, *state.type);
        if (!is_timer) {
            java::write_utf(out, "NAMESPACE_SERIALIZER");
            write_top_level_snapshot(out, *make_type(TypeKind::kVoidNamespace));
        }
    }
    return out.take();
}

/// Writes one keyed stream; the flag on the last entry of a state, and what follows it, come from end_state().
class StreamWriter {
public:
    StreamWriter(const std::filesystem::path& path, Bytes header) : file_(path, std::ios::binary) {
        file_.exceptions(std::ios::badbit | std::ios::failbit);
        out_.bytes(header);
    }

    [[nodiscard]] std::int64_t offset() const { return static_cast<std::int64_t>(flushed_ + out_.size()); }

    void begin_group(std::uint8_t key_group) {
        key_group_ = key_group;
        is_first_ = true;
    }

    /// `write_key` and `write_value` append the bytes behind the key-group prefix, and the value.
    template <class Key, class Value>
    void entry(std::uint16_t state, bool is_last, Key&& write_key, Value&& write_value) {
        if (is_first_) {
            out_.u16(state);
            is_first_ = false;
        }
        const std::size_t key = begin_length();
        out_.u8(static_cast<std::uint8_t>(key_group_ | (is_last ? 0x80 : 0)));
        write_key(out_);
        end_length(key);
        const std::size_t value = begin_length();
        write_value(out_);
        end_length(value);
        if (out_.size() > kBuffer) {
            flush();
        }
    }

    void end_state(std::uint16_t next) { out_.u16(next); }

    /// Bytes of heap-native streams, which have no marks.
    template <class Write>
    void bare(Write&& write) {
        write(out_);
        if (out_.size() > kBuffer) {
            flush();
        }
    }

    void close() {
        flush();
        file_.close();
    }

private:
    static constexpr std::size_t kBuffer = std::size_t{1} << 20;

    std::size_t begin_length() {
        out_.i32(0);
        return out_.size();
    }
    void end_length(std::size_t start) { out_.patch_u32(start - 4, static_cast<std::uint32_t>(out_.size() - start)); }

    void flush() {
        file_.write(reinterpret_cast<const char*>(out_.view().data()), static_cast<std::streamsize>(out_.size()));
        flushed_ += out_.size();
        out_.clear();
    }

    std::ofstream file_;
    ByteWriter out_;
    std::uint64_t flushed_ = 0;
    std::uint8_t key_group_ = 0;
    bool is_first_ = true;
};

constexpr std::uint16_t kEndOfGroup = 0xFFFF;

void put_string(ByteWriter& out, std::string_view ascii) {
    std::uint64_t rest = ascii.size() + 1;  // StringValue form
    for (; rest >= 0x80; rest >>= 7) {
        out.u8(static_cast<std::uint8_t>(rest | 0x80));
    }
    out.u8(static_cast<std::uint8_t>(rest));
    out.bytes(as_bytes(ascii));
}

void put_key(ByteWriter& out, std::int64_t key) {
    out.i64(key);
    out.u8(0);  // VoidNamespace
}

KeyGroupsStateHandle make_handle(std::int32_t first, std::vector<std::int64_t> offsets,
                                 const std::filesystem::path& file) {
    KeyGroupsStateHandle handle;
    handle.range = {first, static_cast<std::int32_t>(offsets.size())};
    handle.offsets = std::move(offsets);
    handle.delegate.tag = HandleTag::kRelativeFile;
    handle.delegate.path = file.filename().string();
    handle.delegate.state_size = static_cast<std::int64_t>(std::filesystem::file_size(file));
    return handle;
}

void write_savepoint(const std::filesystem::path& folder, std::int32_t max_parallelism,
                     std::vector<KeyGroupsStateHandle> handles) {
    SavepointMetadata metadata;
    metadata.version = 5;
    metadata.checkpoint_id = 1;
    OperatorState& op = metadata.operators.emplace_back();
    op.name = kUid;
    op.uid = kUid;
    op.id = hash_of_uid(kUid);
    op.parallelism = static_cast<std::int32_t>(handles.size());
    op.max_parallelism = max_parallelism;
    for (KeyGroupsStateHandle& handle : handles) {
        SubtaskState& subtask = op.subtasks.emplace_back();
        subtask.index = static_cast<std::int32_t>(op.subtasks.size() - 1);
        subtask.managed_keyed_state.value = std::move(handle);
    }
    const ByteVector bytes = write_metadata(metadata);
    std::ofstream file(folder / "_metadata", std::ios::binary);
    file.exceptions(std::ios::badbit | std::ios::failbit);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

// ---- keys: the shape of a job with a few states a key --------------------------------------------------------------

constexpr std::int32_t kGroups = 128;

std::vector<State> states_of_keys() {
    const TypePtr timer =
        make_type(TypeKind::kTimer, {make_type(TypeKind::kLong), make_type(TypeKind::kVoidNamespace)});
    return {{"count", "VALUE", make_type(TypeKind::kLong)},
            {"profile", "VALUE", make_profile_type()},
            {"seen", "MAP", make_type(TypeKind::kMap, {make_type(TypeKind::kString), make_type(TypeKind::kLong)})},
            {"_timer_state/event_user-timers", "", timer}};
}

void put_profile(ByteWriter& out, std::int64_t key) {
    static constexpr std::array<std::string_view, 8> kCities = {"Berlin", "Paris",  "Hamburg", "New York",
                                                                "Tokyo",  "London", "Wien",    "San Francisco"};
    out.u8(2);  // no null, no subclass
    out.u8(0);
    out.i32(static_cast<std::int32_t>(key % 90));
    out.u8(0);
    put_string(out, kCities[static_cast<std::size_t>(key) % kCities.size()]);
    out.u8(0);
    put_string(out, "user-" + std::to_string(key));
    out.u8(0);
    // Of four scores one has two decimals, the others quarters.
    const double score = key % 4 == 3 ? static_cast<double>(key % 10000) / 100 : static_cast<double>(key % 40000) / 4;
    out.u64(std::bit_cast<std::uint64_t>(score));
}

/// One key group; RocksDB's order: states by id, entries by their bytes. `keys` are ascending.
void write_keys_group(StreamWriter& out, const std::vector<std::int64_t>& keys) {
    const auto each = [&](std::uint16_t state, std::uint16_t next, auto&& write) {
        for (const std::int64_t& key : keys) {
            write(key, state, &key == &keys.back());
        }
        out.end_state(next);
    };
    each(0, 1, [&](std::int64_t key, std::uint16_t state, bool is_last) {
        out.entry(
            state, is_last, [&](ByteWriter& w) { put_key(w, key); }, [&](ByteWriter& w) { w.i64(key * 3 % 1000003); });
    });
    each(1, 2, [&](std::int64_t key, std::uint16_t state, bool is_last) {
        out.entry(
            state, is_last, [&](ByteWriter& w) { put_key(w, key); }, [&](ByteWriter& w) { put_profile(w, key); });
    });
    each(2, 3, [&](std::int64_t key, std::uint16_t state, bool is_last) {
        for (const char* const page : {"a", "b"}) {
            out.entry(
                state, is_last && *page == 'b',
                [&](ByteWriter& w) {
                put_key(w, key);
                put_string(w, page + std::to_string(key % 5000));
                },
                [&](ByteWriter& w) {
                w.boolean(false);
                w.i64(1700000000000 + key);
            });
        }
    });
    each(3, kEndOfGroup, [&](std::int64_t key, std::uint16_t state, bool is_last) {
        out.entry(
            state, is_last,
            [&](ByteWriter& w) {
            w.u64(static_cast<std::uint64_t>(1700000000000 + key) ^ std::uint64_t{1} << 63);
            put_key(w, key);
            },
            [](ByteWriter&) {});
    });
}

/// The same in the layout of HashMap checkpoints: namespace, key, value, and of timers time stamp, key, namespace.
void write_heap_group(StreamWriter& out, std::int32_t group, const std::vector<std::int64_t>& keys) {
    const auto each = [&](std::uint16_t state, auto&& write_value) {
        out.bare([&](ByteWriter& w) {
            w.u16(state);
            w.count(keys.size());
        });
        for (const std::int64_t key : keys) {
            out.bare([&](ByteWriter& w) { write_value(w, key); });
        }
    };
    const auto put_name_space_and_key = [](ByteWriter& w, std::int64_t key) {
        w.u8(0);
        w.i64(key);
    };
    out.bare([&](ByteWriter& w) { w.i32(group); });
    each(0, [&](ByteWriter& w, std::int64_t key) {
        put_name_space_and_key(w, key);
        w.i64(key * 3 % 1000003);
    });
    each(1, [&](ByteWriter& w, std::int64_t key) {
        put_name_space_and_key(w, key);
        put_profile(w, key);
    });
    each(2, [&](ByteWriter& w, std::int64_t key) {
        put_name_space_and_key(w, key);
        w.i32(2);
        for (const char* const page : {"a", "b"}) {
            put_string(w, page + std::to_string(key % 5000));
            w.boolean(false);
            w.i64(1700000000000 + key);
        }
    });
    each(3, [&](ByteWriter& w, std::int64_t key) {
        w.u64(static_cast<std::uint64_t>(1700000000000 + key) ^ std::uint64_t{1} << 63);
        put_key(w, key);
    });
}

enum class Layout : std::uint8_t { kCanonical, kHeap };

void make_keys(const std::filesystem::path& folder, std::int64_t count, std::int32_t parallelism, Layout layout) {
    std::vector<std::vector<std::int64_t>> groups(kGroups);
    for (std::int64_t key = 0; key < count; ++key) {
        const std::int32_t group = java::key_group_of_hash(java::hash_of_long(key), kGroups);
        groups[static_cast<std::size_t>(group)].push_back(key);
    }
    const ByteVector header = make_header(make_type(TypeKind::kLong), states_of_keys());
    std::vector<KeyGroupsStateHandle> handles;
    for (std::int32_t subtask = 0; subtask < parallelism; ++subtask) {
        const std::int32_t first = (subtask * kGroups + parallelism - 1) / parallelism;
        const std::int32_t last = ((subtask + 1) * kGroups - 1) / parallelism;
        const std::filesystem::path file = folder / ("keyed-" + std::to_string(subtask));
        StreamWriter out(file, header);
        std::vector<std::int64_t> offsets;
        for (std::int32_t group = first; group <= last; ++group) {
            const std::vector<std::int64_t>& keys = groups[static_cast<std::size_t>(group)];
            offsets.push_back(keys.empty() && layout == Layout::kCanonical ? 0 : out.offset());
            if (layout == Layout::kHeap) {
                write_heap_group(out, group, keys);
            } else if (!keys.empty()) {
                out.begin_group(static_cast<std::uint8_t>(group));
                write_keys_group(out, keys);
            }
        }
        out.close();
        handles.push_back(make_handle(first, std::move(offsets), file));
        if (layout == Layout::kHeap) {
            handles.back().tag = HandleTag::kKeyGroupsV2;
            handles.back().state_handle_id = "keyed-" + std::to_string(subtask);
        }
    }
    write_savepoint(folder, kGroups, std::move(handles));
}

// ---- group and the large values: one state in one key group --------------------------------------------------------

/// `write_entries` gets the writer; max parallelism 1, so that every key is in key group 0.
void make_one_group(const std::filesystem::path& folder, State state,
                    const std::function<void(StreamWriter&)>& write_entries) {
    const std::filesystem::path file = folder / "keyed-0";
    StreamWriter out(file, make_header(make_type(TypeKind::kLong), {std::move(state)}));
    const std::int64_t offset = out.offset();
    out.begin_group(0);
    write_entries(out);
    out.end_state(kEndOfGroup);
    out.close();
    write_savepoint(folder, 1, {make_handle(0, {offset}, file)});
}

void make_group(const std::filesystem::path& folder, std::int64_t count, std::size_t entry_size) {
    constexpr std::size_t kOverhead = 4 + 10 + 4 + 1;  // lengths, key, the string's own length
    const std::string text(entry_size > kOverhead ? entry_size - kOverhead : 0, 'x');
    std::int64_t step = count * 5 / 8 | 1;  // visits every key once, in no order
    while (std::gcd(step, count) != 1) {
        step += 2;
    }
    make_one_group(folder, {"text", "VALUE", make_type(TypeKind::kString)}, [&](StreamWriter& out) {
        std::int64_t key = 0;
        for (std::int64_t i = 0; i < count; ++i, key = (key + step) % count) {
            out.entry(
                0, i + 1 == count, [&](ByteWriter& w) { put_key(w, key); },
                [&](ByteWriter& w) { put_string(w, text); });
        }
    });
}

void make_large_value(const std::filesystem::path& folder, std::string_view kind, std::size_t size) {
    const TypePtr long_type = make_type(TypeKind::kLong);
    const TypePtr string_type = make_type(TypeKind::kString);
    const auto one = [&](State state, const std::function<void(ByteWriter&)>& write_value) {
        make_one_group(folder, std::move(state), [&](StreamWriter& out) {
            out.entry(
                0, true, [](ByteWriter& w) { put_key(w, 7); }, write_value);
        });
    };
    if (kind == "string") {
        one({"large", "VALUE", string_type}, [&](ByteWriter& w) { put_string(w, std::string(size, 'y')); });
    } else if (kind == "list") {
        one({"large", "LIST", make_type(TypeKind::kList, {long_type})}, [&](ByteWriter& w) {
            for (std::size_t i = 0; i < size / 9; ++i) {
                if (i > 0) {
                    w.u8(',');
                }
                w.i64(static_cast<std::int64_t>(i));
            }
        });
    } else {
        one({"large", "VALUE", make_type(TypeKind::kMap, {string_type, long_type})}, [&](ByteWriter& w) {
            const std::size_t entries = size / 18;
            w.count(entries);
            for (std::size_t i = 0; i < entries; ++i) {
                put_string(w, std::to_string(10000000 + i));
                w.boolean(false);
                w.i64(static_cast<std::int64_t>(i));
            }
        });
    }
}

int usage() {
    std::cerr
        << "usage: make_big_savepoint FOLDER keys|heap N [PARALLELISM] | group N [BYTES] | string BYTES | list BYTES "
           "| map BYTES\n";
    return 2;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        return usage();
    }
    try {
        const std::filesystem::path folder = argv[1];
        const std::string shape = argv[2];
        const long long number = std::atoll(argv[3]);
        const int extra = argc > 4 ? std::atoi(argv[4]) : 0;
        if (number < 1) {
            return usage();
        }
        std::filesystem::create_directories(folder);
        if (shape == "keys" || shape == "heap") {
            make_keys(folder, number, std::clamp(extra, 1, kGroups),
                      shape == "heap" ? Layout::kHeap : Layout::kCanonical);
        } else if (shape == "group") {
            make_group(folder, number, extra > 0 ? static_cast<std::size_t>(extra) : 108);
        } else if (shape == "string" || shape == "list" || shape == "map") {
            make_large_value(folder, shape, static_cast<std::size_t>(number));
        } else {
            return usage();
        }
    } catch (const std::exception& error) {
        std::cerr << "make_big_savepoint: " << error.what() << '\n';
        return 1;
    }
    return 0;
}
