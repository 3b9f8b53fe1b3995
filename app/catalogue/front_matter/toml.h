// toml++, with its assertions off. They fail on what a file can hold ("[=]" as a table's name), and in a release build
// become assumptions, which make the same file undefined behaviour; the parser reports such files without them.
#pragma once

#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expression) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")
