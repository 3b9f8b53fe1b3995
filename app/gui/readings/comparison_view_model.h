// Two settings side by side as texts, which are A and B, or the only pin and the present selection.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "gui/readings/readout_view_model.h"
#include "gui/store/state.h"

namespace lanescope::gui {

struct ComparedSide {
  std::string letter;   ///< "A", "B", or "now" in the chosen language
  std::string kernel;   ///< its id
  std::string setting;  ///< what differs from the defaults, such as "block_x=64"
  std::string knobs;    ///< what differs from the other side, such as "pad=0"; `setting` where the kernels differ
  std::string gpu;      ///< whose times these are; empty where both are of one GPU
  std::string origin;   ///< "recorded 2026-11-21 on NVIDIA H200"; empty when measured here and now
  bool stale = false;   ///< whether it belongs to an earlier setting than the knobs
};

struct ComparedRow {
  enum class Judgement { none, better, worse, same };  ///< judges the second; `same` means not distinguishable
  struct Cell {
    std::string value = "—";
    std::optional<experiments::Origin> origin;  ///< empty when there is no value
  };
  std::string label = {}, unit = {};
  std::array<Cell, 2> cells = {};
  std::string difference = {};   ///< "+12.3 %"; empty when one of both is unknown
  std::string uncertainty = {};  ///< "+11.8 … +12.9 %"; empty when unknown or absent
  Judgement judgement = Judgement::none;
  bool is_speed = false;                   ///< a rate or a time
  std::optional<trace::Space> space = {};  ///< of accesses
  std::string detail = {};                 ///< how the uncertainty was found, or why there is none; for a tooltip
};

struct Comparison {
  std::array<ComparedSide, 2> sides;
  std::vector<ComparedRow> rows;  ///< the first one is the rate
  std::string sentence;           ///< "B is 12.3 % faster than A (95 % interval ...)"; empty without a rate
  ComparedRow::Judgement judgement = ComparedRow::Judgement::none;  ///< judgement of the rate

  /// Returns the rate, or where none is known the time; null where that is unknown too.
  [[nodiscard]] const ComparedRow* headline() const;
};

/// Returns nothing when nothing is pinned.
[[nodiscard]] std::optional<Comparison> comparison_of(const State& state);

/// Returns "+12.3 %" for a ratio of 1.123, with enough digits to distinguish it from 1.
[[nodiscard]] std::string percent_change(double ratio);

}  // namespace lanescope::gui
