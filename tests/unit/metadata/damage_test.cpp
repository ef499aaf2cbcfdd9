// Real `_metadata` files, damaged in every possible place: each cut and each flipped bit gives an InputError or (flips) a
// model that writes the damaged bytes back. Nothing else may happen.

#include "catch.hpp"
#include "metadata_bytes.hpp"

using namespace sp;
using namespace sp::test;

namespace {

const char* const kFiles[] = {
    "savepoints/1.14.6-ttl.h-canon/savepoint/_metadata",
    "savepoints/1.17.2-uids-mix.h-canon-p4/savepoint/_metadata",
    "savepoints/1.20.3-unaligned.h-chk-unaligned/checkpoint/52f41e83274a334c88e5ea5557ff86f3/chk-4/_metadata",
    "savepoints/2.3.0-ttl.r-canon/savepoint/_metadata",
    "metadata/2.3.0-unaligned",
    "metadata/2.3.0-file-merging",
    "metadata/1.20.3-changelog",
};

/// Version 2 and 5 have no real fixture that is small; these are made by hand.
std::vector<ByteVector> made_by_hand() {
    std::vector<ByteVector> files;
    for (int version : {2, 5}) {
        OneSubtask file;
        file.version = version;
        file.managed_operator =
            "00000001 04 00000001 'source-state' 00 00000001 00000000000000C6 06 'f' 0000000000000124";
        file.managed_keyed =
            "0B 0000000000000002 'backend' 00000000 00000080 0000000000002E07 01 'i' 00000002 0102"
            "00000001 'x.sst' 02 0000000000000005 'file:/s/x' 00000000 'id'";
        files.push_back(file.bytes());
    }
    return files;
}

std::vector<ByteVector> all_files() {
    std::vector<ByteVector> files = made_by_hand();
    for (const char* name : kFiles) {
        files.push_back(fixture(name));
    }
    return files;
}

/// The first bytes where damage is not noticed or not answered as it should; -1 if there are none.
template <class Damage>
int first_bad_place(const ByteVector& good, std::size_t step, Damage&& is_answered) {
    for (std::size_t at = 0; at < good.size(); at += step) {
        if (!is_answered(at)) {
            return static_cast<int>(at);
        }
    }
    return -1;
}

bool fails_as_input(const ByteVector& bytes) {
    try {
        static_cast<void>(read_metadata(bytes, "_metadata"));
        return false;
    } catch (const InputError&) {
        return true;
    }
}

bool fails_or_writes_back(const ByteVector& bytes) {
    try {
        return write_metadata(read_metadata(bytes, "_metadata")) == bytes;
    } catch (const InputError&) {
        return true;
    } catch (const UnsupportedError&) {
        return true;  // another version
    }
}

}  // namespace

TEST_CASE("every cut is noticed") {
    for (const ByteVector& good : all_files()) {
        CAPTURE(good.size());
        REQUIRE(write_metadata(read_metadata(good, "_metadata")) == good);
        const std::size_t step = 1 + good.size() / 4000;
        CHECK(first_bad_place(good, step, [&](std::size_t at) {
                  return fails_as_input(ByteVector(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(at)));
              }) == -1);
    }
}

TEST_CASE("every flipped bit is noticed or kept") {
    for (const ByteVector& good : all_files()) {
        CAPTURE(good.size());
        const std::size_t step = 1 + good.size() / 2500;
        CHECK(first_bad_place(good, step, [&](std::size_t at) {
                  ByteVector bad = good;
                  bool is_answered = true;
                  for (int bit = 0; bit < 8 && is_answered; ++bit) {
                      bad[at] = static_cast<std::uint8_t>(good[at] ^ 1U << bit);
                      is_answered = fails_or_writes_back(bad);
                  }
                  return is_answered;
              }) == -1);
    }
}
