#pragma once

// A savepoint whose subtasks are written by different runs, for tests of parts.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "io/temp_dir.hpp"
#include "write/part_file.hpp"
#include "write/writing.hpp"

namespace sp_test {

inline constexpr char kOperatorOfParts[] = R"({"uid":"u","key":"long","parallelism":3,"maxParallelism":8,"states":[
    {"name":"count","kind":"value","type":"int"},
    {"name":"offsets","kind":"operator-list","type":"int"},
    {"name":"rules","kind":"broadcast","mapKey":"int","type":"int"}]})";

/// Which subtask has the key group, of 8 in 3 subtasks.
inline int subtask_of_group(int group) { return group * 3 / 8; }

/// All entries, or those of the subtask `index` of three.
inline void fill_part(sp::SavepointWriter& writer, int index, int value = 0) {
    writer.add_operator(plan_of(kOperatorOfParts));
    for (int i = 0; i < 24; ++i) {
        if (index < 0 || subtask_of_group(i % 8) == index) {
            writer.add_keyed(0, 0, i % 8, OwnEntry{.key = big_endian(i, 8), .value = big_endian(value + i, 4)}.view());
        }
    }
    for (int subtask = 0; subtask < 3; ++subtask) {
        if (index < 0 || subtask == index) {
            writer.add_element(0, 0, subtask, OwnEntry{.value = big_endian(subtask, 4), .index = 0}.view());
        }
    }
    writer.add_broadcast(0, 1, OwnEntry{.map_key = big_endian(1, 4), .value = big_endian(2, 4)}.view());
}

inline std::string part_path(const TempDir& folder, int index, int count = 3) {
    return folder.path("made/part-" + std::to_string(index) + "-of-" + std::to_string(count));
}

inline void write_split(const TempDir& folder, int index, const sp::PartRows& rows = {}, int value = 0, int count = 3,
                        std::int64_t checkpoint_id = 0) {
    sp::WriteOptions options;
    options.split = sp::Split{index, count};
    options.checkpoint_id = checkpoint_id;
    sp::SavepointWriter writer(folder.path("made"), options);
    fill_part(writer, index, value);
    writer.set_part_rows(rows);
    writer.commit();
}

inline std::vector<std::string> write_all_parts(const TempDir& folder) {
    std::vector<std::string> paths;
    for (const int index : {2, 0, 1}) {
        write_split(folder, index);
        paths.push_back(part_path(folder, index));
    }
    return paths;
}

inline std::vector<std::string> names_in(const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace sp_test
