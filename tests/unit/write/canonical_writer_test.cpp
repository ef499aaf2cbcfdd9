// What no canonical stream can hold. (Streams that it can hold are compared with Flink's in savepoint_writer_test.cpp.)

#include "write/canonical_writer.hpp"

#include <sys/mman.h>

#include "catch.hpp"
#include "sp/error.hpp"

using namespace sp;

namespace {

/// Zeros that take no memory as long as they are not read.
class Zeros {
public:
    explicit Zeros(std::size_t size)
        : size_(size), at_(::mmap(nullptr, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
        REQUIRE(at_ != MAP_FAILED);
    }
    Zeros(const Zeros&) = delete;
    Zeros& operator=(const Zeros&) = delete;
    ~Zeros() { ::munmap(at_, size_); }

    [[nodiscard]] Bytes view() const { return {static_cast<const std::uint8_t*>(at_), size_}; }

private:
    std::size_t size_;
    void* at_;
};

}  // namespace

TEST_CASE("a key or value whose length no Java int holds is refused") {
    const Zeros zeros(std::size_t{1} << 31);
    const ByteVector key(9);
    StringSink sink;
    CanonicalWriter writer(sink, {}, {0, 1}, 128, false);
    CHECK_THROWS_AS(writer.add(0, 0, key, zeros.view()), UnsupportedError);
    CHECK_THROWS_AS(writer.add(0, 0, zeros.view().first((std::size_t{1} << 31) - 1), {}),
                    UnsupportedError);  // and a prefix
    CHECK(writer.finish() == std::vector<std::int64_t>{0});
    CHECK(sink.text().empty());
}
