// The types of C++ that arguments, fields and elements may have, with their sizes and alignments on a device.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "catalogue/launch_plan.h"

namespace lanescope::catalogue {

/// A number, a vector of numbers such as float4, or a pointer.
struct CType {
  ElementType element = ElementType::u64;  ///< of a pointer: what holds its address
  std::uint32_t vector = 1;                ///< The elements of a vector type: 4 for float4, 3 for dim3.
  bool pointer = false;

  [[nodiscard]] std::uint32_t bytes() const { return vector * static_cast<std::uint32_t>(size_of(element)); }
  /// In bytes. Vectors of two and four elements are aligned to their size, at most 16 (CUDA Programming Guide,
  /// "Built-in Vector Types"); others as their elements.
  [[nodiscard]] std::uint32_t alignment() const;
};

/// Returns the type of elements that a name of C++ means: "float", "unsigned int", "std::int64_t".
[[nodiscard]] std::optional<ElementType> element_type_of_c(std::string_view name);

/// Returns the type that C++ writes so: "const float*", "unsigned int", "float4", "dim3"; nothing for others.
[[nodiscard]] std::optional<CType> c_type(std::string_view text);

/// Returns a name that c_type() understands: "unsigned int", "float4", "__half2". `vector` is 1 to 4.
[[nodiscard]] std::string c_name(ElementType element, std::uint32_t vector = 1);

}  // namespace lanescope::catalogue
