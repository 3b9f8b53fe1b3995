// What the interface remembers of the Banks view between frames: the layout before the present one, while the picture
// moves from it to the new one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "gui/views/banks/banks_view_model.h"

namespace warpscope::gui {

/// Where something stands in shared memory: bank and row, with parts while it moves.
struct BankPoint {
  float bank = 0, row = 0;
  friend bool operator==(const BankPoint&, const BankPoint&) = default;
};
[[nodiscard]] BankPoint bank_point(std::uint32_t word);

struct BanksMotion {
  static constexpr double seconds = 0.4;  ///< from the old layout to the new one

  std::shared_ptr<const lab::Traced> traced;  ///< the trace that the footprint was made from
  std::string kernel;
  WarpId warp;
  SharedFootprint footprint;
  std::array<BankPoint, 32> lanes{};  ///< where the words of the lanes stand in the present layout
  bool has_before = false;            ///< `..._before` are of the same kernel and warp
  std::array<BankPoint, 32> lanes_before{};
  /// By index in footprint.words: where that word stood; as now where nothing corresponds.
  std::vector<BankPoint> words_before;
  double since = seconds;   ///< since the layout changed; at most `seconds`
  SharedContents contents;  ///< at the end of the access that is shown
  float scrolled = -1;      ///< first row in sight, with parts; -1: nothing was drawn yet

  [[nodiscard]] bool moving() const { return has_before && since < seconds; }
  /// 0: as before, 1: as now; slow at both ends.
  [[nodiscard]] float part() const;
  [[nodiscard]] BankPoint lane(std::uint32_t lane) const;
  [[nodiscard]] BankPoint word(std::size_t index) const;  ///< into footprint.words
};

/// `elapsed` seconds after the last frame.
void follow(BanksMotion& motion, const State& state, const BanksViewModel& view_model, double elapsed);

}  // namespace warpscope::gui
