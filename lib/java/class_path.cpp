#include "java/class_path.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

#include "io/file.hpp"
#include "io/zip_archive.hpp"
#include "java/jdk_classes.hpp"
#include "sp/error.hpp"

namespace sp::java {

namespace fs = std::filesystem;

namespace {

// Names that are nowhere are remembered too, but a damaged savepoint could ask for any number of them.
constexpr std::size_t kMostClasses = 100'000;

// What the jars inside of one jar may take.
constexpr std::uint64_t kMostLibraryBytes = std::uint64_t{512} << 20U;

struct FoundClass {
    ByteVector bytes;
    std::string place;
};

class ClassFolder {
public:
    explicit ClassFolder(std::string path) : path_(std::move(path)) {}

    [[nodiscard]] std::optional<FoundClass> find(const std::string& entry) {
        const std::string file_path = path_ + "/" + entry;
        std::error_code ignored;
        if (!fs::is_regular_file(file_path, ignored)) {
            return std::nullopt;
        }
        const File file = File::open(file_path);
        if (file.size() > kMostClassBytes) {
            throw UnsupportedError(file_path + ": a class file of " + std::to_string(file.size()) +
                                   " bytes; the largest that is read has " + std::to_string(kMostClassBytes));
        }
        return FoundClass{file.read_whole(), path_};
    }

private:
    std::string path_;
};

// A jar, and the jars in its folder lib: Flink puts those of a job's jar on the class path too.
class ClassArchive {
public:
    explicit ClassArchive(ZipArchive archive) : archive_(std::move(archive)) {}

    [[nodiscard]] std::optional<FoundClass> find(const std::string& entry) {
        if (auto found = find_in(archive_, entry)) {
            return found;
        }
        if (!libraries_) {
            libraries_ = open_libraries();
        }
        for (const ZipArchive& library : *libraries_) {
            if (auto found = find_in(library, entry)) {
                return found;
            }
        }
        return std::nullopt;
    }

private:
    static std::optional<FoundClass> find_in(const ZipArchive& archive, const std::string& entry) {
        auto bytes = archive.read(entry, kMostClassBytes);
        return bytes ? std::optional(FoundClass{*std::move(bytes), archive.name()}) : std::nullopt;
    }

    [[nodiscard]] std::vector<ZipArchive> open_libraries() const {
        std::vector<ZipArchive> libraries;
        std::uint64_t left = kMostLibraryBytes;
        for (const std::string& entry : archive_.entries()) {
            if (!entry.starts_with("lib/") || !entry.ends_with(".jar")) {
                continue;
            }
            auto bytes = archive_.read(entry, std::min(left, ZipArchive::kMostEntryBytes));
            left -= bytes ? bytes->size() : 0;
            if (bytes) {
                libraries.push_back(ZipArchive::of_bytes(*std::move(bytes), archive_.name() + ": " + entry));
            }
        }
        return libraries;
    }

    ZipArchive archive_;
    std::optional<std::vector<ZipArchive>> libraries_;  // opened for the first class that is not in the jar itself
};

using Place = std::variant<ClassFolder, ClassArchive>;

/// Whether a text that may come from a savepoint is a class's name, so that a folder can be asked for its file.
bool is_class_name(std::string_view name) {
    return !name.empty() && name.find_first_of(std::string_view("/;[\\\0", 5)) == std::string_view::npos &&
           name.front() != '.' && name.back() != '.' && name.find("..") == std::string_view::npos;
}

std::string entry_name(std::string_view binary_name) {
    std::string entry(binary_name);
    std::ranges::replace(entry, '.', '/');
    return entry + ".class";
}

void add_jars_of(const std::string& folder, std::vector<Place>& places) {
    std::error_code error;
    std::vector<std::string> jars;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string extension = at->path().extension().string();
        if (extension == ".jar" || extension == ".JAR") {
            jars.push_back(at->path().string());
        }
    }
    if (error) {
        throw UsageError("--classpath: " + folder + "/* cannot be listed: " + error.message());
    }
    std::ranges::sort(jars);
    for (const std::string& jar : jars) {
        places.emplace_back(ClassArchive(ZipArchive::open(jar)));
    }
}

void add_place(const std::string& element, std::vector<Place>& places) {
    if (element == "*" || element.ends_with("/*")) {
        add_jars_of(element == "*" ? "." : element.substr(0, element.size() - 2), places);
        return;
    }
    std::error_code error;
    const fs::file_status status = fs::status(element, error);
    if (!fs::exists(status)) {
        throw UsageError("--classpath: " + element + " is not there");
    }
    if (fs::is_directory(status)) {
        places.emplace_back(ClassFolder(element));
    } else {
        places.emplace_back(ClassArchive(ZipArchive::open(element)));
    }
}

}  // namespace

class ClassPath::Impl {
public:
    explicit Impl(std::string_view list) {
        while (!list.empty()) {
            const std::size_t end = std::min(list.find(':'), list.size());
            if (end > 0) {
                add_place(std::string(list.substr(0, end)), places_);
            }
            list.remove_prefix(std::min(end + 1, list.size()));
        }
    }

    [[nodiscard]] bool has_places() const { return !places_.empty(); }

    [[nodiscard]] const ClassFile* find(std::string_view binary_name) {
        const std::lock_guard lock(mutex_);
        const auto known = classes_.find(binary_name);
        if (known != classes_.end()) {
            return known->second.get();
        }
        std::unique_ptr<ClassFile> found = is_class_name(binary_name) ? read(binary_name) : nullptr;
        if (!found && classes_.size() >= kMostClasses) {
            return nullptr;
        }
        return classes_.emplace(binary_name, std::move(found)).first->second.get();
    }

private:
    [[nodiscard]] std::unique_ptr<ClassFile> read(std::string_view binary_name) {
        const std::string entry = entry_name(binary_name);
        for (Place& place : places_) {
            if (const auto found = std::visit([&](auto& one) { return one.find(entry); }, place)) {
                const std::string name = found->place + ": " + entry;
                return std::make_unique<ClassFile>(checked(read_class_file(found->bytes, name), binary_name, name));
            }
        }
        std::optional<ClassFile> of_jdk = find_jdk_class(binary_name);
        return of_jdk ? std::make_unique<ClassFile>(*std::move(of_jdk)) : nullptr;
    }

    // A file system that does not tell upper from lower case finds other classes than were asked for.
    [[nodiscard]] static ClassFile checked(ClassFile file, std::string_view binary_name, const std::string& name) {
        if (file.name != binary_name) {
            throw InputError(name + ": it holds the class " + file.name);
        }
        return file;
    }

    std::vector<Place> places_;
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<ClassFile>, std::less<>> classes_;  // null: nowhere
};

ClassPath::ClassPath(std::string_view list) : impl_(std::make_unique<Impl>(list)) {}
ClassPath::ClassPath(ClassPath&&) noexcept = default;
ClassPath& ClassPath::operator=(ClassPath&&) noexcept = default;
ClassPath::~ClassPath() = default;

bool ClassPath::has_places() const { return impl_->has_places(); }

const ClassFile* ClassPath::find(std::string_view binary_name) const { return impl_->find(binary_name); }

}  // namespace sp::java
