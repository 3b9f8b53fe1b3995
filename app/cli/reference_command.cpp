#include <fmt/format.h>

#include <iostream>
#include <string>
#include <vector>

#include "base/text.h"
#include "catalogue/front_matter/fields.h"
#include "cli/commands.h"
#include "counters/unit_text.h"

namespace lanescope::cli {
namespace {

/// A table of the quantities of the plan, then one of those that pages of Nsight Compute show.
std::string quantity_tables() {
  std::string plan = "| Quantity | Unit | What it is |\n|---|---|---|\n",
              pages = "| Quantity | Unit | Page |\n|---|---|---|\n";
  for (const counters::Quantity& each : counters::quantities()) {
    if (each.pages.empty()) {
      plan += fmt::format("| `{}` | {} | {} |\n", each.id, symbol_of(each.unit), each.label);
      continue;
    }
    std::vector<std::string> shown;
    for (std::size_t page = 0; page < counters::page_count; ++page) {
      if (each.pages.has(static_cast<counters::Page>(page)))
        shown.emplace_back(name_of(static_cast<counters::Page>(page)));
    }
    pages += fmt::format("| `{}` | {} | {} |\n", each.id, symbol_of(each.unit), join(shown, ", "));
  }
  return fmt::format("### Of the whole plan\n\n{}\n### On pages of Nsight Compute\n\n{}", plan, pages);
}

}  // namespace

int reference(const std::string& table, const Window& window) {
  std::cout << (table == keys_reference         ? window.key_tables()
                : table == quantities_reference ? quantity_tables()
                                                : catalogue::field_tables());
  return done;
}

}  // namespace lanescope::cli
