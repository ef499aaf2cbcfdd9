#pragma once

// Entries that do not become what they should: collected from all threads, so that the first of them can be named whatever
// the threads did, and how many there are.

#include <compare>
#include <cstdint>
#include <mutex>
#include <set>
#include <string>

namespace sp::rewriting {

class Misfits {
public:
    struct Row {
        std::string op;        ///< as messages name the operator
        std::string state;     ///< "state 'count'"
        std::int32_t place;    ///< the key group or subtask
        std::string identity;  ///< encoded: entries of one place are named in this order
        std::string text;      ///< who it is and what is wrong

        friend auto operator<=>(const Row&, const Row&) = default;
    };

    /// From any thread.
    void add(Row row);

    /// InputError that names the first, if there are any.
    void check() const;

private:
    static constexpr std::size_t kMostNamed = 10;

    mutable std::mutex mutex_;
    std::set<Row> first_;
    std::uint64_t count_ = 0;
};

}  // namespace sp::rewriting
