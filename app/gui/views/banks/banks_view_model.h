// The Banks view shows one access of a warp to shared memory, wavefront after wavefront: the 32 lanes above the 32
// banks, over each bank a stack as high as its conflict, below it the words in memory and what they hold.
//
// The view model takes the state and gives the access of the present moment: its lanes, the words that they reach and
// the wavefront that serves each lane, by the rules of model/bank_phases.h. banks_motion.h keeps what lasts over
// frames: the layout before the present one, from which words move to their new places. banks_panel.cpp lays out a
// Geometry and answers the mouse; the parts are drawn by banks_lanes, banks_stacks, banks_cells and banks_links.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/views/playback/playback.h"
#include "model/access/bank_phases.h"

namespace warpscope::gui {

struct BankLane {
  bool active = false;          ///< takes part, and reached shared memory
  std::uint32_t word = 0;       ///< its first one: address / 4
  std::uint32_t byte = 0;       ///< its address
  std::uint32_t phase = 0;      ///< into BankPhases::phases
  std::uint32_t wavefront = 0;  ///< the one that serves the lane
};

/// A word that glows because it was moved a short while ago.
struct WarmWord {
  std::uint32_t word = 0;
  float heat = 0;  ///< 1: in this wavefront; cools down towards 0
};

/// A word of the block's shared memory that some access of the trace reaches, and which one reached it first: what
/// stays the same when a padded or swizzled layout moves the word.
struct UsedWord {
  std::uint32_t word = 0;
  std::uint32_t access = 0;          ///< the n-th access of the block to shared memory, in the order of the trace
  std::uint32_t lane = 0, part = 0;  ///< the lane of that access, and which of the lane's words it is
};

struct SharedFootprint {
  std::vector<UsedWord> words;  ///< by word
  std::uint32_t accesses = 0;   ///< number of accesses of the block to shared memory
  std::uint32_t rows = 0;       ///< of 32 words, from 0 to the last one in use
};

/// Everything that the block of `warp` reaches. Costs a pass over the trace: keep it.
[[nodiscard]] SharedFootprint shared_footprint(const AccessSequence& sequence, const WarpId& warp);

/// What the shared memory of a block holds at a moment, from what was moved until then.
struct SharedContents {
  /// By word: its bits. Words that an atomic changed, or of which the trace has not all bits, are unknown.
  std::map<std::uint32_t, std::uint32_t> words;
  std::shared_ptr<const AccessSequence> sequence;
  WarpId warp;
  std::uint32_t replayed = 0;  ///< accesses of the sequence that are in it
};

/// Replays the accesses of the block of `warp` up to and including the one at `index`. It goes on from what `contents`
/// holds when that is earlier.
void replay(SharedContents& contents, const std::shared_ptr<const AccessSequence>& sequence, const WarpId& warp,
            std::uint32_t index);

struct BanksViewModel {
  ShownAccess at;
  WarpId warp;
  trace::Operation operation = trace::Operation::load;
  std::uint32_t bytes_per_lane = 4;  ///< that the executed (vectorised) access moves
  std::uint32_t merged = 1;          ///< how many accesses of the source make it
  int line = 0;                      ///< in the source; 0: not known
  std::string code;                  ///< the text of that line; empty: not known
  std::array<BankLane, 32> lanes;
  std::uint32_t active = 0;                 ///< mask of BankLane::active
  std::optional<model::BankPhases> phases;  ///< empty: no rule is known for such an access
  std::uint32_t phase = 0;                  ///< the one that the present wavefront belongs to
  std::array<std::uint8_t, 32> degrees{};   ///< by bank: the largest over the phases
  std::vector<WarmWord> warm;               ///< by word
  std::uint32_t width = 1;                  ///< words a lane moves

  [[nodiscard]] std::uint32_t wavefronts() const {
    return phases ? static_cast<std::uint32_t>(phases->wavefronts.size()) : 0;
  }
  [[nodiscard]] std::uint32_t ideal() const { return phases ? static_cast<std::uint32_t>(phases->phases.size()) : 0; }
  [[nodiscard]] bool writes() const { return operation != trace::Operation::load; }
  /// The present one. Null when no rule is known.
  [[nodiscard]] const model::BankWavefront* wavefront() const {
    return phases && at.step < phases->wavefronts.size() ? &phases->wavefronts[at.step] : nullptr;
  }
  /// Mask of the banks that the words of the present wavefront lie in.
  [[nodiscard]] std::uint32_t busy_banks() const;
  [[nodiscard]] float heat_of(std::uint32_t word) const;  ///< WarmWord::heat; 0: it does not glow
};

/// Empty: why_nothing_to_show() says why.
[[nodiscard]] std::optional<BanksViewModel> banks_view_model(const State& state);

}  // namespace warpscope::gui
