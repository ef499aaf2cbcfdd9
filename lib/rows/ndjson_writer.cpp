#include "rows/ndjson_writer.hpp"

#include "rows/list_flattener.hpp"
#include "rows/operator_view.hpp"
#include "types/codecs/stored_value.hpp"

namespace sp::rows {
namespace {

using codec::DecodeFault;

}  // namespace

struct NdjsonWriter::Plan {
    const StateDescriptor* state = nullptr;
    std::string head;  ///< operator state: all before the subtask, or before the first part
    std::unique_ptr<Part> key;
    std::unique_ptr<Part> name_space;
    std::unique_ptr<Part> map_key;
    std::unique_ptr<Part> value;              ///< lists: an element, without prefix
    std::string value_prefix;                 ///< `,"value":`, or the head where no part stands before the value
    std::unique_ptr<codec::Skipper> element;  ///< lists with --raw
    PrintView view = nullptr;                 ///< prints "view" behind the value
    StateLabel label;
    bool is_plain = false;  ///< the value is one part, and nothing follows it
    bool is_flat = false;   ///< entries are elements of lists

    TextBound bound;  ///< of a row

    [[nodiscard]] bool is_list() const { return state->kind == StateKind::kList; }

    void measure_rows(bool is_raw);
};

void NdjsonWriter::Plan::measure_rows(bool is_raw) {
    bound.fixed += head.size();
    for (const Part* part : {key.get(), name_space.get(), map_key.get(), value.get()}) {
        if (part != nullptr) {
            bound.add(*part);
        }
    }
    if (is_list()) {
        bound.add_elements(*value);
    }
    if (is_raw || view != nullptr) {
        bound.give_up();
    }
    bound.settle();
}

/// Prints one row.
template <bool checked>
class NdjsonWriter::Row {
public:
    Row(NdjsonWriter& writer, const EntryBatch& batch, const Entry& entry, Plan& plan, JsonSink<checked>& sink)
        : writer_(writer),
          batch_(batch),
          entry_(entry),
          plan_(plan),
          sink_(sink),
          parts_(sink, writer.rules_, {batch, entry, plan.label}) {}

    void print() {
        if (plan_.key) {
            parts_.part(*plan_.key, entry_.key);
            if (plan_.name_space) {
                parts_.part(*plan_.name_space, entry_.name_space);
            }
        } else {
            operator_head();
        }
        if (plan_.map_key) {
            parts_.part(*plan_.map_key, entry_.map_key);
        }
        value();
        if (plan_.view != nullptr) {
            sink_.append(",\"view\":");
            sink_.append(plan_.view(entry_.value, writer_.rules_.int64_as_string));
        }
        if (writer_.is_raw_) {
            raw();
        }
        sink_.append("}\n");
    }

private:
    void operator_head() {
        sink_.append(plan_.head);
        if (plan_.state->kind == StateKind::kOperatorList || plan_.state->kind == StateKind::kOperatorUnion) {
            sink_.append(",\"subtask\":");
            sink_.number(batch_.subtask);
            sink_.append(",\"index\":");
            sink_.number(entry_.index);
        } else if (plan_.state->kind == StateKind::kBroadcast && writer_.has_all_copies_) {
            sink_.append(",\"subtask\":");
            sink_.number(batch_.subtask);
        }
    }

    void value() {
        if (plan_.is_plain && !entry_.is_null_value) {
            parts_.part(*plan_.value, entry_.value);
        } else if (plan_.is_flat && entry_.index != ListFlattener::kWholeList) {
            element();
        } else if (plan_.state->kind == StateKind::kCoordinator) {
            sink_.append(plan_.value_prefix);
            sink_.bytes(entry_.value);
        } else if (entry_.is_null_value) {
            sink_.append(plan_.value_prefix);
            sink_.null();
        } else if (plan_.state->kind == StateKind::kTimer) {
            sink_.append(",\"timestamp\":");
            sink_.long_integer(entry_.timestamp, writer_.rules_.int64_as_string);
        } else if (plan_.is_list()) {
            list();
        } else if (plan_.state->has_ttl) {
            const std::int64_t stamp = parts_.ttl_stamp(*plan_.value, entry_.value);
            parts_.part(*plan_.value, entry_.value.subspan(kStampSize));
            sink_.append(",\"ttl_timestamp\":");
            sink_.number(stamp);
        }
    }

    /// An element of a flattened list.
    void element() {
        const Bytes value = entry_.value;
        sink_.append(",\"index\":");
        sink_.number(entry_.index);
        sink_.append(plan_.value_prefix);
        const bool has_ttl = plan_.state->has_ttl;
        const std::int64_t stamp = has_ttl ? parts_.ttl_stamp(*plan_.value, value) : 0;
        parts_.part(*plan_.value, value.subspan(has_ttl ? kStampSize : 0));
        if (has_ttl) {
            sink_.append(",\"ttl_timestamp\":");
            sink_.number(stamp);
        }
    }

    void list() {
        std::vector<std::int64_t>& stamps = writer_.ttl_stamps_;
        stamps.clear();
        parts_.list(*plan_.value, plan_.value_prefix, entry_.value, plan_.state->has_ttl, stamps);
        if (plan_.state->has_ttl) {
            sink_.append(",\"ttl_timestamp\":[");
            for (std::size_t i = 0; i < stamps.size(); ++i) {
                sink_.element(i);
                sink_.number(stamps[i]);
            }
            sink_.append("]");
        }
    }

