#pragma once

// The classes that a KryoSerializer's values can hold: ids by its registrations, names by the class path.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "java/class_path.hpp"
#include "types/kryo/kryo_class.hpp"
#include "types/snapshots/kryo_snapshot.hpp"

namespace sp::kryo {

/// What decides which bytes a KryoSerializer writes.
struct KryoSettings {
    Generation generation = Generation::kKryo2;
    /// Whether Flink's own registrations, ids 10 to 84 (FlinkChillPackageRegistrar, before it the Scala ones), were on the
    /// writer's class path; those of the snapshot follow them.
    bool has_flink_registrations = true;
    /// Whether flink-scala was there too: then Scala's classes have serializers, and all of FieldSerializer's classes have
    /// their synthetic fields written, as this$0.
    bool has_flink_scala = false;
    std::vector<KryoRegistration> registrations;
    std::vector<KryoDefaultSerializer> default_serializers;
    std::shared_ptr<const java::ClassPath> class_path;  ///< null: the JDK's classes
};

class KryoClasses {
public:
    explicit KryoClasses(KryoSettings settings);
    KryoClasses(const KryoClasses&) = delete;
    KryoClasses& operator=(const KryoClasses&) = delete;
    ~KryoClasses();

    [[nodiscard]] bool is_kryo5() const { return is_kryo5_; }
    /// The registered class; null if there is none. Thread-safe, as by_name.
    [[nodiscard]] const KryoClass* by_id(std::uint32_t id) const;
    /// The class of Class.getName(), valid as long as this; null only after a great many names.
    [[nodiscard]] const KryoClass* by_name(std::string_view name) const;
    /// Whether the one is the other or below it.
    [[nodiscard]] bool is_a(const KryoClass& type, const KryoClass& super) const;
    /// Of a registered class.
    [[nodiscard]] std::optional<std::uint32_t> id_of(std::string_view name) const;

private:
    class Maker;

    bool is_kryo5_;
    std::unique_ptr<Maker> maker_;
};

}  // namespace sp::kryo
