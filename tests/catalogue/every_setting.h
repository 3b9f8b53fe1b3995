// The programs that a kernel file stands for, for tests of every one of them.
#pragma once

#include <map>
#include <string>

#include "catalogue/kernel.h"

namespace lanescope::catalogue {

/// By id: the kernel with its defaults, and what each of its former ids means.
inline std::map<std::string, Values> every_id(const Kernel& kernel) {
  std::map<std::string, Values> settings = kernel.aliases;
  settings[kernel.source.id] = {};
  return settings;
}

}  // namespace lanescope::catalogue
