// What a SASS instruction says about its own timing: ptxas schedules statically and writes into each instruction how
// long the next one has to wait, and for what. NVIDIA does not document the encoding. It is the one that Jia et al.,
// "Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking" (2018), describe, and it has not moved since;
// the distance of a branch has, with compute capability 9.0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sass/memory.h"

namespace lanescope::sass {

/// Each warp has six scoreboards, which stand for results that take an unknown time; an instruction that needs a result
/// waits for its scoreboard.
inline constexpr unsigned scoreboard_count = 6;
inline constexpr std::uint8_t no_scoreboard = 7;

struct Control {
  std::uint8_t stall = 0;                      ///< clocks until the warp may issue its next instruction; 0 to 15
  std::uint8_t write_barrier = no_scoreboard;  ///< is released when the result is written
  std::uint8_t read_barrier = no_scoreboard;   ///< is released when the operands have been read
  std::uint8_t wait_mask = 0;                  ///< bit n: the instruction waits for barrier n before it is issued
  friend bool operator==(const Control&, const Control&) = default;
};
[[nodiscard]] Control control_of(const Bits& bits);

/// The pipe of the multiprocessor that executes an instruction, as far as it matters for time.
enum class Unit : std::uint8_t {
  other,  ///< control, special registers, the uniform path: takes an issue slot
  alu,    ///< integer addition and logic, moves, comparisons, minima
  fma,    ///< FP32 multiply and add
  integer_multiply,
  half,           ///< packed 16-bit arithmetic
  double_,        ///< FP64
  special,        ///< MUFU and conversions
  shuffle,        ///< SHFL, votes, reductions of a warp: through the path of shared memory
  matrix,         ///< tensor cores: a product with 8 registers of operands a lane, as m16n8k16 of half precision
  matrix_half,    ///< with 4 registers, as m16n8k8 of half precision
  matrix_double,  ///< DMMA
  group_matrix,   ///< wgmma, and what belongs to it
  memory,         ///< what decode_memory() knows, and what only orders it
  barrier,        ///< BAR
  fence,          ///< MEMBAR
  copy_group,     ///< LDGDEPBAR: ends a group of asynchronous copies
  copy_wait,      ///< DEPBAR: waits for such groups
  branch,
  call,  ///< CALL and RET
  exit
};
inline constexpr std::size_t unit_count = 20;
/// `architecture` is 75, 80, ...
[[nodiscard]] Unit unit_of(const Bits& bits, unsigned architecture);

/// Of DEPBAR.LE: how many of the newest groups of asynchronous copies may still be on their way when the warp goes on
/// (cp.async.wait_group). Nothing for any other instruction.
[[nodiscard]] std::optional<std::uint32_t> copy_groups_left(const Bits& bits);

/// Whether the lanes of a warp vote (VOTE, VOTEU).
[[nodiscard]] bool is_vote(const Bits& bits);
/// FLO or UFLO: the highest bit that is set, of the lanes that vote for the one that acts for all.
[[nodiscard]] bool finds_leader(const Bits& bits);
/// REDUX, or POPC, which counts the lanes of a vote.
[[nodiscard]] bool is_sum_of_warp(const Bits& bits);

/// Whether the instruction goes to a place that a register or a table names (BRX, JMX).
[[nodiscard]] bool is_indirect_branch(const Bits& bits);

/// Whether the instruction has a guard other than "always".
[[nodiscard]] bool is_guarded(const Bits& bits);

/// A relative branch (BRA) of the instruction at `address`: where it goes, in bytes from the start of its function.
/// Empty for every other instruction, and for BRA.DIV, which only warps that are not together take.
[[nodiscard]] std::optional<std::int64_t> branch_target(const Bits& bits, std::uint32_t address, unsigned architecture);

}  // namespace lanescope::sass
