// The serializer snapshots that Flink's own upgrade tests keep: TypeSerializerUpgradeTestBase has stored, for each
// serializer and Flink version, the serializer's snapshot (`serializer-snapshot`, in the form of headers of state files)
// and a value (`test-data`). Every snapshot must be understood to its last byte and come back identical.
//
// scripts/fetch-test-jars puts the files into the cache; without them the program exits with 77.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "java/class_path.hpp"
#include "types/codecs/events.hpp"
#include "types/codecs/skipper.hpp"
#include "types/codecs/value_encoder.hpp"
#include "types/codecs/value_fixtures.hpp"
#include "types/schema/words.hpp"
#include "types/snapshots/serializer_name.hpp"
#include "types/snapshots/snapshot_reader.hpp"
#include "types/snapshots/snapshot_writer.hpp"

namespace {

namespace fs = std::filesystem;

constexpr int kSkipped = 77;

/// Families of values that no tool can take apart, as their bytes are what a method of a user's class writes. Any other must be decoded.
struct UserWritten {
    std::string_view family;
    std::string_view by;
};
constexpr UserWritten kUserWritten[] = {
    {"value-serializer", "ValueSerializerUpgradeTest$NameValue.write"},
    {"copyable-value-serializer", "CopyableSerializerUpgradeTest$SimpleCopyable.write"},
    {"kryo-custom-type-serializer-changed-registration-order", "KryoPojosForMigrationTests$DogKryoSerializer.write"},
    // Any class of a user's with its own writeObject; what of it can be read is not printed.
    {"java-serializer", "java.io.ObjectOutputStream"},
};

struct Tally {
    int good = 0;
    int all = 0;
};

fs::path cache_folder() {
    const auto from = [](const char* variable) {
        const char* value = std::getenv(variable);
        return fs::path(value == nullptr ? "" : value);
    };
    if (const fs::path jars = from("SP_TEST_JARS"); !jars.empty()) {
        return jars;
    }
    const fs::path cache = from("XDG_CACHE_HOME");
    return (cache.empty() ? from("HOME") / ".cache" : cache) / "savepoint-tools" / "jars";
}

sp::ByteVector read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// "…/list-serializer-1.18/serializer-snapshot" to "list-serializer".
std::string family_of(const fs::path& path) {
    const std::string folder = path.parent_path().filename();
    return folder.substr(0, folder.rfind('-'));
}

/// Of the tests jar that the file comes from: values are of its classes.
std::shared_ptr<const sp::java::ClassPath> classes_of(const fs::path& path, const fs::path& folder) {
    static std::map<fs::path, std::shared_ptr<const sp::java::ClassPath>> known;
    const fs::path jar = folder / *fs::relative(path, folder).begin() / "classes.jar";
    std::shared_ptr<const sp::java::ClassPath>& classes = known[jar];
    if (!classes) {
        classes = std::make_shared<const sp::java::ClassPath>(fs::exists(jar) ? jar.string() : std::string());
    }
    return classes;
}

sp::TypePtr check_snapshot(const fs::path& path, const fs::path& folder) {
    const sp::ByteVector bytes = read_file(path);
    const std::string name = path.filename();
    sp::BoundedReader in(bytes, name);
    sp::TypePtr type =
        sp::read_top_level_snapshot(in, {sp::kryo::Generation::kUnknown, false, classes_of(path, folder)});
    in.expect_end("snapshot of " + type->snapshot_class);
    sp::ByteWriter out;
    sp::write_top_level_snapshot(out, *type);
    if (out.take() != bytes) {
        throw sp::InputError("written back, the snapshot differs");
    }
    if (sp::type_words(*type).empty() || sp::type_json(*type).is_null()) {
        throw sp::InputError("the schema language has no words for it");
    }
    return type;
}

/// The value half: `data` is one value as the serializer of `type` wrote it. It must be understood to its last byte and
/// come back identical, but for what Kryo wrote (tests/unit/rows/kryo_encoding_test.cpp has that). False if a part of the type has no
/// codec, or is of a serializer that the job wrote: `reasons` then gets it.
bool check_value(const sp::TypePtr& type, const sp::ByteVector& data, std::set<std::string>& reasons) {
    sp::ByteVector padded = data;
    padded.resize(data.size() + sp::codec::Program::kLiteralPadding, 0xEE);
    const std::uint8_t* const begin = padded.data();
    const std::uint8_t* const end = begin + data.size();
    try {
        const sp::codec::Skipper skipper(type);
        if (skipper.skip(begin, end, true) != end) {
            throw sp::InputError("the value does not end where its bytes end");
        }
        if (skipper.has_kryo()) {
            sp::test::EventText events;
            if (sp::codec::EventDecoder(type).decode(begin, end, events, true) != end) {
                throw sp::InputError("the decoded value does not end where its bytes end");
            }
            return true;
        }
        sp::ByteVector written;
        sp::codec::ValueEncoder encoder(type, written);
        if (sp::codec::EventDecoder(type).decode(begin, end, encoder) != end) {
            throw sp::InputError("the decoded value does not end where its bytes end");
        }
        encoder.finish();
        if (written != data) {
            throw sp::InputError("written back, the value differs");
        }
        return true;
    } catch (const sp::codec::DecodeFault& fault) {
        if (fault.reason == sp::codec::DecodeFault::Reason::kOpaque) {
            if (!fault.why.empty()) {
                reasons.insert(fault.why);
            }
            return false;
        }
        throw sp::InputError("value at byte " + std::to_string(fault.at - begin) + ": expected " + fault.expected);
    }
}

}  // namespace

