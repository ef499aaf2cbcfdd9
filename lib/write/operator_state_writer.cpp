#include "write/operator_state_writer.hpp"

#include "io/byte_writer.hpp"

namespace sp {
namespace {

DistributionMode mode_of(StateKind kind) {
    return kind == StateKind::kBroadcast       ? DistributionMode::kBroadcast
           : kind == StateKind::kOperatorUnion ? DistributionMode::kUnion
                                               : DistributionMode::kSplitDistribute;
}

}  // namespace

OperatorStateWriter::OperatorStateWriter(ByteSink& sink, Bytes header, std::span<const StateDescriptor> states,
                                         bool is_compressed)
    : out_(sink), states_(states), offsets_(states.size()) {
    out_.append(as_text(header));
    if (is_compressed) {
        frames_.emplace(framed_);
        write_framed();  // the stream's identifier, behind which chunks follow: offsets point to these
    }
}

void OperatorStateWriter::add_element(std::size_t state, Bytes element) {
    begin(state);
    append(element);
}

void OperatorStateWriter::add_map(std::size_t state, std::uint32_t count, Bytes entries) {
    begin(state);
    ByteWriter map;
    map.u32(count);
    map.bytes(entries);
    append(map.view());
}

OperatorStateHandle OperatorStateWriter::finish() {
    out_.flush();
    OperatorStateHandle handle;
    for (std::size_t i = 0; i < states_.size(); ++i) {
        handle.states.push_back({states_[i].name, mode_of(states_[i].kind), std::move(offsets_[i])});
    }
    return handle;
}

void OperatorStateWriter::begin(std::size_t state) {
    offsets_[state].push_back(static_cast<std::int64_t>(out_.bytes_written()));
}

void OperatorStateWriter::append(Bytes bytes) {
    if (!frames_) {
        out_.append(as_text(bytes));
        return;
    }
    frames_->write(bytes);
    frames_->flush();
    write_framed();
}

void OperatorStateWriter::write_framed() {
    out_.append(as_text(framed_));
    framed_.clear();
}

}  // namespace sp
