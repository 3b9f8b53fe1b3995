// The kernel that [check] same_as names: compiled and run beside the one that is compared with it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

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
  /// Resolved and compiled for `own`, which is compiled and must outlive it. Null: `own` is compared with no kernel.
  /// What is wrong with it (its source was not sent, its sizes, buffers or output do not fit, or it does not compile)
  /// is said when it is to run.
  [[nodiscard]] static std::unique_ptr<ReferenceKernel> of(Steps& own);
  ReferenceKernel(const ReferenceKernel&) = delete;  // its steps refer to its experiment
  ReferenceKernel& operator=(const ReferenceKernel&) = delete;

  /// On the open device. The memory is then that of this kernel: the other one must be prepared again.
  [[nodiscard]] Expected<ReferenceOutput> run_on_device();
  /// With the sizes that the other kernel has by now. A plan that calls a library, which the emulator cannot execute,
  /// is replaced by its CPU reference.
  [[nodiscard]] Expected<ReferenceOutput> run_in_emulator(const Deadline& deadline);

 private:
  explicit ReferenceKernel(Steps& own);
  [[nodiscard]] Status prepare();
  [[nodiscard]] Status take_sizes();
  [[nodiscard]] Status take_inputs();
  [[nodiscard]] Expected<ReferenceOutput> output_on_device();
  [[nodiscard]] Expected<ReferenceOutput> output_in_emulator(const Deadline& deadline);
  /// With its faults as those of the other kernel.
  [[nodiscard]] Expected<ReferenceOutput> told(Expected<ReferenceOutput> output);

  Steps& own_;
  lab::Experiment experiment_;
  Listener listener_;
  Steps steps_;
  Status ready_;
};

}  // namespace warpscope::worker
