#include <fmt/format.h>

#include "base/text.h"
#include "cli/print/rows.h"
#include "counters/unit_text.h"
#include "experiments/sheet/rates.h"

namespace lanescope::cli {
namespace {

std::string absent_text(const Error& error) {
  const std::string remedy = error.remedy.empty() ? "" : fmt::format("\n{}", error.remedy);
  return fmt::format("{} {}{}", absent, error.what, remedy);
}

std::string part_row(const char* name, const std::optional<counters::CountedPart>& part, std::size_t instructions) {
  if (!part) return {};
  if (part->absent) return row(name, absent_text(*part->absent));
  return row(name,
             fmt::format("of {} machine instructions in {:.0f} ms (--json lists them)", instructions, part->cost_ms));
}

}  // namespace

std::string counters_rows(const experiments::Result& result) {
  if (!result.counted) return {};
  const counters::Counted& counted = *result.counted;
  if (counted.absent) return row("counters", absent_text(*counted.absent));
  std::string text = row(
      "counters", fmt::format("{} on {} ({}), caches {}",
                              experiments::marked_name(experiments::origin_in(result, experiments::Origin::counted)),
                              counted.device, counted.chip, name_of(counted.caches)));
  for (const counters::CountedPage& page : counted.pages) {
    if (page.absent) {
      text += row(std::string(name_of(page.page)), absent_text(*page.absent));
      continue;
    }
    text += row(std::string(name_of(page.page)), fmt::format("{} passes, {:.0f} ms", page.passes, page.cost_ms));
    for (const counters::Quantity& quantity : counters::quantities()) {
      const auto value = counted.values.find(quantity.id);
      if (value && quantity.pages.has(page.page))
        text += row("", fmt::format("{:<34}{}", quantity.id, text_of(quantity.unit, *value).text()));
    }
  }
  text += part_row("instructions", counted.by_instruction, counted.instructions.size());
  return text + part_row("stalls", counted.stall_samples, counted.instructions.size());
}

}  // namespace lanescope::cli
