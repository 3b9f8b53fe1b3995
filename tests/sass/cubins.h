// Kernels for the tests of SASS, compiled on the spot by the NVRTC of this machine.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "compiler/fixture.h"
#include "sass/cubin.h"

namespace lanescope::sass {

inline constexpr int targets[] = {75, 80, 86, 89, 90, 100, 120};

using compiler::shared_compiler;

inline bool compiles_for(int target) {
  return compiler::compiles_for(shared_compiler(), target);
}

inline compiler::Compiled compile(const std::string& file, const std::string& text, int target,
                                  std::map<std::string, std::string> headers = {}) {
  compiler::Request request;
  request.file = file;
  request.text = text;
  request.headers = std::move(headers);
  request.target = {target / 10, target % 10};
  auto compiled = shared_compiler().compile(request);
  if (!compiled) throw MachineError({compiled.error().text() + "\n" + compiled.error().text(), file, ""});
  return *std::move(compiled);
}

inline std::string kernel_text(const std::string& name) {
  const auto text = read_file(std::string(LANESCOPE_SOURCES) + "/tests/sass/kernels/" + name);
  if (!text) throw MachineError(text.error());
  return *text;
}

}  // namespace lanescope::sass
