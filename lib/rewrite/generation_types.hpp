#pragma once

// What a job on the other generation of Flink, 1.x or 2.x, has in place of a serializer: another Kryo, and for the fields of
// POJOs that are lists, maps and sets, serializers of their own since 2.0.

#include <memory>
#include <string>
#include <vector>

#include "java/class_path.hpp"
#include "sp/flink_version.hpp"
#include "sp/type.hpp"
#include "types/kryo/generation.hpp"

namespace sp::rewriting {

class GenerationTypes {
public:
    /// `from`: of the Kryo whose values are stored.
    GenerationTypes(FlinkVersion target, kryo::Generation from, std::shared_ptr<const java::ClassPath> classes);

    /// The same type where nothing changes. What cannot be told, or does not exist there, is appended to `problems`.
    [[nodiscard]] TypePtr convert(const TypePtr& type, std::vector<std::string>& problems) const;

private:
    [[nodiscard]] TypePtr convert(const TypePtr& type, const std::string& path,
                                  std::vector<std::string>& problems) const;
    [[nodiscard]] TypePtr kryo(const TypePtr& type) const;
    /// `here` and `there`: what both generations make of the POJO's class; null where that is not known.
    [[nodiscard]] TypePtr field(const PojoField& stored, const Type* here, const Type* there, const std::string& path,
                                std::vector<std::string>& problems) const;
    /// Null where Flink makes no POJO of the class, or it is not known.
    [[nodiscard]] TypePtr class_type(const Type& pojo, FlinkVersion version) const;
    [[nodiscard]] bool is_for_flink2() const;

    FlinkVersion target_;
    bool is_other_;  ///< than the one that wrote the state
    std::shared_ptr<const java::ClassPath> classes_;
};

}  // namespace sp::rewriting
