// The Banks view shows one access of a warp to shared memory, wavefront after wavefront. It has the 32 lanes above the
// 32 banks, a stack over each bank as high as its conflict, and below it the words in memory with their values.
//
// The view model takes the state and gives the access of the present moment: its lanes, the words that they reach, and
// the wavefront that serves each lane, by the rules of model/bank_phases.h. banks_motion.h keeps what lasts over
// frames, which is the previous layout, from which words move to their new places. banks_panel.cpp lays out a Geometry
// and handles the mouse, and banks_drawing.cpp draws the parts.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gui/store/playback/playback.h"
#include "model/access/bank_phases.h"

namespace lanescope::gui {

struct BankLane {
  bool active = false;          ///< it takes part, and reached shared memory
  std::uint32_t word = 0;       ///< its first word, which is address / 4
  std::uint32_t byte = 0;       ///< its address
  std::uint32_t phase = 0;      ///< index into BankPhases::phases
  std::uint32_t wavefront = 0;  ///< the one that serves the lane
};

/// A word that glows because it was moved a short time ago.
struct WarmWord {
  std::uint32_t word = 0;
  float heat = 0;  ///< 1 in this wavefront; it cools down towards 0
};

/// A word of the block's shared memory that some access of the trace reaches, with the access that reached it first.
/// That access stays the same when a padded or swizzled layout moves the word.
struct UsedWord {
  std::uint32_t word = 0;
  std::uint32_t access = 0;          ///< n-th access of the block to shared memory, in the order of the trace
  std::uint32_t lane = 0, part = 0;  ///< the lane of that access, and which of the lane's words it is
};

struct SharedFootprint {
  std::vector<UsedWord> words;  ///< sorted by word
  std::uint32_t accesses = 0;   ///< number of accesses of the block to shared memory
  std::uint32_t rows = 0;       ///< rows of 32 words, from 0 to the last one in use
};

/// Finds everything that the block of `warp` reaches. It costs a pass over the trace, so the caller should keep it.
[[nodiscard]] SharedFootprint shared_footprint(const analysis::AccessSequence& sequence, const analysis::WarpId& warp);

/// What the shared memory of a block holds at a moment, as far as the moves until then tell.
struct SharedContents {
  /// The bits by word. Words that an atomic changed, or whose bits are not all in the trace, are unknown.
  std::map<std::uint32_t, std::uint32_t> words;
  std::shared_ptr<const analysis::AccessSequence> sequence;
  analysis::WarpId warp;
  std::uint32_t replayed = 0;  ///< number of the sequence's accesses that are in it
};

/// Replays the accesses of the block of `warp` up to and including the one at `index`. It continues from `contents`
/// when that is earlier.
void replay(SharedContents& contents, const std::shared_ptr<const analysis::AccessSequence>& sequence,
            const analysis::WarpId& warp, std::uint32_t index);

struct BanksViewModel {
  ShownAccess at;
  analysis::WarpId warp;
  trace::Operation operation = trace::Operation::load;
  std::uint32_t bytes_per_lane = 4;  ///< bytes of the executed (vectorised) access
  std::uint32_t merged = 1;          ///< number of accesses of the source that form it
  int line = 0;                      ///< line of the source; 0 means unknown
  std::string code;                  ///< text of that line; empty means unknown
  std::array<BankLane, 32> lanes;
  std::uint32_t active = 0;                 ///< mask of BankLane::active
  std::optional<model::BankPhases> phases;  ///< empty when no rule is known for such an access
  std::uint32_t phase = 0;                  ///< the one that the present wavefront belongs to
  std::array<std::uint8_t, 32> degrees{};   ///< for each bank, the largest over the phases
  std::vector<WarmWord> warm;               ///< sorted by word
  std::uint32_t width = 1;                  ///< number of words that a lane moves

  /// Whether it is known that the access takes no wavefront. It is shown as one step all the same.
  [[nodiscard]] bool takes_no_wavefront() const { return phases && phases->no_wavefront; }
  /// Whether pieces of 16 bytes that no lane moves stand in the places of the lanes.
  [[nodiscard]] bool has_pieces() const {
    using enum trace::Operation;
    return operation == bulk_load || operation == bulk_store || operation == matrix_operand;
  }
  [[nodiscard]] std::uint32_t wavefronts() const {
    return phases && !phases->no_wavefront ? static_cast<std::uint32_t>(phases->wavefronts.size()) : 0;
  }
  [[nodiscard]] std::uint32_t ideal() const {
    return phases && !phases->no_wavefront ? static_cast<std::uint32_t>(phases->phases.size()) : 0;
  }
  [[nodiscard]] bool writes() const {
    using enum trace::Operation;
    return operation != load && operation != matrix_load && operation != bulk_load && operation != matrix_operand;
  }
  /// Returns the present wavefront, or null when no rule is known.
  [[nodiscard]] const model::BankWavefront* wavefront() const {
    return phases && at.step < phases->wavefronts.size() ? &phases->wavefronts[at.step] : nullptr;
  }
  /// Returns the mask of the banks that hold the words of the present wavefront.
  [[nodiscard]] std::uint32_t busy_banks() const;
  [[nodiscard]] float heat_of(std::uint32_t word) const;  ///< WarmWord::heat, or 0 for a word that does not glow
};

/// Returns nothing when there is nothing to show; why_nothing_to_show() then gives the reason.
[[nodiscard]] std::optional<BanksViewModel> banks_view_model(const State& state);

}  // namespace lanescope::gui
