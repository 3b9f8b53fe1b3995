// The kernel's text in the window, and how the Source and Occupancy panels are set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "experiments/result.h"
#include "gui/store/pages/pages_state.h"
#include "gui/store/source/named_source.h"
#include "gui/store/source/source_text.h"
#include "model/metrics/metrics.h"

namespace lanescope::gui {

struct State;

/// `percent` is of the total of the whole kernel.
enum class CostUnit { absolute, percent };

struct SourceState {
  // These are chosen.
  model::CountView view = model::CountView::executed;
  CostUnit unit = CostUnit::absolute;
  bool by_excess = false;     ///< only the lines that access memory, the most wasteful first; otherwise the whole text
  bool front_matter = false;  ///< whether the comment that describes the kernel is unfolded
  bool ptx = false, sass = false;
  bool ptx_lines = false;          ///< a PTX file itself, not the source that its .loc lead to
  std::size_t launch = 0;          ///< index into Result::curves of the shown occupancy
  std::optional<Traffic> traffic;  ///< what the shown lines cause; empty means that all lines are shown

  std::shared_ptr<const NamedSource> named;  ///< the source of a PTX file; null when it has none

  // These are known, and follow_source() and follow_source_text() keep them.
  SourceView text;  ///< the kernel's lines with their messages; `selected` is one of them
  std::shared_ptr<const experiments::Result> compiled;  ///< the newest of this kernel that holds another PTX than
                                                        ///< before
  std::shared_ptr<const experiments::Result> disassembled;
  std::uint64_t disassembled_revision = 0;
  std::shared_ptr<const experiments::Result> with_curves;  ///< the newest of this kernel that holds occupancy curves
};

/// Takes the text as it is now. The selected line stays at its statement.
void follow_source_text(State& state);
/// Takes the results that the panels show, from what is selected and known now.
void follow_source(State& state);

/// Returns the lines that cause the chosen traffic, the most costly first; none when all lines are shown.
[[nodiscard]] const std::vector<int>& shown_traffic_lines(const State& state);

/// Returns whether machine code is wanted and not known of this setting.
[[nodiscard]] bool wants_sass(const State& state);

/// Returns whether the metrics of lines belong to another setting than the knobs.
[[nodiscard]] bool line_costs_are_stale(const State& state);

}  // namespace lanescope::gui
