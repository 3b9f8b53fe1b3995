// The window on the screen, from opening to closing.
#pragma once

#include <filesystem>

#include "base/error.h"

namespace warpscope::gui {

struct Options {
  std::filesystem::path kernel;     ///< a .cu file, or an id; empty: the first kernel
  std::filesystem::path recording;  ///< shown as recorded wherever kernel and setting fit; empty: none
  int device = -1;                  ///< of CUDA; -1: the worker chooses
  bool interop = true;              ///< pictures may come by CUDA IPC when the GPU that draws is the one that computes
};

/// Runs until the window is closed; returns the exit status. Error: it cannot be opened, and what would help.
[[nodiscard]] Expected<int> run(const Options& options);

}  // namespace warpscope::gui
