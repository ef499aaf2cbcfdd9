#include "io/external_sort.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include <boost/sort/pdqsort/pdqsort.hpp>

#include "io/big_endian.hpp"
#include "io/output.hpp"
#include "sp/error.hpp"

namespace sp {

namespace {

/// Before each record.
struct Head {
    std::uint32_t key_size;
    std::uint32_t payload_size;
    std::uint64_t sequence;

    [[nodiscard]] std::size_t total() const { return sizeof(Head) + std::size_t{key_size} + payload_size; }
};

using Record = ExternalSorter::Record;

Head read_head(const std::uint8_t* at) {
    Head head = {};
    std::memcpy(&head, at, sizeof head);
    return head;
}

Record read_record(const std::uint8_t* at) {
    const Head head = read_head(at);
    at += sizeof head;
    return {{at, head.key_size}, {at + head.key_size, head.payload_size}, head.sequence};
}

int compare_bytes(Bytes a, Bytes b) {
    const std::size_t common = std::min(a.size(), b.size());
    const int order = common == 0 ? 0 : std::memcmp(a.data(), b.data(), common);
    return order != 0 ? order : a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

/// Eight bytes as a number; shorter keys are filled with zeros, so equal prefixes decide nothing.
std::uint64_t prefix_of(Bytes key, std::size_t from) {
    if (key.size() >= from + 8) {
        return load_u64(key.data() + from);
    }
    std::uint64_t prefix = 0;
    for (std::size_t i = from; i < from + 8; ++i) {
        prefix = prefix << 8 | (i < key.size() ? key[i] : 0);
    }
    return prefix;
}

void append(OutputBuffer& out, const std::uint8_t* record, std::size_t size) { out.append(as_text({record, size})); }

constexpr std::size_t kMinWindow = 16 * 1024;
constexpr std::size_t kSlotBytes = 16;  // of the key, in a slot

}  // namespace

/// The records of several runs in order, through a heap of the runs' next keys, of which it has the first bytes itself.
class ExternalSorter::Merge {
public:
    /// Runs first to last - 1 of the file.
    Merge(const std::shared_ptr<const File>& file, const std::vector<std::uint64_t>& ends, std::size_t first,
          std::size_t last, std::size_t memory) {
        const std::size_t window = std::clamp(memory / (last - first), kMinWindow, WindowedReader::kDefaultWindow);
        cursors_.reserve(last - first);
        for (std::size_t i = first; i < last; ++i) {
            const std::uint64_t begin = i == 0 ? 0 : ends[i - 1];
            cursors_.push_back({WindowedReader(ByteSource::of_file(file), begin, ends[i], window), nullptr, 0});
            heap_.push_back({0, 0, cursors_.size() - 1});
            if (!load(heap_.back())) {
                heap_.pop_back();
            }
        }
        for (std::size_t i = heap_.size() / 2; i-- > 0;) {
            sift_down(i);
        }
    }

    /// The record's bytes, sizes included; valid until the next call. Null at the end.
    const std::uint8_t* next(std::size_t& size) {
        if (is_top_used_) {
            Cursor& used = cursors_[heap_.front().cursor];
            used.reader.consume(used.size);
            if (!load(heap_.front())) {
                heap_.front() = heap_.back();
                heap_.pop_back();
            }
            sift_down(0);
        }
        is_top_used_ = !heap_.empty();
        if (!is_top_used_) {
            return nullptr;
        }
        const Cursor& top = cursors_[heap_.front().cursor];
        size = top.size;
        return top.record;
    }

private:
    struct Cursor {
        WindowedReader reader;
        const std::uint8_t* record;
        std::size_t size;
    };

    struct Node {
        std::uint64_t prefix;
        std::uint64_t second;
        std::size_t cursor;
    };

    [[nodiscard]] bool comes_before(const Node& a, const Node& b) const {
        if (a.prefix != b.prefix) {
            return a.prefix < b.prefix;
        }
        if (a.second != b.second) {
            return a.second < b.second;
        }
        const int order = compare(read_record(cursors_[a.cursor].record), read_record(cursors_[b.cursor].record));
        return order != 0 ? order < 0 : a.cursor < b.cursor;
    }

    void sift_down(std::size_t at) {
        for (std::size_t child = 2 * at + 1; child < heap_.size(); at = child, child = 2 * at + 1) {
            if (child + 1 < heap_.size() && comes_before(heap_[child + 1], heap_[child])) {
                ++child;
            }
            if (!comes_before(heap_[child], heap_[at])) {
                return;
            }
            std::swap(heap_[at], heap_[child]);
        }
    }

