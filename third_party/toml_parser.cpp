// The parser of toml++, compiled once instead of in each file that includes it. Its assertions are off here, too; the
// reason stands in catalogue/front_matter/toml.h.
#undef NDEBUG
#define TOML_ASSERT(expression) static_assert(true)
#define TOML_IMPLEMENTATION
#include <toml++/toml.h>
