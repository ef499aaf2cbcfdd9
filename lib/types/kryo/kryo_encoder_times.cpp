// The part of KryoEncoder that writes what is in a date or time of java.time.

#include <utility>

#include "types/kryo/java_time_parse.hpp"
#include "types/kryo/java_time_text.hpp"
#include "types/kryo/kryo_encoder.hpp"
#include "types/kryo/kryo_writer.hpp"

namespace sp::kryo {

/// FieldSerializer: the fields in its order. Dates and the like inside are objects of final classes, a zone is not.
void KryoEncoder::time2(KryoWriter& out, const KryoClass& type, const JavaTime& value, Node& node) {
    const auto number = [&](char part) -> std::int64_t {
        switch (part) {
            case 'y': return value.year;
            case 'M': return value.month;
            case 'd': return value.day;
            case 'h': return value.hour;
            case 'm': return value.minute;
            case 's': return value.second;
            case 'n': return value.nanos;
            case 'o': return value.offset;
            default: return value.seconds;
        }
    };
    for (const KryoField& field : type.fields) {
        const std::int64_t part = number(field.time_part);
        switch (field.primitive) {
            case Body::kByte: out.byte(static_cast<std::uint8_t>(part)); continue;
            case Body::kShort: out.fixed16(static_cast<std::uint16_t>(part)); continue;
            case Body::kInt: out.signed_var_int(static_cast<std::int32_t>(part)); continue;
            case Body::kLong: out.signed_var_long(part); continue;
            default: break;
        }
        if (field.time_part == 'z') {  // a region's id
            out.byte(1);
            out.text(value.zone);
        } else if (field.declared->finality == Finality::kFinal) {
            out.byte(1);
            time2(out, *field.declared, value, node);
        } else {  // the zone: a region, or the offset once more
            node.split = bodies_.size() - node.body;
            node.inner_class = value.zone.empty() ? "java.time.ZoneOffset" : "java.time.ZoneRegion";
            out.byte(1);
            if (value.zone.empty()) {
                out.signed_var_int(value.offset);
            } else {
                out.byte(1);
                out.text(value.zone);
            }
        }
    }
}

void KryoEncoder::time5(KryoWriter& out, TimeForm form, const JavaTime& value) const {
    const auto number = [&](std::int32_t part) { out.var_int(static_cast<std::uint32_t>(part)); };
    const auto small = [&](std::int32_t part) { out.byte(static_cast<std::uint8_t>(part)); };
    const auto date = [&] {
        number(value.year);
        small(value.month);
        small(value.day);
    };
    const auto local_time = [&] {  // the last part that is not zero is inverted, unless there are nanoseconds
        const std::int32_t parts[] = {value.hour, value.minute, value.second};
        const int last = value.second != 0 ? 2 : value.minute != 0 ? 1 : 0;
        for (int i = 0; i <= (value.nanos != 0 ? 2 : last); ++i) {
            small(value.nanos == 0 && i == last ? ~parts[i] : parts[i]);
        }
        if (value.nanos != 0) {
            number(value.nanos);
        }
    };
    const auto offset = [&] {
        const bool has_quarters = value.offset % 900 == 0;
        small(has_quarters ? value.offset / 900 : 127);
        if (!has_quarters) {
            out.fixed32(static_cast<std::uint32_t>(value.offset));
        }
    };
    switch (form) {
        case TimeForm::kNone: return;
        case TimeForm::kLocalDate: return date();
        case TimeForm::kLocalTime: return local_time();
        case TimeForm::kLocalDateTime: date(); return local_time();
        case TimeForm::kInstant: out.var_long(static_cast<std::uint64_t>(value.seconds)); return number(value.nanos);
        case TimeForm::kDuration: out.fixed64(static_cast<std::uint64_t>(value.seconds)); return number(value.nanos);
        case TimeForm::kPeriod:
            number(value.year);
            number(value.month);
            return number(value.day);
        case TimeForm::kYear: return number(value.year);
        case TimeForm::kYearMonth: number(value.year); return small(value.month);
        case TimeForm::kMonthDay: small(value.month); return small(value.day);
        case TimeForm::kZoneOffset: return offset();
        case TimeForm::kZoneRegion: return out.text(value.zone);
        case TimeForm::kOffsetTime: local_time(); return offset();
        case TimeForm::kOffsetDateTime:
            date();
            local_time();
            return offset();
        case TimeForm::kZonedDateTime:
            date();
            local_time();
            return out.text(value.zone.empty() ? offset_text(value.offset) : value.zone);
    }
}

}  // namespace sp::kryo
