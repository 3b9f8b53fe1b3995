// Experiment: everything that decides a result. What the window, the command line and the tests send.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/kernel.h"

namespace warpscope::lab {

enum class Backend { gpu };
[[nodiscard]] std::string_view name_of(Backend backend);

struct Experiment {
  catalogue::KernelSource kernel;
  catalogue::Values values;  ///< knobs and sizes that differ from their defaults
  std::uint64_t seed = 1;
  Backend backend = Backend::gpu;
  int device = -1;                            ///< ordinal; -1: the worker chooses (the first)
  std::string target;                         ///< "9.0"; empty: the device's, else 9.0
  std::chrono::milliseconds timeout{10'000};  ///< of one step without an answer, then the worker is killed
  std::chrono::milliseconds budget{200};      ///< for refining the timing
  bool verify = true;
  bool preview = false;  ///< also send a picture of the checked output
  bool interop = false;  ///< the picture may stay in GPU memory and travel as a CUDA IPC handle; false: as bytes
  std::map<std::string, std::vector<std::byte>> inputs;  ///< by buffer name: raw little-endian elements instead of fill
  std::vector<std::string> dump;                         ///< names of buffers whose bytes come back

  friend bool operator==(const Experiment&, const Experiment&) = default;
};

}  // namespace warpscope::lab
