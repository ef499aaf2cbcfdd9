#include "rows/written_parts.hpp"

#include <algorithm>
#include <utility>

namespace sp::rows {
namespace {

void append_sized(std::string& out, std::string_view text) {
    out += std::to_string(text.size());
    out += ':';
    out += text;
}

}  // namespace

std::string_view WrittenValue::bytes(std::size_t begin, std::size_t end) const {
    return std::string_view(reinterpret_cast<const char*>(encoder_.written().data()) + begin, end - begin);
}

bool WrittenValue::append(std::string& text, std::size_t begin, std::size_t end) const {
    bool is_equal_to_any = true;
    auto stand = std::find_if(stands_.begin(), stands_.end(), [&](const Stand& one) { return one.begin >= begin; });
    for (; stand != stands_.end() && stand->begin < end; ++stand) {
        append_sized(text, bytes(begin, stand->begin));
        append_sized(text, stand->text);
        is_equal_to_any &= !stand->is_unequal;
        begin = stand->end;
    }
    append_sized(text, bytes(begin, end));
    return is_equal_to_any;
}

void WrittenValue::replace(Stand stand) {
    while (has_stand(stand.begin)) {
        stands_.pop_back();
    }
    stands_.push_back(std::move(stand));
}

void WrittenValue::end_kryo(std::size_t begin) {
    Stand stand{begin, position(), {}, false};
    stand.is_unequal = !encoder_.append_kryo_identity(stand.text);
    replace(std::move(stand));
}

void WrittenValue::end_unordered(std::size_t begin, const std::vector<std::size_t>& items) {
    Stand stand{begin, position(), {}, false};
    std::vector<std::string> texts(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        stand.is_unequal |= !append(texts[i], items[i], i + 1 < items.size() ? items[i + 1] : stand.end);
    }
    std::sort(texts.begin(), texts.end());
    for (const std::string& text : texts) {
        append_sized(stand.text, text);
    }
    replace(std::move(stand));
}

bool WrittenParts::end() {
    const std::size_t end = value_.position();
    bool is_new = true;
    if (!value_.has_stand(begin_)) {
        is_new = by_bytes_.insert({begin_, end}).second;
    } else if (std::string text; value_.append(text, begin_, end)) {
        is_new = by_text_.insert(std::move(text)).second;
    }
    if (--value_.open_parts_ == 0) {
        value_.stands_.clear();
    }
    return is_new;
}

}  // namespace sp::rows
