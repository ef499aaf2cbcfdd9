// The first byte chooses a state, the others are an element of it: each has a view, which is JSON whose bytes, where there are
// some, are those that were read. What is read as Kafka's comes back to the byte.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "io/byte_writer.hpp"
#include "rows/json_cursor.hpp"
#include "rows/operator_view.hpp"
#include "types/connectors/source_states.hpp"

namespace {

using namespace sp;
using namespace sp::connectors;

constexpr const char* kStates[] = {"SourceReaderState",
                                   "writer_raw_states",
                                   "streaming_committer_raw_states",
                                   "bucket-states",
                                   "remaining_requests_raw_state",
                                   "remaining_compact_commit_raw_state",
                                   "coordinator"};

void check_json(const std::string& view) {
    rows::JsonCursor cursor(view, rows::JsonCursor::Encoding::kUtf8);
    if (cursor.peek() != rows::JsonCursor::Kind::kObject) {
        std::abort();
    }
    cursor.skip();
    cursor.expect_end();
}

template <class T>
void check_written(const T* content, Bytes bytes) {
    if (content != nullptr) {
        ByteWriter out;
        write(out, *content);
        const Bytes written = out.view();
        if (!std::equal(written.begin(), written.end(), bytes.begin(), bytes.end())) {
            std::abort();
        }
    }
}

void check_kafka(Bytes bytes) {
    const auto payload = exactly(bytes, read_versioned);
    if (!payload) {
        return;
    }
    if (const auto split = read_split(*payload); split.content) {
        check_written(std::get_if<KafkaSplit>(&*split.content), split.bytes);
        check_written(std::get_if<DynamicKafkaSplit>(&*split.content), split.bytes);
    }
    if (const auto enumerator = read_enumerator(*payload); enumerator.content) {
        check_written(std::get_if<KafkaEnumerator>(&*enumerator.content), enumerator.bytes);
        check_written(std::get_if<DynamicKafkaEnumerator>(&*enumerator.content), enumerator.bytes);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const Bytes bytes(data + 1, size - 1);
    StateDescriptor state;
    state.name = kStates[data[0] % std::size(kStates)];
    state.kind = state.name == "coordinator" ? StateKind::kCoordinator : StateKind::kOperatorList;
    auto type = std::make_shared<Type>();
    type->kind = TypeKind::kByteArray;
    state.value = type;
    ByteWriter value;
    if (state.kind != StateKind::kCoordinator) {
        value.count(bytes.size());
    }
    value.bytes(bytes);
    check_json(rows::view_printer_of(state)(value.view(), (data[0] & 0x80U) != 0));
    check_kafka(bytes);
    return 0;
}
