// What the Source and Occupancy panels are set to, and what they show, as part of the window's State.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gui/panels/source/source_costs.h"
#include "gui/panels/source/source_view_model.h"
#include "lab/result.h"

namespace warpscope::gui {

struct State;

struct SourceState {
  // Chosen.
  CostView view = CostView::executed;
  CostUnit unit = CostUnit::absolute;
  bool by_excess = false;  ///< only the lines that access memory, the most wasteful first; else the text
  bool ptx = false, sass = false;
  int selected = 0;        ///< line of the source; 0: none
  std::size_t launch = 0;  ///< of Result::curves, whose occupancy is shown

  // Known, by refresh_source().
  SourceView text;  ///< the kernel's lines with what is wrong with them
  SourceCosts costs;
  bool costs_stale = false;  ///< of another setting than the knobs
  Listing ptx_lines, sass_lines;
  bool listings_stale = false;
  std::shared_ptr<const lab::Result> compiled;  ///< the newest of this kernel that holds PTX
  std::shared_ptr<const lab::Result> disassembled;
  std::uint64_t disassembled_revision = 0;
  std::shared_ptr<const lab::Result> with_curves;  ///< the newest of this kernel that holds occupancy curves
};

/// Columns and listings from what is selected and known now.
void refresh_source(State& state);

/// Machine code is wanted and not known of this setting.
[[nodiscard]] bool wants_sass(const State& state);

/// "Why there are no columns": empty when there are.
[[nodiscard]] std::string why_no_costs(const State& state);

}  // namespace warpscope::gui
