#include "types/kryo/kryo_reader.hpp"

#include <algorithm>

#include "java/modified_utf8.hpp"
#include "java/object_stream.hpp"
#include "sp/error.hpp"
#include "types/codecs/text/times.hpp"
#include "types/kryo/java_time_text.hpp"

namespace sp::kryo {

using codec::DecodeFault;

namespace {

constexpr std::size_t kLongestName = 65535;  // of a class
constexpr std::uint32_t kFirstOwnCode = 11;  // behind those of primitives and strings

/// Of a class, as compilers make them: no control characters, and dots between packages.
bool can_be_name(std::string_view name) {
    const auto is_odd = [](char c) { return (c >= 0 && c < 0x20) || c == 0x7F || c == '/'; };
    return std::none_of(name.begin(), name.end(), is_odd) && name.front() != '.' && name.back() != '.' &&
           name.find("..") == std::string_view::npos;
}

}  // namespace

void KryoReader::swap_tables() {
    struct Tables {
        std::string text;
        std::vector<ClassName> names;
        std::vector<KnownObject> objects;
    };
    constexpr std::size_t kMostKept = std::size_t{1} << 20;
    static thread_local Tables tables;
    if (text_.capacity() > kMostKept) {
        std::string().swap(text_);
    }
    if (objects_.capacity() > kMostKept) {
        std::vector<KnownObject>().swap(objects_);
    }
    text_.swap(tables.text);
    names_.swap(tables.names);
    objects_.swap(tables.objects);
}

// ---- Faults ---------------------------------------------------------------------------------------------------------

void KryoReader::truncated() const { throw DecodeFault{DecodeFault::Reason::kTruncated, end_, type_, "more bytes"}; }

void KryoReader::misfit(const char* expected) const {
    throw DecodeFault{DecodeFault::Reason::kOpaque,
                      p_,
                      type_,
                      expected,
                      std::string("the bytes do not fit the classes: expected ") + expected,
                      true};
}

void KryoReader::refuse(const KryoClass& type) const {
    throw DecodeFault{DecodeFault::Reason::kOpaque,
                      p_,
                      type_,
                      type.is_missing ? kKnownClass : kDecodedClass,
                      type.problem,
                      type.is_unreadable};
}

void KryoReader::refuse(std::string why) const {
    throw DecodeFault{DecodeFault::Reason::kOpaque, p_, type_, kDecodedObject, std::move(why), true};
}

void KryoReader::refuse_unknown(const KryoClass& type) const {
    if (type.is_unreadable) {
        refuse(type);
    }
    throw DecodeFault{DecodeFault::Reason::kOpaque, p_, type_, kKnownClass,
                      "class " + type.name + ": give --classpath"};
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

std::uint32_t KryoReader::long_var_int() {
    std::uint32_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
        const std::uint8_t next = byte();
        if (shift == 28 && next > 0x0F) {
            break;
        }
        value |= static_cast<std::uint32_t>(next & 0x7F) << shift;
        if (next < 0x80) {
            return value;
        }
    }
    misfit("an integer of 32 bits");
}

std::uint64_t KryoReader::var_long() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 56; shift += 7) {
        const std::uint8_t next = byte();
        value |= static_cast<std::uint64_t>(next & 0x7F) << shift;
        if (next < 0x80) {
            return value;
        }
    }
    return value | static_cast<std::uint64_t>(byte()) << 56;  // the ninth byte has eight bits
}

std::uint32_t KryoReader::flagged_var_int(bool& flag) {
    const std::uint8_t first = byte();
    flag = (first & 0x80) != 0;
    std::uint32_t value = first & 0x3F;
    if ((first & 0x40) == 0) {
        return value;
    }
    for (unsigned shift = 6; shift < 34; shift += 7) {
        const std::uint8_t next = byte();
        if (shift == 27 && next > 0x1F) {
            break;
        }
        value |= static_cast<std::uint32_t>(next & 0x7F) << shift;
        if (next < 0x80) {
            return value;
        }
    }
    misfit("an integer of 32 bits");
}

// ---- Strings --------------------------------------------------------------------------------------------------------

