// KryoEncoder's second pass: the objects that the events made, with their classes in front of them.

#include <algorithm>

#include "types/kryo/kryo_encoder.hpp"
#include "types/kryo/kryo_writer.hpp"

namespace sp::kryo {

using Kind = KryoForm::Kind;

void KryoEncoder::write(ByteVector& out) {
    names_.clear();
    if (has_any_string_ || choices_ != 0) {
        forms_->add_choices(has_any_string_, choices_);
    }
    KryoWriter writer(out, is_kryo5_);
    std::size_t at = 0;
    class_and_object(writer, at);
}

void KryoEncoder::put_class_name(KryoWriter& out, std::string_view name) {
    out.byte(1);
    const auto known = std::find(names_.begin(), names_.end(), name);
    out.var_int(static_cast<std::uint32_t>(known - names_.begin()));
    if (known == names_.end()) {
        names_.push_back(name);
        out.class_name(name);
    }
}

void KryoEncoder::put_class(KryoWriter& out, const KryoForm& form) {
    if (form.id) {
        return out.var_int(*form.id + 2);
    }
    put_class_name(out, form.type->name);
}

void KryoEncoder::class_and_object(KryoWriter& out, std::size_t& at) {
    const Node& node = nodes_[at];
    if (node.form == nullptr) {
        ++at;
        return out.byte(0);
    }
    put_class(out, *node.form);
    object(out, at);
}

void KryoEncoder::object_or_null(KryoWriter& out, std::size_t& at) {
    if (nodes_[at].form == nullptr) {
        ++at;
        return out.byte(0);
    }
    if (!nodes_[at].form->takes_references) {
        out.byte(1);
    }
    object(out, at);
}

void KryoEncoder::object(KryoWriter& out, std::size_t& at) {
    const Node& node = nodes_[at++];
    const KryoForm& form = *node.form;
    if (form.takes_references) {
        out.byte(1);  // a new one
    }
    const bool has_nodes =
        form.kind == Kind::kMap || form.kind == Kind::kOptional || (form.kind == Kind::kSequence && !is_packed(form));
    if (!has_nodes) {
        const Bytes body = Bytes(bodies_).subspan(node.body, node.size);
        if (node.inner_class == nullptr) {
            return out.bytes(body);
        }
        out.bytes(body.first(node.split));
        put_class_name(out, node.inner_class);
        return out.bytes(body.subspan(node.split));
    }
    const bool is_sorted = form.type->body == Body::kSortedCollection || form.type->body == Body::kSortedMap ||
                           form.type->body == Body::kPriorityQueue2;
    if (form.kind == Kind::kOptional) {
        return node.parts == 0 ? out.byte(0) : class_and_object(out, at);
    }
    if (form.kind == Kind::kSequence && form.type->body != Body::kObjectArray) {
        --at;
        return collection(out, at, is_sorted);
    }
    const auto parts = static_cast<std::uint32_t>(node.parts);
    if (form.kind == Kind::kSequence) {
        out.var_int(parts + 1);
        const bool is_exact = form.type->component_finality == Finality::kFinal;
        for (std::uint32_t i = 0; i < parts; ++i) {
            is_exact ? object_or_null(out, at) : class_and_object(out, at);
        }
        return;
    }
    if (is_sorted && !is_kryo5_) {
        out.byte(0);  // the comparator
    }
    out.var_int(parts / 2 + (is_kryo5_ ? 1 : 0));
    if (is_sorted && is_kryo5_) {
        out.byte(0);
    }
    for (std::uint32_t i = 0; i < parts; ++i) {
        class_and_object(out, at);
    }
}

void KryoEncoder::collection(KryoWriter& out, std::size_t& at, bool is_sorted) {
    const Node& node = nodes_[at++];
    const auto count = static_cast<std::uint32_t>(node.parts);
    const auto comparator = [&] {
        if (is_sorted) {
            out.byte(0);
        }
    };
    const auto objects = [&] {
        for (std::uint32_t i = 0; i < count; ++i) {
            class_and_object(out, at);
        }
    };
    if (!is_kryo5_) {
        comparator();
        out.var_int(count);
        return objects();
    }
    if (count == 0) {
        out.byte(1);
        return comparator();
    }
    const KryoForm* common = nullptr;
    bool has_null = false;
    bool is_mixed = false;
    for (std::size_t i = at; i < node.end; i = nodes_[i].end) {
        const KryoForm* const form = nodes_[i].form;
        has_null |= form == nullptr;
        is_mixed |= form != nullptr && common != nullptr && form->type != common->type;
        common = form != nullptr && common == nullptr ? form : common;
    }
    out.flagged_var_int(!is_mixed, count + 1);
    comparator();
    if (is_mixed) {
        return objects();
    }
    if (common == nullptr) {  // nothing but nulls
        at = node.end;
        return out.byte(0);
    }
    put_class(out, *common);
    out.byte(has_null ? 1 : 0);
    for (std::uint32_t i = 0; i < count; ++i) {
        has_null ? object_or_null(out, at) : object(out, at);
    }
}

}  // namespace sp::kryo
