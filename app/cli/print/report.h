// What could not be done.
#pragma once

#include <iostream>

#include "base/error.h"
#include "cli/commands.h"

namespace warpscope::cli {

/// Says it on standard error. Returns `status`, to end with.
inline int report(const Error& error, int status = wrong_usage) {
  std::cerr << error.text() << '\n';
  return status;
}

}  // namespace warpscope::cli
