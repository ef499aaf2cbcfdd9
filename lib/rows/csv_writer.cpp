#include "rows/csv_writer.hpp"

#include "rows/list_flattener.hpp"
#include "types/codecs/stored_value.hpp"
#include "types/codecs/text/integers.hpp"

namespace sp::rows {
namespace {

constexpr std::string_view kBeforeKey = "uid,operator,state,kind,subtask,index,";
constexpr std::string_view kBehindKey = ",namespace,map_key,value,ttl_timestamp";
constexpr std::string_view kRaw = ",raw_key,raw_namespace,raw_map_key,raw_value,key_group";

std::string numbers_json(const std::vector<std::int64_t>& numbers) {
    std::string json = "[";
    for (const std::int64_t number : numbers) {
        json += (json.size() > 1 ? "," : "") + std::to_string(number);
    }
    return json + "]";
}

}  // namespace

struct CsvWriter::Plan {
    Plan(const StateDescriptor& descriptor, const PrintRules& rules, bool is_raw) : state(&descriptor) {
        const auto make_part = [&](std::string name, const TypePtr& type, TextBound& bound) {
            auto part = std::make_unique<Part>(std::move(name), type, "", rules);
            bound.add(*part);
            return part;
        };
        if (is_keyed(state->kind)) {
            key = make_part("key", state->key, cells);
            if (state->name_space->kind != TypeKind::kVoidNamespace) {
                name_space = make_part("namespace", state->name_space, cells);
            }
        }
        if (state->map_key) {
            map_key = make_part("map_key", state->map_key, cells);
        }
        if (state->value) {
            value = make_part("value", state->value, cells);
            list.add(*value);
            list.add_elements(*value);
        }
        if (is_raw && state->kind == StateKind::kList) {
            element = std::make_unique<codec::Skipper>(state->value);
            list.give_up();
        }
        cells.settle();
        list.settle();
    }

