#include "rewrite/misfits.hpp"

#include "sp/error.hpp"

namespace sp::rewriting {

void Misfits::add(Row row) {
    const std::lock_guard lock(mutex_);
    ++count_;
    first_.insert(std::move(row));
    if (first_.size() > kMostNamed) {
        first_.erase(std::prev(first_.end()));
    }
}

void Misfits::check() const {
    const std::lock_guard lock(mutex_);
    if (count_ == 0) {
        return;
    }
    std::string message = std::to_string(count_) + (count_ == 1 ? " entry does" : " entries do") +
                          " not fit the new types, and nothing is written:";
    for (const Row& row : first_) {
        message += "\n  operator " + row.op + ": " + row.state + ": " + row.text;
    }
    if (count_ > first_.size()) {
        message += "\n  and " + std::to_string(count_ - first_.size()) + " more";
    }
    throw InputError(message);
}

}  // namespace sp::rewriting