int main() {
    const fs::path folder = cache_folder();
    if (!fs::is_directory(folder)) {
        std::cout << "skipped: no " << folder << " (scripts/fetch-test-jars makes it)\n";
        return kSkipped;
    }
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().filename() == "serializer-snapshot") {
            files.push_back(entry.path());
        }
    }
    if (files.empty()) {
        std::cout << "skipped: no serializer snapshots below " << folder << "\n";
        return kSkipped;
    }
    std::sort(files.begin(), files.end());

    std::map<std::string, Tally> families;
    Tally total;
    Tally values;
    std::set<std::string> reasons;
    std::map<std::string, std::set<std::string>> opaque;  // by serializer, those of kUserWritten that are there
    for (const fs::path& file : files) {
        Tally& family = families[family_of(file)];
        ++family.all;
        ++total.all;
        try {
            const sp::TypePtr type = check_snapshot(file, folder);
            ++values.all;
            if (check_value(type, read_file(file.parent_path() / "test-data"), reasons)) {
                ++values.good;
            } else {
                const auto* const known = std::find_if(std::begin(kUserWritten), std::end(kUserWritten),
                                                       [&](const auto& one) { return one.family == family_of(file); });
                if (known == std::end(kUserWritten)) {
                    throw sp::InputError("the value is not decoded");
                }
                opaque[sp::serializer_class(*type)].insert(family_of(file) + ": " + std::string(known->by));
            }
            ++family.good;
            ++total.good;
        } catch (const sp::Error& error) {
            std::cout << "FAILED " << fs::relative(file, folder).string() << ": " << error.what() << "\n";
        }
    }
    for (const auto& [name, tally] : families) {
        std::cout << name << ": " << tally.good << " of " << tally.all << "\n";
    }
    for (const auto& [serializer, names] : opaque) {
        std::cout << "no codec: " << serializer << " (";
        for (auto name = names.begin(); name != names.end(); ++name) {
            std::cout << (name == names.begin() ? "" : ", ") << *name;
        }
        std::cout << ")\n";
    }
    for (const std::string& reason : reasons) {
        std::cout << "not decoded: " << reason << "\n";
    }
    std::cout << "values: " << values.good << " of " << values.all << " decoded to the last byte\n";
    std::cout << "all: " << total.good << " of " << total.all << "\n";
    return total.good == total.all ? 0 : 1;
}
