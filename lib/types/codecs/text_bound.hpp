#pragma once

// How much JSON text a program can print for a value of so many bytes. The fast form of JsonSink relies on it: it writes
// through a bare pointer into as much room as the program says that it needs.

#include "types/codecs/program.hpp"

namespace sp::codec {

/// Sets Program::text_fixed, text_ratio and min_size of a complete program.
void measure_text(Program& program);

}  // namespace sp::codec
