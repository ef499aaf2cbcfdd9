#include "sp/dump.hpp"

#include <algorithm>
#include <set>

#include "io/output.hpp"
#include "rows/json_value_reader.hpp"
#include "rows/ndjson_writer.hpp"
#include "sp/error.hpp"
#include "types/schema_words.hpp"

namespace sp {
namespace {

/// The wanted keys in the encoding of each operator's keys. A key that does not fit an operator's type is in none of its
/// entries; one that fits no operator at all is a mistake to tell.
class KeyFilter {
public:
    explicit KeyFilter(const std::vector<std::string>& keys) : keys_(keys), fits_(keys.size(), false) {}

    std::vector<ByteVector> encode(const TypePtr& type) {
        std::vector<ByteVector> encoded;
        types_.insert(type_words(*type));
        for (std::size_t i = 0; i < keys_.size(); ++i) {
            try {
                encoded.push_back(rows::encode_json(type, keys_[i]));
                fits_[i] = true;
            } catch (const InputError& error) {
                problem_ = error.what();
            } catch (const UnsupportedError& error) {
                problem_ = error.what();
            }
        }
        return encoded;
    }

    void check() const {
        for (std::size_t i = 0; i < keys_.size(); ++i) {
            if (!fits_[i] && !types_.empty()) {
                std::string message = "the key " + keys_[i] + " fits no operator: " + problem_ + "; keys are of type:";
                for (const std::string& type : types_) {
                    message += "\n  " + type;
                }
                throw UsageError(message);
            }
        }
    }

private:
    const std::vector<std::string>& keys_;
    std::vector<bool> fits_;
    std::set<std::string> types_;
    std::string problem_;
};

void copy_rows(EntryReader& reader, rows::NdjsonWriter& writer, std::optional<std::uint64_t> limit) {
    EntryBatch batch;
    std::uint64_t left = limit.value_or(UINT64_MAX);
    while (left > 0 && reader.next(batch)) {
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, batch.entries.size()));
        writer.write(batch, count);
        left -= count;
    }
}

}  // namespace

void dump(std::string_view savepoint, const DumpOptions& options, ByteSink& sink,
          const std::function<void(const std::string&)>& warn) {
    ReadOptions read = options.read;
    std::optional<KeyFilter> keys;
    if (options.keys) {
        keys.emplace(*options.keys);
        read.keys = [&keys](const TypePtr& type) { return keys->encode(type); };
    }
    EntryReader reader(savepoint, std::move(read));
    OutputBuffer out(sink);
    std::vector<rows::OperatorName> operators;
    std::vector<std::string> members = reader.row_labels();
    for (std::string& member : members) {
        operators.push_back({std::move(member), reader.label(operators.size())});
    }
    rows::NdjsonWriter writer(out, std::move(operators),
                              {.raw = options.raw, .strict = options.strict, .int64_as_string = options.int64_as_string}, warn);
    try {
        copy_rows(reader, writer, options.limit);
    } catch (...) {
        // The rows before the failure are right: they are not held back.
        out.flush();
        throw;
    }
    out.close();
    if (keys) {
        keys->check();
    }
    if (!reader.unsupported().empty()) {
        std::string message;
        for (const std::string& one : reader.unsupported()) {
            message += (message.empty() ? "" : "\n") + one;
        }
        throw UnsupportedError(message);
    }
}

}  // namespace sp
