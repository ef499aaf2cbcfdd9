#include "types/codecs/value_renames.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "io/big_endian.hpp"
#include "io/byte_writer.hpp"
#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/codecs/interpreter.hpp"
#include "types/codecs/null_sink.hpp"
#include "types/codecs/stored_value.hpp"
#include "types/kryo/kryo_writer.hpp"
#include "types/snapshots/serializer_name.hpp"
#include "types/type_renames.hpp"

namespace sp::codec {
namespace {

ByteVector encoded(const std::string& name, ClassNameSite::Form form) {
    if (form == ClassNameSite::Form::kKryo2 || form == ClassNameSite::Form::kKryo5) {
        ByteVector bytes;
        kryo::KryoWriter(bytes, form == ClassNameSite::Form::kKryo5).class_name(name);
        return bytes;
    }
    ByteWriter out;
    java::write_utf(out, name);
    return out.take();
}

}  // namespace

/// Passes over values and keeps where names are.
struct ValueRenamer::Sink : NullSink {
    explicit Sink(ValueRenamer& renamer) : renamer_(renamer) {}

    std::vector<ClassNameSite>& sites() { return renamer_.sites_; }
    void class_name(const std::uint8_t* begin, const std::uint8_t* end) {
        const std::optional<std::string> name = detail::modified_utf8_text(Bytes(begin + 2, end));
        if (name) {
            renamer_.sites_.push_back({ClassNameSite::Form::kUtf, begin, end, *name});
        }
    }
    void behind_length(const std::uint8_t* begin, const std::uint8_t* end) {
        renamer_.enclosures_.push_back({begin, end});
    }
    void binary_slot(const BinarySlot& slot) { renamer_.slots_.push_back(slot); }

private:
    ValueRenamer& renamer_;
};

ValueRenamer::ValueRenamer(TypePtr type, const java::ClassRenames& renames)
    : type_(std::move(type)),
      renames_(renames),
      can_name_classes_(sp::can_name_classes(type_)),
      program_(compile_skip(type_)) {}

bool ValueRenamer::rename(Bytes bytes, const Form& form, ByteVector& out, java::RenameCounts& counts) {
    if (!can_name_classes_ || !renames_.may_be_in(bytes)) {
        return false;
    }
    sites_.clear();
    enclosures_.clear();
    slots_.clear();
    paddings_.clear();
    edits_.clear();
    if (type_->kind == TypeKind::kJavaObject) {
        find_java_sites(bytes, form);
    } else {
        find_sites(bytes, form);
    }
    add_edits(bytes, counts);
    if (edits_.empty()) {
        return false;
    }
    // Names, then what that makes of the parts of rows, then what both make of the bytes around them.
    std::vector<ByteEdit> more;
    add_padding(bytes, more);
    add_slots(bytes, more);
    add_lengths(bytes, more);
    edits_.insert(edits_.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    out.clear();
    append_edited(out, bytes, std::move(edits_));
    return true;
}

void ValueRenamer::find_sites(Bytes bytes, const Form& form) {
    const std::uint8_t* p = bytes.data();
    const std::uint8_t* const end = p + bytes.size();
    Sink sink(*this);
    Interpreter<Sink> interpreter(program_, sink);
    try {
        for (;;) {
            if (static_cast<std::size_t>(end - p) < form.skip) {
                throw DecodeFault{DecodeFault::Reason::kTruncated, p, type_.get(), "a time stamp"};
            }
            p = interpreter.run(p + form.skip, end, !form.is_list);
            if (p == end) {
                return;
            }
            if (!form.is_list || *p++ != kListDelimiter) {
                throw DecodeFault{DecodeFault::Reason::kInvalid, p, type_.get(), "the end of the value"};
            }
        }
    } catch (const DecodeFault& fault) {
        throw UnsupportedError("the name seems to be in a value that cannot be decoded: at its byte " +
                               std::to_string(fault.at - bytes.data()) + " expected " + fault.expected + " by " +
                               serializer_class(*fault.type) + (fault.why.empty() ? "" : " (" + fault.why + ")"));
    }
}

void ValueRenamer::find_java_sites(Bytes bytes, const Form& form) {
    BoundedReader in(bytes, "Java serialization stream");
    try {
        for (;;) {
            in.skip(form.skip, "time stamp");
            std::vector<java::ClassNameSite> sites;
            static_cast<void>(java::read_object_stream(in, &sites));
            add_java_sites(sites_, sites, bytes.data());
            if (in.at_end()) {
                return;
            }
            if (!form.is_list || in.u8("delimiter of list elements") != kListDelimiter) {
                in.fail("Java serialization stream", "more bytes follow where the end was expected");
            }
        }
    } catch (const Error& error) {
        throw UnsupportedError(std::string("the name seems to be in a value that cannot be decoded: ") + error.what());
    }
}

void ValueRenamer::add_edits(Bytes bytes, java::RenameCounts& counts) {
    // What has been read twice is there twice.
    std::sort(sites_.begin(), sites_.end(),
              [](const ClassNameSite& a, const ClassNameSite& b) { return a.begin < b.begin; });
    const auto last = std::unique(sites_.begin(), sites_.end(),
                                  [](const ClassNameSite& a, const ClassNameSite& b) { return a.begin == b.begin; });
    sites_.erase(last, sites_.end());
    for (const ClassNameSite& site : sites_) {
        const std::optional<std::string> changed = site.form == ClassNameSite::Form::kJavaSignature
                                                       ? renames_.renamed_signature(site.name)
                                                       : renames_.renamed(site.name);
        if (!changed) {
            continue;
        }
        ++counts.names;
        if (site.has_suid) {
            counts.with_suid.insert(site.name);
        }
        edits_.push_back({static_cast<std::uint64_t>(site.begin - bytes.data()),
                          static_cast<std::uint64_t>(site.end - bytes.data()), encoded(*changed, site.form)});
    }
}

std::uint64_t ValueRenamer::growth(std::uint64_t begin, std::uint64_t end, const std::uint8_t* without) const {
    std::uint64_t size = 0;  // modulo 2^64
    for (const ByteEdit& edit : edits_) {
        if (edit.begin >= begin && edit.begin < end) {
            size += edit.bytes.size() - (edit.end - edit.begin);
        }
    }
    for (const Padding& padding : paddings_) {
        if (padding.behind > begin && padding.behind <= end && padding.slot != without) {
            size += padding.growth;
        }
    }
    return size;
}

/// Parts of rows are filled up with zeros to a multiple of eight bytes (AbstractBinaryWriter.writeBytesToVarLenPart). Those
/// with rows inside are such a multiple by themselves.
void ValueRenamer::add_padding(Bytes bytes, std::vector<ByteEdit>& more) {
    const auto fill = [](std::uint64_t size) { return (8 - size % 8) % 8; };
    for (const BinarySlot& slot : slots_) {
        const auto begin = static_cast<std::uint64_t>(slot.begin - bytes.data());
        const std::uint64_t end = begin + slot.size;
        const bool has_name = std::any_of(edits_.begin(), edits_.end(),
                                          [&](const ByteEdit& edit) { return edit.begin >= begin && edit.end <= end; });
        const bool has_rows = std::any_of(slots_.begin(), slots_.end(),
                                          [&](const BinarySlot& inner) { return inner.base == slot.begin; });
        if (!has_name || has_rows) {
            continue;
        }
        const std::uint64_t filled = std::min<std::uint64_t>(end + fill(slot.size), bytes.size());
        const std::uint64_t wanted = fill(slot.size + growth(begin, end));
        paddings_.push_back({slot.slot, end, wanted - (filled - end)});
        more.push_back({end, filled, ByteVector(static_cast<std::size_t>(wanted))});
    }
}

void ValueRenamer::add_slots(Bytes bytes, std::vector<ByteEdit>& more) const {
    for (const BinarySlot& slot : slots_) {
        const auto at = static_cast<std::uint64_t>(slot.slot - bytes.data());
        const auto base = static_cast<std::uint64_t>(slot.base - bytes.data());
        const auto begin = static_cast<std::uint64_t>(slot.begin - bytes.data());
        const std::uint64_t moved = growth(base, begin);
        const std::uint64_t grown = slot.has_size ? growth(begin, begin + slot.size, slot.slot) : 0;
        if (moved == 0 && grown == 0) {
            continue;
        }
        const std::uint64_t old = __builtin_bswap64(load_u64(slot.slot));
        const std::uint64_t offset = (old >> 32) + moved;
        const std::uint64_t lower = (old & 0xFFFFFFFF) + grown;
        if (offset > INT32_MAX || (slot.has_size && lower > INT32_MAX)) {
            throw UnsupportedError("a row would be longer than Flink can hold");
        }
        ByteVector word(8);
        store_big_endian(word.data(), __builtin_bswap64(offset << 32 | lower), word.size());
        more.push_back({at, at + 8, std::move(word)});
    }
}

void ValueRenamer::add_lengths(Bytes bytes, std::vector<ByteEdit>& more) const {
    for (const Enclosure& enclosure : enclosures_) {
        const auto begin = static_cast<std::uint64_t>(enclosure.begin - bytes.data());
        const auto end = static_cast<std::uint64_t>(enclosure.end - bytes.data());
        if (const std::uint64_t grown = growth(begin, end); grown != 0) {
            ByteWriter length;
            length.count(static_cast<std::size_t>(end - begin + grown));
            more.push_back({begin - 4, begin, length.take()});
        }
    }
}

}  // namespace sp::codec
