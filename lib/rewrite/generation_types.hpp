#pragma once

// What a job on the other generation of Flink, 1.x or 2.x, has in place of a serializer: another Kryo, and for the fields of
// POJOs that are lists, maps and sets, serializers of their own since 2.0.

#include <memory>
#include <string>
#include <vector>

#include "java/class_path.hpp"
#include "sp/flink_version.hpp"
#include "sp/type.hpp"

namespace sp::rewriting {

class GenerationTypes {
public:
    GenerationTypes(FlinkVersion target, std::shared_ptr<const java::ClassPath> classes);

    /// The same type where nothing changes. What cannot be told, or does not exist there, is appended to `problems`.
    [[nodiscard]] TypePtr convert(const TypePtr& type, std::vector<std::string>& problems) const;

private:
    [[nodiscard]] TypePtr convert(const TypePtr& type, const std::string& path,
                                  std::vector<std::string>& problems) const;
    [[nodiscard]] TypePtr kryo(const TypePtr& type) const;
    [[nodiscard]] TypePtr field(const TypePtr& type, const Type* pojo_there, const std::string& name,
                                const std::string& path, std::vector<std::string>& problems) const;
    [[nodiscard]] TypePtr pojo_there(const Type& pojo) const;

    FlinkVersion target_;
    std::shared_ptr<const java::ClassPath> classes_;
};

}  // namespace sp::rewriting
