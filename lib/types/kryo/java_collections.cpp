#include "types/kryo/java_collections.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "java/uri.hpp"

namespace sp::kryo {
namespace {

struct Container {
    std::string_view class_name;
    ContainerRules rules;
};

constexpr ContainerRules kNoNull{.holds_null = false, .holds_null_value = false};
constexpr ContainerRules kSorted{.holds_null = false, .is_sorted = true};

/// Those that do not take everything, by their javadoc.
constexpr Container kContainers[] = {
    {"java.util.ArrayDeque", kNoNull},
    {"java.util.Hashtable", kNoNull},
    {"java.util.IdentityHashMap", {.is_by_identity = true}},
    {"java.util.PriorityQueue", kSorted},
    {"java.util.Properties", kNoNull},
    {"java.util.TreeMap", kSorted},
    {"java.util.TreeSet", kSorted},
    {"java.util.concurrent.ConcurrentHashMap", kNoNull},
    {"java.util.concurrent.ConcurrentLinkedDeque", kNoNull},
    {"java.util.concurrent.ConcurrentLinkedQueue", kNoNull},
    {"java.util.concurrent.ConcurrentSkipListMap", {.holds_null = false, .holds_null_value = false, .is_sorted = true}},
    {"java.util.concurrent.ConcurrentSkipListSet", kSorted},
    {"java.util.concurrent.LinkedBlockingDeque", kNoNull},
    {"java.util.concurrent.LinkedBlockingQueue", kNoNull},
    {"java.util.concurrent.LinkedTransferQueue", kNoNull},
    {"java.util.concurrent.PriorityBlockingQueue", kSorted},
};

/// Made by something else than a constructor without arguments, of what no row can say, or never with anything in them.
constexpr std::string_view kNotByParts[] = {
    "java.util.EnumMap",
    "java.util.EnumSet",
    "java.util.concurrent.ArrayBlockingQueue",
    "java.util.concurrent.DelayQueue",
    "java.util.concurrent.SynchronousQueue",
    "java.util.jar.Attributes",
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

void append_cased(std::string& out, std::string_view text, char (*cased)(char)) {
    std::transform(text.begin(), text.end(), std::back_inserter(out), cased);
}

/// The constructor of Locale has languages in small letters and countries in capitals, and one code for languages that have two.
void append_locale(std::string& identity, std::string_view text) {
    static constexpr std::pair<std::string_view, std::string_view> kCodes[] = {
        {"iw", "he"}, {"ji", "yi"}, {"in", "id"}};
    const std::size_t at = identity.size();
    const std::size_t country = std::min(text.find('_'), text.size());
    append_cased(identity, text.substr(0, country), lower);
    for (const auto& [old_code, code] : kCodes) {
        if (std::string_view(identity).substr(at) == old_code) {
            identity.replace(at, std::string::npos, code);
        }
    }
    const std::size_t variant = std::min(text.find('_', country + 1), text.size());
    append_cased(identity, text.substr(country, variant - country), upper);
    identity += text.substr(variant);
}

}  // namespace

ContainerRules container_rules(std::string_view class_name) {
    const auto* const known = std::find_if(std::begin(kContainers), std::end(kContainers),
                                           [&](const Container& one) { return one.class_name == class_name; });
    return known == std::end(kContainers) ? ContainerRules{} : known->rules;
}

bool is_written_by_parts(std::string_view class_name) {
    return std::find(std::begin(kNotByParts), std::end(kNotByParts), class_name) == std::end(kNotByParts);
}

Equality value_equality(const KryoClass& type) {
    const bool has_identity = type.name.starts_with('[') || type.body == Body::kPattern ||
                              type.name == "java.lang.StringBuilder" || type.name == "java.lang.StringBuffer";
    const bool has_text =
        type.name == "java.net.URI" || type.body == Body::kLocale || type.body == Body::kInetSocketAddress;
    return has_identity ? Equality::kIdentity : has_text ? Equality::kText : Equality::kBytes;
}

bool append_text_identity(std::string& identity, const KryoClass& type, std::string_view text) {
    switch (type.body) {
        case Body::kText: return java::append_uri_identity(identity, text);
        case Body::kLocale: append_locale(identity, text); return true;
        default: append_cased(identity, text, lower); return true;  // a host's name and a port
    }
}

Equality collection_equality(bool is_set, bool is_list) {
    return is_set ? Equality::kSet : is_list ? Equality::kList : Equality::kIdentity;
}

bool is_comparable(const KryoClass& type) {
    switch (type.body) {
        case Body::kInt:
        case Body::kLong:
        case Body::kShort:
        case Body::kChar:
        case Body::kByte:
        case Body::kBoolean:
        case Body::kFloat:
        case Body::kDouble:
        case Body::kString:
        case Body::kBigInteger:
        case Body::kBigDecimal:
        case Body::kDate:
        case Body::kSqlTimestamp:
        case Body::kUuid:
        case Body::kEnum: return true;
        case Body::kText: return type.name == "java.net.URI";  // string builders only since Java 11
        case Body::kTime: return type.time != TimeForm::kPeriod && type.time != TimeForm::kZoneRegion;
        default: return false;
    }
}

}  // namespace sp::kryo
