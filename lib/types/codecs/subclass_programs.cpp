#include "types/codecs/subclass_programs.hpp"

#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <utility>

#include "java/class_path.hpp"
#include "sp/error.hpp"
#include "types/java_class_types.hpp"

namespace sp::codec {

namespace {

constexpr std::size_t kMostClasses = 10'000;  // a damaged value could name any number of them

/// Kryo's registrations are those of the job: any KryoSerializer in the snapshot has them.
const Type* find_kryo(const Type& type, int depth) {
    constexpr int kDeepest = 20;
    if (type.kind == TypeKind::kKryo) {
        return &type;
    }
    const Type* found = nullptr;
    const auto look = [&](const TypePtr& inside) {
        if (found == nullptr && inside != nullptr && depth < kDeepest) {
            found = find_kryo(*inside, depth + 1);
        }
    };
    for (const TypePtr& nested : type.nested) {
        look(nested);
    }
    for (const PojoField& field : type.fields) {
        look(field.type);
    }
    for (const auto* const subclasses : {&type.registered_subclasses, &type.other_subclasses}) {
        for (const PojoSubclass& subclass : *subclasses) {
            look(subclass.type);
        }
    }
    return found;
}

std::size_t index_of(SinkForm form, bool int64_as_string) {
    return form == SinkForm::kSkip ? 0 : form == SinkForm::kEvents ? 1 : int64_as_string ? 2 : 3;
}

Program compile(const TypePtr& type, std::string_view class_name, SinkForm form, bool int64_as_string) {
    switch (form) {
        case SinkForm::kSkip: return compile_skip(type);
        case SinkForm::kEvents: return compile_subclass_events(type, class_name);
        default: return compile_subclass_json(type, class_name, {int64_as_string});
    }
}

}  // namespace

class SubclassPrograms::Makers {
public:
    explicit Makers(kryo::KryoContext context) : context_(std::move(context)) {}

    const Program* find(std::string_view class_name, std::size_t index) const {
        const std::shared_lock lock(mutex_);
        const auto known = classes_.find(class_name);
        return known == classes_.end() ? nullptr : known->second.programs[index].get();
    }

    struct Problem {
        std::string why;
        bool is_damage = false;  ///< of a class file
    };

    /// Null: `problem` says why.
    const Program* make(const SubclassPrograms& owner, const Type& pojo, std::string_view class_name, SinkForm form,
                        bool int64_as_string, Problem& problem) {
        const std::unique_lock lock(mutex_);
        Made* const found = find_type(owner, pojo, class_name, problem);
        if (found == nullptr) {
            return nullptr;
        }
        Made& made = *found;
        std::unique_ptr<const Program>& program = made.programs[index_of(form, int64_as_string)];
        if (program == nullptr) {
            program = std::make_unique<const Program>(compile(made.type, class_name, form, int64_as_string));
        }
        return program.get();
    }

    const Type* type_of(const SubclassPrograms& owner, const Type& pojo, std::string_view class_name,
                        std::string& problem) {
        Problem why;
        const std::unique_lock lock(mutex_);
        if (!is_below(pojo.class_name, std::string(class_name), why)) {
            problem = why.why;
            return nullptr;
        }
        const Made* const made = find_type(owner, pojo, class_name, why);
        problem = why.why;
        return made == nullptr ? nullptr : made->type.get();
    }

    [[nodiscard]] const kryo::KryoContext& context() const { return context_; }

private:
    struct Made {
        TypePtr type;
        Problem problem;
        std::array<std::unique_ptr<const Program>, 4> programs;
    };

    /// Null: `problem` says why. Under the lock.
    Made* find_type(const SubclassPrograms& owner, const Type& pojo, std::string_view class_name, Problem& problem) {
        if (classes_.size() >= kMostClasses) {
            problem.why = "more classes than we follow";
            return nullptr;
        }
        const auto [known, is_new] = classes_.try_emplace(std::string(class_name));
        Made& made = known->second;
        if (is_new) {
            // The types end with their owner, which must not own itself by them.
            const std::shared_ptr<const SubclassPrograms> unowned(std::shared_ptr<void>(), &owner);
            try {
                made.type = java_class_type(class_name, {context_, find_kryo(pojo, 0), unowned}, made.problem.why);
            } catch (const InputError& error) {
                made.problem = {error.what(), true};
            }
        }
        problem = made.problem;
        return made.type == nullptr ? nullptr : &made;
    }

    bool is_below(const std::string& base, const std::string& class_name, Problem& problem) const {
        constexpr int kMostSuperclasses = 100;
        std::string name = class_name;
        try {
            for (int i = 0; i < kMostSuperclasses && context_.class_path != nullptr; ++i) {
                const java::ClassFile* const file = context_.class_path->find(name);
                if (file == nullptr) {
                    problem.why = "class " + name + ": give --classpath";
                    return false;
                }
                name = file->superclass;
                if (name == base) {
                    return true;
                }
                if (name.empty()) {
                    break;
                }
            }
        } catch (const Error& error) {
            problem.why = error.what();
            return false;
        }
        problem.why = class_name + " is no subclass of " + base;
        return false;
    }

    kryo::KryoContext context_;
    mutable std::shared_mutex mutex_;
    std::map<std::string, Made, std::less<>> classes_;
};

SubclassPrograms::SubclassPrograms(kryo::KryoContext context) : makers_(std::make_unique<Makers>(std::move(context))) {}

SubclassPrograms::~SubclassPrograms() = default;

const kryo::KryoContext& SubclassPrograms::context() const { return makers_->context(); }

const Program& SubclassPrograms::program(const Type& pojo, std::string_view class_name, SinkForm form,
                                         bool int64_as_string, const std::uint8_t* at) const {
    const Program* program = makers_->find(class_name, index_of(form, int64_as_string));
    if (program == nullptr) {
        Makers::Problem problem;
        program = makers_->make(*this, pojo, class_name, form, int64_as_string, problem);
        if (program == nullptr) {
            throw DecodeFault{DecodeFault::Reason::kOpaque,           at,          &pojo,
                              "a subclass whose serializer is known", problem.why, problem.is_damage};
        }
    }
    return *program;
}

const Type* SubclassPrograms::type_of(const Type& pojo, std::string_view class_name, std::string& problem) const {
    return makers_->type_of(*this, pojo, class_name, problem);
}

bool SubclassPrograms::has_classes() const {
    return context().class_path != nullptr && context().class_path->has_places();
}

void SubclassPrograms::fail(const Type& pojo, std::string_view class_name, const std::uint8_t* at,
                            const DecodeFault& fault) {
    throw DecodeFault{DecodeFault::Reason::kOpaque,
                      at,
                      &pojo,
                      "a value of the class that it names",
                      "the bytes do not fit class " + std::string(class_name) + ": expected " + fault.expected,
                      true};
}

}  // namespace sp::codec
