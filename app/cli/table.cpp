#include "cli/table.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"

namespace warpscope::cli {
namespace {

constexpr const char* absent = "—";

std::string row(std::string_view name, std::string_view value) {
  return fmt::format("  {:<16}{}\n", name, value);
}

template <class T>
std::string or_absent(const std::optional<T>& value, std::string_view unit = "") {
  return value ? fmt::format("{}{}", *value, unit) : std::string(absent);
}

std::string settings(const lab::Result& result) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : result.parameters) parts.push_back(name + "=" + catalogue::to_text(value));
  for (const auto& [name, value] : result.sizes) parts.push_back(fmt::format("{}={}", name, value));
  return join(parts, "  ");
}

std::string shape(const catalogue::Dim3& dim) {
  return dim.z > 1 ? fmt::format("{}×{}×{}", dim.x, dim.y, dim.z) : fmt::format("{}×{}", dim.x, dim.y);
}

std::string time_text(const std::optional<lab::Samples>& samples, lab::Origin origin) {
  if (!samples) return absent;
  return fmt::format("{:.4f} ms  [{:.4f} … {:.4f}], {} samples, {}", samples->median, samples->q1, samples->q3,
                     samples->samples, lab::name_of(origin));
}

std::string verification_text(const lab::Result& result) {
  if (!result.verification) return absent;
  const lab::Verification& verdict = *result.verification;
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

}  // namespace

std::string diagnostics(const lab::Result& result) {
  std::string text;
  for (const lab::Diagnostic& message : result.diagnostics) {
    const char* severity = message.severity == lab::Diagnostic::Severity::error     ? "error"
                           : message.severity == lab::Diagnostic::Severity::warning ? "warning"
                                                                                    : "remark";
    if (message.line > 0) text += fmt::format("{}:{}: ", message.file, message.line);
    text += fmt::format("{}: {}\n", severity, message.message);
  }
  return text;
}

std::string table(const lab::Result& result) {
  std::string text = result.kernel + "\n";
  text += row("settings", settings(result));
  const lab::Machine& machine = result.machine;
  text += row("device", machine.device.empty()
                            ? fmt::format("{} (compiled for compute capability {})", absent, result.target)
                            : fmt::format("{}, compute capability {}, driver {}", machine.device,
                                          machine.compute_capability, machine.driver));
  if (!machine.nvrtc.empty()) {
    text +=
        row("compiler", fmt::format("NVRTC {}{}", machine.nvrtc,
                                    result.compile_ms ? fmt::format(", {:.0f} ms{}", *result.compile_ms,
                                                                    result.compile_cached ? " (from the cache)" : "")
                                                      : ""));
  }
  for (const lab::LaunchInfo& launch : result.launches) {
    text += row("launch", fmt::format("{}  grid {}  block {}", launch.entry, shape(launch.grid), shape(launch.block)));
    text += row("", fmt::format("{} registers, {} B shared, occupancy {}", or_absent(launch.registers),
                                or_absent(launch.shared_bytes),
                                launch.occupancy ? fmt::format("{:.0f} %", 100 * *launch.occupancy) : absent));
  }
  const lab::Origin origin = result.time_origin();
  text += row("time, hot", time_text(result.hot, origin));
  text += row("time, cold", time_text(result.cold, origin));
  if (const auto rate = result.gb_per_s()) {
    std::string share;
    if (machine.peak_gb_per_s > 0) {
      share = fmt::format("  ({:.1f} % of the theoretical {:.0f} GB/s)", 100 * *rate / machine.peak_gb_per_s,
                          machine.peak_gb_per_s);
    }
    text += row("bandwidth", fmt::format("{:.1f} GB/s, {}{}", *rate, lab::name_of(origin), share));
  } else {
    text += row("bandwidth", absent);
  }
  if (const auto rate = result.gflop_per_s()) {
    text += row("arithmetic", fmt::format("{:.1f} GFLOP/s, {}", *rate, lab::name_of(origin)));
  }
  text += row("verification", verification_text(result));
  for (const lab::Fault& fault : result.faults) {
    std::string line = fault.message;
    if (fault.line > 0) line = fmt::format("{}:{}: {}", fault.file, fault.line, line);
    text += row(fault.kind, line);
    if (!fault.remedy.empty()) text += row("", "→ " + fault.remedy);
  }
  return text;
}

}  // namespace warpscope::cli
