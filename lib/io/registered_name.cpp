#include "io/registered_name.hpp"

#include <cerrno>
#include <random>

namespace sp {

RegisteredName make_registered(const std::string& prefix, const std::string& suffix,
                               const std::function<bool(const char* path)>& make) {
    static constexpr char kLetters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    constexpr int kTries = 1000;
    constexpr std::size_t kRandom = 6;
    std::random_device random;
    std::uniform_int_distribution<std::size_t> letter(0, sizeof kLetters - 2);
    for (int i = 0; i < kTries; ++i) {
        std::string path = prefix;
        for (std::size_t k = 0; k < kRandom; ++k) {
            path += kLetters[letter(random)];
        }
        path += suffix;
        auto registration = std::make_unique<RemoveOnSignal>(path);
        if (make(path.c_str())) {
            return {std::move(path), std::move(registration)};
        }
        const int error = errno;
        registration.reset();
        errno = error;
        if (error != EEXIST && error != EINTR) {
            return {};
        }
    }
    return {};
}

}  // namespace sp
