#include "gui/accesses.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gui/numbers.h"

namespace warpscope::gui {

namespace {

using trace::Operation;
using trace::Space;

constexpr std::array<std::pair<Space, const char*>, 3> spaces{
    {{Space::global, "Global"}, {Space::shared, "Shared"}, {Space::local, "Local"}}};

const char* plural(Operation operation) {
  switch (operation) {
    case Operation::load:
      return "loads";
    case Operation::store:
      return "stores";
    case Operation::reduce:
      return "reductions";
    case Operation::atomic:
      return "atomics";
    case Operation::asynchronous_copy:
      return "cp.async";
  }
  return "";
}

std::string count(std::uint64_t number) {
  return grouped(static_cast<double>(number), 0);
}

/// "32.0", "1.06": enough to tell a ratio of 1 from one that is almost 1.
std::string amount_text(double amount, double least) {
  return fmt::format("{:.{}f}", amount, amount != least && amount < 1.1 * least ? 2 : 1);
}

/// Why an executed site of this kind counts as written; empty when the cubin shows each of them.
std::string unproven(const lab::ViewMetrics& view, Space space, Operation operation) {
  for (const lab::SiteMetrics& site : view.sites) {
    if (site.space != space || site.operation != operation || site.counts.requests == 0) continue;
    if (!site.proven) return site.reason.empty() ? "the cubin does not say more" : site.reason;
  }
  return {};
}

AccessReading reading_of(const lab::TotalMetrics& total, const char* space, const std::string& why_as_written) {
  const model::Counts& counts = total.counts;
  const bool shared = total.space == Space::shared;
  AccessReading reading;
  reading.label = fmt::format("{} {}", space, plural(total.operation));
  reading.unit = shared ? "wavefronts" : "sectors";
  reading.as_written = !why_as_written.empty();
  reading.details = fmt::format("{} requests with {:.0f} % of their lanes active", count(counts.requests),
                                100 * counts.lane_efficiency());
  const std::uint64_t counted = counts.requests - std::min(counts.requests, counts.uncounted_requests);
  if (counted == 0) {
    reading.value = "—";
    reading.missing = "no rule is known for what these cost";
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
  reading.details += fmt::format("\n{} {}, {} would do", count(sum), reading.unit, count(least));
  if (counts.uncounted_requests > 0) {
    reading.details += fmt::format("\n{} requests are left out: no rule is known for what they cost",
                                   count(counts.uncounted_requests));
  }
  if (counts.out_of_bounds_lanes > 0) {
    reading.details += fmt::format("\n{} lanes reached no buffer and are left out", count(counts.out_of_bounds_lanes));
  }
  if (reading.as_written) reading.details += "\nas written: " + why_as_written;
  return reading;
}

std::string view_text(const std::vector<AccessReading>& lines) {
  const auto written = std::count_if(lines.begin(), lines.end(), [](const auto& line) { return line.as_written; });
  if (written == 0) return "as executed";
  return static_cast<std::size_t>(written) == lines.size() ? "as written" : "as executed († as written)";
}

}  // namespace

AccessReadings access_readings(const lab::Metrics& metrics) {
  AccessReadings readings;
  for (const auto& [space, name] : spaces) {
    for (const lab::TotalMetrics& total : metrics.executed.totals) {
      if (total.space != space || total.counts.requests == 0) continue;
      readings.lines.push_back(reading_of(total, name, unproven(metrics.executed, total.space, total.operation)));
    }
  }
  if (readings.lines.empty()) readings.missing = "no access to global, shared or local memory was executed";
  readings.view = view_text(readings.lines);
  readings.blocks = fmt::format("{} of {} {}", count(metrics.blocks), count(metrics.grid_blocks),
                                metrics.grid_blocks == 1 ? "block" : "blocks");
  if (metrics.scaled) readings.blocks += ", scaled to the grid";
  if (metrics.dropped > 0) readings.blocks += fmt::format(", {} accesses in no count", count(metrics.dropped));
  return readings;
}

}  // namespace warpscope::gui
