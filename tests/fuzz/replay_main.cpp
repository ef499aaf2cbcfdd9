// Gives every file of the folders and files named as arguments to the fuzz target: the corpus as a plain test. With
// --damage STEP first, each file also damaged in every STEPth byte: cut there, and flipped there in several ways.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

/// Bytes in memory of their own size, so that a sanitizer sees what is read behind them.
void run(std::vector<std::uint8_t> bytes) {
    bytes.shrink_to_fit();
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

std::size_t run_damaged(const std::vector<std::uint8_t>& good, std::size_t step) {
    constexpr std::uint8_t kMasks[] = {0x01, 0x80, 0xFF};
    std::size_t count = 0;
    for (std::size_t at = 0; at < good.size(); at += step) {
        run({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(at)});
        for (const std::uint8_t mask : kMasks) {
            std::vector<std::uint8_t> bad = good;
            bad[at] ^= mask;
            run(std::move(bad));
        }
        count += 1 + std::size(kMasks);
    }
    return count;
}

std::size_t replay(const std::filesystem::path& path, std::size_t damage_step) {
    if (std::filesystem::is_directory(path)) {
        std::size_t count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(path)) {
            count += replay(entry.path(), damage_step);
        }
        return count;
    }
    std::ifstream file(path, std::ios::binary);
    const std::vector<char> chars{std::istreambuf_iterator<char>(file), {}};
    const std::vector<std::uint8_t> bytes(chars.begin(), chars.end());
    run(bytes);
    return 1 + (damage_step > 0 ? run_damaged(bytes, damage_step) : 0);
}

}  // namespace

int main(int argc, char** argv) {
    const bool is_damaged = argc > 2 && std::strcmp(argv[1], "--damage") == 0;
    const auto step = static_cast<std::size_t>(is_damaged ? std::atoi(argv[2]) : 0);
    std::size_t count = 0;
    for (int i = is_damaged ? 3 : 1; i < argc; ++i) {
        count += replay(argv[i], step);
    }
    std::printf("%zu inputs replayed\n", count);
    return count > 0 ? 0 : 1;  // an empty corpus tests nothing
}
