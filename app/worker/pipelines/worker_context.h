// What a worker keeps between experiments, because it takes long to make: the driver, the compilers, the context of one
// device.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/time/process_clock.h"
#include "compiler/compiler.h"
#include "cuda/driver.h"
#include "experiments/result.h"
#include "gpu/counters/profiler.h"
#include "gpu/session.h"
#include "gpu/trace/heat_gatherer.h"
#include "predict/profile/gpu_profile.h"
#include "worker/attachments/slot_memory.h"
#include "worker/pipelines/compile_thread.h"

namespace lanescope::worker {

struct WorkerOptions {
  compiler::Search search;          ///< for NVRTC
  std::filesystem::path cache;      ///< of compilations; empty for no cache
  std::filesystem::path gpus = {};  ///< of the profiles of GPUs; empty for none
};
/// Returns the options of the program: everything that this machine has, and the user's cache folder.
[[nodiscard]] WorkerOptions usual_options();

/// Returns where cuBLAS may be on this machine, for every major version from `newest_major` (the driver's) down: first
/// the files in the folders of toolkits and Python wheels, then the bare name, which the loader searches with
/// LD_LIBRARY_PATH.
[[nodiscard]] std::vector<std::string> cublas_files(const compiler::Search& search, int newest_major);

/// A device that experiments run on. It must be destroyed before the driver.
struct OpenDevice {
  std::unique_ptr<gpu::DeviceSession> session;
  SlotMemory previews, heat;
  std::optional<gpu::HeatGatherer> gatherer;          ///< loaded on first use
  std::unique_ptr<gpu::Profiler> profiler = nullptr;  ///< opened on first use
  bool tools_loaded = false;
  bool memcpy_rate_known = false;                  ///< its rate was measured, or is not available
  std::optional<experiments::CopyRate> best_copy;  ///< of all copies that ran on it
};

/// All calls except slots() must come from the thread that owns the context.
class WorkerContext {
 public:
  explicit WorkerContext(WorkerOptions options);
  ~WorkerContext();
  WorkerContext(const WorkerContext&) = delete;
  WorkerContext& operator=(const WorkerContext&) = delete;

  /// Returns the machine that experiments on device `ordinal` (-1 is the first) use. Unknown fields are empty.
  [[nodiscard]] experiments::Machine machine(int ordinal);

  /// Fails when there is no usable driver (the error says why) or no such device.
  [[nodiscard]] Expected<cuda::DeviceInfo> device(int ordinal) const;

  /// Opens the compiler for a target on first use. It fails when no installed toolkit fits, and says why.
  [[nodiscard]] Expected<const compiler::Compiler*> compiler_for(compiler::ComputeCapability target);
  /// Returns the profile of a GPU by the name of its data sheet; null without a folder of profiles. It fails when the
  /// folder has none for this GPU, or when that is wrong.
  [[nodiscard]] Expected<const predict::GpuProfile*> profile_of(const std::string& sheet);
  /// Whether compiler_for(target) would be quick.
  [[nodiscard]] bool has_compiler_for(compiler::ComputeCapability target) const { return nvrtc_for_.contains(target); }
  [[nodiscard]] CompileThread& compile_thread() noexcept { return compile_thread_; }

  /// Opens the device on first use and keeps it; another ordinal closes it. device(ordinal) must have succeeded.
  [[nodiscard]] Expected<OpenDevice*> open(int ordinal);
  /// Returns the device if it is open, else null.
  [[nodiscard]] OpenDevice* find_open(int ordinal) const;

  /// Whether the emulator found no fault before a launch with this preflight_key().
  [[nodiscard]] bool passed_preflight(const std::string& key) const { return passed_.contains(key); }
  void remember_preflight(const std::string& key) { passed_.insert(key); }

  /// Returns what counts on the open device, which is opened on first use. It fails as gpu::Profiler::open() does.
  [[nodiscard]] Expected<gpu::Profiler*> profiler(OpenDevice& device) const;

  [[nodiscard]] SlotLedger& slots() noexcept { return slots_; }
  /// The clock of this process, which limits count.
  [[nodiscard]] const std::shared_ptr<ProcessClock>& clock() const noexcept { return clock_; }
  /// Returns the functions of the driver, which must exist.
  [[nodiscard]] const cuda::Functions& functions() const { return driver_->functions(); }

 private:
  /// Chooses the toolkit for a target. Each choice is made once, because reading a toolkit opens a large library.
  [[nodiscard]] const Expected<compiler::Toolkit>& toolkit_for(compiler::ComputeCapability target);

  WorkerOptions options_;
  Expected<cuda::Driver> driver_;
  Expected<std::vector<cuda::DeviceInfo>> devices_;
  std::vector<compiler::Toolkit> toolkits_;
  std::map<compiler::ComputeCapability, Expected<compiler::Toolkit>> chosen_;
  std::map<compiler::ComputeCapability, std::string> nvrtc_for_;  ///< key into compilers_
  std::map<std::string, compiler::Compiler> compilers_;           ///< by the path of their NVRTC
  std::set<std::string> passed_;
  std::map<std::string, predict::GpuProfile> profiles_;  ///< by name of the sheet
  SlotLedger slots_{first_generation()};
  std::shared_ptr<ProcessClock> clock_ = std::make_shared<ProcessClock>();
  std::unique_ptr<OpenDevice> open_;
  int open_ordinal_ = -1;
  CompileThread compile_thread_;  // last, because it must end before the compilers do
};

}  // namespace lanescope::worker
