// toml++ with its assertions off. They fail on what a file can hold ("[=]" as a table's name). In a release build they
// become assumptions, so the same file is undefined behaviour; without them the parser reports such files.
#pragma once

#if !defined(TOML_HEADER_ONLY) || TOML_HEADER_ONLY
#error "a room that includes this links third_party::tomlplusplus; else it gets a second parser"
#endif

#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
