#include "cli/print/table.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"
#include "cli/print/rows.h"
#include "lab/names.h"
#include "lab/sweep/sweep_row.h"

namespace warpscope::cli {
namespace {

std::string name_and_values(const std::string& kernel, const catalogue::Values& values) {
  std::string text = kernel;
  for (const auto& [name, value] : values) text += fmt::format(" {}={}", name, catalogue::to_text(value));
  return text;
}

std::string time_text(const lab::Result& result) {
  const catalogue::Samples& time = *result.time();
  std::string text = fmt::format("{:9.4f} ms {} ({:.4f} to {:.4f}, {} samples)", time.median,
                                 result.cold ? "cold" : "hot", time.q1, time.q3, time.samples);
  if (const auto rate = result.gb_per_s()) text += fmt::format("  {:8.1f} GB/s", *rate);
  if (const auto rate = result.gflop_per_s()) text += fmt::format("  {:8.1f} GFLOP/s", *rate);
  return text;
}

std::string accesses_text(const model::Metrics& metrics) {
  std::vector<std::string> parts;
  for (const model::TotalMetrics& total : metrics.executed.totals) {
    const bool shared = total.space == trace::Space::shared;
    if ((!shared && total.space != trace::Space::global) || total.counts.requests == 0) continue;
    const auto sum = static_cast<double>(shared ? total.counts.wavefronts : total.counts.sectors);
    parts.push_back(fmt::format("{} {} {:.2f} {} a request", lab::word_of(total.space), lab::word_of(total.operation),
                                sum / static_cast<double>(total.counts.requests), shared ? "wavefronts" : "sectors"));
  }
  return join(parts, ", ");
}

std::string found(const lab::Result& result) {
  if (const auto failed = lab::failure_of(result)) return fmt::format("{}: {}", name_of(failed->kind), failed->what);
  if (result.time() != nullptr) return time_text(result);
  return result.metrics ? accesses_text(*result.metrics) : std::string(absent);
}

}  // namespace

std::string point_text(const catalogue::Kernel& kernel, const lab::SweepPoint& point) {
  return name_and_values(kernel.source.id, point.values);
}

std::string sweep_line(const lab::Result& result, const lab::SweepPoint& point) {
  return fmt::format("{:<52}  {}\n", name_and_values(result.kernel, point.values), found(result));
}

}  // namespace warpscope::cli
