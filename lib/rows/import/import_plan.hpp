#pragma once

// What the rows are made into: the operators of the schema by the names that rows use, each state with the encoders of its
// parts. Shared by all threads that read rows.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rows/import/part_encoder.hpp"
#include "rows/import/window_rule.hpp"
#include "sp/write.hpp"
#include "types/schema/document.hpp"

namespace sp::rows {

/// The void namespace as VoidNamespaceSerializer writes it.
inline constexpr std::uint8_t kVoidNamespace = 0;

struct ImportState {
    StateDescriptor descriptor;
    std::size_t position = 0;  ///< in OperatorPlan::keyed_states or operator_states
    std::optional<PartEncoder> name_space;
    std::optional<PartEncoder> map_key;
    PartEncoder value;  ///< of the element, of maps the map's value

    [[nodiscard]] bool is_keyed() const { return sp::is_keyed(descriptor.kind); }
};

/// A service: two queues.
struct ImportTimers {
    std::string service;
    PartEncoder name_space;
    std::size_t event_position = 0;  ///< in OperatorPlan::keyed_states
    std::size_t processing_position = 0;

    [[nodiscard]] std::size_t position(TimerDomain domain) const {
        return domain == TimerDomain::kEventTime ? event_position : processing_position;
    }
};

struct ImportOperator {
    std::size_t index = 0;  ///< among the writer's
    std::string uid;        ///< empty where only the id is known
    std::string id;         ///< 32 hex digits
    std::int32_t parallelism = 1;
    std::int32_t max_parallelism = 1;

    std::optional<PartEncoder> key;
    /// Of an encoded key; InputError where it cannot be told. By any thread.
    std::function<std::int32_t(Bytes key)> key_group;

    std::vector<ImportState> states;
    std::vector<ImportTimers> timers;
    std::optional<WindowRule> window;
    std::size_t window_timers = SIZE_MAX;       ///< position of their service in `timers`, where there is a window
    std::size_t merging_window_set = SIZE_MAX;  ///< position of that state in `states`, where there are sessions

    [[nodiscard]] std::string label() const { return uid.empty() ? id : uid; }
};

class ImportPlan {
public:
    /// `origin`: where the operators come from, as messages name it.
    explicit ImportPlan(Exactness exactness = Exactness::kExact, std::string origin = "the schema")
        : exactness_(exactness), origin_(std::move(origin)) {}

    /// Adds an operator. The plan's states have the positions in which `schema` has them, timers behind keyed states.
    /// UsageError for a window that the operator's states do not fit.
    ImportOperator& add(const SchemaOperator& schema, std::int32_t parallelism, std::int32_t max_parallelism);

    /// As the writer takes it, without policies for duplicates.
    [[nodiscard]] static OperatorPlan operator_plan(const ImportOperator& op, const SchemaOperator& schema);

    [[nodiscard]] const std::vector<std::unique_ptr<ImportOperator>>& operators() const { return operators_; }

    [[nodiscard]] const std::string& origin() const { return origin_; }

    /// Tells of a uid or id, which names none of the operators, why rows cannot be of it; nothing where that is not known.
    using WhyNot = std::function<std::optional<std::string>(std::string_view name)>;
    void set_why_not(WhyNot why_not) { why_not_ = std::move(why_not); }
    [[nodiscard]] std::optional<std::string> why_not(std::string_view name) const {
        return why_not_ ? why_not_(name) : std::nullopt;
    }

    /// By uid, or by the id that it is hashed to; by id. Null if there is none.
    [[nodiscard]] const ImportOperator* find_uid(std::string_view uid) const;
    [[nodiscard]] const ImportOperator* find_id(std::string_view id) const;

private:
    Exactness exactness_;
    std::string origin_;
    WhyNot why_not_;
    std::vector<std::unique_ptr<ImportOperator>> operators_;
};

/// The schema with what its "window" section implies and does not say: the service of window timers, and the state in which
/// sessions are kept.
[[nodiscard]] SchemaOperator with_window_parts(SchemaOperator schema, const SchemaTarget& target);

}  // namespace sp::rows
