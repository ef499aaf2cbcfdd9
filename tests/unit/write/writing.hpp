#pragma once

// Operators, entries and savepoints for tests of the write layer, made from schemas in words.

#include <string>
#include <string_view>
#include <vector>

#include "sp/entry.hpp"
#include "sp/read.hpp"
#include "sp/write.hpp"
#include "types/schema/document.hpp"

namespace sp_test {

/// Of an operator of a schema document: {"uid":"u","key":"long","states":[…]}.
inline sp::OperatorPlan plan_of(const std::string& operator_json) {
    const sp::SchemaDocument document = sp::read_schema_document(R"({"schema":1,"operators":[)" + operator_json + "]}");
    const sp::SchemaOperator& op = document.operators.at(0);
    sp::OperatorPlan plan;
    plan.uid = op.uid;
    plan.id = sp::hash_of_uid(op.uid);
    plan.parallelism = op.parallelism == 0 ? 1 : op.parallelism;
    plan.max_parallelism = op.max_parallelism == 0 ? 128 : op.max_parallelism;
    plan.key = op.key;
    for (const sp::StateDescriptor& state : op.states) {
        (sp::is_keyed(state.kind) ? plan.keyed_states : plan.operator_states).push_back(state);
    }
    plan.keyed_states.insert(plan.keyed_states.end(), op.timers.begin(), op.timers.end());
    return plan;
}

/// A keyed state of the operator with key long: {"name":"s","kind":"value","type":"int"} in words.
inline sp::StateDescriptor state_of(const std::string& state_json) {
    const sp::OperatorPlan plan = plan_of(R"({"uid":"u","key":"long","states":[)" + state_json + "]}");
    return plan.keyed_states.empty() ? plan.operator_states.at(0) : plan.keyed_states.at(0);
}

inline sp::ByteVector big_endian(std::int64_t value, int size) {
    sp::ByteVector bytes;
    for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
        bytes.push_back(static_cast<std::uint8_t>(value >> (shift < 63 ? shift : 63)));  // the sign beyond a long
    }
    return bytes;
}

/// An entry with bytes of its own, in the void namespace.
struct OwnEntry {
    sp::ByteVector key = big_endian(0, 8);
    sp::ByteVector name_space = {0};
    sp::ByteVector map_key = {};
    sp::ByteVector value = {};
    std::int64_t index = 0;
    std::int64_t timestamp = 0;

    [[nodiscard]] sp::Entry view() const {
        sp::Entry entry;
        entry.key = key;
        entry.name_space = name_space;
        entry.map_key = map_key;
        entry.value = value;
        entry.index = index;
        entry.timestamp = timestamp;
        return entry;
    }
};

inline std::string hex(sp::Bytes bytes) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : bytes) {
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 15U];
    }
    return text;
}

/// Every entry as a line with all of its bytes, in the order in which it is stored. Of broadcast states every copy.
inline std::vector<std::string> lines_of(const std::string& savepoint) {
    sp::ReadOptions options;
    options.with_timers = true;
    options.all_copies = true;
    options.uid_list = {"u", "v"};  // which metadata of version 3 does not hold
    sp::EntryReader reader(savepoint, options);
    std::vector<std::string> lines;
    sp::EntryBatch batch;
    while (reader.next(batch)) {
        const sp::StateDescriptor& state = *batch.state;
        for (const sp::Entry& entry : batch.entries) {
            std::string line = reader.label(state.operator_index) + " " + state.name + " ";
            line += sp::is_keyed(state.kind) ? "group " + std::to_string(batch.key_group)
                                             : "subtask " + std::to_string(batch.subtask);
            line += state.kind == sp::StateKind::kTimer ? " @" + std::to_string(entry.timestamp) : "";
            line += sp::is_keyed(state.kind) || state.map_key ? "" : " [" + std::to_string(entry.index) + "]";
            for (const sp::Bytes part : {entry.key, entry.name_space, entry.map_key}) {
                line += part.empty() ? "" : " " + hex(part);
            }
            lines.push_back(line + " = " + (entry.is_null_value ? "null" : hex(entry.value)));
        }
    }
    return lines;
}

/// The message of the error of this class that `work` throws; else what happened instead.
template <class Error, class Work>
std::string message_of(Work&& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    } catch (const std::exception& error) {
        return std::string("another error: ") + error.what();
    }
    return "no error";
}

}  // namespace sp_test