    bool load(Node& node) {
        Cursor& cursor = cursors_[node.cursor];
        if (cursor.reader.at_end()) {
            return false;
        }
        const Head head = read_head(cursor.reader.need(sizeof(Head), "a record's sizes"));
        cursor.size = head.total();
        cursor.record = cursor.reader.need(cursor.size, "a record");
        const Bytes key = {cursor.record + sizeof head, head.key_size};
        node.prefix = prefix_of(key, 0);
        node.second = prefix_of(key, sizeof node.prefix);
        return true;
    }

    std::vector<Cursor> cursors_;
    std::vector<Node> heap_;
    bool is_top_used_ = false;
};

ExternalSorter::ExternalSorter(Options options) : options_(std::move(options)), arena_(options_.memory) {
    options_.fan_in = std::max<std::size_t>(options_.fan_in, 2);
}

ExternalSorter::~ExternalSorter() = default;

int ExternalSorter::compare(const Record& a, const Record& b) {
    const int order = compare_bytes(a.key, b.key);
    return order != 0 ? order : a.sequence < b.sequence ? -1 : a.sequence > b.sequence ? 1 : 0;
}

std::uint8_t* ExternalSorter::reserve(std::size_t size) {
    if (size > std::numeric_limits<std::uint32_t>::max()) {
        throw UnsupportedError("an entry of more than 4 GiB cannot be sorted");
    }
    const std::size_t total = sizeof(Head) + size;
    if (!arena_.is_empty() && !arena_.has_room(total)) {
        spill();
    }
    return arena_.reserve(total) + sizeof(Head);
}

void ExternalSorter::add_reserved(std::size_t key_size, std::size_t payload_size, std::uint64_t sequence) {
    const Head head = {static_cast<std::uint32_t>(key_size), static_cast<std::uint32_t>(payload_size), sequence};
    const std::size_t offset = arena_.size();
    std::uint8_t* const record = arena_.data() + offset;
    std::memcpy(record, &head, sizeof head);
    const Bytes key = {record + sizeof head, key_size};
    arena_.add(head.total());
    arena_.last_slot() = {prefix_of(key, 0), prefix_of(key, sizeof(std::uint64_t)), offset};
}

void ExternalSorter::add(Bytes key, Bytes payload, std::uint64_t sequence) {
    std::uint8_t* const record = reserve(key.size() + payload.size());
    std::copy(payload.begin(), payload.end(), std::copy(key.begin(), key.end(), record));
    add_reserved(key.size(), payload.size(), sequence);
}

void ExternalSorter::sort_slots() {
    const std::span<Slot> slots = arena_.slots();
    std::reverse(slots.begin(), slots.end());  // as they were added: what is in order already is found to be
    // No recursion: keys of any length can be equal up to their ends.
    std::vector<Group> open = {{slots, 0}};
    while (!open.empty()) {
        const Group group = open.back();
        open.pop_back();
        sort_group(group, open);
    }
}

/// Without a look at the records the bytes in the slots sort without branches and in the cache; only keys that are
/// equal in them too have to be looked up.
void ExternalSorter::sort_group(const Group& group, std::vector<Group>& open) {
    const std::span<Slot> slots = group.slots;
    boost::sort::pdqsort_branchless(slots.begin(), slots.end(), [](const Slot& a, const Slot& b) {
        return (a.prefix < b.prefix) | ((a.prefix == b.prefix) & (a.second < b.second));
    });
    const auto is_other = [](const Slot& a, const Slot& b) { return a.prefix != b.prefix || a.second != b.second; };
    for (std::size_t i = 0; i < slots.size();) {
        std::size_t end = i + 1;
        while (end < slots.size() && !is_other(slots[i], slots[end])) {
            ++end;
        }
        if (end - i > 1) {
            sort_equal_slots({slots.subspan(i, end - i), group.from + kSlotBytes}, open);
        }
        i = end;
    }
}

/// Few are compared, many get the bytes behind what all of them have in common. Keys shorter than that were filled with
/// zeros, which do not tell them from keys that have some: these are compared too.
void ExternalSorter::sort_equal_slots(const Group& group, std::vector<Group>& open) {
    constexpr std::size_t kFew = 16;
    const std::optional<std::size_t> common = group.slots.size() > kFew ? common_bytes(group) : std::nullopt;
    const std::uint8_t* const records = arena_.data();
    if (common) {
        for (Slot& slot : group.slots) {
            const Bytes key = read_record(records + slot.offset).key;
            slot.prefix = prefix_of(key, *common);
            slot.second = prefix_of(key, *common + sizeof slot.prefix);
        }
        open.push_back({group.slots, *common});
        return;
    }
    boost::sort::pdqsort(group.slots.begin(), group.slots.end(), [records](const Slot& a, const Slot& b) {
        const int order = compare(read_record(records + a.offset), read_record(records + b.offset));
        return order != 0 ? order < 0 : a.offset < b.offset;
    });
}

/// With how many bytes all keys begin alike; nothing if one of them has no more than these.
std::optional<std::size_t> ExternalSorter::common_bytes(const Group& group) {
    const std::uint8_t* const records = arena_.data();
    const Bytes first = read_record(records + group.slots.front().offset).key;
    std::size_t common = first.size();
    std::size_t shortest = first.size();
    for (const Slot& slot : group.slots) {
        const Bytes key = read_record(records + slot.offset).key;
        shortest = std::min(shortest, key.size());
        if (shortest <= group.from) {
            return std::nullopt;
        }
        common = std::min(common, shortest);
        const auto from = static_cast<std::ptrdiff_t>(group.from);
        const auto end = first.begin() + static_cast<std::ptrdiff_t>(common);
        common = static_cast<std::size_t>(std::mismatch(first.begin() + from, end, key.begin() + from).first -
                                          first.begin());
    }
    return common < shortest ? std::optional(common) : std::nullopt;
}

/// Sorted records lie anywhere in memory: those that come soon are asked for now (11 % of a bootstrap's time).
void ExternalSorter::prefetch(std::size_t slot) {
    constexpr std::size_t kAhead = 16;
    constexpr std::size_t kLine = 64;
    const std::span<Slot> slots = arena_.slots();
    if (slot + kAhead < slots.size()) {
        const std::uint8_t* const record = arena_.data() + slots[slot + kAhead].offset;
        __builtin_prefetch(record);
        __builtin_prefetch(record + kLine);
    }
}

void ExternalSorter::spill() {
    sort_slots();
    if (!runs_.file) {
        runs_.file = std::make_unique<TempFile>(options_.temp_dir);
    }
    OutputBuffer out(runs_.file->sink());
    const std::span<Slot> slots = arena_.slots();
    for (std::size_t i = 0; i < slots.size(); ++i) {
        prefetch(i);
        const std::uint8_t* const record = arena_.data() + slots[i].offset;
        append(out, record, read_head(record).total());
    }
    out.flush();
    runs_.ends.push_back((runs_.ends.empty() ? 0 : runs_.ends.back()) + out.bytes_written());
    ++runs_spilled_;
    arena_.clear();
}

/// Merges neighbours, fan_in at a time, into a new file, until no more than fan_in are left.
void ExternalSorter::merge_runs_down() {
    while (runs_.ends.size() > options_.fan_in) {
        const std::shared_ptr<const File> file = runs_.file->reopen();
        Runs merged{std::make_unique<TempFile>(options_.temp_dir), {}};
        OutputBuffer out(merged.file->sink());
        for (std::size_t first = 0; first < runs_.ends.size(); first += options_.fan_in) {
            Merge merge(file, runs_.ends, first, std::min(first + options_.fan_in, runs_.ends.size()), options_.memory);
            std::size_t size = 0;
            while (const std::uint8_t* const record = merge.next(size)) {
                append(out, record, size);
            }
            merged.ends.push_back(out.bytes_written());
        }
        out.flush();
        runs_ = std::move(merged);
    }
}

void ExternalSorter::finish() {
    if (runs_.ends.empty()) {
        sort_slots();
        return;
    }
    if (!arena_.is_empty()) {
        spill();
    }
    arena_.release();
    merge_runs_down();
    merge_ = std::make_unique<Merge>(runs_.file->reopen(), runs_.ends, 0, runs_.ends.size(), options_.memory);
}

bool ExternalSorter::next(Record& record) {
    const std::uint8_t* at = nullptr;
    if (merge_) {
        std::size_t size = 0;
        at = merge_->next(size);
    } else if (next_slot_ < arena_.slots().size()) {
        prefetch(next_slot_);
        at = arena_.data() + arena_.slots()[next_slot_++].offset;
    }
    if (at == nullptr) {
        return false;
    }
    record = read_record(at);
    return true;
}

void ExternalSorter::clear() {
    merge_.reset();
    runs_ = {};
    arena_.clear();
    next_slot_ = 0;
    added_ = 0;
}

bool ExternalSorter::next(Bytes& key, Bytes& payload) {
    Record record;
    if (!next(record)) {
        return false;
    }
    key = record.key;
    payload = record.payload;
    return true;
}

}  // namespace sp
