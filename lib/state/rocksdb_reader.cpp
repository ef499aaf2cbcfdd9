#include "state/rocksdb_reader.hpp"

#include <rocksdb/iterator.h>
#include <rocksdb/perf_level.h>

#include <algorithm>
#include <cstring>

#include "sp/error.hpp"
#include "state/stream_faults.hpp"

namespace sp {
namespace {

constexpr std::size_t kBatchSize = 256;
constexpr std::size_t kBufferSize = std::size_t{256} << 10U;
constexpr std::size_t kReadableBehind = 32;  // what Entry promises

rocksdb::Slice slice_of(const std::string& text) { return {text.data(), text.size()}; }

}  // namespace

RocksDbReader::RocksDbReader(std::shared_ptr<const RocksDbInstance> instance, std::int32_t max_parallelism,
                             const std::vector<const StateDescriptor*>& states)
    : instance_(std::move(instance)), prefix_size_(key_group_prefix_size(max_parallelism)), buffer_(kBufferSize) {
    rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);  // of this thread: counting costs more than it tells
    for (const StateDescriptor* state : states) {
        if (state != nullptr) {
            families_.push_back({state, CompositeKey(*state), nullptr, false});
            if (!families_.back().key.unsupported().empty()) {
                throw UnsupportedError(families_.back().key.unsupported());
            }
        }
    }
    std::sort(families_.begin(), families_.end(),
              [](const Family& a, const Family& b) { return a.state->name < b.state->name; });
}

RocksDbReader::~RocksDbReader() = default;

void RocksDbReader::open_key_group(std::int32_t key_group, std::uint64_t /*offset*/, std::uint64_t /*end*/) {
    key_group_ = key_group;
    group_prefix_.clear();
    for (std::size_t i = prefix_size_; i-- > 0;) {
        group_prefix_ += static_cast<char>(key_group >> (8 * i));
    }
    wanted_.clear();
    family_ = 0;
    begin_family();
}

void RocksDbReader::want_keys(std::vector<std::string> keys) {
    wanted_ = std::move(keys);
    std::sort(wanted_.begin(), wanted_.end());
}

void RocksDbReader::skip_state(const StateDescriptor& state) {
    for (Family& family : families_) {
        if (family.state == &state) {
            family.state = nullptr;
            is_open_ = is_open_ && &family != &families_[family_];
        }
    }
}

void RocksDbReader::begin_family() {
    is_open_ = false;
    next_wanted_ = 0;
    run_prefix_.clear();
}

/// Goes to the next entries to read: a key group of a family, or a key of it. Timers have their time before the key.
bool RocksDbReader::open_next_run() {
    for (; family_ < families_.size(); ++family_, begin_family()) {
        const Family& family = families_[family_];
        if (family.state == nullptr) {
            continue;
        }
        if (wanted_.empty() || family.state->kind == StateKind::kTimer) {
            if (run_prefix_.empty()) {
                seek(group_prefix_);
                return true;
            }
        } else if (next_wanted_ < wanted_.size()) {
            seek(group_prefix_ + wanted_[next_wanted_++]);
            return true;
        }
    }
    return false;
}

void RocksDbReader::seek(const std::string& prefix) {
    Family& family = families_[family_];
    if (!family.iterator) {
        family.iterator = instance_->iterate(family.state->name);
    }
    run_prefix_ = prefix;
    is_open_ = true;
    // The next key group is where the one before ended, unless there was a gap.
    rocksdb::Iterator& iterator = *family.iterator;
    if (!family.is_behind_run || !iterator.Valid() || !iterator.key().starts_with(slice_of(prefix)) ||
        !wanted_.empty()) {
        iterator.Seek(slice_of(prefix));
    }
    family.is_behind_run = false;
}

bool RocksDbReader::is_in_run() const {
    const rocksdb::Iterator& iterator = *families_[family_].iterator;
    if (!iterator.Valid()) {
        instance_->check(iterator);
        return false;
    }
    return iterator.key().starts_with(slice_of(run_prefix_));
}

bool RocksDbReader::next(EntryBatch& batch) {
    batch.entries.clear();
    used_ = 0;
    while (is_open_ || open_next_run()) {
        batch.state = families_[family_].state;
        read_entries(batch);
        if (!batch.entries.empty()) {
            batch.key_group = key_group_;
            batch.subtask = -1;
            batch.source = instance_->name();
            return true;
        }
    }
    return false;
}

void RocksDbReader::read_entries(EntryBatch& batch) {
    rocksdb::Iterator& iterator = *families_[family_].iterator;
    while (batch.entries.size() < kBatchSize) {
        if (!is_in_run()) {
            is_open_ = false;
            families_[family_].is_behind_run = run_prefix_ == group_prefix_;
            return;
        }
        const rocksdb::Slice key = iterator.key();
        const rocksdb::Slice value = iterator.value();
        const std::uint8_t* const copied = copy(key, value, batch.entries.empty());
        if (copied == nullptr) {
            return;
        }
        add_entry(batch, {copied, key.size()}, {copied + key.size(), value.size()});
        iterator.Next();
    }
}

/// A place in the buffer, or null if it has no room left; the first entry of a batch makes it large enough.
std::uint8_t* RocksDbReader::copy(const rocksdb::Slice& key, const rocksdb::Slice& value, bool is_first) {
    const std::size_t needed = key.size() + value.size() + kReadableBehind;
    if (buffer_.size() - used_ < needed) {
        if (!is_first) {
            return nullptr;
        }
        used_ = 0;
        buffer_.resize(std::max(buffer_.size(), needed));
    }
    std::uint8_t* const place = buffer_.data() + used_;
    std::memcpy(place, key.data(), key.size());
    std::memcpy(place + key.size(), value.data(), value.size());
    used_ += key.size() + value.size();
    return place;
}

void RocksDbReader::add_entry(EntryBatch& batch, Bytes key, Bytes value) {
    const Family& family = families_[family_];
    Entry& entry = batch.entries.emplace_back();
    entry.offset = Entry::kNoOffset;
    const auto fail = [&](EntryPart part, const std::string& what, const std::string& problem) {
        throw EntryFault(InputError(instance_->name() + ": " + what + ": " + problem), part, *family.state);
    };
    try {
        family.key.split(key.subspan(prefix_size_), entry);
    } catch (const codec::DecodeFault& fault) {
        const KeyFault described = describe_key_fault(*family.state, key_group_, key, prefix_size_, fault);
        fail(described.part, described.what, described.problem);
    }
    if (const char* const problem = set_value(*family.state, value, entry)) {
        fail(EntryPart::kValue,
             "value of state '" + family.state->name + "' in key group " + std::to_string(key_group_), problem);
    }
}

}  // namespace sp
