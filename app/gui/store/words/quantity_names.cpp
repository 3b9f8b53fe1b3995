#include "gui/store/words/quantity_names.h"

#include "counters/unit_text.h"

namespace lanescope::gui {

std::string label_of(const Language& language, const counters::Quantity& quantity) {
  if (const std::string* text = language.find("quantity." + std::string(quantity.id))) return *text;
  return std::string(quantity.label.empty() ? quantity.id : quantity.label);
}

std::string title_of(const Language& language, const counters::Quantity& quantity) {
  std::string title = label_of(language, quantity);
  if (title.front() >= 'a' && title.front() <= 'z') title.front() = static_cast<char>(title.front() - 'a' + 'A');
  return title;
}

std::string unit_of(const Language& language, counters::Unit unit) {
  if (unit == counters::Unit::clocks) return language.say("pages.clocks");
  if (unit == counters::Unit::warps) return language.say("pages.warps");
  return std::string(symbol_of(unit));
}

}  // namespace lanescope::gui
