// Parts of the Readout panel that stand in files of their own.
#pragma once

#include <string>

#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// Shape and word of an origin.
void draw_source(const Frame& frame, Source source, float opacity);

/// A number and its unit, in the cell of a table.
void draw_number(const Frame& frame, const std::string& value, const std::string& unit, float opacity);
/// Why there is no number, in the cell behind that of the number; leaves the one behind it empty.
void draw_missing(const Frame& frame, const std::string& why);

/// Two settings side by side, in place of the single readings.
struct Comparison;
void draw_comparison(const Frame& frame, const Comparison& comparison);

/// Sectors and wavefronts a request: number, a bar with the fewest that would do, and the factor between them.
void draw_accesses(const Frame& frame);

}  // namespace warpscope::gui
