// The forms of texts, each with its reader. It is internal to read/.
#pragma once

#include <optional>
#include <string_view>

#include "base/error.h"
#include "layout/mapping.h"
#include "layout/read/cursor.h"

namespace lanescope::layout {

/// Reads shape:stride at the cursor.
[[nodiscard]] Expected<Layout> take_layout(Cursor& cursor);
/// Reads CuTe's layouts and compositions, and what print() writes of them and of tensors.
[[nodiscard]] Expected<Mapping> read_cute(std::string_view text, std::optional<unsigned> bits);

/// Reads an index expression of C++.
[[nodiscard]] Expected<Mapping> read_expression(std::string_view text, std::optional<unsigned> bits);
/// Reads fragments of mma, wgmma, ldmatrix and stmatrix.
[[nodiscard]] Expected<Mapping> read_instruction(std::string_view text, std::optional<unsigned> bits);
/// Reads the name of an atom of CuTe, with its operand.
[[nodiscard]] Expected<Mapping> read_atom(std::string_view text, std::optional<unsigned> bits);
/// Reads a matrix descriptor of wgmma with the matrix that it is for.
[[nodiscard]] Expected<Mapping> read_descriptor(std::string_view text, std::optional<unsigned> bits);
/// Reads the box of a tensor map.
[[nodiscard]] Expected<Mapping> read_tensor_map(std::string_view text, std::optional<unsigned> bits);
/// Reads an encoding of Triton.
[[nodiscard]] Expected<Mapping> read_triton(std::string_view text, std::optional<unsigned> bits);

/// Returns the bits that both say, or that one of them says, or 32. It fails where they differ.
[[nodiscard]] Expected<unsigned> agreed_bits(std::optional<unsigned> said, std::optional<unsigned> wanted);
/// Returns a swizzle of byte addresses as one of elements.
[[nodiscard]] Expected<Swizzle> of_elements(const Swizzle& of_bytes, unsigned element_bits);

}  // namespace lanescope::layout
