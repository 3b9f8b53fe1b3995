// The kernel that [check] same_as names: compiled and run beside the one that is compared with it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "worker/emulation/emulate.h"
#include "worker/pipelines/steps.h"

namespace warpscope::worker {

/// The bytes that an output must be equal to.
struct ReferenceOutput {
  std::vector<std::byte> bytes;
  std::string method;  ///< "output of transpose/naive_row"
  std::string note;    ///< a sentence for the result; empty: none
};

/// Runs with the sizes, the seed and the inputs of the other kernel, and with its own default knobs. What goes wrong
/// with it is a fault of kind "partner" that names it.
class ReferenceKernel {
 public:
  /// Resolved and compiled. Stop: its source was not sent, its sizes, buffers or output do not fit, or it does not
  /// compile. `own`: the kernel that is compared, compiled. WorkerContext, listener and experiment must outlive it.
  [[nodiscard]] static Step<std::unique_ptr<ReferenceKernel>> make(const lab::Experiment& experiment,
                                                                   lab::Backend backend, Steps& own,
                                                                   WorkerContext& context, const Listener& listener);
  ReferenceKernel(const ReferenceKernel&) = delete;  // its steps refer to its experiment
  ReferenceKernel& operator=(const ReferenceKernel&) = delete;

  /// On the open device. The memory is then that of this kernel: the other one must be prepared again.
  [[nodiscard]] Step<ReferenceOutput> run_on_device(const Steps& own);
  /// With the sizes that the other kernel has by now. A plan that calls a library, which the emulator cannot execute,
  /// is replaced by its CPU reference.
  [[nodiscard]] Step<ReferenceOutput> run_in_emulator(const Steps& own, const Deadline& deadline);

 private:
  ReferenceKernel(const lab::Experiment& experiment, lab::Backend backend, WorkerContext& context,
                  const Listener& listener);
  [[nodiscard]] Step<void> prepare(const Steps& own);
  [[nodiscard]] Status take_sizes(const Steps& own);
  [[nodiscard]] Status take_inputs(const Steps& own);
  [[nodiscard]] Step<void> examine();
  [[nodiscard]] Step<ReferenceOutput> reference_output();
  [[nodiscard]] tl::unexpected<Stop> told(Stop stop) const;
  [[nodiscard]] tl::unexpected<Stop> refused(const Error& error) const;

  const lab::Experiment& original_;
  lab::Experiment experiment_;
  WorkerContext& context_;
  Listener listener_;
  Steps steps_;
};

}  // namespace warpscope::worker
