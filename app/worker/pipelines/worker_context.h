// What a worker keeps from experiment to experiment, because making it takes long. Driver, compilers, the
// context of one device.
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
#include "compiler/compiler.h"
#include "cuda/driver.h"
#include "gpu/session.h"
#include "gpu/trace/heat_gatherer.h"
#include "lab/result.h"
#include "worker/attachments/slot_memory.h"
#include "worker/pipelines/compile_thread.h"

namespace warpscope::worker {

struct WorkerOptions {
  compiler::Search search;      ///< for NVRTC
  std::filesystem::path cache;  ///< of compilations; empty: none
};
/// As the program uses it: everything this machine has, and the user's cache folder.
[[nodiscard]] WorkerOptions usual_options();

/// A device that experiments run on. Ends before the driver.
struct OpenDevice {
  std::unique_ptr<gpu::DeviceSession> session;
  SlotMemory previews, heat;
  std::optional<gpu::HeatGatherer> gatherer;  ///< loaded on first use
  bool tools_loaded = false;
  bool asked_for_memcpy = false;           ///< its rate was measured, or is not to be had
  std::optional<lab::CopyRate> best_copy;  ///< of all that ran here
};

/// All calls from one thread, the one that owns the context, except slots().
class WorkerContext {
 public:
  explicit WorkerContext(WorkerOptions options);
  ~WorkerContext();
  WorkerContext(const WorkerContext&) = delete;
  WorkerContext& operator=(const WorkerContext&) = delete;

  /// As experiments on device `ordinal` (-1: the first) find it. Fields that are not to be had are empty.
  [[nodiscard]] lab::Machine machine(int ordinal);

  /// Error: there is no usable driver (and why), or no such device.
  [[nodiscard]] Expected<cuda::DeviceInfo> device(int ordinal) const;

  /// The compiler for a target, opened on first use. Error: no installed toolkit will do, and why.
  [[nodiscard]] Expected<const compiler::Compiler*> compiler_for(compiler::ComputeCapability target);
  /// Whether compiler_for(target) would be quick.
  [[nodiscard]] bool has_compiler_for(compiler::ComputeCapability target) const { return nvrtc_for_.contains(target); }
  [[nodiscard]] CompileThread& compile_thread() noexcept { return compile_thread_; }

  /// The device, opened on first use and kept; another ordinal closes the one before. device(ordinal) must be good.
  [[nodiscard]] Expected<OpenDevice*> open(int ordinal);
  /// The device if it is open, else null.
  [[nodiscard]] OpenDevice* opened(int ordinal) const;

  /// What the emulator found without fault before a launch, by preflight_key().
  [[nodiscard]] bool passed_preflight(const std::string& key) const { return passed_.contains(key); }
  void remember_preflight(const std::string& key) { passed_.insert(key); }

  [[nodiscard]] SlotLedger& slots() noexcept { return slots_; }
  /// Of the driver, which must be there.
  [[nodiscard]] const cuda::Functions& functions() const { return driver_->functions(); }

 private:
  /// The toolkit for a target. Looking into one opens a large library, so each choice is made once.
  [[nodiscard]] const Expected<compiler::Toolkit>& toolkit_for(compiler::ComputeCapability target);

  WorkerOptions options_;
  Expected<cuda::Driver> driver_;
  Expected<std::vector<cuda::DeviceInfo>> devices_;
  std::vector<compiler::Toolkit> toolkits_;
  std::map<compiler::ComputeCapability, Expected<compiler::Toolkit>> chosen_;
  std::map<compiler::ComputeCapability, std::string> nvrtc_for_;  ///< key into compilers_
  std::map<std::string, compiler::Compiler> compilers_;           ///< by the path of their NVRTC
  std::set<std::string> passed_;
  SlotLedger slots_{first_generation()};
  std::unique_ptr<OpenDevice> open_;
  int open_ordinal_ = -1;
  CompileThread compile_thread_;  // last: it must end before the compilers do
};

}  // namespace warpscope::worker
