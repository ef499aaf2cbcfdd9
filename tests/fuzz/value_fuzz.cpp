// A snapshot and behind it bytes that may be a value of its type.

#include <cstdint>

#include "types/snapshots/snapshot_reader.hpp"
#include "value_check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    sp::BoundedReader in(sp::Bytes(data, size), "snapshot");
    try {
        const sp::TypePtr type = sp::read_top_level_snapshot(in);
        sp::fuzz::check_bytes(type, in.bytes(in.remaining(), "value"));
    } catch (const sp::Error&) {
    }
    return 0;
}
