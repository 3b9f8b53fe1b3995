// Work that may crash, in a process of its own.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/process.h"

namespace lanescope::compiler {

/// What came of work in another process: its answer, or how the process ended without one.
struct IsolatedAnswer {
  std::optional<std::vector<std::string>> texts;
  ExitState ended;  ///< with neither status nor signal: no process could be made
};

/// Carries out the work in a copy of this process (fork) that has the calling thread alone, and waits for its answer.
/// The copy ends with the thread that made it, and leaves no core. The work may neither use the GPU, whose driver does
/// not follow into a copy, nor start threads.
[[nodiscard]] IsolatedAnswer run_isolated(const std::function<std::vector<std::string>()>& work);

}  // namespace lanescope::compiler
