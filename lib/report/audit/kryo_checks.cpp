// Which states are written by Kryo, and for which classes: such bytes hang on the job's classes and on Kryo's version.

#include "report/audit/checks.hpp"

namespace sp::auditing {
namespace {

void collect_kryo(const TypePtr& type, std::set<std::string>& classes) {
    if (type == nullptr) {
        return;
    }
    if (type->kind == TypeKind::kKryo) {
        classes.insert(type->class_name);
    }
    for (const TypePtr& nested : type->nested) {
        collect_kryo(nested, classes);
    }
    for (const PojoField& field : type->fields) {
        collect_kryo(field.type, classes);
    }
    for (const auto* subclasses : {&type->registered_subclasses, &type->other_subclasses}) {
        for (const PojoSubclass& subclass : *subclasses) {
            collect_kryo(subclass.type, classes);
        }
    }
}

void tell(OperatorRun& op, const std::string& state, const std::set<std::string>& classes) {
    if (classes.empty()) {
        return;
    }
    std::string names;
    for (const std::string& name : classes) {
        names += (names.empty() ? "" : ", ") + name;
    }
    Finding finding =
        op.finding("SP-KRYO", (state.empty() ? "keys hold" : "holds") + std::string(" what Kryo writes: ") + names);
    finding.state = state;
    op.add(std::move(finding));
}

}  // namespace

void check_kryo(OperatorRun& op) {
    std::set<std::string> of_keys;
    std::map<std::string, std::set<std::string>> of_states;
    const auto collect = [&](const StateDescriptor& state) {
        collect_kryo(state.serializer, of_states[state.name]);
        collect_kryo(state.map_key, of_states[state.name]);
        collect_kryo(state.name_space, of_states[state.name]);
    };
    std::set<const void*> seen;
    for (const auto& [handle, content] : op.keyed_headers) {
        if (seen.insert(content.get()).second) {
            collect_kryo(content->header.key, of_keys);
            for (const StateDescriptor& state : content->descriptors) {
                if (state.kind != StateKind::kTimer) {
                    collect(state);
                }
            }
        }
    }
    for (const auto& [handle, content] : op.operator_headers) {
        if (seen.insert(content.get()).second) {
            for (const StateDescriptor& state : content->descriptors) {
                collect(state);
            }
        }
    }
    tell(op, "", of_keys);
    for (const auto& [state, classes] : of_states) {
        tell(op, state, classes);
    }
}

}  // namespace sp::auditing
