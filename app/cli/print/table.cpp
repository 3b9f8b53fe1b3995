#include "cli/print/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <ranges>
#include <vector>

#include "base/number_text.h"
#include "base/text.h"
#include "cli/print/rows.h"
#include "counters/unit_text.h"
#include "experiments/names.h"
#include "experiments/sheet/exactness.h"
#include "experiments/sheet/rates.h"
#include "experiments/sheet/sheet.h"
#include "recordings/sweep/sweep_row.h"

namespace lanescope::cli {
namespace {

template <class T>
std::string or_absent(const std::optional<T>& value, std::string_view unit = "") {
  return value ? fmt::format("{}{}", *value, unit) : std::string(absent);
}

std::string shape(const catalogue::Dim3& dim) {
  return dim.z > 1 ? fmt::format("{}×{}×{}", dim.x, dim.y, dim.z) : fmt::format("{}×{}", dim.x, dim.y);
}

std::string words(counters::Unit unit, double value) {
  return counters::text_of(unit, value).text();
}

std::string percent(double share) {
  return words(counters::Unit::percent, 100 * share);
}

/// Returns "79.14 µs  [78.70 … 79.60]", all in the unit of the first.
std::string spread_text(double milliseconds, double low, double high) {
  return fmt::format("{}  [{} … {}]", words(counters::Unit::ms, milliseconds), duration(low, milliseconds).value,
                     duration(high, milliseconds).value);
}

std::string samples_text(const catalogue::Samples& samples) {
  return fmt::format("{}, {} samples", spread_text(samples.median, samples.q1, samples.q3), samples.samples);
}

std::string time_text(const std::optional<catalogue::Samples>& samples, experiments::Origin origin) {
  if (!samples) return absent;
  std::string text = samples_text(*samples);
  if (samples->batch > 1) text += fmt::format(" of {} runs", samples->batch);
  if (samples->throttled > 0) text += fmt::format(", {} more discarded: low clock", samples->throttled);
  if (samples->low_clock) text += ", all at a low clock";
  return fmt::format("{}, {}", text, experiments::marked_name(origin));
}

/// Returns the two rates of the shown time, as far as there is such work. That of a measured time is compared.
std::string rates_rows(const experiments::Result& result) {
  std::string text;
  if (const auto rate = experiments::rate_of(result, experiments::Work::bytes)) {
    const bool compared = rate->origin != experiments::Origin::predicted;
    const auto of_peak = compared ? experiments::share_of_peak(result, experiments::Work::bytes) : std::nullopt;
    const auto of_copy = compared ? experiments::share_of_copy(result) : std::nullopt;
    text += row(
        "bandwidth",
        fmt::format("{}, {}{}", words(counters::Unit::gb_per_s, rate->number), experiments::marked_name(rate->origin),
                    of_peak ? fmt::format("  ({} of the theoretical {})", percent(of_peak->number),
                                          words(counters::Unit::gb_per_s,
                                                *experiments::peak_of(result, experiments::Work::bytes)))
                            : ""));
    if (of_copy) {
      text += row("", fmt::format("{} of the best copy, {} ({})", percent(of_copy->number),
                                  words(counters::Unit::gb_per_s, result.best_copy->gb_per_s), result.best_copy->of));
    }
  }
  if (const auto rate = experiments::rate_of(result, experiments::Work::flops)) {
    text += row("arithmetic", fmt::format("{}, {}", words(counters::Unit::gflop_per_s, rate->number),
                                          experiments::marked_name(rate->origin)));
  }
  return text;
}

std::string predicted_text(const experiments::Value& ms) {
  return fmt::format("{}, {}", spread_text(ms.number, ms.low(), ms.high()), experiments::marked_name(ms.origin));
}

std::string predicted_rows(const experiments::Result& result) {
  const experiments::PredictedRun& run = *result.predicted;
  const predict::Prediction& prediction = run.prediction;
  std::vector<std::string> sizes;
  for (const auto& [name, size] : run.sizes) sizes.push_back(fmt::format("{}={}", name, size));
  std::string text = row("time, cold", predicted_text(experiments::time_of(result, counters::CacheState::cold)->ms));
  text += row("time, hot", predicted_text(experiments::time_of(result, counters::CacheState::hot)->ms));
  text += row("", fmt::format("for {}{}, model version {}, confidence {}; measured times need a GPU",
                              prediction.profile, sizes.empty() ? "" : " at " + join(sizes, " "), prediction.version,
                              predict::name_of(prediction.confidence)));
  return text + row("", prediction.limited_by) + rates_rows(result);
}

/// Without measured times it lists predicted ones; how long the emulator took would mean nothing.
std::string times_rows(const experiments::Result& result) {
  if (result.time() == nullptr && result.predicted) return predicted_rows(result);
  if (result.time() == nullptr && result.backend == experiments::Backend::emulator) {
    std::string text = row("time", fmt::format("{} (measuring needs a GPU, and no time is predicted)", absent));
    if (result.sheet) {
      text += row("bandwidth", fmt::format("{} ({} in theory: {}, {} FP32)", absent, result.sheet->name,
                                           words(counters::Unit::gb_per_s, result.sheet->gb_per_s),
                                           words(counters::Unit::gflop_per_s, result.sheet->fp32_gflop_per_s)));
    }
    return text;
  }
  const experiments::Origin origin = experiments::origin_of_times(result);
  std::string text = row("time, cold", time_text(result.cold, origin));
  text += row("time, hot", time_text(result.hot, origin));
  if (result.clock_mhz)
    text += row("SM clock", fmt::format("{:.0f} MHz, {}", *result.clock_mhz, experiments::marked_name(origin)));
  if (result.empty_ms) {
    text += row("empty interval",
                fmt::format("{}, subtracted from every time", words(counters::Unit::ms, *result.empty_ms)));
  }
  if (!experiments::rate_of(result, experiments::Work::bytes)) text += row("bandwidth", absent);
  return text + rates_rows(result);
}

std::string verification_text(const experiments::Result& result) {
  if (!result.verification) return absent;
  const catalogue::Verification& verdict = *result.verification;
  if (result.expected != FaultKind::none) {
    return fmt::format("{}: {}", verdict.passed ? "passed" : "WRONG", verdict.method);
  }
  if (result.compared_nothing()) return fmt::format("not compared; ran without a fault ({})", verdict.method);
  if (verdict.passed) {
    std::string text = fmt::format("passed: {} elements, {}", verdict.checked, verdict.method);
    if (verdict.max_error) text += fmt::format(", largest error {:.3g}", *verdict.max_error);
    return text;
  }
  std::string text =
      fmt::format("WRONG: {} of {} elements, {} never written, {} guard bytes changed ({})", verdict.mismatches,
                  verdict.checked, verdict.unwritten, verdict.guard_bytes_changed, verdict.method);
  if (verdict.first) {
    std::vector<std::string> where;
    for (const std::int64_t coordinate : verdict.first->coordinates) where.push_back(std::to_string(coordinate));
    text += fmt::format("\n  {:<16}first at [{}]: expected {}, got {}", "", join(where, ", "), verdict.first->expected,
                        verdict.first->unwritten ? "nothing (never written)" : verdict.first->got);
  }
  return text;
}

/// Returns "100 %: 64 of 64 warps, limited by threads".
std::string occupancy_text(const experiments::LaunchInfo& launch) {
  if (!launch.occupancy) return absent;
  std::string text = percent(*launch.occupancy);
  if (!launch.calculated) return text;
  const model::Occupancy& calculated = *launch.calculated;
  text += fmt::format(" ({} of {} warps", calculated.resident_warps, calculated.max_warps);
  if (!calculated.limits.empty())
    text += fmt::format(
        ", limited by {}",
        fmt::join(std::views::transform(calculated.limits, [](model::Limit limit) { return name_of(limit); }),
                  " and "));
  return text + ")";
}

/// Returns "1 sector per request", "3.88 wavefronts per request".
std::string per_request(std::uint64_t count, std::uint64_t requests, std::string_view what) {
  const std::string each = words(counters::Unit::ratio, static_cast<double>(count) / static_cast<double>(requests));
  return fmt::format("{} {}{} per request", each, what, each == "1" ? "" : "s");
}

std::string per_request_with_ideal(std::uint64_t count, std::uint64_t ideal, std::uint64_t requests,
                                   std::string_view what) {
  return fmt::format("{}, ideal {}", per_request(count, requests, what),
                     words(counters::Unit::ratio, static_cast<double>(ideal) / static_cast<double>(requests)));
}

/// Returns one line for each kind of access to memory.
std::string metrics_rows(const experiments::Result& result) {
  if (!result.metrics) return {};
  std::string text;
  for (const model::TotalMetrics& total : result.metrics->executed.totals) {
    const model::Counts& counts = total.counts;
    if (total.space == trace::Space::parameter || counts.requests == 0) continue;
    std::string cost;
    if (counts.uncounted_requests < counts.requests) {
      if (counts.sectors > 0)
        cost = per_request_with_ideal(counts.sectors, counts.sectors_ideal, counts.requests, "sector");
      if (counts.wavefronts > 0) {
        cost = per_request_with_ideal(counts.wavefronts, counts.wavefronts_ideal, counts.requests, "wavefront");
      }
    }
    const std::string name = fmt::format("{} {}", trace::name_of(total.space), trace::name_of(total.operation));
    text += row(text.empty() ? "accesses" : "", fmt::format("{:<16}{:>12} requests{}{}", name, grouped(counts.requests),
                                                            cost.empty() ? "" : ", ", cost));
  }
  if (text.empty()) return {};
  const std::uint64_t dropped = result.metrics->dropped;
  text += row("", fmt::format("{}, from {} of {} blocks{}{}", experiments::marked_name(experiments::Origin::derived),
                              grouped(result.metrics->blocks), grouped(result.metrics->grid_blocks),
                              result.metrics->scaled ? ", scaled to the grid" : "",
                              dropped > 0 ? fmt::format(", {} accesses not counted", grouped(dropped)) : ""));
  return text;
}

/// Returns how many of the memory instructions count exactly, and why others do not.
std::string exactness_rows(const experiments::Result& result) {
  const auto sites = experiments::exact_instructions(result);
  if (!sites) return {};
  std::string text = row("", fmt::format("{} of {} memory instructions exact", sites->exact, sites->all));
  for (const auto& [place, count] : experiments::approximate_lines(result)) {
    const auto& [line, why] = place;
    const std::string where = line > 0 ? fmt::format("line {}", line) : std::string("no line");
    text +=
        row("", fmt::format("{}: approximate, {}{}", where, why, count > 1 ? fmt::format(" ({} of them)", count) : ""));
  }
  return text;
}

/// Returns the quantities that are listed in rows of their own.
std::string listed_rows(const experiments::Result& result) {
  std::string text;
  for (const counters::Quantity& quantity : counters::quantities()) {
    const auto value = quantity.listed ? experiments::value_of(result, counters::QuantityId(quantity)) : std::nullopt;
    if (value) {
      text += row(quantity.label, fmt::format("{}, {}", counters::text_of(quantity.unit, value->number).text(),
                                              experiments::marked_name(value->origin)));
    }
  }
  return text;
}

}  // namespace

std::string faults_text(const experiments::Result& result) {
  std::string text;
  for (const experiments::Fault& fault : result.faults) {
    std::string line = fault.message;
    if (fault.line > 0) line = fmt::format("{}:{}: {}", fault.file, fault.line, line);
    text += row(name_of(fault.kind), line);
    if (!fault.remedy.empty()) text += row("", "→ " + fault.remedy.text());
  }
  if (result.launch_blocked) text += row("", "→ --backend emulator shows it; --proceed launches it anyway");
  return text;
}

std::string diagnostics(const experiments::Result& result) {
  std::string text;
  for (const Diagnostic& message : result.diagnostics) {
    if (message.line > 0) text += fmt::format("{}:{}: ", message.file, message.line);
    text += fmt::format("{}: {}\n", experiments::name_of(message.severity), message.message);
  }
  return text;
}

std::string table(const experiments::Result& result) {
  std::string text = result.kernel + "\n" + settings_row(result) + device_row(result);
  const experiments::Machine& machine = result.machine;
  if (!machine.nvrtc.empty()) {
    text +=
        row("compiler", fmt::format("NVRTC {}{}", machine.nvrtc,
                                    result.compile_ms ? fmt::format(", {:.0f} ms{}", *result.compile_ms,
                                                                    result.compile_cached ? " (from the cache)" : "")
                                                      : ""));
  }
  for (const experiments::LaunchInfo& launch : result.launches) {
    text +=
        row("launch", fmt::format("{}  grid {}{}  block {}", launch.title(), shape(launch.grid),
                                  launch.cluster ? "  cluster " + shape(*launch.cluster) : "", shape(launch.block)));
    text += row("", fmt::format("{} registers, {} B shared, occupancy {}", or_absent(launch.registers),
                                or_absent(launch.shared_bytes), occupancy_text(launch)));
  }
  text += listed_rows(result) + metrics_rows(result) + exactness_rows(result) + times_rows(result) +
          row("verification", verification_text(result));
  text += counters_rows(result) + notes_rows(result) + faults_text(result);
  if (result.printed.empty()) return text;
  return text + "\nprinted by the kernel\n" + result.printed + (result.printed.ends_with('\n') ? "" : "\n");
}

namespace {

using trace::Space;
using Cells = std::vector<std::string>;

bool has_sectors(Space space) {
  return space == Space::global || space == Space::local;
}

/// Adds the columns that sites and sums share. A count that a space lacks, or that has no rule, is shown as absent.
void add_counts(Cells& cells, Space space, const model::Counts& counts) {
  const bool known = counts.uncounted_requests < counts.requests;
  const bool sectors = known && has_sectors(space), wavefronts = known && space == Space::shared;
  cells.push_back(grouped(counts.requests));
  cells.push_back(grouped(counts.lanes));
  cells.push_back(sectors ? grouped(counts.sectors) : absent);
  cells.push_back(sectors ? grouped(counts.sectors_ideal) : absent);
  cells.push_back(wavefronts ? grouped(counts.wavefronts) : absent);
  cells.push_back(wavefronts ? grouped(counts.wavefronts_ideal) : absent);
}

/// Returns "16 = 4×4" for four accesses of four bytes that are executed as one.
std::string bytes_text(const model::SiteMetrics& site) {
  if (site.merged <= 1) return fmt::format("{}", site.bytes_per_lane);
  return fmt::format("{} = {}×{}", site.bytes_per_lane, site.merged, site.bytes_per_lane / site.merged);
}

std::string place_text(const model::SiteMetrics& site) {
  return site.line > 0 ? fmt::format("{}", site.line) : fmt::format("PTX {}", site.ptx_line);
}

/// A line of the kernel's own file is only a number; one of a header has its name in front.
std::string place_text(const model::LineMetrics& line, const std::string& kernel) {
  const std::filesystem::path file(line.file);
  if (line.line <= 0) return "no line";
  if (file.stem() == std::filesystem::path(kernel).filename()) return fmt::format("{}", line.line);
  return fmt::format("{}:{}", file.filename().string(), line.line);
}

std::vector<Cells> rows_by_line(const model::ViewMetrics& view, const std::string& kernel) {
  std::vector<Cells> rows{
      {"line", "space", "operation", "requests", "lanes", "sectors", "ideal", "wavefronts", "ideal"}};
  for (const model::LineMetrics& line : view.lines) {
    if (line.counts.requests == 0 || line.space == Space::parameter) continue;
    Cells cells{place_text(line, kernel), std::string(trace::name_of(line.space)),
                std::string(trace::name_of(line.operation))};
    add_counts(cells, line.space, line.counts);
    rows.push_back(std::move(cells));
  }
  return rows;
}

std::vector<Cells> rows_by_instruction(const model::ViewMetrics& view) {
  std::vector<Cells> rows{
      {"line", "space", "operation", "bytes", "requests", "lanes", "sectors", "ideal", "wavefronts", "ideal"}};
  for (const model::SiteMetrics& site : view.sites) {
    if (site.counts.requests == 0 || site.space == Space::parameter) continue;
    Cells cells{place_text(site), std::string(trace::name_of(site.space)), std::string(trace::name_of(site.operation)),
                bytes_text(site)};
    add_counts(cells, site.space, site.counts);
    rows.push_back(std::move(cells));
  }
  return rows;
}

std::string blocks_text(const model::Metrics& metrics) {
  std::string text = fmt::format("{} of {}", grouped(metrics.blocks), grouped(metrics.grid_blocks));
  if (metrics.scaled) text += ", counts scaled to the grid: an estimate";
  return text;
}

}  // namespace

std::string trace_table(const experiments::Result& result, model::CountView view, bool by_instruction) {
  std::string text = result.kernel + "\n" + settings_row(result) + device_row(result);
  if (result.metrics) {
    const model::Metrics& metrics = *result.metrics;
    const model::ViewMetrics& shown = metrics.view(view);
    text += row("blocks", blocks_text(metrics));
    text += row("counts", fmt::format("{} from addresses, as {}",
                                      experiments::marked_name(experiments::Origin::derived), name_of(view)));
    if (metrics.dropped > 0) {
      text += row("", fmt::format("{} accesses were not counted: trace fewer blocks", grouped(metrics.dropped)));
    }
    std::vector<Cells> rows = by_instruction ? rows_by_instruction(shown) : rows_by_line(shown, result.kernel);
    for (bool first = true; const model::TotalMetrics& total : shown.totals) {
      if (total.space == Space::parameter) continue;
      if (first) rows.emplace_back();
      Cells cells{first ? "total" : "", std::string(trace::name_of(total.space)),
                  std::string(trace::name_of(total.operation))};
      if (by_instruction) cells.emplace_back();
      first = false;
      add_counts(cells, total.space, total.counts);
      rows.push_back(std::move(cells));
    }
    // The numbers stand at the right of their columns.
    text += fmt::format("\n{}\n", columns(rows, by_instruction ? 4 : 3));
  }
  return text + notes_rows(result) + faults_text(result);
}

namespace {

std::string name_and_values(const std::string& kernel, const catalogue::Values& values) {
  std::string text = kernel;
  for (const auto& [name, value] : values) text += fmt::format(" {}={}", name, catalogue::to_text(value));
  return text;
}

std::string time_text(const experiments::Result& result) {
  const experiments::PlanTime time = *experiments::time_of(result);
  std::string text = fmt::format("{}, {}", samples_text(*time.samples), name_of(time.caches));
  if (const auto rate = experiments::rate_of(result, experiments::Work::bytes))
    text += ", " + words(counters::Unit::gb_per_s, rate->number);
  if (const auto rate = experiments::rate_of(result, experiments::Work::flops))
    text += ", " + words(counters::Unit::gflop_per_s, rate->number);
  return text;
}

std::string accesses_text(const model::Metrics& metrics) {
  std::vector<std::string> parts;
  for (const model::TotalMetrics& total : metrics.executed.totals) {
    const bool shared = total.space == trace::Space::shared;
    if ((!shared && total.space != trace::Space::global) || total.counts.requests == 0) continue;
    parts.push_back(fmt::format("{} {} {}", experiments::json_name_of(total.space),
                                experiments::json_name_of(total.operation),
                                per_request(shared ? total.counts.wavefronts : total.counts.sectors,
                                            total.counts.requests, shared ? "wavefront" : "sector")));
  }
  return join(parts, ", ");
}

std::string result_summary(const experiments::Result& result) {
  if (const auto failed = recordings::failure_of(result))
    return fmt::format("{}: {}", name_of(failed->kind), failed->what);
  if (result.time() != nullptr) return time_text(result);
  return result.metrics ? accesses_text(*result.metrics) : std::string(absent);
}

}  // namespace

std::string point_text(const catalogue::Kernel& kernel, const recordings::SweepPoint& point) {
  return name_and_values(kernel.source.id, point.values);
}

std::string sweep_line(const experiments::Result& result, const recordings::SweepPoint& point) {
  return fmt::format("{:<52}  {}\n", name_and_values(result.kernel, point.values), result_summary(result));
}

}  // namespace lanescope::cli
