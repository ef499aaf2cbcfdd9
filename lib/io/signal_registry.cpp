#include "io/signal_registry.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstring>
#include <memory>

#include "sp/signal_cleanup.hpp"

namespace sp {
namespace {

/// Slots that a handler reads without a lock, in blocks that come when they are needed and stay.
template <class Value>
class Registry {
public:
    static_assert(std::atomic<Value>::is_always_lock_free);

    std::size_t add(Value value) {
        for (;;) {
            Block* const newest = newest_.load();
            for (Block* block = newest; block != nullptr; block = block->older) {
                for (std::size_t i = 0; i < kSlots; ++i) {
                    Value empty{};
                    if (block->slots[i].compare_exchange_strong(empty, value)) {
                        return block->first + i;
                    }
                }
            }
            add_block(newest);
        }
    }
    void remove(std::size_t slot) {
        Block* block = newest_.load();
        while (slot < block->first) {
            block = block->older;
        }
        block->slots[slot - block->first].store(Value{});
    }

    /// The last first: a folder is registered before its files.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (const Block* block = newest_.load(); block != nullptr; block = block->older) {
            for (std::size_t i = kSlots; i-- > 0;) {
                if (const Value value = block->slots[i].load(); value != Value{}) {
                    visit(value);
                }
            }
        }
    }

private:
    static constexpr std::size_t kSlots = 256;

    struct Block {
        std::array<std::atomic<Value>, kSlots> slots{};
        std::size_t first = 0;  ///< the number of its first slot
        Block* older = nullptr;
    };

    void add_block(Block* newest) {
        auto block = std::make_unique<Block>();
        block->first = newest->first + kSlots;
        block->older = newest;
        if (newest_.compare_exchange_strong(newest, block.get())) {
            static_cast<void>(block.release());  // a handler can look at it from now on
        }
    }

    Block oldest_;
    std::atomic<Block*> newest_{&oldest_};
};

// A name lives as long as its slot points to it, and handlers never return.
Registry<const char*> names;
Registry<pid_t> commands;
std::atomic<bool> is_ending{false};

/// After a polite signal commands have so long to remove what they have made.
constexpr int kPatienceMs = 1000;
constexpr int kStepMs = 10;

// From here on only what a handler may call: no memory, no streams; opendir() takes memory, hence getdents64().

bool is_self_or_parent(const char* name) { return std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0; }

/// Calls remove(name) for all that a folder holds.
template <class Remove>
void empty_folder(int folder, Remove&& remove) {
    alignas(dirent64) std::array<char, 2048> entries{};
    for (ssize_t size = 0; (size = ::getdents64(folder, entries.data(), entries.size())) > 0;) {
        for (ssize_t at = 0; at < size;) {
            const auto* const entry = reinterpret_cast<const dirent64*>(entries.data() + at);
            if (!is_self_or_parent(entry->d_name)) {
                remove(entry->d_name);
            }
            at += entry->d_reclen;
        }
    }
}

/// Removes a file or a folder with all it holds.
void remove_at(int parent, const char* name, int depth) {
    constexpr int kMaxDepth = 32;
    constexpr int kPasses = 3;  // some file systems skip names when others vanish meanwhile
    if (::unlinkat(parent, name, 0) == 0 || depth == kMaxDepth) {
        return;
    }
    const int folder = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) {
        return;
    }
    for (int pass = 0; pass < kPasses && ::unlinkat(parent, name, AT_REMOVEDIR) != 0; ++pass) {
        ::lseek(folder, 0, SEEK_SET);
        empty_folder(folder, [&](const char* entry) { remove_at(folder, entry, depth + 1); });
    }
    ::unlinkat(parent, name, AT_REMOVEDIR);
    ::close(folder);
}

bool has_ended(pid_t leader) {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(leader), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

void end_commands() {
    commands.for_each([](pid_t leader) { ::kill(-leader, SIGTERM); });
    for (int waited = 0; waited < kPatienceMs; waited += kStepMs) {
        bool is_running = false;
        commands.for_each([&](pid_t leader) { is_running |= !has_ended(leader); });
        if (!is_running) {
            break;
        }
        ::poll(nullptr, 0, kStepMs);
    }
    commands.for_each([](pid_t leader) { ::kill(-leader, SIGKILL); });
}

}  // namespace

void clean_up_after_signal() noexcept {
    is_ending.store(true);
    end_commands();
    names.for_each([](const char* name) { remove_at(AT_FDCWD, name, 0); });
}

RemoveOnSignal::RemoveOnSignal(std::string path) : path_(std::move(path)), slot_(names.add(path_.c_str())) {}

RemoveOnSignal::~RemoveOnSignal() { names.remove(slot_); }

EndOnSignal::EndOnSignal(pid_t leader) : slot_(commands.add(leader)) {
    if (is_ending.load()) {  // started too late for the handler to know of it
        ::kill(-leader, SIGKILL);
    }
}

EndOnSignal::~EndOnSignal() { commands.remove(slot_); }

void stand_still_if_ending() noexcept {
    while (is_ending.load()) {
        ::pause();
    }
}

}  // namespace sp
