#pragma once

// The two sides of `_metadata`'s fields. A structure's layout is written down once, as a template over MetadataIn or
// MetadataOut (handle_fields.hpp, metadata_fields.hpp), so that what is read and what is written cannot drift apart.

#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "io/bounded_reader.hpp"
#include "io/byte_writer.hpp"
#include "java/modified_utf8.hpp"
#include "metadata/metadata_format.hpp"
#include "sp/metadata.hpp"

namespace sp {

/// The layout that is being read or written.
struct MetadataLayout {
    std::int32_t version = 3;
    MetadataDialect dialect = MetadataDialect::kCurrent;

    [[nodiscard]] bool is_dialect(MetadataDialect which) const { return version == 3 && dialect == which; }
};

class MetadataIn {
public:
    static constexpr bool kIsReading = true;

    /// Messages start with ": "; read_metadata puts source and path() in front.
    MetadataIn(std::shared_ptr<const ByteVector> file, MetadataLayout layout)
        : file_(std::move(file)), in_(*file_, ""), layout_(layout) {}

    [[nodiscard]] BoundedReader& raw() { return in_; }
    [[nodiscard]] MetadataLayout& layout() { return layout_; }
    [[nodiscard]] const std::string& path() const { return path_; }

    void i32(std::int32_t& value, std::string_view what) { value = in_.i32(what); }
    void i64(std::int64_t& value, std::string_view what) { value = in_.i64(what); }
    void boolean(bool& value, std::string_view what) { value = in_.boolean(what); }
    void utf(std::string& value, std::string_view what) { value = java::read_utf(in_, what); }
    void bytes(SharedBytes& value, std::string_view what) { value = SharedBytes(file_, in_.length_prefixed(what)); }
    void rest(SharedBytes& value, std::string_view what) {
        value = SharedBytes(file_, in_.bytes(in_.remaining(), what));
    }

    /// An i32 that Flink only ever writes as `expected`.
    void constant_i32(std::uint32_t expected, std::string_view what) {
        const std::uint64_t where = in_.offset();
        const std::uint32_t found = in_.u32(what);
        if (found != expected) {
            in_.fail_at(where, what, "found " + std::to_string(found) + ", expected " + std::to_string(expected));
        }
    }

    /// A number that must lie in lowest … highest, of one byte or four.
    template <class Wire, class Value>
    void bounded(Value& value, std::int32_t lowest, std::int32_t highest, std::string_view what) {
        const std::uint64_t where = in_.offset();
        const std::int32_t found = sizeof(Wire) == 1 ? in_.i8(what) : in_.i32(what);
        if (found < lowest || found > highest) {
            in_.fail_at(where, what,
                        "found " + std::to_string(found) + ", expected " + std::to_string(lowest) + " to " +
                            std::to_string(highest));
        }
        value = static_cast<Value>(found);
    }

    /// An i32 flag 0 or 1 and, after 1, the item.
    template <class T, class Item>
    void optional(std::optional<T>& value, std::string_view what, Item&& item) {
        std::int32_t flag = 0;
        bounded<std::int32_t>(flag, 0, 1, what);
        value.reset();
        if (flag == 1) {
            item(value.emplace());
        }
    }

    /// An i32 count and the items, each of at least `min_size` bytes. Memory grows only with bytes that are there.
    template <class T, class Item>
    void list(std::vector<T>& values, std::size_t min_size, std::string_view what, Item&& item) {
        const std::size_t n = in_.count(what, min_size);
        items(values, n, what, std::forward<Item>(item));
    }

    /// n items without a count.
    template <class T, class Item>
    void items(std::vector<T>& values, std::size_t n, std::string_view what, Item&& item) {
        values.clear();
        if constexpr (std::is_arithmetic_v<T>) {
            if (n > in_.remaining() / sizeof(T)) {
                in_.fail(what, std::to_string(n) + " numbers do not fit into the " + std::to_string(in_.remaining()) +
                                   " bytes left");
            }
            values.reserve(n);
        }
        for (std::size_t i = 0; i < n; ++i) {
            item(values.emplace_back());
        }
    }

