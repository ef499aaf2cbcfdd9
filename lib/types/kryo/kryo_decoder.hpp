#pragma once

// Decodes the values of one KryoSerializer. Its snapshot says neither which Kryo wrote the values nor whether Flink's own
// registrations were there: what is not known otherwise is found out by the values, which fit only one of the choices.

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "types/kryo/kryo_context.hpp"
#include "types/kryo/kryo_walker.hpp"

namespace sp::kryo {

struct JavaType;
class KryoForms;

class KryoDecoder {
public:
    explicit KryoDecoder(KryoContext context);
    /// `declared`: the type of the values with its arguments, which only writing needs.
    KryoDecoder(KryoContext context, JavaType declared);
    KryoDecoder(const KryoDecoder&) = delete;
    KryoDecoder& operator=(const KryoDecoder&) = delete;
    ~KryoDecoder();

    /// As far as it is known without values.
    [[nodiscard]] Generation generation() const { return context_.generation; }
    [[nodiscard]] const KryoContext& context() const { return context_; }
    /// What the values are written as.
    [[nodiscard]] const KryoForms& forms() const { return *forms_; }

    struct Use {
        bool is_exact = false;  ///< the value should end at the end of the bytes
        bool int64_as_text = false;
        bool tells_class = false;  ///< even if it is the class of the state
    };

    /// One value that starts at `p`; returns where it ends. Throws codec::DecodeFault, which names `type`.
    template <class Sink>
    const std::uint8_t* decode(const std::uint8_t* p, const std::uint8_t* end, const Type& type, Sink& sink,
                               const Use& use) const {
        const Choice& choice = choose(p, end, type, use.is_exact);
        KryoWalker<Sink> walker(*choice.classes, &type, sink, use.int64_as_text);
        return walker.run(p, end, use.tells_class ? nullptr : choice.declared);
    }

    /// The class of the value that starts at `p`, valid as long as this; empty for null. Throws codec::DecodeFault.
    [[nodiscard]] std::string_view class_of(const std::uint8_t* p, const std::uint8_t* end, const Type& type) const {
        codec::NullSink sink;
        KryoWalker<codec::NullSink> walker(*choose(p, end, type, false).classes, &type, sink, false);
        const KryoClass* const found = walker.class_at(p, end);
        return found == nullptr ? std::string_view() : found->name;
    }

private:
    struct Choice {
        std::unique_ptr<KryoClasses> classes;
        const KryoClass* declared = nullptr;  ///< the class of the state
        bool is_expected = true;              ///< the generation is the one that we know of
    };

    const Choice& choose(const std::uint8_t* p, const std::uint8_t* end, const Type& type, bool is_exact) const {
        std::call_once(is_prepared_, [&] { prepare(type); });
        const int settled = settled_.load(std::memory_order_acquire);
        return settled >= 0 ? choices_[static_cast<std::size_t>(settled)] : find_out(p, end, type, is_exact);
    }
    const Choice& find_out(const std::uint8_t* p, const std::uint8_t* end, const Type& type, bool is_exact) const;

    void settle(std::size_t best, unsigned misfits, bool is_sure) const;
    void prepare(const Type& type) const;

    KryoContext context_;
    mutable std::once_flag is_prepared_;
    mutable std::vector<Choice> choices_;  ///< the likeliest first
    mutable std::string problem_;          ///< why there are none
    mutable std::atomic<int> settled_{-1};
    mutable std::atomic<unsigned> ruled_out_{0};  ///< a bit a choice
    mutable std::atomic<int> agreed_{0};          ///< values that the first choice has fitted
    std::unique_ptr<const KryoForms> forms_;
};

}  // namespace sp::kryo
