#include "gui/panels/readout/accesses_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gui/panels/lines.h"
#include "gui/state/numbers.h"

namespace warpscope::gui {

namespace {

using trace::Operation;
using trace::Space;

constexpr std::array<std::pair<Space, const char*>, 3> spaces{
    {{Space::global, "access.global"}, {Space::shared, "access.shared"}, {Space::local, "access.local"}}};

/// By trace::Operation.
constexpr std::array operation_keys{"access.loads", "access.stores", "access.reductions", "access.atomics",
                                    "access.copies"};

/// "32.0", "1.06": enough to tell a ratio of 1 from one that is almost 1.
std::string amount_text(double amount, double least) {
  return fmt::format("{:.{}f}", amount, amount != least && amount < 1.1 * least ? 2 : 1);
}

/// Why an executed site of this kind counts as written; empty when the cubin shows each of them.
std::string unproven(const Language& language, const model::ViewMetrics& view, Space space, Operation operation) {
  for (const model::SiteMetrics& site : view.sites) {
    if (site.space != space || site.operation != operation || site.counts.requests == 0) continue;
    if (!site.proven) return site.reason.empty() ? language.say("access.unproven") : site.reason;
  }
  return {};
}

AccessReading reading_of(const Language& language, const model::TotalMetrics& total, const char* space,
                         const std::string& why_as_written) {
  const model::Counts& counts = total.counts;
  const bool shared = total.space == Space::shared;
  AccessReading reading;
  reading.label = language.say(space, language.say(operation_keys[static_cast<std::size_t>(total.operation)]));
  reading.unit = language.say(shared ? "access.wavefronts" : "access.sectors");
  reading.as_written = !why_as_written.empty();
  reading.details = language.say("access.requests", grouped(counts.requests), 100 * counts.lane_efficiency());
  const std::uint64_t counted = counts.requests - std::min(counts.requests, counts.uncounted_requests);
  if (counted == 0) {
    reading.value = "—";
    reading.missing = language.say("access.no_rule");
    return reading;
  }
  const std::uint64_t sum = shared ? counts.wavefronts : counts.sectors;
  const std::uint64_t least = shared ? counts.wavefronts_ideal : counts.sectors_ideal;
  reading.amount = static_cast<double>(sum) / static_cast<double>(counted);
  reading.least = static_cast<double>(least) / static_cast<double>(counted);
  reading.value = amount_text(reading.amount, reading.least);
  reading.ideal = fmt::format("{:.1f}", reading.least);
  if (sum > least && least > 0) {
    const double ratio = static_cast<double>(sum) / static_cast<double>(least);
    reading.ratio = fmt::format("{:.{}f}×", ratio, ratio < 1.1 ? 2 : 1);
  }
  add_line(reading.details,
           language.say(shared ? "access.sum_wavefronts" : "access.sum_sectors", grouped(sum), grouped(least)));
  if (counts.uncounted_requests > 0) {
    add_line(reading.details, language.say("access.uncounted", grouped(counts.uncounted_requests)));
  }
  if (counts.out_of_bounds_lanes > 0) {
    add_line(reading.details, language.say("access.outside", grouped(counts.out_of_bounds_lanes)));
  }
  if (reading.as_written) add_line(reading.details, language.say("access.why_written", why_as_written));
  return reading;
}

std::string view_text(const Language& language, const std::vector<AccessReading>& lines) {
  const auto written = std::ranges::count_if(lines, [](const auto& line) { return line.as_written; });
  if (written == 0) return language.say("access.executed");
  return static_cast<std::size_t>(written) == lines.size() ? language.say("access.written")
                                                           : language.say("access.mixed");
}

}  // namespace

std::string blocks_text(const Language& language, const model::Metrics& metrics) {
  std::string text = language.say(metrics.grid_blocks == 1 ? "access.one_block" : "access.blocks",
                                  grouped(metrics.blocks), grouped(metrics.grid_blocks));
  if (metrics.scaled) text += language.say("access.scaled");
  if (metrics.dropped > 0) text += language.say("access.dropped", grouped(metrics.dropped));
  return text;
}

AccessReadings access_readings(const Language& language, const model::Metrics& metrics) {
  AccessReadings readings;
  for (const auto& [space, name] : spaces) {
    for (const model::TotalMetrics& total : metrics.executed.totals) {
      if (total.space != space || total.counts.requests == 0) continue;
      readings.lines.push_back(
          reading_of(language, total, name, unproven(language, metrics.executed, total.space, total.operation)));
    }
  }
  if (readings.lines.empty()) readings.missing = language.say("access.none");
  readings.view = view_text(language, readings.lines);
  readings.blocks = blocks_text(language, metrics);
  return readings;
}

}  // namespace warpscope::gui