bool KryoReader::text(std::string_view& value) {
    need(1);
    if (*p_ < 0x80) {  // ASCII: the last byte is marked
        const std::uint8_t* const start = p_;
        while (p_ != end_ && *p_ < 0x80) {
            ++p_;
        }
        need(1);
        ++p_;
        text_.assign(reinterpret_cast<const char*>(start), static_cast<std::size_t>(p_ - start));
        text_.back() = static_cast<char>(text_.back() & 0x7F);
        value = text_;
        return true;
    }
    bool flag = false;
    const std::uint32_t length = flagged_var_int(flag);
    if (length == 0) {
        return false;
    }
    const std::uint32_t count = counted(length - 1, 1);
    const auto* const begin = reinterpret_cast<const char*>(p_);
    if (std::all_of(p_, p_ + count, [](std::uint8_t c) { return c < 0x80; })) {
        value = {begin, count};
        p_ += count;
        return true;
    }
    units(count);
    value = text_;
    return true;
}

/// UTF-16 units in UTF-8, each by itself: one to three bytes.
void KryoReader::units(std::uint32_t count) {
    std::u16string wide;
    wide.reserve(count);
    const auto more = [&] {
        const std::uint8_t next = byte();
        if ((next & 0xC0) != 0x80) {
            misfit("UTF-8");
        }
        return static_cast<char16_t>(next & 0x3F);
    };
    for (; count > 0; --count) {
        const std::uint8_t first = byte();
        if (first < 0x80) {
            wide.push_back(first);
        } else if ((first & 0xE0) == 0xC0) {
            wide.push_back(static_cast<char16_t>((first & 0x1F) << 6 | more()));
        } else if ((first & 0xF0) == 0xE0) {
            const char16_t middle = more();
            wide.push_back(static_cast<char16_t>((first & 0x0F) << 12 | middle << 6 | more()));
        } else {
            misfit("UTF-8");
        }
    }
    text_ = java::utf16_to_utf8(wide);
}

std::string_view KryoReader::some_text() {
    std::string_view value;
    if (!text(value)) {
        misfit("a string that is not null");
    }
    return value;
}

void KryoReader::skip_text() {
    need(1);
    if (*p_ < 0x80) {
        while (p_ != end_ && *p_ < 0x80) {
            ++p_;
        }
        need(1);
        ++p_;
        return;
    }
    bool flag = false;
    const std::uint32_t length = flagged_var_int(flag);
    const std::uint32_t count = length == 0 ? 0 : counted(length - 1, 1);
    if (std::all_of(p_, p_ + count, [](std::uint8_t c) { return c < 0x80; })) {
        p_ += count;
    } else {
        units(count);
    }
}

// ---- Classes and objects --------------------------------------------------------------------------------------------

const KryoClass* KryoReader::read_class() {
    const std::uint8_t* const start = p_;
    const std::uint32_t code = var_int();
    if (code == 0) {
        return nullptr;
    }
    if (code != 1) {
        const KryoClass* const type = classes_.by_id(code - 2);
        if (type == nullptr) {
            p_ = start;
            misfit("the id of a registered class");
        }
        has_registered_ |= code >= kFirstOwnCode;
        return type;
    }
    const std::uint32_t number = var_int();
    if (number < names_.size()) {
        if (names_[number].at == p_) {  // read again
            skip_text();
        }
        return names_[number].type;
    }
    if (number != names_.size()) {
        misfit("the number of a class name");
    }
    const std::uint8_t* const at = p_;
    const std::string_view name = some_text();
    if (name.empty() || name.size() > kLongestName) {
        p_ = start;
        misfit("the name of a class");
    }
    const KryoClass* const type = classes_.by_name(name);
    if (type == nullptr) {
        refuse("more classes than we follow");
    }
    if (type->is_missing && !can_be_name(name)) {  // else it would seem that a jar could help
        p_ = start;
        misfit("the name of a class");
    }
    names_.push_back({type, at});
    if (sites_ != nullptr) {
        using Form = codec::ClassNameSite::Form;
        sites_->push_back({is_kryo5_ ? Form::kKryo5 : Form::kKryo2, at, p_, std::string(name)});
    }
    return type;
}

const KnownObject& KryoReader::referred(std::uint32_t number) const {
    if (number >= objects_.size()) {
        misfit("a reference to an object before it");
    }
    return objects_[number];
}

// ---- Values without objects inside ----------------------------------------------------------------------------------

