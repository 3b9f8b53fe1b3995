// What makes two points of sweeps the same: the text of the kernel, its setting, and where it runs. A sweep that is
// started again skips the points whose keys its files hold.
#pragma once

#include <cstdint>
#include <string>

#include "lab/experiment.h"
#include "lab/result.h"

namespace warpscope::lab {

struct SweepKey {
  std::string kernel;
  std::string source;   ///< fingerprint of the kernel's text and headers
  std::string setting;  ///< "block_x=8 nx=4096": every knob and size
  std::string backend;  ///< gpu, emulator or cpu
  std::string place;    ///< uuid of the GPU; host of a CPU that is timed; empty for the emulator, which is the same
                        ///< everywhere
  std::uint64_t seed = 1;
  std::string options;  ///< target, schedule

  /// 32 hexadecimal digits: what files keep.
  [[nodiscard]] std::string digest() const;
  friend bool operator==(const SweepKey&, const SweepKey&) = default;
};

/// The GPU: its uuid, or its name where it has none.
[[nodiscard]] const std::string& place_of(const Machine& machine);

/// The backend that `automatic` means on this machine.
[[nodiscard]] Backend backend_on(const Machine& machine, Backend asked);

/// The key of an experiment on a machine. Sizes that the emulator may reduce count as other than the same ones asked
/// for. Error: the values are not legal.
[[nodiscard]] Expected<SweepKey> key_of(const catalogue::Kernel& kernel, const Experiment& experiment,
                                        const Machine& machine);

/// Fingerprint of everything that the compiler reads.
[[nodiscard]] std::string source_fingerprint(const catalogue::KernelSource& source);

/// "block_x=8 load_op=ca nx=4096": every knob by name, then every size.
[[nodiscard]] std::string setting_text(const Result& result);
[[nodiscard]] std::string setting_text(const catalogue::LaunchPlan& plan);

}  // namespace warpscope::lab
