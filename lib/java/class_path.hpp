#pragma once

// Where the classes of a job are found: in the jars and folders of --classpath, else in the table of the JDK's classes. It
// reads no class before it is asked for, and each once.

#include <memory>
#include <string>
#include <string_view>

#include "java/class_file.hpp"

namespace sp::java {

class ClassPath {
public:
    /// "a.jar:classes/:lib/*": jars, folders of class files, and all jars of a folder; an empty element counts for
    /// nothing. Of a jar also the jars in its folder lib count, as Flink has it. One that is not there is a UsageError, one that is no archive an InputError.
    explicit ClassPath(std::string_view list = {});
    ClassPath(ClassPath&&) noexcept;
    ClassPath& operator=(ClassPath&&) noexcept;
    ~ClassPath();

    /// Whether it has classes of its own, beside the JDK's.
    [[nodiscard]] bool has_places() const;

    /// The class of this binary name ("a.B$C"), valid as long as the class path; null if it is nowhere. Where several have
    /// it, the first does. One that cannot be read is an InputError or UnsupportedError each time. Thread-safe.
    [[nodiscard]] const ClassFile* find(std::string_view binary_name) const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace sp::java