Bytes KryoReader::big_integer() {
    const std::uint32_t size = length_plus_one(1);
    if (size == 0) {
        misfit("the bytes of a BigInteger");
    }
    const Bytes bytes(p_, size);
    p_ += size;
    return bytes;
}

std::string_view KryoReader::uuid() {
    static constexpr char kHex[] = "0123456789abcdef";
    const std::uint64_t high = is_kryo5_ ? fixed64() : static_cast<std::uint64_t>(signed_var_long());
    const std::uint64_t low = is_kryo5_ ? fixed64() : static_cast<std::uint64_t>(signed_var_long());
    text_.clear();
    for (unsigned i = 0; i < 32; ++i) {
        const std::uint64_t half = i < 16 ? high : low;
        if (i == 8 || i == 12 || i == 16 || i == 20) {
            text_ += '-';
        }
        text_ += kHex[half >> (60 - 4 * (i % 16)) & 15];
    }
    return text_;
}

std::string_view KryoReader::inet_socket_address() {
    std::string address(some_text());
    address += ":" + std::to_string(var_int());
    text_ = std::move(address);
    return text_;
}

/// As Locale.toString: "de_DE".
std::string_view KryoReader::locale() {
    std::string locale(some_text());
    const std::string country(some_text());
    const std::string variant(some_text());
    if (!country.empty() || !variant.empty()) {
        locale += "_" + country;
    }
    if (!variant.empty()) {
        locale += "_" + variant;
    }
    text_ = std::move(locale);
    return text_;
}

bool KryoReader::time(const KryoClass& type, Temporal& value) {
    Time time;
    if (is_kryo5_) {
        time5(type.time, time);
    } else {
        time_fields2(type, time);
    }
    return print_time(type.time, time, value);
}

void KryoReader::time_fields2(const KryoClass& type, Time& time) {
    for (const KryoField& field : type.fields) {
        std::int64_t number = 0;
        switch (field.primitive) {
            case Body::kByte: number = static_cast<std::int8_t>(byte()); break;
            case Body::kShort: number = static_cast<std::int16_t>(fixed16()); break;
            case Body::kInt: number = signed_var_int(); break;
            case Body::kLong: number = signed_var_long(); break;
            case Body::kOpaque: time_part2(field, time); continue;
            default: misfit("a part of a time");
        }
        const auto part = static_cast<std::int32_t>(number);
        switch (field.time_part) {
            case 'y': time.year = part; break;
            case 'M': time.month = part; break;
            case 'd': time.day = part; break;
            case 'h': time.hour = part; break;
            case 'm': time.minute = part; break;
            case 's': time.second = part; break;
            case 'n': time.nanos = part; break;
            case 'o': time.offset = part; break;
            case 'S': time.seconds = number; break;
            default: misfit("a part of a time that is known");
        }
    }
}

/// A date in a date and time, an offset, a zone, its id: an object like any other.
void KryoReader::time_part2(const KryoField& field, Time& time) {
    constexpr int kDeepest = 8;  // an id in a zone in a date and time, and what another JDK may put around
    const Nesting nesting(time_depth_);
    if (time_depth_ > kDeepest) {
        misfit("parts of a time that are not in each other");
    }
    const KryoClass* type = field.declared;
    if (type->finality != Finality::kFinal) {
        type = read_class();
        if (type == nullptr || (type->body != Body::kTime && type->body != Body::kString)) {
            misfit("a zone");
        }
    }
    const std::uint32_t reference = var_int();
    if (reference == 0) {
        misfit("a part of a time that is not null");
    }
    const auto read = [&] {
        if (type->body == Body::kString) {
            time.zone = some_text();
        } else if (type->body == Body::kTime) {
            time_fields2(*type, time);
            if (type->time == TimeForm::kZoneOffset && field.name.text == "zone") {
                time.zone = offset_text(time.offset);
            }
        } else {
            misfit("a part of a time");
        }
    };
    if (reference == 1) {
        if (!is_replaying_) {
            objects_.push_back({type, p_});
        }
        return read();
    }
    const KnownObject& object = referred(reference - 2);
    if (object.type != type) {
        misfit("a reference to a part of a time");
    }
    const std::uint8_t* const after = p_;
    const bool was_replaying = is_replaying_;
    p_ = object.at;
    is_replaying_ = true;
    read();
    is_replaying_ = was_replaying;
    p_ = after;
}

