#include "io/zip_archive.hpp"

#include <zip.h>

#include <algorithm>
#include <mutex>
#include <utility>

#include "io/file.hpp"
#include "sp/error.hpp"

namespace sp {

namespace {

struct CloseArchive {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
struct CloseEntry {
    void operator()(zip_file_t* entry) const { zip_fclose(entry); }
};
using Archive = std::unique_ptr<zip_t, CloseArchive>;
using Entry = std::unique_ptr<zip_file_t, CloseEntry>;

class ZipError {
public:
    ZipError() { zip_error_init(&error_); }
    ZipError(const ZipError&) = delete;
    ZipError& operator=(const ZipError&) = delete;
    ~ZipError() { zip_error_fini(&error_); }

    [[nodiscard]] zip_error_t* get() { return &error_; }

private:
    zip_error_t error_{};
};

/// What libzip calls it differs between its versions: only what the system said is passed on.
[[noreturn]] void fail_opening(const std::string& name, zip_error_t* error) {
    const bool is_of_system = zip_error_system_type(error) == ZIP_ET_SYS;
    throw InputError(name + ": not a zip archive, or a damaged one" +
                     (is_of_system ? std::string(": ") + zip_error_strerror(error) : ""));
}

Archive opened(zip_source_t* source, const std::string& name, ZipError& error) {
    zip_t* archive = source == nullptr ? nullptr : zip_open_from_source(source, ZIP_RDONLY, error.get());
    if (archive == nullptr) {
        zip_source_free(source);
        fail_opening(name, error.get());
    }
    return Archive(archive);
}

}  // namespace

class ZipArchive::Impl {
public:
    Impl(std::string name, ByteVector bytes) : name_(std::move(name)), bytes_(std::move(bytes)) {
        check_size(bytes_.size());
        ZipError error;
        archive_ = opened(zip_source_buffer_create(bytes_.data(), bytes_.size(), 0, error.get()), name_, error);
    }

    explicit Impl(const std::string& path) : name_(path) {
        check_size(File::open(path).size());
        ZipError error;
        archive_ = opened(zip_source_file_create(path.c_str(), 0, -1, error.get()), name_, error);
    }

    [[nodiscard]] const std::string& name() const { return name_; }

    [[nodiscard]] std::vector<std::string> entries() {
        const std::lock_guard lock(mutex_);
        std::vector<std::string> names;
        const zip_int64_t count = zip_get_num_entries(archive_.get(), 0);
        for (zip_int64_t i = 0; i < count; ++i) {
            const char* name = zip_get_name(archive_.get(), static_cast<zip_uint64_t>(i), 0);
            if (name != nullptr) {
                names.emplace_back(name);
            }
        }
        return names;
    }

    [[nodiscard]] std::optional<ByteVector> read(const std::string& entry, std::uint64_t most) {
        const std::lock_guard lock(mutex_);
        const zip_int64_t index = zip_name_locate(archive_.get(), entry.c_str(), 0);
        if (index < 0) {
            return std::nullopt;
        }
        const Entry file(zip_fopen_index(archive_.get(), static_cast<zip_uint64_t>(index), 0));
        if (!file) {
            fail(entry, zip_get_error(archive_.get()));
        }
        return content(file.get(), entry, most);
    }

private:
    // libzip takes an empty file for an archive without entries.
    void check_size(std::uint64_t size) const {
        if (size == 0) {
            throw InputError(name_ + ": not a zip archive: it is empty");
        }
    }

    [[nodiscard]] ByteVector content(zip_file_t* file, const std::string& entry, std::uint64_t most) const {
        constexpr std::size_t kStep = std::size_t{64} << 10U;
        ByteVector bytes;
        for (;;) {
            const std::size_t size = bytes.size();
            bytes.resize(size + kStep);
            const zip_int64_t n = zip_fread(file, bytes.data() + size, kStep);
            if (n < 0) {
                fail(entry, zip_file_get_error(file));
            }
            bytes.resize(size + static_cast<std::size_t>(n));
            if (bytes.size() > most) {
                throw UnsupportedError(name_ + ": " + entry + " is larger than the " + std::to_string(most) +
                                       " bytes that are read of one entry");
            }
            if (n == 0) {
                return bytes;
            }
        }
    }

    [[noreturn]] void fail(const std::string& entry, zip_error_t* error) const {
        const int code = zip_error_code_zip(error);
        const std::string message = name_ + ": " + entry + ": " + zip_error_strerror(error);
        if (code == ZIP_ER_COMPNOTSUPP || code == ZIP_ER_ENCRNOTSUPP || code == ZIP_ER_NOPASSWD) {
            throw UnsupportedError(message);
        }
        throw InputError(message);
    }

    std::string name_;
    ByteVector bytes_;  // of an archive in memory
    std::mutex mutex_;  // of archive_: libzip is not thread-safe
    Archive archive_;
};

ZipArchive::ZipArchive(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ZipArchive::ZipArchive(ZipArchive&&) noexcept = default;
ZipArchive& ZipArchive::operator=(ZipArchive&&) noexcept = default;
ZipArchive::~ZipArchive() = default;

ZipArchive ZipArchive::open(const std::string& path) { return ZipArchive(std::make_unique<Impl>(path)); }

ZipArchive ZipArchive::of_bytes(ByteVector bytes, std::string name) {
    return ZipArchive(std::make_unique<Impl>(std::move(name), std::move(bytes)));
}

const std::string& ZipArchive::name() const { return impl_->name(); }

std::vector<std::string> ZipArchive::entries() const { return impl_->entries(); }

std::optional<ByteVector> ZipArchive::read(const std::string& entry, std::uint64_t most) const {
    return impl_->read(entry, most);
}

}  // namespace sp
