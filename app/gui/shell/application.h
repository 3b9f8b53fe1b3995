// The window on the screen, from opening to closing.
#pragma once

#include <filesystem>
#include <optional>

#include "base/error.h"
#include "client/remote.h"

namespace warpscope::gui {

struct Options {
  std::filesystem::path kernel;          ///< a .cu file, or an id; empty: the first kernel
  std::filesystem::path recording;       ///< shown as recorded wherever kernel and setting fit; empty: none
  int device = -1;                       ///< of CUDA; -1: the worker chooses
  std::optional<client::Remote> remote;  ///< where the worker runs; empty: here
  bool interop = true;  ///< pictures may come by CUDA IPC when the GPU that draws is the one that computes
};

/// Runs until the window is closed; returns the exit status. Error: it cannot be opened, and what would help.
[[nodiscard]] Expected<int> run(const Options& options);

}  // namespace warpscope::gui
