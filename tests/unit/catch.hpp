#pragma once

// Catch2 of either generation: v2 has one header, v3 several.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <string>
