#pragma once

// Other class names in the bytes of values.

#include <cstdint>
#include <vector>

#include "io/byte_edits.hpp"
#include "java/class_renames.hpp"
#include "java/object_stream_renames.hpp"
#include "sp/bytes.hpp"
#include "sp/type.hpp"
#include "types/codecs/class_name_sites.hpp"
#include "types/codecs/program.hpp"

namespace sp::codec {

/// For the values of one type. Not for several threads at a time.
class ValueRenamer {
public:
    /// `renames` must outlive the object.
    ValueRenamer(TypePtr type, const java::ClassRenames& renames);

    /// What the bytes are.
    struct Form {
        bool is_list = false;    ///< elements, each two joined by one byte 2C (Entry::value of keyed lists)
        std::uint32_t skip = 0;  ///< bytes in front of each value: a time stamp of TTL
    };

    /// False if no class is named that gets another name; else `out` is the value with the new names. UnsupportedError, with
    /// what could not be decoded, if a name seems to be in there and it is not known whether it is one.
    [[nodiscard]] bool rename(Bytes bytes, const Form& form, ByteVector& out, java::RenameCounts& counts);

private:
    /// Bytes with an i32 length in front.
    struct Enclosure {
        const std::uint8_t* begin;
        const std::uint8_t* end;
    };
    /// What fills up the part of a slot.
    struct Padding {
        const std::uint8_t* slot;
        std::uint64_t behind;  ///< where the part ends
        std::uint64_t growth;  ///< modulo 2^64
    };
    struct Sink;

    void find_sites(Bytes bytes, const Form& form);
    void find_java_sites(Bytes bytes, const Form& form);
    void add_edits(Bytes bytes, java::RenameCounts& counts);
    void add_padding(Bytes bytes, std::vector<ByteEdit>& more);
    void add_slots(Bytes bytes, std::vector<ByteEdit>& more) const;
    void add_lengths(Bytes bytes, std::vector<ByteEdit>& more) const;
    /// How many bytes more [begin, end) has with the new names and what fills up the parts in it, but not that of `without`.
    [[nodiscard]] std::uint64_t growth(std::uint64_t begin, std::uint64_t end,
                                       const std::uint8_t* without = nullptr) const;

    TypePtr type_;
    const java::ClassRenames& renames_;
    bool can_name_classes_;
    Program program_;
    std::vector<ClassNameSite> sites_;
    std::vector<Enclosure> enclosures_;
    std::vector<BinarySlot> slots_;
    std::vector<Padding> paddings_;
    std::vector<ByteEdit> edits_;
};

}  // namespace sp::codec