void KryoReader::local_date5(Time& time) {
    time.year = static_cast<std::int32_t>(var_int());
    time.month = static_cast<std::int8_t>(byte());
    time.day = static_cast<std::int8_t>(byte());
}

/// The last part that is not zero is inverted, unless there are nanoseconds.
void KryoReader::local_time5(Time& time) {
    std::int32_t* const parts[] = {&time.hour, &time.minute, &time.second};
    for (std::int32_t* const part : parts) {
        const auto value = static_cast<std::int8_t>(byte());
        if (value < 0) {
            *part = ~value;
            return;
        }
        *part = value;
    }
    time.nanos = static_cast<std::int32_t>(var_int());
}

void KryoReader::zone_offset5(Time& time) {
    const auto quarters = static_cast<std::int8_t>(byte());
    time.offset = quarters == 127 ? static_cast<std::int32_t>(fixed32()) : quarters * 900;
}

void KryoReader::time5(TimeForm form, Time& time) {
    switch (form) {
        case TimeForm::kLocalDate: return local_date5(time);
        case TimeForm::kLocalTime: return local_time5(time);
        case TimeForm::kLocalDateTime: local_date5(time); return local_time5(time);
        case TimeForm::kInstant: time.seconds = static_cast<std::int64_t>(var_long()); break;
        case TimeForm::kDuration: time.seconds = static_cast<std::int64_t>(fixed64()); break;
        case TimeForm::kZoneOffset: return zone_offset5(time);
        case TimeForm::kZoneRegion: time.zone = some_text(); return;
        case TimeForm::kOffsetTime: local_time5(time); return zone_offset5(time);
        case TimeForm::kOffsetDateTime:
            local_date5(time);
            local_time5(time);
            return zone_offset5(time);
        case TimeForm::kZonedDateTime:
            local_date5(time);
            local_time5(time);
            time.zone = some_text();
            return;
        case TimeForm::kYear: time.year = static_cast<std::int32_t>(var_int()); return;
        case TimeForm::kYearMonth:
            time.year = static_cast<std::int32_t>(var_int());
            time.month = static_cast<std::int8_t>(byte());
            return;
        case TimeForm::kMonthDay:
            time.month = static_cast<std::int8_t>(byte());
            time.day = static_cast<std::int8_t>(byte());
            return;
        case TimeForm::kPeriod:
            time.year = static_cast<std::int32_t>(var_int());
            time.month = static_cast<std::int32_t>(var_int());
            time.day = static_cast<std::int32_t>(var_int());
            return;
        case TimeForm::kNone: misfit("a class of java.time");
    }
    time.nanos = static_cast<std::int32_t>(var_int());  // of an instant or a duration
}

/// False: `text_` is what to print. Of a zoned time Kryo 2 keeps the offset, Kryo 5 only the zone.
bool KryoReader::print_time(TimeForm form, const Time& time, Temporal& value) {
    const auto date_time = [&](bool has_date) {
        char text[text::kMaxTime];
        char* const end = has_date ? text::write_local_date_time(text, time.year, time.month, time.day, time.hour,
                                                                 time.minute, time.second, time.nanos)
                                   : text::write_local_time(text, time.hour, time.minute, time.second, time.nanos);
        if (end == nullptr) {
            misfit("a date and time");
        }
        return std::string(text, end);
    };
    const auto in_range = [&](std::int32_t part, std::int32_t first, std::int32_t last) {
        if (part < first || part > last) {
            misfit("a date or time that java.time can hold");
        }
    };
    value.epoch = time.seconds;
    value.nanos = time.nanos;
    value.year = time.year;
    value.month = static_cast<std::int8_t>(time.month);
    value.day = static_cast<std::int8_t>(time.day);
    value.hour = static_cast<std::int8_t>(time.hour);
    value.minute = static_cast<std::int8_t>(time.minute);
    value.second = static_cast<std::int8_t>(time.second);
    switch (form) {
        case TimeForm::kLocalDate: value.kind = TypeKind::kLocalDate; break;
        case TimeForm::kLocalTime: value.kind = TypeKind::kLocalTime; break;
        case TimeForm::kLocalDateTime: value.kind = TypeKind::kLocalDateTime; break;
        case TimeForm::kInstant: value.kind = TypeKind::kInstant; break;
        case TimeForm::kDuration:
            in_range(time.nanos, 0, 999'999'999);
            text_ = duration_text(time.seconds, time.nanos);
            return false;
        case TimeForm::kPeriod: text_ = period_text(time.year, time.month, time.day); return false;
        case TimeForm::kYear: text_ = year_text(time.year); return false;
        case TimeForm::kYearMonth:
            in_range(time.month, 1, 12);
            text_ = year_month_text(time.year, time.month);
            return false;
        case TimeForm::kMonthDay:
            in_range(time.month, 1, 12);
            in_range(time.day, 1, 31);
            text_ = month_day_text(time.month, time.day);
            return false;
        case TimeForm::kZoneRegion: text_ = time.zone; return false;
        default:
            in_range(time.offset, -18 * 3600, 18 * 3600);
            if (form == TimeForm::kZoneOffset) {
                text_ = offset_text(time.offset);
            } else if (form == TimeForm::kZonedDateTime) {
                const bool is_offset = time.zone.starts_with('+') || time.zone.starts_with('-') || time.zone == "Z";
                text_ = date_time(true) + (is_offset ? time.zone : is_kryo5_ ? "" : offset_text(time.offset));
                text_ += is_offset ? "" : "[" + time.zone + "]";
            } else {
                text_ = date_time(form == TimeForm::kOffsetDateTime) + offset_text(time.offset);
            }
            return false;
    }
    char text[text::kMaxTime];
    if (text::write_temporal(text, value) == nullptr) {
        misfit("a date or time that java.time can hold");
    }
    return true;
}

