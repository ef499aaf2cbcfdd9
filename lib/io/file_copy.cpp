#include "io/file_copy.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

namespace sp {
namespace {

constexpr std::size_t kPiece = 256 * 1024;
/// Of the kernel's own copying, so that a signal does not have to wait for a whole file.
constexpr std::uint64_t kKernelPiece = std::uint64_t{16} << 20U;

void copy_in_pieces(const File& from, std::uint64_t start, std::uint64_t size, ByteSink& to) {
    std::vector<std::uint8_t> piece(static_cast<std::size_t>(std::min<std::uint64_t>(size, kPiece)));
    while (size > 0) {
        const std::span<std::uint8_t> bytes =
            std::span(piece).first(static_cast<std::size_t>(std::min<std::uint64_t>(size, kPiece)));
        from.read_at(start, bytes);
        to.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        start += bytes.size();
        size -= bytes.size();
    }
}

/// How many bytes the kernel has copied. It stops at any error: many mean only that it cannot do this here, and those
/// that remain come again, with a message, when the rest is read and written.
std::uint64_t copy_in_kernel(const File& from, std::uint64_t start, std::uint64_t size, int to) {
    std::uint64_t done = 0;
    while (done < size) {
        auto offset = static_cast<off64_t>(start + done);
        const auto most = static_cast<std::size_t>(std::min(size - done, kKernelPiece));
        const ssize_t n = ::copy_file_range(from.fd(), &offset, to, nullptr, most, 0);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            break;
        }
        done += static_cast<std::uint64_t>(n);
    }
    return done;
}

}  // namespace

void copy_bytes(const FileRange& from, ByteSink& to) {
    copy_in_pieces(File::open(from.path, from.name), from.start, from.size, to);
}

void copy_bytes(const FileRange& from, FdSink& to) {
    const File file = File::open(from.path, from.name);
    const std::uint64_t done = copy_in_kernel(file, from.start, from.size, to.fd());
    copy_in_pieces(file, from.start + done, from.size - done, to);
}

}  // namespace sp
