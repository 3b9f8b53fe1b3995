// One access to shared memory, wavefront after wavefront: which lanes go together, which words a wavefront moves, which
// lanes share a word. The rules are those of banks.h, which gives only numbers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/access/access.h"
#include "model/access/banks.h"

namespace lanescope::model {

/// Words that one lane, or several that share them, moves in a wavefront: 1, 2 or 4 neighbouring words of 4 bytes.
struct BankWord {
  std::uint32_t bank = 0;   ///< of its first word
  std::uint32_t word = 0;   ///< address / 4 of its first word
  std::uint32_t width = 1;  ///< words; an access of 8 or 16 bytes is aligned to its size and has 2 or 4 words
  std::uint32_t lanes = 0;  ///< mask of its lanes; several are a broadcast, or stores to one word
  friend bool operator==(const BankWord&, const BankWord&) = default;
};

struct BankWavefront {
  std::vector<BankWord> words;  ///< each bank at most once; ordered by first lane
  std::uint32_t lanes = 0;      ///< mask of the lanes that it serves
  friend bool operator==(const BankWavefront&, const BankWavefront&) = default;
};

/// Lanes that the hardware serves together: the warp, a half, a quarter; or twice as many where pairs of lanes agree.
struct BankPhase {
  std::uint32_t lanes = 0;                         ///< mask of the active lanes
  std::uint32_t first_wavefront = 0;               ///< index into BankPhases::wavefronts
  std::uint32_t wavefronts = 0;                    ///< from there on; the largest degree
  std::array<std::uint8_t, bank_count> degrees{};  ///< by bank: in how many wavefronts of this phase it is busy
  friend bool operator==(const BankPhase&, const BankPhase&) = default;
};

struct BankPhases {
  /// Whether the access passes by the pipe that counts wavefronts (costs_no_wavefront): then there is one phase whose
  /// words move in one step that is no wavefront.
  bool no_wavefront = false;
  std::uint32_t lanes_per_phase = lanes_per_warp;
  std::vector<BankPhase> phases;  ///< only those with an active lane
  std::vector<BankWavefront> wavefronts;

  [[nodiscard]] std::uint32_t phase_of(std::uint32_t wavefront) const;  ///< index into `phases`
};

/// The number of phases and wavefronts, and the words and lanes of each phase, are those of the hardware (banks.h, with
/// its source). An operand of wgmma has 8 rows of 16 bytes in a wavefront, wherever they lie. Lanes of cp.async.ca that
/// meet at the source go in the order of their banks there, which takes LaneAccess::sources. It is not known which of a
/// bank's words the hardware serves in which wavefront of a phase; here the
/// words of a bank go in the order of their first lanes. Returns nothing where shared_wavefronts() does.
[[nodiscard]] std::optional<BankPhases> bank_phases(const LaneAccess<std::uint32_t>& access);

}  // namespace lanescope::model
