#include "types/codecs/interpreter.hpp"

#include <limits>

#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/sql_times.hpp"

namespace sp::codec::detail {
namespace {

std::int32_t int_at(const std::uint8_t* p) { return static_cast<std::int32_t>(load_u32(p)); }
std::int64_t long_at(const std::uint8_t* p) { return static_cast<std::int64_t>(load_u64(p)); }

bool read_local_date(const std::uint8_t* p, Temporal& value) {
    value.year = int_at(p);
    value.month = static_cast<std::int8_t>(p[4]);
    value.day = static_cast<std::int8_t>(p[5]);
    return !(value.year == std::numeric_limits<std::int32_t>::min() && load_u16(p + 4) == 0x8000);
}

bool read_local_time(const std::uint8_t* p, Temporal& value) {
    value.hour = static_cast<std::int8_t>(p[0]);
    value.minute = static_cast<std::int8_t>(p[1]);
    value.second = static_cast<std::int8_t>(p[2]);
    value.nanos = int_at(p + 3);
    return value.hour != std::numeric_limits<std::int8_t>::min();
}

}  // namespace

std::optional<std::string> modified_utf8_text(Bytes bytes) {
    const BoundedReader context(bytes, "value");
    try {
        return java::decode_modified_utf8(bytes, context, 0, "string");
    } catch (const InputError&) {
        return std::nullopt;
    }
}

std::size_t temporal_size(TypeKind kind) {
    switch (kind) {
        case TypeKind::kSqlTimestamp:
        case TypeKind::kInstant: return 12;
        case TypeKind::kDateData:
        case TypeKind::kTimeData: return 4;
        case TypeKind::kLocalDate: return 6;
        case TypeKind::kLocalTime: return 7;
        case TypeKind::kLocalDateTime: return 13;
        default: return 8;
    }
}

bool read_temporal(TypeKind kind, const std::uint8_t* p, Temporal& value) {
    switch (kind) {
        case TypeKind::kDateData: value = text::local_date_of(int_at(p)); return true;
        case TypeKind::kTimeData: value = text::local_time_of(int_at(p)); return true;
        case TypeKind::kLocalDate: return read_local_date(p, value);
        case TypeKind::kLocalTime: return read_local_time(p, value);
        case TypeKind::kLocalDateTime: {
            const bool has_date = read_local_date(p, value);
            const bool has_time = read_local_time(p + 6, value);
            return has_date || has_time;
        }
        case TypeKind::kSqlTimestamp:
        case TypeKind::kInstant: value.nanos = int_at(p + 8); [[fallthrough]];
        default: value.epoch = long_at(p); return value.epoch != std::numeric_limits<std::int64_t>::min();
    }
}

const std::uint8_t* skip_units(const std::uint8_t* p, const std::uint8_t* end, std::uint64_t units) {
    while (units > 0) {
        // Most text is ASCII: eight units at a time while no byte has its high bit set.
        while (units >= 8 && end - p >= 8) {
            std::uint64_t word;
            std::memcpy(&word, p, sizeof word);
            if ((word & 0x8080808080808080U) != 0) {
                break;
            }
            p += 8;
            units -= 8;
        }
        if (units == 0) {
            break;
        }
        std::uint64_t unit = 0;
        p = read_unit(p, end, unit);
        if (p == nullptr) {
            return nullptr;
        }
        --units;
    }
    return p;
}

}  // namespace sp::codec::detail
