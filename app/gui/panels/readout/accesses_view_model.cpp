#include "gui/panels/readout/accesses_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gui/state/numbers.h"

namespace warpscope::gui {

namespace {

using trace::Operation;
using trace::Space;

constexpr std::array<std::pair<Space, const char*>, 3> spaces{
    {{Space::global, "access.global"}, {Space::shared, "access.shared"}, {Space::local, "access.local"}}};

const char* plural(Operation operation) {
  switch (operation) {
    case Operation::load:
      return "access.loads";
    case Operation::store:
      return "access.stores";
    case Operation::reduce:
      return "access.reductions";
    case Operation::atomic:
      return "access.atomics";
    case Operation::asynchronous_copy:
      return "access.copies";
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
std::string unproven(const Language& words, const lab::ViewMetrics& view, Space space, Operation operation) {
  for (const lab::SiteMetrics& site : view.sites) {
    if (site.space != space || site.operation != operation || site.counts.requests == 0) continue;
    if (!site.proven) return site.reason.empty() ? words.say("access.unproven") : site.reason;
  }
  return {};
}

AccessReading reading_of(const Language& words, const lab::TotalMetrics& total, const char* space,
                         const std::string& why_as_written) {
  const model::Counts& counts = total.counts;
  const bool shared = total.space == Space::shared;
  AccessReading reading;
  reading.label = words.say(space, words.say(plural(total.operation)));
  reading.unit = words.say(shared ? "access.wavefronts" : "access.sectors");
  reading.as_written = !why_as_written.empty();
  reading.details = words.say("access.requests", count(counts.requests), 100 * counts.lane_efficiency());
  const std::uint64_t counted = counts.requests - std::min(counts.requests, counts.uncounted_requests);
  if (counted == 0) {
    reading.value = "—";
    reading.missing = words.say("access.no_rule");
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
  reading.details.append("\n").append(
      words.say(shared ? "access.sum_wavefronts" : "access.sum_sectors", count(sum), count(least)));
  if (counts.uncounted_requests > 0) {
    reading.details.append("\n").append(words.say("access.uncounted", count(counts.uncounted_requests)));
  }
  if (counts.out_of_bounds_lanes > 0) {
    reading.details.append("\n").append(words.say("access.outside", count(counts.out_of_bounds_lanes)));
  }
  if (reading.as_written) reading.details.append("\n").append(words.say("access.why_written", why_as_written));
  return reading;
}

std::string view_text(const Language& words, const std::vector<AccessReading>& lines) {
  const auto written = std::count_if(lines.begin(), lines.end(), [](const auto& line) { return line.as_written; });
  if (written == 0) return words.say("access.executed");
  return static_cast<std::size_t>(written) == lines.size() ? words.say("access.written") : words.say("access.mixed");
}

}  // namespace

AccessReadings access_readings(const Language& words, const lab::Metrics& metrics) {
  AccessReadings readings;
  for (const auto& [space, name] : spaces) {
    for (const lab::TotalMetrics& total : metrics.executed.totals) {
      if (total.space != space || total.counts.requests == 0) continue;
      readings.lines.push_back(
          reading_of(words, total, name, unproven(words, metrics.executed, total.space, total.operation)));
    }
  }
  if (readings.lines.empty()) readings.missing = words.say("access.none");
  readings.view = view_text(words, readings.lines);
  readings.blocks = words.say(metrics.grid_blocks == 1 ? "access.one_block" : "access.blocks", count(metrics.blocks),
                              count(metrics.grid_blocks));
  if (metrics.scaled) readings.blocks += words.say("access.scaled");
  if (metrics.dropped > 0) readings.blocks += words.say("access.dropped", count(metrics.dropped));
  return readings;
}

}  // namespace warpscope::gui
