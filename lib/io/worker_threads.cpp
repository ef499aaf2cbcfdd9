#include "io/worker_threads.hpp"

#include <system_error>
#include <thread>
#include <vector>

namespace sp {

void run_on_threads(unsigned threads, const std::function<void(unsigned number)>& work) {
    std::vector<std::jthread> others;  // join where not all can be started
    try {
        for (unsigned i = 1; i < threads; ++i) {
            others.emplace_back([&work, i] { work(i); });
        }
    } catch (const std::system_error&) {
        // A limit of the user or of memory: fewer do the same.
    }
    work(0);
}

}  // namespace sp
