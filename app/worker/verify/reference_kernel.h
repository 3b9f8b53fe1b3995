// The kernel, or the other entry of the same file, that [check] same_as names. It is compiled and run beside the kernel
// whose output is compared.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "worker/pipelines/experiment_run.h"

namespace lanescope::worker {

/// The bytes that an output must be equal to.
struct ReferenceOutput {
  std::vector<std::byte> bytes;
  Message method;  ///< "output of transpose/naive_row"
  Message note;    ///< a sentence for the result, or empty
};

/// Runs with the sizes, the seed and the inputs of the checked kernel, and with its own default knobs; another entry
/// of the same file runs with the same knobs too. Its errors are
/// faults of kind "partner" that name it.
class ReferenceKernel {
 public:
  /// Resolves and compiles it for `checked`, which is compiled and must outlive it. Returns null when `checked` is
  /// compared with no kernel. Errors (its source was not sent, its sizes, buffers or output do not fit, or it does not
  /// compile) are reported only when it is to run.
  [[nodiscard]] static std::unique_ptr<ReferenceKernel> of(ExperimentRun& checked);
  ReferenceKernel(const ReferenceKernel&) = delete;  // run_ refers to experiment_
  ReferenceKernel& operator=(const ReferenceKernel&) = delete;

  /// Runs on the open device and takes its memory: the checked kernel must be prepared again.
  [[nodiscard]] Expected<ReferenceOutput> run_on_device();
  /// Runs with the current sizes of the checked kernel. A plan that calls a library, which the emulator cannot execute,
  /// is replaced by its CPU reference.
  [[nodiscard]] Expected<ReferenceOutput> run_in_emulator(const simulator::Deadline& deadline);

 private:
  explicit ReferenceKernel(ExperimentRun& checked);
  [[nodiscard]] Status prepare();
  [[nodiscard]] Status prepare_entry();
  /// The knobs and sizes of the checked kernel, for an entry of the same file.
  [[nodiscard]] catalogue::Values checked_values() const;
  [[nodiscard]] Status copy_sizes();
  [[nodiscard]] Status copy_inputs();
  [[nodiscard]] Expected<ReferenceOutput> output_on_device();
  [[nodiscard]] Expected<ReferenceOutput> output_in_emulator(const simulator::Deadline& deadline);
  /// Reports its faults as faults of the checked kernel.
  [[nodiscard]] Expected<ReferenceOutput> with_faults_reported(Expected<ReferenceOutput> output);

  ExperimentRun& checked_;
  experiments::Experiment experiment_;
  Listener listener_;
  ExperimentRun run_;
  Status ready_;
};

}  // namespace lanescope::worker
