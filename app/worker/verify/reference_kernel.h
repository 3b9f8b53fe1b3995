// The kernel, or the other entry of the same file, that [check] same_as names. It is compiled and run beside the kernel
// whose output is compared.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "worker/pipelines/steps.h"

namespace lanescope::worker {

/// The bytes that an output must be equal to.
struct ReferenceOutput {
  std::vector<std::byte> bytes;
  std::string method;  ///< "output of transpose/naive_row"
  std::string note;    ///< a sentence for the result, or empty
};

/// Runs with the sizes, the seed and the inputs of the other kernel, and with its own default knobs; another entry
/// of the same file runs with the same knobs too. Its errors are
/// faults of kind "partner" that name it.
class ReferenceKernel {
 public:
  /// Resolves and compiles it for `own`, which is compiled and must outlive it. Returns null when `own` is compared
  /// with no kernel. Errors (its source was not sent, its sizes, buffers or output do not fit, or it does not compile)
  /// are reported only when it is to run.
  [[nodiscard]] static std::unique_ptr<ReferenceKernel> of(Steps& own);
  ReferenceKernel(const ReferenceKernel&) = delete;  // its steps refer to its experiment
  ReferenceKernel& operator=(const ReferenceKernel&) = delete;

  /// Runs on the open device and takes its memory: the other kernel must be prepared again.
  [[nodiscard]] Expected<ReferenceOutput> run_on_device();
  /// Runs with the current sizes of the other kernel. A plan that calls a library, which the emulator cannot execute,
  /// is replaced by its CPU reference.
  [[nodiscard]] Expected<ReferenceOutput> run_in_emulator(const Deadline& deadline);

 private:
  explicit ReferenceKernel(Steps& own);
  [[nodiscard]] Status prepare();
  [[nodiscard]] Status prepare_entry();
  /// The knobs and sizes of the other kernel, for an entry of the same file.
  [[nodiscard]] catalogue::Values own_values() const;
  [[nodiscard]] Status take_sizes();
  [[nodiscard]] Status take_inputs();
  [[nodiscard]] Expected<ReferenceOutput> output_on_device();
  [[nodiscard]] Expected<ReferenceOutput> output_in_emulator(const Deadline& deadline);
  /// Reports its faults as faults of the other kernel.
  [[nodiscard]] Expected<ReferenceOutput> told(Expected<ReferenceOutput> output);

  Steps& own_;
  lab::Experiment experiment_;
  Listener listener_;
  Steps steps_;
  Status ready_;
};

}  // namespace lanescope::worker
