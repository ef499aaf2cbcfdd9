#include "io/ordered_tasks.hpp"

#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>
#include <thread>

#include "catch.hpp"

using namespace sp;

namespace {

/// Tasks 0 … count - 1, each of which writes its number `lines` times, the early ones slowly.
std::function<std::optional<OrderedTask>()> counting_tasks(int count, int lines, std::vector<int>& epilogues,
                                                           int failing = -1) {
    auto next = std::make_shared<int>(0);
    return [=, &epilogues]() -> std::optional<OrderedTask> {
        if (*next == count) {
            return std::nullopt;
        }
        const int number = (*next)++;
        return [=, &epilogues](ByteSink& sink) -> Epilogue {
            for (int i = 0; i < lines; ++i) {
                if (number % 3 == 0 && i % 50 == 0) {
                    std::this_thread::sleep_for(std::chrono::microseconds(200));
                }
                sink.write(std::to_string(number) + "\n");
                if (number == failing && i == lines / 2) {
                    throw InputError("task " + std::to_string(number));
                }
            }
            return [=, &epilogues] { epilogues.push_back(number); };
        };
    };
}

std::string expected(int count, int lines) {
    std::string text;
    for (int number = 0; number < count; ++number) {
        for (int i = 0; i < lines; ++i) {
            text += std::to_string(number) + "\n";
        }
    }
    return text;
}

}  // namespace

TEST_CASE("texts and epilogues come in the order of the tasks") {
    for (const unsigned threads : {1U, 2U, 7U}) {
        StringSink sink;
        std::vector<int> epilogues;
        run_in_order(threads, counting_tasks(60, 100, epilogues), sink);
        CHECK((sink.text() == expected(60, 100)));
        CHECK(epilogues.size() == 60);
        CHECK(std::is_sorted(epilogues.begin(), epilogues.end()));
    }
}

TEST_CASE("with fewer threads than were asked for the texts are the same") {
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    if (pages >> 28U != 0) {
        return;  // a terabyte: the shadow memory of a sanitizer, beside which no limit means anything
    }
    const pid_t child = ::fork();  // whose memory is limited
    if (child == 0) {
        rlimit limit{};
        ::getrlimit(RLIMIT_AS, &limit);
        limit.rlim_cur = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + (rlim_t{104} << 20);  // a dozen stacks
        ::mallopt(M_ARENA_MAX, 1);  // else what the threads reserve for their heaps leaves nothing to those there are
        ::setrlimit(RLIMIT_AS, &limit);
        StringSink sink;
        std::vector<int> epilogues;
        run_in_order(100, counting_tasks(60, 100, epilogues), sink);
        ::_exit(sink.text() == expected(60, 100) && epilogues.size() == 60 ? 0 : 1);
    }
    REQUIRE(child > 0);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    CHECK(status == 0);
}

TEST_CASE("what a task writes beyond its buffer waits for its turn") {
    StringSink sink;
    int next = 0;
    const auto task = [&]() -> std::optional<OrderedTask> {
        if (next == 6) {
            return std::nullopt;
        }
        const char letter = static_cast<char>('a' + next++);
        return [letter](ByteSink& out) -> Epilogue {
            if (letter == 'a') {
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            }
            for (int i = 0; i < 12; ++i) {
                out.write(std::string(std::size_t{1} << 20, letter));
            }
            return {};
        };
    };
    run_in_order(3, task, sink);
    REQUIRE(sink.text().size() == std::size_t{72} << 20);
    CHECK(std::is_sorted(sink.text().begin(), sink.text().end()));
}

TEST_CASE("buffers of tasks change hands and are used again") {
    constexpr int kTasks = 40;
    constexpr int kRows = 40000;  // a few buffers of text and a bit
    const auto row = [](int task, int i) { return std::to_string(task) + " " + std::to_string(i) + " padding\n"; };
    std::string all;
    for (int task = 0; task < kTasks; ++task) {
        for (int i = 0; i < kRows; ++i) {
            all += row(task, i);
        }
    }
    for (const unsigned threads : {1U, 3U}) {
        StringSink sink;
        int next = 0;
        run_in_order(
            threads,
            [&]() -> std::optional<OrderedTask> {
                if (next == kTasks) {
                    return std::nullopt;
                }
                return [&row, task = next++](BufferSink& out) -> Epilogue {
                    OutputBuffer buffer(out);
                    for (int i = 0; i < kRows; ++i) {
                        buffer.append(row(task, i));
                    }
                    buffer.flush();
                    return {};
                };
            },
            sink);
        CHECK((sink.text() == all));
    }
}

TEST_CASE("the first failure counts, and all before it is written") {
    for (const unsigned threads : {1U, 4U}) {
        StringSink sink;
        std::vector<int> epilogues;
        CHECK_THROWS_AS(run_in_order(threads, counting_tasks(40, 100, epilogues, 17), sink), InputError);
        std::string text = expected(17, 100);
        for (int i = 0; i <= 50; ++i) {
            text += "17\n";
        }
        CHECK((sink.text() == text));
        CHECK(epilogues.size() == 17);
    }
}

TEST_CASE("a sink that fails ends all tasks") {
    class FailingSink : public ByteSink {
    public:
        void write(std::string_view) override {
            if (++writes_ == 20) {
                throw BrokenPipe("the reader is gone");
            }
        }

    private:
        int writes_ = 0;
    };
    FailingSink sink;
    std::vector<int> epilogues;
    CHECK_THROWS_AS(run_in_order(3, counting_tasks(50, 100, epilogues), sink), BrokenPipe);
}