    /// An i32 length and so many bytes, which must be exactly what `work` takes.
    template <class Work>
    void framed(std::string_view what, Work&& work) {
        const std::uint64_t where = in_.offset();
        const std::size_t length = in_.count(what, 1);
        const std::uint64_t begin = in_.offset();
        work();
        if (in_.offset() - begin != length) {
            in_.fail_at(where, what,
                        "length " + std::to_string(length) + ", but its content takes " +
                            std::to_string(in_.offset() - begin) + " bytes");
        }
    }

    /// Runs `work` one level deeper; handles that hold handles cannot nest without end.
    template <class Work>
    void nested(Work&& work) {
        if (++depth_ > metadata_format::kMaxNesting) {
            in_.fail("state handle",
                     "handles are nested more than " + std::to_string(metadata_format::kMaxNesting) + " deep");
        }
        work();
        --depth_;
    }

    /// Runs `work`; if it fails, messages say where: the outer `name()` comes before the inner.
    template <class Name, class Work>
    void within(Name&& name, Work&& work) {
        try {
            work();
        } catch (Error&) {
            path_.insert(0, std::string(name()) + ": ");
            throw;
        }
    }

private:
    std::shared_ptr<const ByteVector> file_;
    BoundedReader in_;
    MetadataLayout layout_;
    std::string path_;
    int depth_ = 0;
};

/// The mirror of MetadataIn, function for function.
class MetadataOut {
public:
    static constexpr bool kIsReading = false;

    explicit MetadataOut(MetadataLayout layout) : layout_(layout) {}

    [[nodiscard]] ByteWriter& raw() { return out_; }
    [[nodiscard]] const MetadataLayout& layout() const { return layout_; }

    void i32(std::int32_t value, std::string_view) { out_.i32(value); }
    void i64(std::int64_t value, std::string_view) { out_.i64(value); }
    void boolean(bool value, std::string_view) { out_.boolean(value); }
    void utf(const std::string& value, std::string_view) { java::write_utf(out_, value); }
    void bytes(const SharedBytes& value, std::string_view) { out_.length_prefixed(value.view()); }
    void rest(const SharedBytes& value, std::string_view) { out_.bytes(value.view()); }
    void constant_i32(std::uint32_t value, std::string_view) { out_.u32(value); }

    template <class Wire, class Value>
    void bounded(Value value, std::int32_t, std::int32_t, std::string_view) {
        if constexpr (sizeof(Wire) == 1) {
            out_.i8(static_cast<std::int8_t>(value));
        } else {
            out_.i32(static_cast<std::int32_t>(value));
        }
    }

    template <class T, class Item>
    void optional(const std::optional<T>& value, std::string_view, Item&& item) {
        out_.i32(value ? 1 : 0);
        if (value) {
            item(*value);
        }
    }

    template <class T, class Item>
    void list(const std::vector<T>& values, std::size_t, std::string_view what, Item&& item) {
        out_.count(values.size());
        items(values, values.size(), what, std::forward<Item>(item));
    }

    template <class T, class Item>
    void items(const std::vector<T>& values, std::size_t n, std::string_view what, Item&& item) {
        if (values.size() != n) {
            throw OutputError("_metadata: " + std::string(what) + ": " + std::to_string(values.size()) +
                              " items where " + std::to_string(n) + " belong");
        }
        for (const T& value : values) {
            item(value);
        }
    }

    template <class Work>
    void framed(std::string_view, Work&& work) {
        const std::size_t at = out_.size();
        out_.u32(0);
        work();
        out_.patch_u32(at, static_cast<std::uint32_t>(out_.size() - at - sizeof(std::uint32_t)));
    }

    template <class Work>
    void nested(Work&& work) {
        work();
    }

    template <class Name, class Work>
    void within(Name&& name, Work&& work) {
        with_context(std::forward<Name>(name), std::forward<Work>(work));
    }

private:
    ByteWriter out_;
    MetadataLayout layout_;
};

/// T& when reading into it, const T& when writing it.
template <class Io, class T>
using FieldsOf = std::conditional_t<Io::kIsReading, T&, const T&>;

}  // namespace sp
