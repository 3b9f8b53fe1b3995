// Lines that the scope draws across its rates: what they are held against.
#pragma once

#include <string>
#include <vector>

#include "gui/panels/readout/readout_view_model.h"
#include "gui/panels/scope/scope_view_model.h"
#include "gui/state/state.h"

namespace warpscope::gui {

struct ScopeBound {
  /// theory: the maker's limit. copy: the best copy on this machine. row, column: the article's upper and lower bound.
  /// pin: a setting that is kept for comparison. recorded: the present setting out of a file, where nothing can be
  /// measured.
  enum class Kind { theory, copy, row, column, pin, recorded };
  Kind kind = Kind::theory;
  double rate = 0;           ///< in the unit of the scope
  double low = 0, high = 0;  ///< quartiles; both the rate where there are none
  std::string name;          ///< short: "theoretical", "copy_row", "A"
  std::string detail;        ///< one or two sentences, with origin
  Source source = Source::measured;
};

/// What the rate of the selected kernel is told in, as in the Readout.
[[nodiscard]] ScopeQuantity scope_quantity(const State& state);

/// From the highest to the lowest. copy_row and copy_col are those of the kernel's own family, at its block shape and
/// size where they have these, measured in this session on the machine at hand, else recorded on a GPU of its name (or
/// on any where there is none).
[[nodiscard]] std::vector<ScopeBound> scope_bounds(const State& state);

}  // namespace warpscope::gui
