// The key of a point: the text of the kernel, its setting, and where it runs. A sweep that is started again skips the
// points whose keys its files hold.
#pragma once

#include <cstdint>
#include <string>

#include "experiments/experiment.h"
#include "experiments/result.h"

namespace lanescope::recordings {

struct SweepKey {
  std::string kernel;
  std::string source;   ///< fingerprint of the kernel's text and headers
  std::string setting;  ///< "block_x=8 nx=4096": every knob and size
  std::string backend;  ///< gpu, emulator or cpu
  std::string place;    ///< uuid of the GPU; host of a CPU that is timed; empty for the emulator, whose results are the
                        ///< same everywhere
  std::uint64_t seed = 1;
  std::string options;  ///< target, schedule

  /// Returns the 32 hexadecimal digits that files keep.
  [[nodiscard]] std::string digest() const;
  friend bool operator==(const SweepKey&, const SweepKey&) = default;
};

/// Returns the uuid of the GPU, or its name when it has none.
[[nodiscard]] const std::string& place_of(const experiments::Machine& machine);

/// Returns the backend that `automatic` means on this machine.
[[nodiscard]] experiments::Backend backend_on(const experiments::Machine& machine, experiments::Backend asked);

/// Returns the key of an experiment on a machine. Sizes that the emulator may reduce differ from the same sizes when
/// they are asked for. It fails when the values are not legal.
[[nodiscard]] Expected<SweepKey> key_of(const catalogue::Kernel& kernel, const experiments::Experiment& experiment,
                                        const experiments::Machine& machine);

/// Returns the fingerprint of everything that the compiler reads.
[[nodiscard]] std::string source_fingerprint(const catalogue::KernelSource& source);

}  // namespace lanescope::recordings
