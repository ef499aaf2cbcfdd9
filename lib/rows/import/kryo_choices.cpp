#include "rows/import/kryo_choices.hpp"

#include <set>

#include "types/kryo/kryo_decoder.hpp"
#include "types/kryo/kryo_forms.hpp"

namespace sp::rows {
namespace {

/// Of the Kryo types in a type, each once.
class Choices {
public:
    void add(const TypePtr& type, int depth = 0) {
        constexpr int kDeepest = 100;
        if (type == nullptr || depth > kDeepest) {
            return;
        }
        if (type->kryo != nullptr && seen_.insert(type->kryo.get()).second) {
            const kryo::KryoForms::Choices choices = type->kryo->forms().choices();
            strings_ += choices.values_with_strings;
            interfaces_ += choices.values_with_interfaces;
            implementations_.insert(choices.implementations.begin(), choices.implementations.end());
        }
        for (const TypePtr& nested : type->nested) {
            add(nested, depth + 1);
        }
        for (const PojoField& field : type->fields) {
            add(field.type, depth + 1);
        }
        for (const auto* const subclasses : {&type->registered_subclasses, &type->other_subclasses}) {
            for (const PojoSubclass& subclass : *subclasses) {
                add(subclass.type, depth + 1);
            }
        }
    }

    void tell(const std::string& label, bool has_savepoint, std::vector<std::string>& sentences) const {
        constexpr std::string_view kWay = "; rows of sp-dump --lossless keep the classes";
        if (strings_ != 0) {
            sentences.push_back(label + ": strings where objects of any class can stand, in " + values(strings_) +
                                ": they were taken for java.lang.String, whatever they were before" +
                                std::string(kWay));
        }
        if (has_savepoint && interfaces_ != 0) {
            std::string names;
            for (const std::string& implementation : implementations_) {
                names += (names.empty() ? "" : ", ") + implementation;
            }
            sentences.push_back(label + ": interfaces of which rows do not say the class, in " + values(interfaces_) +
                                ": what was taken is " + names + std::string(kWay));
        }
    }

private:
    static std::string values(std::uint64_t count) {
        return std::to_string(count) + (count == 1 ? " value" : " values") + " of Kryo";
    }

    std::set<const void*> seen_;
    std::uint64_t strings_ = 0;
    std::uint64_t interfaces_ = 0;
    std::set<std::string> implementations_;
};

}  // namespace

std::vector<std::string> kryo_choices(const ImportPlan& plan, bool has_savepoint) {
    std::vector<std::string> sentences;
    for (const auto& op : plan.operators()) {
        const std::string label = "operator " + op->label();
        if (op->key) {
            Choices of_key;
            of_key.add(op->key->type());
            of_key.tell(label + ": keys", has_savepoint, sentences);
        }
        for (const ImportState& state : op->states) {
            Choices of_state;
            of_state.add(state.value.type());
            if (state.map_key) {
                of_state.add(state.map_key->type());
            }
            of_state.tell(label + ": state '" + state.descriptor.name + "'", has_savepoint, sentences);
        }
    }
    return sentences;
}

}  // namespace sp::rows
