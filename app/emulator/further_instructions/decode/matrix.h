// The instructions on small matrices that a warp executes together: ldmatrix, stmatrix, movmatrix, mma and wmma, and
// those that the four warps of a warpgroup execute together: wgmma.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "emulator/decode/lane_operation.h"

namespace lanescope::emulator {

/// The format of a matrix's elements, named as in PTX. f32 and s32 are those of accumulators.
enum class ElementFormat : std::uint8_t { f16, bf16, tf32, f32, f64, e4m3, e5m2, s8, u8, s4, u4, b1, s32 };
/// Returns the bits of an element in a register or in memory; tf32 has 32.
[[nodiscard]] unsigned bits_of(ElementFormat format);

struct MatrixPosition {
  unsigned row = 0, column = 0;
};

/// One matrix of a product m x n x k, spread over the registers of a warp: A (m x k), B (k x n), or the accumulator C
/// or D (m x n).
struct Fragment {
  enum class Role : std::uint8_t { a, b, accumulator };
  Role role = Role::accumulator;
  ElementFormat format = ElementFormat::f32;
  std::uint16_t m = 0, n = 0, k = 0;
  /// In the order of the text; they have 64 bits for f64 and 32 bits otherwise. wmma may have several times as many
  /// as the matrix needs, and then each further set holds the same elements.
  std::vector<Slot> registers = {};
  /// m8n8k4 of f16: four matrices, each in eight lanes (4 i to 4 i + 3 and the same 16 further on), one after the
  /// other.
  bool four_matrices = false;
  bool columns = false;                        ///< of four_matrices: a lane holds a part of a column of A, or of B
  std::vector<MatrixPosition> positions = {};  ///< by register, lane and part; see find_positions()

  [[nodiscard]] unsigned elements_in_register() const {
    return format == ElementFormat::f64 ? 1 : 32 / bits_of(format);
  }
  [[nodiscard]] unsigned rows() const { return role == Role::b ? k : m; }
  [[nodiscard]] unsigned row_length() const { return role == Role::a ? k : n; }
  [[nodiscard]] unsigned elements() const { return rows() * row_length() * (four_matrices ? 4 : 1); }
  /// Returns how many registers hold the matrix once.
  [[nodiscard]] unsigned needed_registers() const { return elements() / (warp_lanes * elements_in_register()); }

