// One access to shared memory, wavefront after wavefront: which lanes go together, which words a wavefront moves, which
// lanes share a word. The same rules as banks.h, told as a story instead of a number.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/access/access.h"
#include "model/access/banks.h"

namespace warpscope::model {

/// What one lane, or several that share it, moves in a wavefront: 1, 2 or 4 neighbouring words of 4 bytes.
struct BankWord {
  std::uint32_t bank = 0;   ///< of its first word
  std::uint32_t word = 0;   ///< address / 4 of its first word
  std::uint32_t width = 1;  ///< words: an access of 8 or 16 bytes is aligned to its size and moves 2 or 4 of them
  std::uint32_t lanes = 0;  ///< mask of those that it is for: several are a broadcast, or stores to one word
  friend bool operator==(const BankWord&, const BankWord&) = default;
};

struct BankWavefront {
  std::vector<BankWord> words;  ///< no bank twice; by their first lane
  std::uint32_t lanes = 0;      ///< mask of those that are served
  friend bool operator==(const BankWavefront&, const BankWavefront&) = default;
};

/// Lanes that the hardware takes together: the warp, a half, a quarter; or twice as many where pairs of lanes agree.
struct BankPhase {
  std::uint32_t lanes = 0;                    ///< mask of the active ones
  std::uint32_t first_wavefront = 0;          ///< into BankPhases::wavefronts
  std::uint32_t wavefronts = 0;               ///< from there on: the largest degree
  std::array<std::uint8_t, banks> degrees{};  ///< by bank: how many wavefronts it is busy in this phase
  friend bool operator==(const BankPhase&, const BankPhase&) = default;
};

struct BankPhases {
  std::uint32_t lanes_per_phase = lanes_per_warp;
  std::vector<BankPhase> phases;  ///< those with an active lane
  std::vector<BankWavefront> wavefronts;

  [[nodiscard]] std::uint32_t phase_of(std::uint32_t wavefront) const;  ///< into `phases`
};

/// How many phases and wavefronts there are, and which words and lanes are in which phase, is what the hardware does
/// (banks.h, with its source). Which of a bank's words goes into which wavefront of its phase is not known of the
/// hardware; here the words of a bank go in the order of their first lanes. Empty where shared_wavefronts() is.
[[nodiscard]] std::optional<BankPhases> bank_phases(const LaneAccess<std::uint32_t>& access);

}  // namespace warpscope::model
