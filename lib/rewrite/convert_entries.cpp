#include "rewrite/convert_entries.hpp"

#include <algorithm>
#include <utility>

#include "io/short_text.hpp"
#include "rows/json_visitor.hpp"
#include "sp/error.hpp"
#include "state/value_end.hpp"
#include "types/codecs/skipper.hpp"
#include "types/codecs/stored_value.hpp"

namespace sp::rewriting {
namespace {

constexpr std::size_t kReadableBehind = 32;  // of Entry's slices
constexpr std::size_t kLongestPart = 200;    // of a row that a message names

std::unique_ptr<conversion::ValueConverter> converter_of(const ConversionPtr& conversion) {
    return conversion ? std::make_unique<conversion::ValueConverter>(*conversion) : nullptr;
}

std::string json_of(const TypePtr& type, Bytes bytes) {
    std::string text;
    rows::JsonVisitor visitor(text);
    try {
        codec::EventDecoder(type).decode(bytes.data(), bytes.data() + bytes.size(), visitor, true);
    } catch (const codec::DecodeFault&) {
        visitor.close_all();
    }
    return shortened(text, kLongestPart);
}

std::string name_of_state(const StateDescriptor& state) {
    return state.kind == StateKind::kTimer ? "timers '" + state.timer_service + "'" : "state '" + state.name + "'";
}

}  // namespace

ConvertEntries::ConvertEntries(const TypeChanges& changes, const OperatorPlan& plan, std::string label,
                               Misfits& misfits, Keys keys)
    : changes_(changes), plan_(plan), label_(std::move(label)), misfits_(misfits), keys_(std::move(keys)) {
    key_ = converter_of(changes_.key);
    for (const StateDescriptor& state : plan_.keyed_states) {
        keyed_.push_back(make_state(state));
    }
    for (const StateDescriptor& state : plan_.operator_states) {
        operator_.push_back(make_state(state));
    }
}

ConvertEntries::State ConvertEntries::make_state(const StateDescriptor& descriptor) const {
    State state;
    if (const StateTypeChange* const change = changes_.find(descriptor)) {
        state.map_key = converter_of(change->map_key);
        state.value = converter_of(change->value);
        state.tells_apart = change->map_key && change->map_key->may_collide();
    }
    return state;
}

template <class Work>
ConvertEntries::Part ConvertEntries::into_arena(Work&& work) {
    const std::size_t begin = arena_.size();
    work();
    return {begin, arena_.size() - begin, true};
}

void ConvertEntries::change(BaseBatch& batch) {
    const bool is_of_key = is_keyed(batch.state.kind);
    State& state = (is_of_key ? keyed_ : operator_)[batch.position];
    const bool changes_key = is_of_key && key_ != nullptr;
    const bool changes_group = changes_key && keys_.group_of;
    if (!changes_key && !state.map_key && !state.value) {
        return;
    }
    arena_.clear();
    parts_.clear();
    std::vector<Entry>& entries = batch.entries;
    std::size_t kept = 0;
    std::vector<std::int32_t> groups;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        Parts parts;
        if (convert(batch, entries[i], state, parts)) {
            entries[kept++] = entries[i];
            parts_.push_back(parts);
            if (changes_group) {
                groups.push_back(new_group_);
            } else if (!batch.new_key_groups.empty()) {
                groups.push_back(batch.new_key_groups[i]);
            }
        }
    }
    entries.resize(kept);
    if (changes_group || !batch.new_key_groups.empty()) {
        batch.new_key_groups = std::move(groups);
    }
    arena_.resize(arena_.size() + kReadableBehind);
    const auto put = [&](Bytes& slice, const Part& part) {
        if (part.is_new) {
            slice = Bytes(arena_).subspan(part.begin, part.size);
        }
    };
    for (std::size_t i = 0; i < kept; ++i) {
        put(entries[i].key, parts_[i].key);
        put(entries[i].map_key, parts_[i].map_key);
        put(entries[i].value, parts_[i].value);
    }
}

/// False: the entry is left out.
bool ConvertEntries::convert(const BaseBatch& batch, const Entry& entry, State& state, Parts& parts) {
    const char* part = "key";
    try {
        if (is_keyed(batch.state.kind) && key_ != nullptr) {
            convert_key(entry, parts);
            if (is_left_out_) {
                return false;
            }
        }
        part = "map_key";
        if (state.map_key) {
            parts.map_key = into_arena([&] { state.map_key->convert(entry.map_key, arena_); });
            if (state.tells_apart) {
                check_map_key(batch, entry, Bytes(arena_).subspan(parts.map_key.begin, parts.map_key.size));
            }
        }
        part = "value";
        if (state.value && !entry.is_null_value) {
            parts.value = into_arena([&] {
                if (batch.state.kind == StateKind::kList) {
                    return convert_list(batch.state, *state.value, entry.value);
                }
                Bytes value = entry.value;
                if (batch.state.has_ttl) {
                    const std::size_t size = std::min(kStampSize, value.size());
                    arena_.insert(arena_.end(), value.begin(), value.begin() + static_cast<std::ptrdiff_t>(size));
                    value = value.subspan(size);
                }
                state.value->convert(value, arena_);
            });
        }
        return true;
    } catch (const codec::DecodeFault& fault) {
        const std::string where = "operator " + label_ + ": " + name_of_state(batch.state) + ": " + part + ": ";
        if (fault.reason == codec::DecodeFault::Reason::kOpaque) {
            throw UnsupportedError(where + "it cannot be decoded, so that it cannot become of another type: expected " +
                                   fault.expected + (fault.why.empty() ? "" : "; " + fault.why));
        }
        throw InputError(where + "expected " + fault.expected + ": " + who(batch, entry));
    } catch (const InputError& error) {
        misfit(batch, entry, part, error.what());
    } catch (const UnsupportedError& error) {
        throw UnsupportedError("operator " + label_ + ": " + name_of_state(batch.state) + ": " + part + ": " +
                               error.what());
    }
    return false;
}

