// Metadata in other versions of its format: what is chosen, converted, lost and refused.

#include "write/metadata_conversion.hpp"

#include "catch.hpp"
#include "sp/error.hpp"
#include "write/writing.hpp"

using namespace sp;
using sp_test::message_of;

namespace {

SubtaskState with_channel(std::int32_t index, ChannelHandleType type) {
    SubtaskState subtask;
    subtask.index = index;
    ChannelStateHandle channel;
    channel.type = type;
    (type == ChannelHandleType::kInput || type == ChannelHandleType::kMergedInput ? subtask.input_channels
                                                                                  : subtask.result_subpartitions)
        .push_back(channel);
    return subtask;
}

SavepointMetadata head_of(std::int32_t version, MetadataDialect dialect = MetadataDialect::kCurrent) {
    SavepointMetadata head;
    head.version = version;
    head.dialect = dialect;
    return head;
}

std::vector<std::string> convert(SavepointMetadata& head, std::int32_t version,
                                 std::vector<OperatorState> operators = {}) {
    std::vector<OperatorState*> pointers;
    for (OperatorState& op : operators) {
        pointers.push_back(&op);
    }
    std::vector<std::string> warnings;
    convert_metadata(head, pointers, version, [&](const std::string& text) { warnings.push_back(text); });
    return warnings;
}

}  // namespace

TEST_CASE("the version is the one asked for, else the savepoint's as far as Flink reads it") {
    CHECK(choose_metadata_version(5, std::nullopt, std::nullopt) == 5);
    CHECK(choose_metadata_version(5, 3, std::nullopt) == 3);
    CHECK(choose_metadata_version(5, std::nullopt, FlinkVersion{1, 20}) == 4);
    CHECK(choose_metadata_version(3, std::nullopt, FlinkVersion{2, 3}) == 3);
    CHECK(choose_metadata_version(3, 4, FlinkVersion{1, 20}) == 4);
    CHECK(message_of<UsageError>([] {
              static_cast<void>(choose_metadata_version(3, 6, FlinkVersion{1, 20}));
          }) == "Flink 1.20 reads metadata up to version 4, not 6");
}

TEST_CASE("operator state has proxy 6 where Flink 1.17 and before cannot come to read it") {
    CHECK(choose_operator_proxy_version(4, std::nullopt) == 5);
    CHECK(choose_operator_proxy_version(5, std::nullopt) == 6);
    CHECK(choose_operator_proxy_version(3, FlinkVersion{1, 18}) == 6);
    CHECK(choose_operator_proxy_version(3, FlinkVersion{1, 17}) == 5);
}

TEST_CASE("properties come and go with the versions that have them, and names are lost with a word") {
    SavepointMetadata head = head_of(6);
    head.properties = SharedBytes(ByteVector{1, 2, 3});
    CHECK(convert(head, 5).empty());
    CHECK(head.version == 5);
    CHECK(head.properties.size() == 3);
    const std::vector<std::string> warnings = convert(head, 4);
    REQUIRE(warnings.size() == 1);
    CHECK(warnings[0] == "metadata of version 4 holds no names and uids of operators: they are lost");
    CHECK(head.properties.size() == 3);
    CHECK(convert(head, 3).empty());
    CHECK(head.properties.empty());
}

TEST_CASE("versions that are not written are refused, unless nothing is to be done") {
    SavepointMetadata head = head_of(2);
    CHECK(convert(head, 2).empty());
    CHECK(head.version == 2);
    head = head_of(4);
    for (const std::int32_t version : {1, 2, 7}) {
        CHECK(message_of<UsageError>([&] { convert(head, version); }) ==
              "metadata of version " + std::to_string(version) + " cannot be written; 3 to 6 can");
    }
    CHECK(head.version == 4);
}

TEST_CASE("channels of Flink 1.11 learn their subtasks") {
    OperatorState op;
    op.subtasks = {with_channel(3, ChannelHandleType::kInput), with_channel(5, ChannelHandleType::kResult)};
    SavepointMetadata head = head_of(3, MetadataDialect::kChannels111);
    OperatorState* const pointer = &op;
    convert_metadata(head, {&pointer, 1}, 4, [](const std::string&) {});
    CHECK(op.subtasks[0].input_channels[0].subtask_index == 3);
    CHECK(op.subtasks[1].result_subpartitions[0].subtask_index == 5);
    CHECK(head.dialect == MetadataDialect::kCurrent);
}

TEST_CASE("merged channels are in version 6 only") {
    for (const ChannelHandleType type : {ChannelHandleType::kMergedInput, ChannelHandleType::kMergedResult}) {
        OperatorState op;
        op.uid = "u";
        op.subtasks = {with_channel(0, type)};
        SavepointMetadata head = head_of(6);
        CHECK(
            message_of<UnsupportedError>([&] { convert(head, 5, {op}); }).starts_with("operator u has merged channel"));
        CHECK(head.version == 6);
    }
}
