// What the tests of the compiler share: a compiler of this machine, and folders of their own.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "compiler/compiler.h"
#include "temporary_folder.h"

namespace lanescope::compiler {

/// The newest NVRTC here; ./test prepares one on every machine.
inline Toolkit newest_toolkit() {
  auto toolkit = choose_toolkit(find_toolkits(), {9, 0}, 0);
  if (!toolkit) throw MachineError(toolkit.error());
  return *std::move(toolkit);
}

inline Compiler open_compiler(std::filesystem::path cache = {}) {
  auto compiler = Compiler::open(newest_toolkit(), std::move(cache));
  if (!compiler) throw MachineError(compiler.error());
  return *std::move(compiler);
}

/// One for all tests of a program. With $LANESCOPE_TEST_COMPILED, which ./test makes anew for each run, what another
/// test of the run compiled comes from there: a test that is about compiling opens its own.
inline const Compiler& shared_compiler() {
  static const Compiler compiler = open_compiler(environment("LANESCOPE_TEST_COMPILED"));
  return compiler;
}

/// Some toolkits of those that can be installed do not know all targets.
inline bool compiles_for(const Compiler& compiler, int target) {
  const std::vector<int>& known = compiler.toolkit().architectures;
  return std::find(known.begin(), known.end(), target) != known.end();
}

inline Request request(std::string text, std::map<std::string, std::string> headers = {}) {
  Request result;
  result.file = "kernels/lesson/example.cu";
  result.text = std::move(text);
  result.headers = std::move(headers);
  result.target = {8, 0};
  return result;
}

}  // namespace lanescope::compiler
