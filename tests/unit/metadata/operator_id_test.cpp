#include "catch.hpp"
#include "sp/metadata.hpp"

using namespace sp;

TEST_CASE("operator ids of uids are those of Flink") {
    CHECK(hash_of_uid("CheckpointingSource2").hex() == "1f2b5df5a66154aca61fcb26193792be");
    // Pairs of uid and id from `_metadata` files of Flink 2.3; their lengths use all parts of the hash's tail.
    CHECK(hash_of_uid("src").hex() == "f362c87ffabe89c8a91fa7d0a523ba6c");
    CHECK(hash_of_uid("w-evict").hex() == "e759f0756172856e8854b9eaf14e4bbd");
    CHECK(hash_of_uid("w-reduce").hex() == "16d7ec5a8d8a64b660b57ea6cf681dd2");
    CHECK(hash_of_uid("w-trigger").hex() == "d2368f06df759e061bd5117cd59e5512");
    CHECK(hash_of_uid("w-count-trigger").hex() == "f1440b98415c36606d50b72ab8ba3646");
    CHECK(hash_of_uid("Sink Committer: sink-open").hex() == "6f8c979c4c0dcc1cdd4ac3575167c9df");
    // MurmurHash3 x64 128 with seed 0 of nothing.
    CHECK(hash_of_uid("").hex() == "00000000000000000000000000000000");
}

TEST_CASE("operator ids come and go as 32 hex digits") {
    const auto id = OperatorId::from_hex("1F2B5DF5A66154ACA61FCB26193792BE");
    REQUIRE(id.has_value());
    CHECK(id->hex() == "1f2b5df5a66154aca61fcb26193792be");
    CHECK(id->bytes[0] == 0x1F);
    CHECK_FALSE(OperatorId::from_hex("1F2B5DF5A66154ACA61FCB26193792B").has_value());
    CHECK_FALSE(OperatorId::from_hex("1F2B5DF5A66154ACA61FCB26193792BG").has_value());
    CHECK_FALSE(OperatorId::from_hex("").has_value());
}
