#pragma once

// Whether the words of a schema fit to the snapshot that stands beside them. Not for use outside lib/types.

#include "sp/type.hpp"
#include "types/schema/node.hpp"

namespace sp::schema {

/// UsageError at the first part of `words` that says something else than `type`, which was read from the snapshot. Words
/// may say less.
void check_words(const Node& words, const Type& type);

}  // namespace sp::schema
