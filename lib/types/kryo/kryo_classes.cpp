#include "types/kryo/kryo_classes.hpp"

#include <utility>

#include "types/kryo/kryo_class_maker.hpp"

namespace sp::kryo {

KryoClasses::KryoClasses(KryoSettings settings)
    : is_kryo5_(settings.generation == Generation::kKryo5), maker_(std::make_unique<Maker>(std::move(settings))) {}

KryoClasses::~KryoClasses() = default;

const KryoClass* KryoClasses::by_id(std::uint32_t id) const { return maker_->by_id(id); }

const KryoClass* KryoClasses::by_name(std::string_view name) const { return maker_->by_name(name); }

bool KryoClasses::is_a(const KryoClass& type, const KryoClass& super) const { return maker_->is_a(type, super); }

std::optional<std::uint32_t> KryoClasses::id_of(std::string_view name) const { return maker_->id_of(name); }

}  // namespace sp::kryo
