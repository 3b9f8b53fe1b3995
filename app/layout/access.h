// Accesses to a tile: which lanes of a warp touch which elements in one instruction, and what that costs. The costs are
// those of model/access, which count everywhere else.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "layout/mapping.h"
#include "model/access/bank_phases.h"

namespace lanescope::layout {

/// What the name of an access says. A vector is what one lane moves; it lies in the tile along the mode in which its
/// elements have consecutive offsets, the columns where both have.
struct Access {
  enum class Kind : std::uint8_t {
    row,              ///< each instruction moves up to 32 neighbouring vectors of one row
    column,           ///< each moves up to 32 of one column
    tile_by_rows,     ///< each moves 32 vectors of the tile, row by row
    tile_by_columns,  ///< each moves 32, column by column
    threads,          ///< a copy by threads in the order of a layout, over and over until the tile is covered
    fragment,         ///< each lane loads or stores its registers of an operand of mma, one after the other
    matrices          ///< ldmatrix and stmatrix: matrices of 8 vectors of 16 bytes, down the tile first
  };
  std::string name;
  Kind kind = Kind::row;
  model::Space space = model::Space::shared;  ///< shared or global
  bool stores = false;
  unsigned vector_bits = 0;  ///< 0 means those of an element
  unsigned matrices = 0;     ///< of an instruction on matrices: 1, 2 or 4
  Layout threads = {};       ///< by (row, column) of vectors: the thread; of a fragment by (thread, value): the place
  Matrix fragment = {};      ///< whose places those are
};

/// Reads "column", "store.row.b128", "ldmatrix.x4.trans", "global.tile.b64", "copy.b128 (4,8):(8,1)", and operands of
/// mma (read_mapping), "mma.m16n8k16.f16.A". It fails on an unknown name, and says what is known.
[[nodiscard]] Expected<Access> read_access(std::string_view name);

/// One warp instruction of an access.
struct Instruction {
  model::Operation operation = model::Operation::load;
  std::uint32_t bytes_per_lane = 4;
  std::uint32_t lanes = 0;                                     ///< mask
  std::array<std::int64_t, model::lanes_per_warp> elements{};  ///< by lane: the index of its first element
  model::LaneAddresses<std::uint32_t> addresses{};             ///< by lane: bytes from the start of the memory
};

/// Returns the instructions with which the access covers the whole tile, in their order. It fails where vectors do not
/// divide the tile, where their elements are not consecutive and aligned, and where an address does not fit.
[[nodiscard]] Expected<std::vector<Instruction>> instructions_of(const Mapping& mapping, const Access& access);

struct InstructionCost {
  Instruction instruction;
  std::uint32_t count = 0, ideal = 0;  ///< wavefronts of shared memory, sectors of device memory; the least possible
  model::BankPhases phases;            ///< of shared memory
};
struct AccessCost {
  std::vector<InstructionCost> instructions;
  std::uint64_t count = 0, ideal = 0;  ///< their sums
};
/// Counts each instruction by the rules of model/access/banks.h and sectors.h. It fails as instructions_of() does.
[[nodiscard]] Expected<AccessCost> cost_of(const Mapping& mapping, const Access& access);

}  // namespace lanescope::layout
