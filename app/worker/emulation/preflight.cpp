#include "worker/emulation/preflight.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/file.h"
#include "simulator/plan/blocks.h"
#include "worker/emulation/fit_sizes.h"
#include "worker/emulation/guesses.h"
#include "worker/report/report.h"

namespace lanescope::worker {
namespace {

/// So many threads are emulated in a few milliseconds.
constexpr std::uint64_t max_threads = 4096;

bool same_file(const std::filesystem::path& file, const std::string& text) {
  const auto installed = read_file(file);
  return installed && *installed == text;
}

/// The bytes of a structure, and where it points.
std::string bytes_text(const catalogue::Argument& argument) {
  std::string text;
  if (!argument.structure) return text;
  for (const std::byte byte : argument.structure->bytes) text += fmt::format("{:02x}", static_cast<unsigned>(byte));
  for (const auto& address : argument.structure->addresses)
    text += fmt::format(":{}:{}", address.buffer, address.value);
  return text;
}

}  // namespace

std::string preflight_key(const std::string& ptx, const catalogue::LaunchPlan& plan) {
  std::string text = ptx;
  for (const catalogue::Launch& launch : plan.launches) {
    text += fmt::format("\n{} {} {} {} {} {} {} {}", launch.entry, launch.grid.x, launch.grid.y, launch.grid.z,
                        launch.block.x, launch.block.y, launch.block.z, launch.shared_bytes);
    for (const catalogue::Argument& argument : launch.arguments) {
      text += fmt::format(" {}:{}:{}", argument.name, argument.index, argument.value);
      if (argument.real) text += fmt::format(":{}", *argument.real);
      text += bytes_text(argument);
    }
  }
  for (const catalogue::Symbol& symbol : plan.symbols) {
    text += fmt::format("\n{} {}{}", symbol.name_in_ptx(), symbol.value.name, bytes_text(symbol.value));
    text += fmt::format(":{}:{}", symbol.value.index, symbol.value.value);
  }
  for (const catalogue::Buffer& buffer : plan.buffers) {
    text += fmt::format("\n{} {} {}", buffer.name, buffer.bytes(), catalogue::name_of(buffer.fill));
  }
  return fingerprint(text);
}

bool is_installed(const catalogue::KernelSource& source) {
  const auto data = data_folder();
  if (!data) return false;
  const std::filesystem::path kernels = *data / "kernels";
  if (!same_file(kernels / (source.id + ".cu"), source.text)) return false;
  return std::all_of(source.headers.begin(), source.headers.end(),
                     [&](const auto& header) { return same_file(kernels / "include" / header.first, header.second); });
}

std::vector<experiments::Fault> preflight_faults(const Emulation& what, const simulator::Deadline& deadline) {
  const simulator::Deadline limited = deadline.within(preflight_limit);
  const auto concurrent = emulator::runs_concurrently(what.program.module, what.plan);
  if (!concurrent) return {};
  // Where several blocks change the same words, mistakes show only among many.
  const bool whole = !*concurrent || what.plan.launches.size() != 1;
  emulator::Options options = options_for(what.experiment);
  catalogue::LaunchPlan plan = whole ? with_few_threads(what.kernel, what.plan, max_threads) : what.plan;
  if (plan.sizes != what.plan.sizes) {
    options.inputs.clear();
    settle_guesses(what, plan, limited);
  }
  if (!whole) options.blocks = simulator::corners_and_middle(plan.launches.front().grid);
  const auto outcome = simulator::emulate(what.program.module, plan, options, limited);
  if (!outcome) return {};
  std::vector<experiments::Fault> faults;
  for (const emulator::Fault& found : outcome->faults) {
    // The GPU may run what the emulator does not know.
    const bool counts = found.kind != FaultKind::unwritten && found.kind != FaultKind::emulator;
    if (counts) faults.push_back(fault_of(found, what.experiment.kernel));
  }
  return faults;
}

Status preflight(ExperimentRun& run, bool promised) {
  const experiments::Experiment& experiment = run.experiment();
  const std::string key = preflight_key(run.compiled().ptx, run.plan());
  if (!promised && (run.context().passed_preflight(key) || is_installed(experiment.kernel))) return {};
  const auto emulation = run.emulation();
  if (!emulation) return {};
  run.report_progress(experiments::Progress::Activity::emulating, "looking for faults in " + experiment.kernel.id);
  std::vector<experiments::Fault> faults = preflight_faults(*emulation, run.deadline(preflight_limit));
  TRY_STATUS(run.fail_if_abandoned());
  if (faults.empty() && !promised) {
    run.context().remember_preflight(key);
    return {};
  }
  std::ranges::move(faults, std::back_inserter(run.result().faults));
  return already_reported();
}

}  // namespace lanescope::worker
