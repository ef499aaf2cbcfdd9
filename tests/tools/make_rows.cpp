// Prints rows for scripts/bench-write: what sp-dump and sp-timers print of `make_big_savepoint FOLDER keys N`, but the keys in
// no order, as rows come from anywhere else. Fast, so that a pipe of it measures the reader.
//
// usage: make_rows KEYS    five rows a key: count, profile, two of seen, a timer

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>

namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 20;
constexpr std::int64_t kFirstTime = 1700000000000;

void put(std::string& out, std::int64_t number) {
    std::array<char, 24> digits{};
    const std::to_chars_result end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    out.append(digits.data(), end.ptr);
}

/// `kind` is what stands between the uid and the key.
void begin(std::string& out, std::string_view kind, std::int64_t key) {
    out.append(R"({"uid":"big",)").append(kind).append(R"(,"key":)");
    put(out, key);
}

/// Hundredths as the shortest text, 0.5 and 7.0.
void put_hundredths(std::string& out, std::int64_t hundredths) {
    put(out, hundredths / 100);
    out += '.';
    out += static_cast<char>('0' + hundredths / 10 % 10);
    if (hundredths % 10 != 0) {
        out += static_cast<char>('0' + hundredths % 10);
    }
}

void put_profile(std::string& out, std::int64_t key) {
    static constexpr std::array<std::string_view, 8> kCities = {"Berlin", "Paris",  "Hamburg", "New York",
                                                                "Tokyo",  "London", "Wien",    "San Francisco"};
    begin(out, R"("state":"profile","kind":"value")", key);
    out.append(R"(,"value":{"age":)");
    put(out, key % 90);
    out.append(R"(,"city":")").append(kCities[static_cast<std::size_t>(key) % kCities.size()]);
    out.append(R"(","name":"user-)");
    put(out, key);
    out.append(R"(","score":)");
    put_hundredths(out, key % 4 == 3 ? key % 10000 : key % 40000 * 25);
    out.append("}}\n");
}

void put_rows(std::string& out, std::int64_t key) {
    begin(out, R"("state":"count","kind":"value")", key);
    out.append(R"(,"value":)");
    put(out, key * 3 % 1000003);
    out.append("}\n");
    put_profile(out, key);
    for (const char page : {'a', 'b'}) {
        begin(out, R"("state":"seen","kind":"map")", key);
        out.append(R"(,"map_key":")") += page;
        put(out, key % 5000);
        out.append(R"(","value":)");
        put(out, kFirstTime + key);
        out.append("}\n");
    }
    begin(out, R"("timer":"event-time","service":"user-timers")", key);
    out.append(R"(,"timestamp":)");
    put(out, kFirstTime + key);
    out.append("}\n");
}

bool flush(std::string& out) {
    const bool ok = std::fwrite(out.data(), 1, out.size(), stdout) == out.size();
    out.clear();
    return ok;
}

}  // namespace

int main(int argc, char** argv) {
    const std::int64_t keys = argc == 2 ? std::atoll(argv[1]) : 0;
    if (keys < 1) {
        std::fputs("usage: make_rows KEYS\n", stderr);
        return 2;
    }
    std::int64_t step = keys / 8 * 5 | 1;  // visits every key once
    while (std::gcd(step, keys) != 1) {
        step += 2;
    }
    std::string out;
    bool ok = true;
    for (std::int64_t i = 0, key = 0; i < keys && ok; ++i, key = (key + step) % keys) {
        put_rows(out, key);
        if (out.size() > kBuffer) {
            ok = flush(out);
        }
    }
    if (!ok || !flush(out) || std::fflush(stdout) != 0) {
        std::perror("make_rows");
        return 1;
    }
    return 0;
}
