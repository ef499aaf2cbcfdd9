#pragma once

// Programs for subclasses of POJOs that the snapshot does not name. Flink's PojoSerializer makes a serializer for each class
// that it meets, and writers of HashMap snapshots leave them out of the snapshot: what such a class is written as follows from
// its class file (types/java_class_types.hpp). Made when a value of the class is met, and once.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "types/codecs/decode_fault.hpp"
#include "types/codecs/null_sink.hpp"
#include "types/codecs/program.hpp"
#include "types/kryo/kryo_context.hpp"

namespace sp::codec {

class SubclassPrograms {
public:
    explicit SubclassPrograms(kryo::KryoContext context);
    SubclassPrograms(const SubclassPrograms&) = delete;
    SubclassPrograms& operator=(const SubclassPrograms&) = delete;
    ~SubclassPrograms();

    /// For values of `class_name` in the place of those of `pojo`, valid as long as this. Thread-safe. Throws a DecodeFault
    /// at `at` where there is none: without the class file, or if its values are not decoded.
    [[nodiscard]] const Program& program(const Type& pojo, std::string_view class_name, SinkForm form,
                                         bool int64_as_string, const std::uint8_t* at) const;

    /// The type of values of `class_name`, for writing one in the place of those of `pojo`; valid as long as this. Null where it is not
    /// found below the class of `pojo` or not known: `problem` says why. Thread-safe.
    [[nodiscard]] const Type* type_of(const Type& pojo, std::string_view class_name, std::string& problem) const;
    /// Whether there are classes to be found, beside the JDK's.
    [[nodiscard]] bool has_classes() const;

    [[nodiscard]] const kryo::KryoContext& context() const;

    /// The value of `class_name` that begins at `at` is not what the class file says.
    [[noreturn]] static void fail(const Type& pojo, std::string_view class_name, const std::uint8_t* at,
                                  const DecodeFault& fault);

private:
    class Makers;

    std::unique_ptr<Makers> makers_;
};

}  // namespace sp::codec