    const StateDescriptor* state;
    std::string head;  ///< the fields up to the kind
    std::unique_ptr<Part> key;
    std::unique_ptr<Part> name_space;
    std::unique_ptr<Part> map_key;
    std::unique_ptr<Part> value;              ///< lists: an element
    std::unique_ptr<codec::Skipper> element;  ///< lists with --raw
    TextBound cells;                          ///< of any single part
    TextBound list;                           ///< of a whole list
    StateLabel label;
};

CsvWriter::CsvWriter(OutputBuffer& out, std::vector<OperatorName> operators, KeyColumns keys,
                     const DumpOptions& options, Warn warn)
    : out_(out),
      operators_(std::move(operators)),
      keys_(std::move(keys)),
      is_raw_(options.raw),
      is_flattening_(options.flatten_lists),
      has_all_copies_(options.read.all_copies),
      rules_{options.strict, options.int64_as_string, std::move(warn), options.lossless},
      text_(rules_),
      csv_(options.null_text.value_or("")) {}

CsvWriter::~CsvWriter() = default;

CsvWriter::Plan& CsvWriter::plan_of(const StateDescriptor& state) {
    if (last_plan_ != nullptr && last_plan_->state == &state) {
        return *last_plan_;
    }
    std::unique_ptr<Plan>& slot = plans_[&state];
    if (!slot) {
        slot = std::make_unique<Plan>(state, rules_, is_raw_);
        const OperatorName& name = operators_.at(state.operator_index);
        slot->label.text = "operator " + name.label + ": state '" + state.name + "'";
        slot->head = (name.uid.empty() ? "" : csv_.field(name.uid)) + "," + name.id + "," +
                     (state.kind == StateKind::kCoordinator ? "" : csv_.field(state.name)) + "," +
                     std::string(name_of(state.kind)) + ",";
    }
    last_plan_ = slot.get();
    return *last_plan_;
}

void CsvWriter::header() {
    if (has_header_) {
        return;
    }
    has_header_ = true;
    row_.clear();
    row_.append(kBeforeKey);
    for (std::size_t i = 0; i < keys_.names().size(); ++i) {
        row_.append(i > 0 ? "," : "");
        csv_.text(row_, keys_.names()[i]);
    }
    row_.append(kBehindKey);
    row_.append(is_raw_ ? kRaw : "");
    row_.append("\n");
    out_.append(row_.text());
}

void CsvWriter::write(const EntryBatch& batch, std::size_t count) {
    header();
    Plan& plan = plan_of(*batch.state);
    for (std::size_t i = 0; i < count; ++i) {
        row(batch, batch.entries[i], plan);
    }
}

void CsvWriter::number(std::int64_t value) { row_.commit(text::write_int(row_.reserve(text::kMaxInt + 1), value)); }

/// Of a list that --flatten-lists has cut.
bool CsvWriter::is_element(const EntryPlace& place) const {
    return is_flattening_ && place.batch.state->kind == StateKind::kList &&
           place.entry.index != ListFlattener::kWholeList;
}

void CsvWriter::row(const EntryBatch& batch, const Entry& entry, Plan& plan) {
    const EntryPlace place{batch, entry, plan.label};
    const StateKind kind = plan.state->kind;
    const bool is_operator_list = kind == StateKind::kOperatorList || kind == StateKind::kOperatorUnion;
    row_.clear();
    row_.append(plan.head);
    if (is_operator_list || (kind == StateKind::kBroadcast && has_all_copies_)) {
        number(batch.subtask);
    }
    comma();
    if (is_operator_list || is_element(place)) {
        number(entry.index);
    }
    comma();
    if (plan.key) {
        keys_.append(row_, csv_, text_.make(plan.cells, entry.key.size(), place, [&](auto& parts, auto&) {
            parts.part(*plan.key, entry.key);
        }));
    } else {
        keys_.append_nothing(row_);
    }
    comma();
    cell(plan.name_space, entry.name_space, place, plan);
    comma();
    cell(plan.map_key, entry.map_key, place, plan);
    comma();
    value(place, plan);
    if (is_raw_) {
        raw(place, plan);
    }
    row_.append("\n");
    out_.append(row_.text());
}

void CsvWriter::cell(const std::unique_ptr<Part>& part, Bytes bytes, const EntryPlace& place, const Plan& plan) {
    if (part) {
        csv_.json(row_,
                  text_.make(plan.cells, bytes.size(), place, [&](auto& parts, auto&) { parts.part(*part, bytes); }));
    }
}

/// The value and the TTL stamp.
void CsvWriter::value(const EntryPlace& place, const Plan& plan) {
    const Entry& entry = place.entry;
    if (entry.is_null_value) {
        csv_.null(row_);
        comma();
    } else if (!plan.value) {  // a coordinator's
        csv_.text(row_, base64_text(entry.value));
        comma();
    } else if (plan.state->kind == StateKind::kList && !is_element(place)) {
        list(place, plan);
    } else if (plan.state->has_ttl) {
        std::int64_t stamp = 0;
        csv_.json(row_, text_.make(plan.cells, entry.value.size(), place, [&](auto& parts, auto&) {
            stamp = parts.ttl_stamp(*plan.value, entry.value);
            parts.part(*plan.value, entry.value.subspan(kStampSize));
        }));
        comma();
        number(stamp);
    } else {
        cell(plan.value, entry.value, place, plan);
        comma();
    }
}

void CsvWriter::list(const EntryPlace& place, const Plan& plan) {
    stamps_.clear();
    csv_.json(row_, text_.make(plan.list, place.entry.value.size(), place, [&](auto& parts, auto&) {
        parts.list(*plan.value, "", place.entry.value, plan.state->has_ttl, stamps_);
    }));
    comma();
    if (plan.state->has_ttl) {
        csv_.text(row_, numbers_json(stamps_));
    }
}

void CsvWriter::raw(const EntryPlace& place, const Plan& plan) {
    const Entry& entry = place.entry;
    const auto field = [&](bool is_there, Bytes bytes) {
        comma();
        if (is_there) {
            csv_.text(row_, base64_text(bytes));
        }
    };
    field(plan.key != nullptr, entry.key);
    field(plan.key != nullptr, entry.name_space);
    field(plan.map_key != nullptr, entry.map_key);
    if (plan.state->kind == StateKind::kList && !is_element(place)) {
        comma();
        csv_.text(row_, text_.make(plan.list, 4 * entry.value.size(), place, [&](auto& parts, auto&) {
            parts.raw_list(*plan.element, entry.value, plan.state->has_ttl);
        }));
    } else {
        field(!entry.is_null_value, entry.value);
    }
    comma();
    if (place.batch.key_group >= 0) {
        number(place.batch.key_group);
    }
}

}  // namespace sp::rows
