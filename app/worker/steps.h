// The steps that execute() and profile() share. Each adds what it found to the Result.
#pragma once

#include <memory>
#include <vector>

#include "catalogue/launch_plan.h"
#include "lab/experiment.h"
#include "lab/result.h"
#include "worker/bench.h"
#include "worker/execute.h"

namespace warpscope::worker {

/// Why a step did not lead to the next one.
struct Stop {
  bool abandoned = false;  ///< else the faults say why
  bool context_lost = false;
  std::vector<lab::Fault> faults;
};
template <class T>
using Step = tl::expected<T, Stop>;

/// One experiment on its way. Holds what its steps have made so far.
class Steps {
 public:
  Steps(const lab::Experiment& experiment, std::uint64_t request, Bench& bench, const Listener& listener);

  /// Stage resolved: the kernel file read, the values put in.
  [[nodiscard]] Step<void> resolve();
  /// Stage compiled: for the experiment's target, else the device's, else 9.0. No GPU needed.
  [[nodiscard]] Step<void> compile();
  /// The device opened, and the plan made ready on it. Faults: "no_device" and what gpu::Session::prepare says.
  [[nodiscard]] Step<void> prepare();

  void tell(lab::Progress::Step step, std::string text) const;
  [[nodiscard]] bool abandoned() const { return listener_.abandoned && listener_.abandoned(); }
  /// The stop of a failed call of gpu.
  [[nodiscard]] Stop stop_for(const gpu::Failure& failure) const;

  [[nodiscard]] lab::Result& result() noexcept { return result_; }
  [[nodiscard]] const catalogue::LaunchPlan& plan() const noexcept { return plan_; }
  [[nodiscard]] gpu::Execution& execution() noexcept { return *execution_; }
  [[nodiscard]] OpenDevice& device() noexcept { return *device_; }

 private:
  [[nodiscard]] Expected<compiler::ComputeCapability> choose_target() const;
  [[nodiscard]] Step<compiler::Compiled> compile_with_cache(const compiler::Request& request, const std::string& doing);
  [[nodiscard]] Step<void> check_target(const cuda::DeviceInfo& info) const;
  [[nodiscard]] Step<void> open_device(const cuda::DeviceInfo& info);

  const lab::Experiment& experiment_;
  Bench& bench_;
  const Listener& listener_;
  lab::Result result_;
  catalogue::LaunchPlan plan_;
  compiler::ComputeCapability target_;
  compiler::Compiled compiled_;
  OpenDevice* device_ = nullptr;
  std::unique_ptr<gpu::Execution> execution_;
};

}  // namespace warpscope::worker
