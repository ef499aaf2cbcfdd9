#include "types/codecs/value_renames.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "io/big_endian.hpp"
#include "io/byte_writer.hpp"
#include "java/modified_utf8.hpp"
#include "sp/error.hpp"
#include "types/codecs/interpreter.hpp"
#include "types/codecs/null_sink.hpp"
#include "types/kryo/kryo_writer.hpp"
#include "types/serializer_name.hpp"
#include "types/type_renames.hpp"

namespace sp::codec {
namespace {

constexpr std::uint8_t kListDelimiter = 0x2C;

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
        renamer_.enclosures_.push_back({begin, end, false});
    }
    void within_binary(const std::uint8_t* begin, const std::uint8_t* end) {
        renamer_.enclosures_.push_back({begin, end, true});
    }

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
    add_lengths(bytes);
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
    const auto last = std::unique(sites_.begin(), sites_.end(), [](const ClassNameSite& a, const ClassNameSite& b) {
        return a.begin == b.begin;
    });
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

void ValueRenamer::add_lengths(Bytes bytes) {
    const std::size_t names = edits_.size();
    for (const Enclosure& enclosure : enclosures_) {
        const auto begin = static_cast<std::uint64_t>(enclosure.begin - bytes.data());
        const auto end = static_cast<std::uint64_t>(enclosure.end - bytes.data());
        std::uint64_t size = end - begin;
        bool is_inside = false;
        for (std::size_t i = 0; i < names; ++i) {
            if (edits_[i].begin >= begin && edits_[i].end <= end) {
                is_inside = true;
                size += edits_[i].bytes.size() - (edits_[i].end - edits_[i].begin);
            }
        }
        if (!is_inside) {
            continue;
        }
        if (enclosure.is_binary) {
            throw UnsupportedError("a class is named in a RAW column, whose row would have to be laid out anew");
        }
        ByteWriter length;
        length.count(size);
        edits_.push_back({begin - 4, begin, length.take()});
    }
}

}  // namespace sp::codec
