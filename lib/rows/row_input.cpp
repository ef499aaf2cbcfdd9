#include "rows/row_input.hpp"

#include <mutex>
#include <set>

#include "rows/value_bytes.hpp"
#include "sp/error.hpp"
#include "types/schema/words.hpp"
#include "types/sql_types.hpp"

namespace sp::rows {

/// The wanted keys in the encoding of each operator's keys. A key that does not fit an operator's type is in none of its
/// entries; one that fits no operator at all is a mistake to tell.
class RowInput::KeyFilter {
public:
    explicit KeyFilter(std::vector<std::string> keys) : keys_(std::move(keys)), fits_(keys_.size(), false) {}

    /// Parts of a reading ask at the same time.
    std::vector<ByteVector> encode(const TypePtr& type) {
        const std::lock_guard lock(mutex_);
        std::vector<ByteVector> encoded;
        types_.insert(type_words(*type));
        for (std::size_t i = 0; i < keys_.size(); ++i) {
            try {
                encoded.push_back(encode_json(projected_row(type), keys_[i]));
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
    std::vector<std::string> keys_;
    std::vector<bool> fits_;
    std::set<std::string> types_;
    std::string problem_;
    std::mutex mutex_;
};

RowInput::RowInput(std::string_view savepoint, ReadOptions options, const JsonKeys& keys) {
    if (keys) {
        keys_ = std::make_unique<KeyFilter>(*keys);
        options.keys = [filter = keys_.get()](const TypePtr& type) { return filter->encode(type); };
    }
    reader_.emplace(savepoint, std::move(options));
}

RowInput::~RowInput() = default;

std::vector<OperatorName> RowInput::operators() const {
    std::vector<OperatorName> operators;
    std::vector<std::string> members = reader_->row_labels();
    for (std::string& member : members) {
        const std::size_t index = operators.size();
        operators.push_back({std::move(member), reader_->label(index), reader_->uid(index),
                             reader_->metadata().operators[index].id.hex()});
    }
    return operators;
}

void RowInput::check() const {
    if (keys_) {
        keys_->check();
    }
    if (!reader_->unsupported().empty()) {
        std::string message;
        for (const std::string& one : reader_->unsupported()) {
            message += (message.empty() ? "" : "\n") + one;
        }
        throw UnsupportedError(message);
    }
}

}  // namespace sp::rows
