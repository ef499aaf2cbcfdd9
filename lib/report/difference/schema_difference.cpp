#include "report/difference/schema_difference.hpp"

#include <set>

#include "rows/part_printer.hpp"
#include "types/schema/words.hpp"

namespace sp::difference {
namespace {

/// The words that the states' headers have for a part, in JSON; more than one only where subtasks differ.
template <class WordsOf>
std::string words_of(const Descriptors& states, WordsOf&& words_of_state) {
    std::set<std::string> words;
    for (const StateDescriptor* state : states) {
        words.insert(words_of_state(*state));
    }
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : ",") + word;
    }
    return words.size() > 1 ? "[" + text + "]" : text;
}

template <class WordsOf>
void compare(std::vector<SchemaDifference>& differences, std::string_view part, const Descriptors& old_states,
             const Descriptors& new_states, WordsOf&& words_of_state) {
    SchemaDifference difference{part, words_of(old_states, words_of_state), words_of(new_states, words_of_state)};
    if (difference.old_words != difference.new_words) {
        differences.push_back(std::move(difference));
    }
}

void compare_types(std::vector<SchemaDifference>& differences, std::string_view part, const Descriptors& old_states,
                   const Descriptors& new_states, TypePtr StateDescriptor::*type) {
    compare(differences, part, old_states, new_states, [&](const StateDescriptor& state) {
        return state.*type ? rows::json_text(type_words(*(state.*type))) : "null";
    });
}

}  // namespace

std::string SchemaDifference::line(std::string_view place) const {
    return "{\"change\":\"changed\"," + std::string(place) + ",\"schema\":\"" + std::string(part) +
           "\",\"old\":" + old_words + ",\"new\":" + new_words + "}\n";
}

std::vector<SchemaDifference> schema_of_state(const Descriptors& old_states, const Descriptors& new_states) {
    std::vector<SchemaDifference> differences;
    compare_types(differences, "namespace", old_states, new_states, &StateDescriptor::name_space);
    compare_types(differences, "map_key", old_states, new_states, &StateDescriptor::map_key);
    compare_types(differences, "value", old_states, new_states, &StateDescriptor::value);
    compare(differences, "ttl", old_states, new_states,
            [](const StateDescriptor& state) { return state.has_ttl ? "true" : "false"; });
    return differences;
}

std::vector<SchemaDifference> schema_of_keys(const Descriptors& old_states, const Descriptors& new_states) {
    std::vector<SchemaDifference> differences;
    compare_types(differences, "key", old_states, new_states, &StateDescriptor::key);
    return differences;
}

}  // namespace sp::difference
