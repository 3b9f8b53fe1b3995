// Two settings side by side, as texts: A against B, or the only pin against what is selected now.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "gui/panels/readout/readout_view_model.h"
#include "gui/state/state.h"

namespace warpscope::gui {

struct ComparedSide {
  std::string letter;   ///< "A", "B"; "now" in the language that was chosen
  std::string kernel;   ///< id
  std::string setting;  ///< "block_x=64"; what differs from the defaults
  std::string origin;   ///< "recorded 2026-11-21 on NVIDIA H200"; empty: measured here and now
  bool stale = false;   ///< of an earlier setting than the knobs
};

struct ComparedRow {
  enum class Judgement { none, better, worse, same };  ///< of the second against the first; same: not told apart
  struct Cell {
    std::string value = "—";
    std::optional<Source> source;  ///< empty where there is no value
  };
  std::string label = {}, unit = {};
  std::array<Cell, 2> cells = {};
  std::string difference = {};   ///< "+12.3 %"; empty when one of both is not known
  std::string uncertainty = {};  ///< "+11.8 … +12.9 %"; empty: none is known, or there is none
  Judgement judgement = Judgement::none;
  std::string detail = {};  ///< how the uncertainty was found, or why there is none; for a tooltip
};

struct Comparison {
  std::array<ComparedSide, 2> sides;
  std::vector<ComparedRow> rows;  ///< the rate first
  std::string sentence;           ///< "B is 12.3 % faster than A (95 % interval ...)"; empty: without a rate
  ComparedRow::Judgement judgement = ComparedRow::Judgement::none;  ///< of the rate
};

/// Empty when nothing is pinned.
[[nodiscard]] std::optional<Comparison> comparison_of(const State& state);

/// How a line's sectors or wavefronts a request change from one setting to another: "−75 %". Empty where one of both
/// has none. A request is what both have in common: they may have executed other numbers of blocks.
[[nodiscard]] std::string cost_change(const LineCost& first, const LineCost& second, CostColumn column);

/// "+12.3 %" of a ratio of 1.123, with as many digits as tell it from none.
[[nodiscard]] std::string percent_change(double ratio);

}  // namespace warpscope::gui
