#include "rows/table_join.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "io/big_endian.hpp"
#include "io/sort_key.hpp"
#include "sp/error.hpp"

namespace sp::rows {
namespace {

constexpr std::size_t kMinSlots = 256;

/// The first eight bytes, zeros for what is not there, as a number that compares as they do.
std::uint64_t prefix_of(Bytes bytes) {
    if (bytes.empty()) {
        return 0;
    }
    const std::uint64_t word = load_u64(bytes.data());  // a slice can be read beyond its end
    return bytes.size() >= 8 ? word : word & ~std::uint64_t{0} << (64 - 8 * bytes.size());
}

std::uint64_t hash_of(std::uint64_t hash, Bytes bytes) {
    constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15U;
    hash ^= bytes.size();
    for (; bytes.size() > 8; bytes = bytes.subspan(8)) {
        hash = (hash ^ load_u64(bytes.data())) * kMultiplier;
        hash ^= hash >> 32;
    }
    hash = (hash ^ prefix_of(bytes)) * kMultiplier;
    return hash ^ hash >> 32;
}

bool is_equal(Bytes a, Bytes b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

/// Where what is copied may be followed by anything: a slice can be read beyond its end, and the arena written so far.
std::uint8_t* copy_padded(std::uint8_t* out, Bytes bytes) {
    constexpr std::size_t kAtOnce = 32;
    static_assert(kAtOnce <= Arena::kReadPadding);
    if (bytes.size() > kAtOnce) {
        std::memcpy(out, bytes.data(), bytes.size());
    } else if (!bytes.empty()) {
        std::memcpy(out, bytes.data(), kAtOnce);
    }
    return out + bytes.size();
}

int compare(Bytes a, Bytes b) {
    const std::size_t common = std::min(a.size(), b.size());
    const int order = common == 0 ? 0 : std::memcmp(a.data(), b.data(), common);
    return order != 0 ? order : a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

bool comes_before(const Cell* a, const Cell* b) {
    if (a->column() != b->column()) {
        return a->column() < b->column();
    }
    return a->timestamp != b->timestamp ? a->timestamp < b->timestamp : compare(a->map_key(), b->map_key()) < 0;
}

}  // namespace

struct TableJoin::Row {
    const std::uint8_t* bytes;  ///< key, then namespace
    std::uint32_t key_size;
    std::uint32_t name_space_size;
    std::uint64_t prefix;
    std::uint64_t hash;
    Cell* first;
    Cell* last;
    bool is_global;

    [[nodiscard]] Bytes key() const { return {bytes, key_size}; }
    [[nodiscard]] Bytes name_space() const { return {bytes + key_size, name_space_size}; }
    [[nodiscard]] Place place() const { return {key(), name_space(), is_global, prefix}; }

    [[nodiscard]] bool is_at(const Place& place) const {
        return prefix == place.prefix && key_size == place.key.size() && is_global == place.is_global &&
               (key_size <= sizeof prefix || is_equal(key(), place.key)) &&
               (is_global || is_equal(name_space(), place.name_space));
    }

    /// Of two rows with one prefix.
    [[nodiscard]] bool comes_before(const Row& other) const {
        int order = compare(key(), other.key());
        if (order == 0 && is_global != other.is_global) {
            return is_global;
        }
        order = order != 0 ? order : compare(name_space(), other.name_space());
        return order < 0;
    }
};

/// In front of key, namespace, map key and value of a spilled entry.
struct TableJoin::SpilledHead {
    Cell cell;
    std::uint32_t key_size;
    std::uint32_t name_space_size;
    std::uint64_t is_global;

    static SpilledHead of(Bytes payload) {
        SpilledHead head;
        std::memcpy(&head, payload.data(), sizeof head);
        return head;
    }
};

TableJoin::TableJoin(std::uint64_t memory, std::string temporary_folder)
    : memory_(static_cast<std::size_t>(memory / 2)),  // the other half is the sorter's, while what is held moves there
      temporary_folder_(std::move(temporary_folder)),
      slots_(kMinSlots, 0) {}

TableJoin::~TableJoin() = default;

const CellOrigin* TableJoin::origin_of(const EntryBatch& batch, std::uint32_t column) {
    if (origins_.empty() || origins_.back().state != batch.state || origins_.back().source != batch.source) {
        origins_.push_back({batch.state, std::string(batch.source), column});
    }
    return &origins_.back();
}

/// Entries of a map or times of a key follow each other, and the states of a group have their keys in nearly the same order
/// as a rule: the row found last and the one that came after it are tried before the hash.
inline TableJoin::Row& TableJoin::row_of(const Place& place) {
    if (last_row_ + 1 < rows_.size() && rows_[last_row_ + 1].is_at(place)) {
        return rows_[++last_row_];
    }
    if (last_row_ < rows_.size() && rows_[last_row_].is_at(place)) {
        return rows_[last_row_];
    }
    Row& row = find_row(place);
    last_row_ = static_cast<std::size_t>(&row - rows_.data());
    return row;
}

inline void TableJoin::add_cell(Row& row, const Cell& head, const Entry& entry) {
    std::uint8_t* const at = arena_.allocate(sizeof(Cell) + entry.map_key.size() + entry.value.size());
    copy_padded(copy_padded(at + sizeof(Cell), entry.map_key), entry.value);
    Cell* const cell = new (at) Cell(head);
    (row.last != nullptr ? row.last->next : row.first) = cell;
    row.last = cell;
}

void TableJoin::add(const EntryBatch& batch, std::size_t count, std::uint32_t column) {
    const CellOrigin* const origin = origin_of(batch, column);
    const bool is_global = batch.state->name_space->kind == TypeKind::kVoidNamespace;
    for (const Entry& entry : std::span(batch.entries).first(count)) {
        if (((entry.key.size() | entry.name_space.size() | entry.map_key.size() | entry.value.size()) >> 31) != 0) {
            throw UnsupportedError("state '" + batch.state->name +
                                   "': an entry of more than 2 GiB in the table layout");
        }
        const Place place{entry.key, is_global ? Bytes() : entry.name_space, is_global, prefix_of(entry.key)};
        const Cell head{nullptr,
                        origin,
                        entry.offset,
                        entry.timestamp,
                        static_cast<std::uint32_t>(entry.map_key.size()),
                        static_cast<std::uint32_t>(entry.value.size()),
                        entry.is_null_value};
        if (sorter_) [[unlikely]] {
            spill(place, head, entry.map_key, entry.value);
        } else {
            add_cell(row_of(place), head, entry);
        }
    }
    if (!sorter_ && memory_used() > memory_) {
        spill_all();
    }
}

TableJoin::Row& TableJoin::find_row(const Place& place) {
    const std::uint64_t hash = hash_of(hash_of(place.is_global ? 1 : 0, place.key), place.name_space);
    if (2 * (rows_.size() + 1) > slots_.size()) {
        grow_slots();
    }
    std::size_t slot = hash & (slots_.size() - 1);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
        Row& row = rows_[slots_[slot] - 1];
        if (row.hash == hash && row.is_at(place)) {
            return row;
        }
    }
    if (rows_.size() >= std::numeric_limits<std::uint32_t>::max() - 1) {
        throw UnsupportedError("a key group of more than 2^32 keys in the table layout");
    }
    std::uint8_t* const bytes = arena_.allocate(place.key.size() + place.name_space.size());
    std::copy(place.name_space.begin(), place.name_space.end(), std::copy(place.key.begin(), place.key.end(), bytes));
    rows_.push_back({bytes, static_cast<std::uint32_t>(place.key.size()),
                     static_cast<std::uint32_t>(place.name_space.size()), place.prefix, hash, nullptr, nullptr,
                     place.is_global});
    slots_[slot] = static_cast<std::uint32_t>(rows_.size());
    return rows_.back();
}

void TableJoin::grow_slots() {
    slots_.assign(2 * slots_.size(), 0);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        std::size_t slot = rows_[i].hash & (slots_.size() - 1);
        while (slots_[slot] != 0) {
            slot = (slot + 1) & (slots_.size() - 1);
        }
        slots_[slot] = static_cast<std::uint32_t>(i + 1);
    }
}

std::size_t TableJoin::memory_used() const {
    return arena_.used() + rows_.size() * (sizeof(Row) + sizeof(Position)) + slots_.size() * sizeof(slots_[0]);
}

// ---- Spilling ------------------------------------------------------------------------------------------------------

void TableJoin::spill_all() {
    sorter_ =
        std::make_unique<ExternalSorter>(ExternalSorter::Options{.temp_dir = temporary_folder_, .memory = memory_});
    for (const Row& row : rows_) {
        for (const Cell* cell = row.first; cell != nullptr; cell = cell->next) {
            spill(row.place(), *cell, cell->map_key(), cell->value());
        }
    }
    std::vector<Row>().swap(rows_);
    std::vector<std::uint32_t>(kMinSlots, 0).swap(slots_);
    arena_.release();
}

void TableJoin::spill(const Place& place, const Cell& cell, Bytes map_key, Bytes value) {
    sort_key_.clear();
    append_part(sort_key_, place.key);
    sort_key_.push_back(place.is_global ? 0 : 1);
    append_part(sort_key_, place.name_space);
    append_number(sort_key_, cell.column());
    append_number(sort_key_, cell.timestamp);
    sort_key_.insert(sort_key_.end(), map_key.begin(), map_key.end());

    const SpilledHead head{cell, static_cast<std::uint32_t>(place.key.size()),
                           static_cast<std::uint32_t>(place.name_space.size()), place.is_global ? 1U : 0U};
    payload_.resize(sizeof head);
    std::memcpy(payload_.data(), &head, sizeof head);
    for (const Bytes part : {place.key, place.name_space, map_key, value}) {
        payload_.insert(payload_.end(), part.begin(), part.end());
    }
    sorter_->add(sort_key_, payload_);
}

// ---- Handing out ---------------------------------------------------------------------------------------------------

void TableJoin::finish() {
    if (sorter_) {
        sorter_->finish();
        if (!sorter_->next(sorted_, pending_)) {
            pending_ = {};
        }
    } else {
        order_.clear();
        for (const Row& row : rows_) {
            order_.push_back({row.prefix, static_cast<std::uint32_t>(order_.size())});
        }
        std::sort(order_.begin(), order_.end(), [&](const Position& a, const Position& b) {
            return a.prefix != b.prefix ? a.prefix < b.prefix : rows_[a.row].comes_before(rows_[b.row]);
        });
        next_row_ = 0;
    }
}

void TableJoin::clear() {
    // A large group's table is not cleared for each of the small ones behind it.
    slots_.assign(std::max(kMinSlots, std::bit_ceil(2 * rows_.size())), 0);
    rows_.clear();
    order_.clear();
    last_row_ = 0;
    next_row_ = 0;
    arena_.clear();
    sorter_.reset();
    spilled_rows_[0].release();
    spilled_rows_[1].release();
    origins_.clear();
}

bool TableJoin::next(JoinedRow& row) {
    if (sorter_ ? next_spilled(row) : next_held(row)) {
        return true;
    }
    clear();
    return false;
}

bool TableJoin::next_held(JoinedRow& row) {
    if (next_row_ == order_.size()) {
        return false;
    }
    const Row& held = rows_[order_[next_row_++].row];
    row.key = held.key();
    row.name_space = held.name_space();
    row.is_global = held.is_global;
    row.cells.clear();
    for (const Cell* cell = held.first; cell != nullptr; cell = cell->next) {
        row.cells.push_back(cell);
    }
    if (!std::is_sorted(row.cells.begin(), row.cells.end(), comes_before)) {
        std::stable_sort(row.cells.begin(), row.cells.end(), comes_before);
    }
    return true;
}

bool TableJoin::next_spilled(JoinedRow& row) {
    if (pending_.empty()) {
        return false;
    }
    row.cells.clear();
    Arena* arena = nullptr;
    do {
        const SpilledHead head = SpilledHead::of(pending_);
        const Bytes key = pending_.subspan(sizeof head, head.key_size);
        const Bytes name_space = pending_.subspan(sizeof head + head.key_size, head.name_space_size);
        if (arena == nullptr) {
            arena = &spilled_rows_[head.is_global != 0 ? 0 : 1];
            arena->clear();
            std::uint8_t* const bytes = arena->allocate(key.size() + name_space.size());
            std::copy(name_space.begin(), name_space.end(), std::copy(key.begin(), key.end(), bytes));
            row.key = {bytes, key.size()};
            row.name_space = {bytes + key.size(), name_space.size()};
            row.is_global = head.is_global != 0;
        } else if (row.is_global != (head.is_global != 0) || compare(row.key, key) != 0 ||
                   compare(row.name_space, name_space) != 0) {
            return true;
        }
        const Bytes rest = pending_.subspan(sizeof head + head.key_size + head.name_space_size);
        std::uint8_t* const at = arena->allocate(sizeof(Cell) + rest.size());
        std::copy(rest.begin(), rest.end(), at + sizeof(Cell));
        row.cells.push_back(new (at) Cell(head.cell));
    } while (sorter_->next(sorted_, pending_));
    pending_ = {};
    return true;
}

}  // namespace sp::rows
