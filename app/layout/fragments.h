// The operands of instructions on matrices: which thread holds which elements in which order, by the rules of the PTX
// ISA: "Matrix Fragments for mma", ldmatrix, stmatrix, and "Register Fragments and Shared Memory Matrix Layouts" of
// wgmma. Each layout has the modes (threads, values); offsets count the elements of the operand's matrix down its
// columns: row + rows * column. B is taken as its transpose, n x k, as CuTe does.
#pragma once

#include <cstdint>

#include "layout/layout.h"

namespace lanescope::layout {

struct ProductShape {
  std::int64_t m = 0, n = 0, k = 0;
};
enum class Operand : std::uint8_t { a, b, c };  ///< c is also D

/// Of mma with m of 8 or 16 and n of 8. Each register of 32 bits holds `parts` elements that neighbour in k; f64 and
/// tf32 have one a register. Of a sparse A they are the elements that the register stands for, zeros included.
[[nodiscard]] Layout mma_fragment(const ProductShape& shape, Operand operand, std::int64_t parts);

/// Of mma.m8n8k4 with f16, where eight threads (lanes 0 to 3 and 16 to 19, and so on) hold a matrix. `by_rows` says
/// that a thread holds a row of A, or of B's transpose; of c, that its elements have 16 bits.
[[nodiscard]] Layout quad_pair_fragment(Operand operand, bool by_rows);

/// Of wgmma, for the 128 threads of a warpgroup: the accumulator, and an A in registers.
[[nodiscard]] Layout warpgroup_fragment(const ProductShape& shape, Operand operand, std::int64_t parts);

/// Of ldmatrix and stmatrix with .b16: the registers of the 32 lanes as a layout of elements of 16 bits; element c of
/// row r of matrix i has the offset 64 i + 8 r + c.
[[nodiscard]] Layout matrix_registers(std::int64_t matrices, bool transposed);
/// Of the same: the row of 8 elements whose address each lane gives. Lanes beyond those of the matrices give those of
/// the first ones again.
[[nodiscard]] Layout matrix_rows(std::int64_t matrices);

}  // namespace lanescope::layout