    void raw() {
        sink_.append(",\"raw\":{");
        bool is_first = true;
        const auto member = [&](std::string_view name, Bytes bytes) {
            sink_.append(is_first ? "\"" : ",\"");
            is_first = false;
            sink_.append(name);
            sink_.append("\":");
            sink_.bytes(bytes);
        };
        if (plan_.key) {
            member("key", entry_.key);
            member("namespace", entry_.name_space);
        }
        if (plan_.map_key) {
            member("map_key", entry_.map_key);
        }
        if (plan_.is_list() && !(plan_.is_flat && entry_.index != ListFlattener::kWholeList)) {
            sink_.append(is_first ? "\"value\":" : ",\"value\":");
            parts_.raw_list(*plan_.element, entry_.value, plan_.state->has_ttl);
        } else if (!entry_.is_null_value && plan_.state->kind != StateKind::kTimer) {
            member("value", entry_.value);
        }
        sink_.append("}");
        if (batch_.key_group >= 0) {
            sink_.append(",\"key_group\":");
            sink_.number(batch_.key_group);
        }
    }

    NdjsonWriter& writer_;
    const EntryBatch& batch_;
    const Entry& entry_;
    const Plan& plan_;
    JsonSink<checked>& sink_;
    PartPrinter<checked> parts_;
};

NdjsonWriter::NdjsonWriter(OutputBuffer& out, std::vector<OperatorName> operators, const NdjsonOptions& options,
                           Warn warn)
    : out_(out),
      operators_(std::move(operators)),
      is_raw_(options.raw),
      is_flattening_(options.flatten_lists),
      has_all_copies_(options.all_copies),
      rules_{options.strict, options.int64_as_string, std::move(warn), options.lossless} {}

NdjsonWriter::~NdjsonWriter() = default;

NdjsonWriter::Plan& NdjsonWriter::plan_of(const StateDescriptor& state) {
    if (last_plan_ != nullptr && last_plan_->state == &state) {
        return *last_plan_;
    }
    std::unique_ptr<Plan>& slot = plans_[&state];
    if (!slot) {
        auto plan = std::make_unique<Plan>();
        plan->state = &state;
        plan->label.text = "operator " + operators_.at(state.operator_index).label + ": state '" + state.name + "'";
        const std::string head = row_head(state);
        const auto make_part = [&](std::string name, const TypePtr& type, const std::string& prefix) {
            return std::make_unique<Part>(std::move(name), type, prefix, rules_);
        };
        if (is_keyed(state.kind)) {
            plan->key = make_part("key", state.key, head + ",\"key\":");
            if (state.name_space->kind != TypeKind::kVoidNamespace) {
                plan->name_space = make_part("namespace", state.name_space, ",\"namespace\":");
            }
        } else {
            plan->head = head;
        }
        if (state.map_key) {
            plan->map_key = make_part("map_key", state.map_key, ",\"map_key\":");
        }
        plan->value_prefix = ",\"value\":";
        if (state.value) {
            plan->value = make_part("value", state.value, plan->is_list() ? "" : plan->value_prefix);
        }
        if (plan->is_list() && is_raw_) {
            plan->element = std::make_unique<codec::Skipper>(state.value);
        }
        plan->is_flat = plan->is_list() && is_flattening_;
        plan->view = view_printer_of(state);
        plan->is_plain = plan->value && !plan->is_list() && !state.has_ttl;
        plan->measure_rows(is_raw_);
        slot = std::move(plan);
    }
    last_plan_ = slot.get();
    return *last_plan_;
}

/// All in front of the first member that differs between the state's rows.
std::string NdjsonWriter::row_head(const StateDescriptor& state) const {
    const auto word = [](std::string_view name, std::string_view value) {
        return ",\"" + std::string(name) + "\":\"" + std::string(value) + "\"";
    };
    const std::string head = "{" + operators_.at(state.operator_index).member;
    switch (state.kind) {
        case StateKind::kTimer:
            return head + word("timer", name_of(state.timer_domain)) + ",\"service\":" + json_text(state.timer_service);
        case StateKind::kCoordinator: return head + word("kind", name_of(state.kind));
        default: return head + ",\"state\":" + json_text(state.name) + word("kind", name_of(state.kind));
    }
}

void NdjsonWriter::write(const EntryBatch& batch, std::size_t count) {
    Plan& plan = plan_of(*batch.state);
    for (std::size_t i = 0; i < count; ++i) {
        const Entry& entry = batch.entries[i];
        const std::size_t size = entry.key.size() + entry.name_space.size() + entry.map_key.size() + entry.value.size();
        const std::uint64_t bound = plan.bound.of(size);
        if (bound <= TextBound::kFast) {
            try {
                JsonSink<false> sink(out_.reserve(static_cast<std::size_t>(bound)));
                Row<false>(*this, batch, entry, plan, sink).print();
                out_.commit(sink.out());
                continue;
            } catch (const DecodeFault&) {
                // Printed again below, where what is wrong or opaque gets its words.
            }
        }
        JsonSink<true> sink(growing_.begin(size + size / 8 + 4096), &growing_);
        Row<true>(*this, batch, entry, plan, sink).print();
        out_.append(growing_.text(sink.out()));
        if (size > TextBound::kFast) {
            growing_.release();
        }
    }
}

}  // namespace sp::rows