void ConvertEntries::convert_key(const Entry& entry, Parts& parts) {
    if (!has_key_ || !std::ranges::equal(old_key_, entry.key)) {
        has_key_ = false;
        old_key_.assign(entry.key.begin(), entry.key.end());
        new_key_.clear();
        key_problem_.clear();
        is_left_out_ = keys_.is_left_out && keys_.is_left_out(entry.key);
        try {
            if (!is_left_out_) {
                key_->convert(entry.key, new_key_);
                new_group_ = keys_.group_of ? keys_.group_of(new_key_) : -1;
            }
        } catch (const InputError& error) {
            key_problem_ = error.what();
        }
        has_key_ = true;
    }
    if (!key_problem_.empty()) {
        throw InputError(key_problem_);
    }
    if (!is_left_out_) {
        parts.key = into_arena([&] { arena_.insert(arena_.end(), new_key_.begin(), new_key_.end()); });
    }
}

/// Time stamps stay what they are.
void ConvertEntries::convert_list(const StateDescriptor& descriptor, conversion::ValueConverter& converter,
                                  Bytes list) {
    const Type* const type = descriptor.value.get();
    codec::for_each_element(list, type, [&](const std::uint8_t* p, const std::uint8_t* end) {
        if (p != list.data()) {
            arena_.push_back(kListDelimiter);
        }
        if (descriptor.has_ttl) {
            const std::uint8_t* const stamp = std::exchange(p, codec::skip_stamp(p, end, type));
            arena_.insert(arena_.end(), stamp, p);
        }
        return converter.convert(p, end, arena_, false);
    });
}

void ConvertEntries::check_map_key(const BaseBatch& batch, const Entry& entry, Bytes map_key) {
    std::string identity;
    if (is_keyed(batch.state.kind)) {
        identity.assign(entry.key.begin(), entry.key.end());
        identity += '\0';
        identity.append(entry.name_space.begin(), entry.name_space.end());
    } else {
        identity = std::to_string(batch.subtask);
    }
    identity += '\0' + std::to_string(batch.position);
    if (identity != map_identity_) {
        map_identity_ = std::move(identity);
        map_keys_.clear();
    }
    const auto [known, is_new] = map_keys_.try_emplace(std::string(map_key.begin(), map_key.end()),
                                                       std::string(entry.map_key.begin(), entry.map_key.end()));
    if (!is_new && !std::ranges::equal(known->second, entry.map_key,
                                       [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; })) {
        const auto* const first = reinterpret_cast<const std::uint8_t*>(known->second.data());
        throw InputError("becomes the same as " + json_of(batch.state.map_key, {first, known->second.size()}));
    }
}

std::string ConvertEntries::who(const BaseBatch& batch, const Entry& entry) const {
    const StateDescriptor& state = batch.state;
    std::string text;
    const auto add = [&](const char* name, const std::string& value) {
        text += (text.empty() ? "" : ", ") + std::string(name) + " " + value;
    };
    if (is_keyed(state.kind)) {
        add("key", json_of(state.key, entry.key));
        if (state.name_space->kind != TypeKind::kVoidNamespace) {
            add("namespace", json_of(state.name_space, entry.name_space));
        }
    } else {
        add("subtask", std::to_string(batch.subtask));
        if (state.kind != StateKind::kBroadcast) {
            add("index", std::to_string(entry.index));
        }
    }
    if (state.map_key) {
        add("map_key", json_of(state.map_key, entry.map_key));
    }
    return text;
}

void ConvertEntries::misfit(const BaseBatch& batch, const Entry& entry, const std::string& part,
                            const std::string& problem) {
    const bool is_of_key = is_keyed(batch.state.kind);
    Misfits::Row row;
    row.op = label_;
    row.state = name_of_state(batch.state);
    row.place = is_of_key ? batch.key_group : batch.subtask;
    row.identity.assign(entry.key.begin(), entry.key.end());
    row.identity.append(entry.name_space.begin(), entry.name_space.end());
    row.identity.append(entry.map_key.begin(), entry.map_key.end());
    const bool is_path = problem.starts_with('.') || problem.starts_with('[');
    row.text = who(batch, entry) + ": " + part + (is_path ? "" : ": ") + problem;
    misfits_.add(std::move(row));
}

}  // namespace sp::rewriting
