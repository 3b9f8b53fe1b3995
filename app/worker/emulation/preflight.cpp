#include "worker/emulation/preflight.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "worker/emulation/fit_sizes.h"
#include "worker/report/report.h"

namespace warpscope::worker {
namespace {

/// As many threads as are emulated in a few milliseconds.
constexpr std::uint64_t max_threads = 4096;

bool same_file(const std::filesystem::path& file, const std::string& text) {
  const auto installed = read_file(file);
  return installed && *installed == text;
}

}  // namespace

std::string preflight_key(const std::string& ptx, const catalogue::LaunchPlan& plan) {
  std::string text = ptx;
  for (const catalogue::Launch& launch : plan.launches) {
    text += fmt::format("\n{} {} {} {} {} {} {} {}", launch.entry, launch.grid.x, launch.grid.y, launch.grid.z,
                        launch.block.x, launch.block.y, launch.block.z, launch.shared_bytes);
    for (const catalogue::Argument& argument : launch.arguments) {
      text += fmt::format(" {}:{}:{}", argument.name, argument.index, argument.value);
    }
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

std::vector<lab::Fault> preflight_faults(const EmulatedProgram& program, const catalogue::Kernel& kernel,
                                         const catalogue::LaunchPlan& plan, const lab::Experiment& experiment,
                                         const Deadline& deadline) {
  const Deadline limited = deadline.within(preflight_limit);
  // What the emulator cannot execute, the GPU may.
  const auto dependent = emulator::has_inter_block_dependencies(program.module, plan);
  if (!dependent) return {};
  emulator::Options options = options_for(experiment);
  catalogue::LaunchPlan reduced = plan;
  if (*dependent) {
    while (threads_of(reduced) > max_threads) {
      auto smaller = halved(kernel, reduced, {});
      if (!smaller) break;
      reduced = std::move(*smaller);
      options.inputs.clear();
    }
  } else {
    options.blocks = corners_and_inside(plan.launches.front().grid);
  }
  const auto outcome = emulate(program.module, reduced, options, limited);
  if (!outcome) return {};
  std::vector<lab::Fault> faults;
  for (const emulator::Fault& found : outcome->faults) {
    if (found.kind != FaultKind::unwritten) faults.push_back(fault_of(found, experiment.kernel));
  }
  return faults;
}

Step<std::optional<std::vector<lab::Fault>>> preflight(Steps& steps, WorkerContext& context,
                                                       const lab::Experiment& experiment, bool promised) {
  const std::string key = preflight_key(steps.compiled().ptx, steps.plan());
  if (!promised && (context.passed_preflight(key) || is_installed(experiment.kernel))) return std::nullopt;
  const auto program = steps.program();
  if (!program) return std::nullopt;
  steps.tell(lab::Progress::Activity::emulating, "looking for faults in " + experiment.kernel.id);
  const Deadline deadline{TimePoint::max(), [&] { return steps.abandoned(); }};
  std::vector<lab::Fault> faults = preflight_faults(**program, steps.kernel(), steps.plan(), experiment, deadline);
  if (steps.abandoned()) return tl::unexpected(Stop{true, false, {}});
  if (!faults.empty() || promised) return faults;
  context.remember_preflight(key);
  return std::nullopt;
}

}  // namespace warpscope::worker
