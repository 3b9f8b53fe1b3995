// Numbers as context menus see them.
#pragma once

#include <string>

#include "gui/readings/quantity_reading.h"
#include "gui/readings/readout_view_model.h"
#include "gui/store/subject.h"

namespace lanescope::gui {

/// Returns the number with its unit, and its name, the number, its spread and its origin between tabs.
[[nodiscard]] Subject subject_of(const Language& language, const Reading& reading);
[[nodiscard]] Subject subject_of(const Language& language, const std::string& name, const QuantityReading& reading);

}  // namespace lanescope::gui
