// The window on the screen, from opening to closing.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "base/error.h"
#include "client/remote.h"

namespace lanescope::gui {

class Session;

struct Options {
  std::filesystem::path kernel;          ///< a .cu file, or an id; empty means the first kernel
  std::filesystem::path recording;       ///< shown as recorded wherever kernel and setting match; empty means none
  std::string target;                    ///< as in experiments::Experiment; empty means that of the settings
  int device = -1;                       ///< CUDA device ordinal; -1 lets the worker choose
  std::optional<client::Remote> remote;  ///< where the worker runs; empty means this machine
  /// Called before each frame, which then follows without an event; the window closes when it returns false. Empty in
  /// the program: tests give the commands of somebody who never rests.
  std::function<bool(Session&)> operate = {};
  bool interop = true;  ///< pictures may come by CUDA IPC when the GPU that draws is the one that computes
};

/// Runs until the window is closed and returns the exit status. It fails, and says what would help, if no window opens.
[[nodiscard]] Expected<int> run(const Options& options);

}  // namespace lanescope::gui
