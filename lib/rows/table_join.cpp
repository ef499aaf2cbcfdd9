#include "rows/table_join.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "io/sort_key.hpp"
#include "sp/error.hpp"

namespace sp::rows {
namespace {

constexpr std::size_t kMinSlots = 256;

std::uint64_t hash_of(Bytes bytes, std::uint64_t seed) {
    constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15U;
    std::uint64_t hash = seed ^ bytes.size() * kMultiplier;
    const auto mix = [&](std::uint64_t word) {
        hash = (hash ^ word) * kMultiplier;
        hash ^= hash >> 32;
    };
    const std::uint8_t* p = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 8; left -= 8, p += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, p, 8);
        mix(word);
    }
    if (left > 0) {
        std::uint64_t word = 0;
        std::memcpy(&word, p, left);
        mix(word);
    }
    return hash;
}

int compare(Bytes a, Bytes b) {
    const std::size_t common = std::min(a.size(), b.size());
    const int order = common == 0 ? 0 : std::memcmp(a.data(), b.data(), common);
    return order != 0 ? order : a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

bool comes_before(const Cell* a, const Cell* b) {
    if (a->column != b->column) {
        return a->column < b->column;
    }
    return a->timestamp != b->timestamp ? a->timestamp < b->timestamp : compare(a->map_key(), b->map_key()) < 0;
}

}  // namespace

struct TableJoin::Row {
    const std::uint8_t* bytes;  ///< key, then namespace
    std::uint32_t key_size;
    std::uint32_t name_space_size;
    std::uint64_t hash;
    Cell* first;
    Cell* last;
    bool is_global;

    [[nodiscard]] Bytes key() const { return {bytes, key_size}; }
    [[nodiscard]] Bytes name_space() const { return {bytes + key_size, name_space_size}; }

    friend bool operator<(const Row& a, const Row& b) {
        int order = compare(a.key(), b.key());
        if (order == 0 && a.is_global != b.is_global) {
            return a.is_global;
        }
        order = order != 0 ? order : compare(a.name_space(), b.name_space());
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

const std::string* TableJoin::keep_source(std::string_view source) {
    for (const std::string& known : sources_) {
        if (known == source) {
            return &known;
        }
    }
    return &sources_.emplace_back(source);
}

void TableJoin::add(const EntryBatch& batch, std::size_t count, std::uint32_t column) {
    const std::string* const source = keep_source(batch.source);
    const bool is_global = batch.state->name_space->kind == TypeKind::kVoidNamespace;
    for (const Entry& entry : std::span(batch.entries).first(count)) {
        for (const Bytes part : {entry.key, entry.name_space, entry.map_key, entry.value}) {
            if (part.size() > std::numeric_limits<std::uint32_t>::max() / 2) {
                throw UnsupportedError("state '" + batch.state->name +
                                       "': an entry of more than 2 GiB in the table layout");
            }
        }
        const Cell head{nullptr,
                        batch.state,
                        source,
                        entry.offset,
                        entry.timestamp,
                        column,
                        static_cast<std::uint32_t>(entry.map_key.size()),
                        static_cast<std::uint32_t>(entry.value.size()),
                        entry.is_null_value};
        if (sorter_) {
            spill({entry.key, entry.name_space, is_global}, head, entry.map_key, entry.value);
            continue;
        }
        Row& row = row_of(entry, is_global);
        Cell* const cell = new_cell(arena_, head, entry.map_key, entry.value);
        (row.last != nullptr ? row.last->next : row.first) = cell;
        row.last = cell;
        if (memory_used() > memory_) {
            spill_all();
        }
    }
}

TableJoin::Row& TableJoin::row_of(const Entry& entry, bool is_global) {
    const std::uint64_t hash = hash_of(entry.name_space, hash_of(entry.key, is_global ? 1 : 0));
    if (2 * (rows_.size() + 1) > slots_.size()) {
        grow_slots();
    }
    std::size_t slot = hash & (slots_.size() - 1);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
        Row& row = rows_[slots_[slot] - 1];
        if (row.hash == hash && row.is_global == is_global && compare(row.key(), entry.key) == 0 &&
            compare(row.name_space(), entry.name_space) == 0) {
            return row;
        }
    }
    if (rows_.size() >= std::numeric_limits<std::uint32_t>::max() - 1) {
        throw UnsupportedError("a key group of more than 2^32 keys in the table layout");
    }
    std::uint8_t* const bytes = arena_.allocate(entry.key.size() + entry.name_space.size());
    std::copy(entry.name_space.begin(), entry.name_space.end(), std::copy(entry.key.begin(), entry.key.end(), bytes));
    rows_.push_back({bytes, static_cast<std::uint32_t>(entry.key.size()),
                     static_cast<std::uint32_t>(entry.name_space.size()), hash, nullptr, nullptr, is_global});
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

Cell* TableJoin::new_cell(Arena& arena, const Cell& head, Bytes map_key, Bytes value) {
    auto* const cell = new (arena.allocate(sizeof(Cell) + map_key.size() + value.size())) Cell(head);
    auto* const bytes = reinterpret_cast<std::uint8_t*>(cell + 1);
    std::copy(value.begin(), value.end(), std::copy(map_key.begin(), map_key.end(), bytes));
    return cell;
}

std::size_t TableJoin::memory_used() const {
    return arena_.used() + rows_.size() * sizeof(Row) + slots_.size() * sizeof(slots_[0]);
}

// ---- Spilling ------------------------------------------------------------------------------------------------------

void TableJoin::spill_all() {
    sorter_ =
        std::make_unique<ExternalSorter>(ExternalSorter::Options{.temp_dir = temporary_folder_, .memory = memory_});
    for (const Row& row : rows_) {
        for (const Cell* cell = row.first; cell != nullptr; cell = cell->next) {
            spill({row.key(), row.name_space(), row.is_global}, *cell, cell->map_key(), cell->value());
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
    append_number(sort_key_, cell.column);
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
        std::sort(rows_.begin(), rows_.end());
        next_row_ = 0;
    }
}

void TableJoin::clear() {
    // A large group's table is not cleared for each of the small ones behind it.
    slots_.assign(std::max(kMinSlots, std::bit_ceil(2 * rows_.size())), 0);
    rows_.clear();
    arena_.clear();
    sorter_.reset();
    spilled_rows_[0].release();
    spilled_rows_[1].release();
    sources_.clear();
}

bool TableJoin::next(JoinedRow& row) {
    if (sorter_ ? next_spilled(row) : next_held(row)) {
        return true;
    }
    clear();
    return false;
}

bool TableJoin::next_held(JoinedRow& row) {
    if (next_row_ == rows_.size()) {
        return false;
    }
    const Row& held = rows_[next_row_++];
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
        row.cells.push_back(
            new_cell(*arena, head.cell, rest.first(head.cell.map_key_size), rest.subspan(head.cell.map_key_size)));
    } while (sorter_->next(sorted_, pending_));
    pending_ = {};
    return true;
}

}  // namespace sp::rows
