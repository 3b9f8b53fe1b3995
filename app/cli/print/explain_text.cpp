#include "cli/print/explain_text.h"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "base/text.h"
#include "cli/print/rows.h"
#include "cli/print/table.h"
#include "counters/unit_text.h"
#include "explanations/sentences.h"
#include "ptx/modules.h"

namespace lanescope::cli {
namespace {

/// Long texts go on in further lines, so that 100 columns show them.
std::string wrapped_row(std::string_view name, const std::string& text) {
  constexpr std::size_t width = 100;
  std::string rows, line;
  const auto end_line = [&] {
    rows += row(rows.empty() ? name : "", line);
    line.clear();
  };
  for (const std::string_view word : split(text, ' ')) {
    if (!line.empty() && width_of(line) + 1 + width_of(word) > width) end_line();
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  end_line();
  return rows;
}

/// "kernels/matmul/v10.cu:105: const float4 four = ...", with the text of the line where the result has the source.
std::string place_text(const explanations::FindingPlace& place, const experiments::Result& result) {
  if (place.line <= 0) return place.ptx_line > 0 ? fmt::format("PTX line {}", place.ptx_line) : "";
  std::string text = fmt::format("{}:{}", place.file, place.line);
  const bool own = std::filesystem::path(place.file).stem() == std::filesystem::path(result.kernel).filename();
  // The text of a result is the PTX file, and the lines of the source that it names are not its lines.
  const bool of_ptx = place.file.ends_with(".ptx");
  const auto lines = split(result.source, '\n');
  if (own && of_ptx == !ptx::modules_of(result.source).empty() && static_cast<std::size_t>(place.line) <= lines.size())
    text += fmt::format(": {}", trim(lines[static_cast<std::size_t>(place.line) - 1]));
  return text;
}

std::string numbers_text(const explanations::Finding& finding) {
  std::vector<std::string> parts;
  for (const explanations::FindingNumber& number : finding.numbers) {
    // Names of quantities; the other numbers stand in the sentence.
    if (counters::quantity(number.name) == nullptr) continue;
    parts.push_back(fmt::format("{} {} ({})", number.name, text_of(number.unit, number.value).text(),
                                experiments::marked_name(number.origin)));
  }
  return join(parts, ", ");
}

std::string finding_rows(std::string_view name, const explanations::Finding& finding,
                         const experiments::Result& result) {
  std::string text = wrapped_row(name, explanations::sentence_of(finding));
  if (finding.place) {
    if (const std::string place = place_text(*finding.place, result); !place.empty()) text += row("", place);
  }
  if (const std::string numbers = numbers_text(finding); !numbers.empty()) text += wrapped_row("", numbers);
  if (const std::string gain = explanations::gain_text(finding); !gain.empty()) text += wrapped_row("", gain);
  if (const std::string remedy = explanations::remedy_of(finding); !remedy.empty())
    text += wrapped_row("", "→ " + remedy);
  return text;
}

std::string time_row(const explanations::Summary& summary) {
  if (!summary.time) return row("time", absent);
  return row("time", fmt::format("{}, {}", counters::text_of(counters::Unit::ms, summary.time->number).text(),
                                 experiments::marked_name(summary.time->origin)));
}

/// Which blocks were executed, and which sizes the predicted numbers are of.
std::string source_rows(const experiments::Result& result, const experiments::Sheet& known) {
  std::string text;
  if (result.metrics) {
    text += row("derived", fmt::format("from addresses of {} of {} blocks", grouped(result.metrics->blocks),
                                       grouped(result.metrics->grid_blocks)));
  }
  if (result.predicted) {
    std::vector<std::string> sizes;
    for (const auto& [name, size] : known.predicted_sizes) sizes.push_back(fmt::format("{}={}", name, size));
    text += row("predicted", fmt::format("for the {}{}, confidence {}", result.predicted->prediction.profile,
                                         sizes.empty() ? "" : " at " + join(sizes, " "),
                                         predict::name_of(result.predicted->prediction.confidence)));
  }
  if (!result.counted) return text;
  const counters::Counted& counted = *result.counted;
  if (counted.absent) return text + wrapped_row("counted", "nothing: " + counted.absent->text());
  std::vector<std::string> pages;
  for (const counters::CountedPage& page : counted.pages) {
    pages.push_back(page.absent ? fmt::format("{}: not counted, {}", name_of(page.page), page.absent->text())
                                : fmt::format("{} in {} passes", name_of(page.page), page.passes));
  }
  return text + wrapped_row("counted", fmt::format("on the {} ({}), caches {}: {}", counted.device, counted.chip,
                                                   name_of(counted.caches), join(pages, ", ")));
}

}  // namespace

std::string explain_text(const experiments::Result& result, const experiments::Sheet& known,
                         const explanations::Summary& summary) {
  std::string text = result.kernel + "\n" + settings_row(result) + device_row(result) + time_row(summary);
  text += source_rows(result, known) + "\n";
  text += finding_rows("limited by", summary.verdict, result);
  if (!summary.without.empty()) text += wrapped_row("", summary.without);
  for (std::size_t i = 0; i < summary.causes.size(); ++i)
    text += "\n" + finding_rows(fmt::format("cause {}", i + 1), summary.causes[i], result);
  if (summary.causes.empty()) text += "\n" + row("causes", "none was found");
  const std::string rest = notes_rows(result) + faults_text(result);
  return rest.empty() ? text : text + "\n" + rest;
}

}  // namespace lanescope::cli
