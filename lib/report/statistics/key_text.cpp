#include "report/statistics/key_text.hpp"

#include "sp/error.hpp"

namespace sp::statistics {

std::string KeyText::json(const LargeKey& key) {
    constexpr std::size_t kReadableBehind = 32;  // what programs may read
    std::unique_ptr<rows::Part>& part = parts_[key.type];
    if (!part) {
        part = std::make_unique<rows::Part>("key", key.type, "", rules_);
    }
    ByteVector bytes = key.key;
    bytes.resize(bytes.size() + kReadableBehind);
    const Bytes view = Bytes(bytes).first(key.key.size());
    const EntryBatch batch;
    const Entry entry;
    rows::StateLabel label;
    rows::GrowingText text;
    try {
        rows::JsonSink<true> sink(text.begin(), &text);
        rows::PartPrinter<true>(sink, rules_, {batch, entry, label}).part(*part, view);
        return std::string(text.text(sink.out()));
    } catch (const InputError&) {
        return R"({"@bytes":")" + rows::base64_text(view) + R"("})";
    }
}

}  // namespace sp::statistics
