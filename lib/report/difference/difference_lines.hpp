#pragma once

// DifferenceLines: what differs, as NDJSON. Members are named as in rows (sp-rows(5)).

#include <vector>

#include "io/output.hpp"
#include "report/difference/entry_sort.hpp"
#include "report/difference/tree_comparison.hpp"

namespace sp::difference {

class DifferenceLines {
public:
    /// `warn` gets a message for each state with values that cannot be decoded.
    DifferenceLines(OutputBuffer& out, rows::Warn warn) : out_(out), rules_{false, false, std::move(warn)} {}

    /// An entry that only its own side has: added or removed.
    void one_sided(const SortedEntry& entry);
    void changed(const SortedEntry& old_entry, const SortedEntry& new_entry, const ValueDifference& difference);

    /// `{"change":"added",<place>,"entries":n}`: all of a state or operator.
    [[nodiscard]] static std::string whole(Side only_in, std::string_view place, std::uint64_t entries);

    void text(std::string_view lines) { out_.append(lines); }

private:
    using Sink = rows::JsonSink<true>;

    template <class Body>
    void line(std::string_view change, const SortedEntry& named, Body&& body);
    void identity(Sink& sink, const SortedEntry& entry);
    void value(Sink& sink, const SortedEntry& entry);
    void stamps(Sink& sink, const SortedEntry& entry);
    void paths(Sink& sink, const ValueDifference& difference);
    [[nodiscard]] rows::PartPrinter<true> printer(Sink& sink, const SortedEntry& entry);
    void make_parts(StateUse& use);

    OutputBuffer& out_;
    rows::PrintRules rules_;
    rows::GrowingText growing_;
    std::vector<std::int64_t> stamps_;
    EntryBatch batch_;  ///< of the entry that is printed, for messages
};

}  // namespace sp::difference