  /// Finds the place in its matrix of element `part` of register `index` (below needed_registers()) of each lane. It
  /// is the layout of mma in the PTX ISA manual, "Matrix Fragments for mma". For wmma the manual leaves the layout
  /// open; here it continues that of mma: blocks of 16 rows for A, of 8 columns for B and the accumulator, one after
  /// the other.
  void find_positions();
  [[nodiscard]] MatrixPosition position(unsigned lane, unsigned index, unsigned part) const {
    return positions[(index * warp_lanes + lane) * elements_in_register() + part];
  }
};

struct MatrixOperation {
  enum class Kind : std::uint8_t {
    rows,            ///< ldmatrix and stmatrix: 8 x 8 matrices of 16 bits, a row for each lane's address
    fragment,        ///< wmma.load and wmma.store
    transpose,       ///< movmatrix
    multiply,        ///< mma and wmma.mma
    group_multiply,  ///< wgmma.mma_async: a warp computes its 16 rows
    group_fence,     ///< wgmma.fence
    group_commit     ///< wgmma.commit_group
  };
  enum class Bits : std::uint8_t { none, xor_popc, and_popc };  ///< how b1 is multiplied
  Kind kind = Kind::rows;
  bool transposed = false;        ///< of rows: .trans
  bool columns_in_order = false;  ///< of a fragment in memory: consecutive elements are those of a column (.col)
  bool whole_registers = true;    ///< of a fragment in memory: the elements of a register lie beside each other
  bool saturates = false;         ///< .satfinite of integers
  Bits bits = Bits::none;
  std::vector<Slot> registers;  ///< of rows and transpose, results first
  Fragment d, a, b, c;          ///< of fragment only d; of a sparse product A has half its k
  bool sparse = false;          ///< half of A's elements are zero and in no register
  bool ordered = false;         ///< of sparse: .sp::ordered_metadata
  Slot metadata = 0;            ///< of sparse: where the other elements belong
  unsigned selector = 0;        ///< of sparse: which lanes have the metadata
  Slot stride = 0;              ///< of a fragment in memory: elements from row to row, or from column to column
  Slot row = 0;                 ///< a private register of 64 bits; of rows a second one follows it directly
  // Of group_multiply: d, a, b and c are those of one warp, with m = 16.
  bool a_in_memory = false;  ///< A has no registers; B never has
  bool a_transposed = false, b_transposed = false;
  bool a_negated = false, b_negated = false;
  Slot a_descriptor = 0, b_descriptor = 0;  ///< registers of 64 bits
  std::uint32_t a_site = 0, b_site = 0;     ///< of operands in memory, into Program::sites
  Slot adds = 0;                            ///< a predicate, scale-d: whether C is added
  bool adds_negated = false;
};

/// Where a matrix of wgmma lies in shared memory. Source: PTX ISA, "Matrix Descriptor Format" and "Strides" of wgmma.
struct MatrixDescriptor {
  std::uint32_t start = 0;                ///< bytes
  std::uint32_t leading = 0, stride = 0;  ///< bytes
  std::uint32_t base = 0;                 ///< 128-byte rows from where a swizzle's pattern would begin to its start
  std::uint32_t swizzle_bits = 0;         ///< of the address that are changed: 1, 2 and 3 for 32, 64 and 128 bytes

  [[nodiscard]] static MatrixDescriptor of(std::uint64_t bits);
  /// Returns the address of 16 bytes: the `chunk`-th of row `row` of a matrix that lies by rows (a row is consecutive
  /// in k), or, transposed, the `chunk`-th of step `row` of k of a matrix that is consecutive in m or n.
  [[nodiscard]] std::uint32_t address(bool transposed, unsigned row, unsigned chunk) const;
};

/// Elements of A and B that registers do not hold, by rows (A: m x k, B: k x n).
struct MatrixSources {
  std::vector<std::uint32_t> a, b;  ///< their bits; empty where registers hold them
  bool adds = true;                 ///< whether C is added
  std::vector<bool> absent;         ///< of a sparse A: its zeros, which are multiplied with nothing; else empty
};

/// Puts the elements of a sparse A where the metadata says. Returns the row whose metadata is none: two elements of a
/// group at one place, or (ordered) the later one first; for tf32 anything but 0b0100 and 0b1110. The lanes and bits of
/// the metadata are those of the PTX ISA manual, "Sparse matrix storage".
[[nodiscard]] std::optional<unsigned> spread_sparse(const Bases& bases, const MatrixOperation& operation,
                                                    MatrixSources& sources);

/// Computes D = A * B + C from and into the registers of a warp.
///
/// Integers and b1 are exact, modulo 2^32 or saturated at the end. f64 is one fused multiply-add after the other, k
/// rising. The other formats, those of 8 bits, sparse products and wgmma included: products are exact, they and C are
/// added in f64, and the sum is rounded once to nearest into D. The result therefore differs from the exact one by at
/// most half a unit in the last place of D plus (k + 1) * 2^-53 times the sum of the magnitudes of all terms. Where
/// every partial sum is a number of the accumulator's format, both are exact.
///
/// How far the hardware differs from it, whose order and alignment of additions are not documented, has not been
/// measured: neither for mma and wmma, nor for wgmma, nor for formats of 8 bits, of which others report that Hopper
/// adds them with fewer bits than f32 has. Nor was it measured how the hardware treats numbers that are not finite, and
/// whether it keeps subnormal ones.
void multiply(const Bases& bases, const MatrixOperation& operation, std::uint32_t active,
              const MatrixSources& sources = {});

}  // namespace lanescope::emulator
