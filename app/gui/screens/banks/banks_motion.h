// What the interface remembers of the Banks view between frames, which is the previous layout while the picture moves
// from it to the present one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "gui/screens/banks/banks_view_model.h"

namespace lanescope::gui {

/// A place in shared memory as bank and row, which have fractions while it moves.
struct BankPoint {
  float bank = 0, row = 0;
  friend bool operator==(const BankPoint&, const BankPoint&) = default;
};
[[nodiscard]] BankPoint bank_point(std::uint32_t word);

struct BanksMotion {
  static constexpr double seconds = 0.4;  ///< duration of the move from the old layout to the new one

  std::shared_ptr<const analysis::Traced> traced;  ///< the trace that the footprint was made from
  std::string kernel;
  analysis::WarpId warp;
  SharedFootprint footprint;
  std::array<BankPoint, 32> lanes{};  ///< places of the lanes' words in the present layout
  bool has_before = false;            ///< whether `..._before` are of the same kernel and warp
  std::array<BankPoint, 32> lanes_before{};
  /// Places of footprint.words in the previous layout, by index. A word without a counterpart has its present place.
  std::vector<BankPoint> words_before;
  double since = seconds;   ///< time since the layout changed; at most `seconds`
  SharedContents contents;  ///< contents at the end of the access that is shown
  float scrolled = -1;      ///< first visible row, with its fraction; -1 before anything was drawn

  [[nodiscard]] bool moving() const { return has_before && since < seconds; }
  /// Returns the progress from the previous layout (0) to the present one (1), which is slow at both ends.
  [[nodiscard]] float part() const;
  [[nodiscard]] BankPoint lane(std::uint32_t lane) const;
  [[nodiscard]] BankPoint word(std::size_t index) const;  ///< index into footprint.words
};

/// Follows the view model, `elapsed` seconds after the last frame.
void follow(BanksMotion& motion, const State& state, const BanksViewModel& view_model, double elapsed);

}  // namespace lanescope::gui
