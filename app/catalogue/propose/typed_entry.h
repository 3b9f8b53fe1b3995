// What a compiler knows of a kernel's parameters, put into what was read from its text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/value_types.h"
#include "catalogue/propose/entries.h"

namespace lanescope::catalogue {

/// Returns the declaration with the types of its parameters, by their position: typedefs, enumerations, structures with
/// base classes, arrays behind pointers and pointers to pointers are known then. A structure by value gets its fields
/// with their padding, so that the front matter lays it out as the compiler does; of a union the first member is a
/// field, and bit-fields are padding. One that the front matter cannot lay out (packed, more than 32,764 bytes) has no
/// fields. `types` may come from another process: what refers to itself ends somewhere.
[[nodiscard]] EntryDeclaration with_types(EntryDeclaration declaration, const ValueTypes& types);

/// Returns the number of an enumeration's value by its name, "TWICE" or "Kind::TWICE".
[[nodiscard]] std::optional<std::int64_t> enumerator_named(const EntryParameter& parameter, std::string_view name);

}  // namespace lanescope::catalogue
