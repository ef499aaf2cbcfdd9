#include "rows/import/session_sorter.hpp"

#include <algorithm>

#include "io/big_endian.hpp"
#include "io/sort_key.hpp"

namespace sp::rows {
namespace {

// Sort key: operator, key group, key, start of the window. Payload: state, sizes of key and map key, both, mark of null,
// value.
constexpr std::size_t kTimeSize = 8;

struct Element {
    std::size_t op;
    std::int32_t key_group;
    std::size_t state;
    TimeWindow window;
    Entry entry;

    explicit Element(const ExternalSorter::Record& record, const ImportPlan& plan) {
        op = load_u16(record.key.data());
        key_group = load_u16(record.key.data() + 2);
        const auto start = static_cast<std::int64_t>(load_u64(record.key.data() + record.key.size() - kTimeSize) ^
                                                     std::uint64_t{1} << 63);
        std::vector<TimeWindow> windows;
        plan.operators()[op]->window->assign(start, windows);
        window = windows.front();
        Bytes rest = record.payload;
        state = load_u16(rest.data());
        const std::size_t key_size = load_u32(rest.data() + 2);
        const std::size_t map_key_size = load_u32(rest.data() + 6);
        rest = rest.subspan(10);
        entry.key = rest.first(key_size);
        entry.map_key = rest.subspan(key_size, map_key_size);
        entry.is_null_value = rest[key_size + map_key_size] != 0;
        entry.value = rest.subspan(key_size + map_key_size + 1);
    }
};

/// Elements by key and time; windows that touch are one session.
class SessionMerger {
public:
    SessionMerger(const ImportPlan& plan, EntryAdder& adder) : plan_(plan), adder_(adder) {}

    void add(const ExternalSorter::Record& record) {
        Element element(record, plan_);
        const Bytes owner = record.key.first(record.key.size() - kTimeSize);
        const bool is_same_key = op_ != nullptr && std::ranges::equal(owner, owner_);
        if (!is_same_key || element.window.start > session_.end) {  // TimeWindow.intersects: touching is enough
            close();
            position_ = is_same_key ? position_ + 1 : 0;
            owner_.assign(owner.begin(), owner.end());
            key_.assign(element.entry.key.begin(), element.entry.key.end());
            op_ = plan_.operators()[element.op].get();
            key_group_ = element.key_group;
            session_ = element.window;
            state_window_.clear();
            session_.append_to(state_window_);
            sequence_ = record.sequence;
        }
        session_.end = std::max(session_.end, element.window.end);
        element.entry.name_space = state_window_;
        adder_.keyed(op_->index, element.state, key_group_, element.entry, record.sequence);
    }

    /// What belongs to the session as a whole: which window its state lies under, and its timers.
    void close() {
        if (op_ == nullptr) {
            return;
        }
        ByteVector window;
        session_.append_to(window);
        ByteVector pair = window;
        pair.insert(pair.end(), state_window_.begin(), state_window_.end());
        Entry entry;
        entry.key = key_;
        entry.name_space = {&kVoidNamespace, 1};
        entry.value = pair;
        entry.index = position_;
        adder_.keyed_element(op_->index, op_->states[op_->merging_window_set].position, key_group_, entry, sequence_);
        entry.name_space = window;
        entry.value = {};
        op_->window->timers(session_, times_);
        for (const std::int64_t time : times_) {
            entry.timestamp = time;
            adder_.keyed(op_->index, op_->timers[op_->window_timers].position(op_->window->domain()), key_group_, entry,
                         sequence_, true);
        }
        op_ = nullptr;
    }

private:
    const ImportPlan& plan_;
    EntryAdder& adder_;
    const ImportOperator* op_ = nullptr;  ///< of the open session; null: there is none
    ByteVector owner_;                    ///< operator, key group and key as the sort key has them
    ByteVector key_;
    std::int32_t key_group_ = 0;
    TimeWindow session_;
    ByteVector state_window_;    ///< the first element's window
    std::int64_t position_ = 0;  ///< of the session among those of its key
    std::uint64_t sequence_ = 0;
    std::vector<std::int64_t> times_;
};

}  // namespace

void SessionSorter::add(unsigned thread, const ImportOperator& op, const ImportState& state, std::int32_t key_group,
                        const Entry& entry, std::uint64_t sequence) {
    ByteVector& key = keys_[thread].key;
    key.clear();
    append_big_endian(key, op.index, 2);
    append_big_endian(key, static_cast<std::uint64_t>(key_group), 2);
    append_part(key, entry.key);
    append_number(key, TimeWindow::parse(entry.name_space).start);
    ByteVector& payload = keys_[thread].payload;
    payload.clear();
    append_big_endian(payload, state.position, 2);
    append_big_endian(payload, entry.key.size(), 4);
    append_big_endian(payload, entry.map_key.size(), 4);
    payload.insert(payload.end(), entry.key.begin(), entry.key.end());
    payload.insert(payload.end(), entry.map_key.begin(), entry.map_key.end());
    payload.push_back(entry.is_null_value ? 1 : 0);
    payload.insert(payload.end(), entry.value.begin(), entry.value.end());
    sort_.sorter(thread).add(key, payload, sequence);
}

void SessionSorter::finish(const ImportPlan& plan, EntryAdder& adder) {
    sort_.finish();
    SessionMerger merger(plan, adder);
    ExternalSorter::Record record;
    while (sort_.next(record)) {
        merger.add(record);
    }
    merger.close();
}

}  // namespace sp::rows
