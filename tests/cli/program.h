// The program as a user or a script starts it.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "base/process.h"

namespace warpscope::cli {

/// Runs build/warpscope to its end.
inline FinishedProcess program(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), WARPSCOPE_PROGRAM);
  auto finished = run_process(arguments, std::chrono::minutes(3));
  if (!finished) throw MachineError(finished.error());
  return *finished;
}

}  // namespace warpscope::cli