const java::ObjectStream& KryoReader::next_object(const KryoClass* owner, BoundedReader& in) {
    auto known =
        std::find_if(streams_.begin(), streams_.end(), [&](const JavaStream& stream) { return stream.owner == owner; });
    if (known == streams_.end()) {
        streams_.push_back({owner, std::make_unique<java::ObjectStreamReader>()});
        known = streams_.end() - 1;
    }
    if (sites_ == nullptr) {
        return known->reader->next(in);
    }
    std::vector<java::ClassNameSite> sites;
    const java::ObjectStream& stream = known->reader->next(in, &sites);
    codec::add_java_sites(*sites_, sites, p_);
    return stream;
}

const KryoReader::JavaObject& KryoReader::java_object(const KryoClass& type) {
    if (!java_objects_.empty() && p_ <= java_objects_.back().at) {
        const auto known = std::lower_bound(java_objects_.begin(), java_objects_.end(), p_,
                                            [](const JavaObject& object, const auto* at) { return object.at < at; });
        if (known->at != p_) {
            misfit("an object of a Java serialization stream that was there before");
        }
        p_ = known->end;
        return *known;
    }
    // Flink has one serializer for all throwables; others have one each.
    const bool is_own = type.name == "java.util.Locale" || type.name == "java.text.SimpleDateFormat";
    BoundedReader in({p_, end_}, "Java serialization stream");
    JavaObject object;
    object.at = p_;
    try {
        read_java_object(next_object(is_own ? &type : nullptr, in), object);
    } catch (const InputError&) {
        truncated();  // more cannot be told: the stream has no length
    } catch (const UnsupportedError& error) {
        refuse(error.what());
    }
    p_ += in.offset();
    object.end = p_;
    return java_objects_.emplace_back(std::move(object));
}

void KryoReader::read_java_object(const java::ObjectStream& stream, JavaObject& object) {
    const java::JavaNode* const node = stream.node(stream.root);
    if (node == nullptr) {
        return;
    }
    object.class_name = stream.class_name(*node);
    if (object.class_name == "java.util.Locale") {
        object.has_text = true;
        object.text = stream.text_field(*node, "language");
        const std::string_view country = stream.text_field(*node, "country");
        const std::string_view variant = stream.text_field(*node, "variant");
        if (!country.empty() || !variant.empty()) {
            object.text += "_" + std::string(country);
        }
        if (!variant.empty()) {
            object.text += "_" + std::string(variant);
        }
    } else if (object.class_name == "java.text.SimpleDateFormat") {
        object.has_text = true;
        object.text = stream.text_field(*node, "pattern");
    } else if (const java::JavaValue* const message = stream.field(*node, "detailMessage");
               message != nullptr && stream.node(*message) != nullptr) {
        object.has_message = true;
        object.message = stream.text_field(*node, "detailMessage");
    }
}

}  // namespace sp::kryo
