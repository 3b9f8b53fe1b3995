// What the doctor finds of one thing that the program needs or can use.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "gpu/counters/permission.h"

namespace lanescope::cli {

/// One thing that the program needs or can use.
struct Finding {
  std::string name;
  bool present = true;
  std::vector<std::string> details = {};  ///< What there is, or why there is nothing.
  Message remedy = {};                    ///< It is empty when the thing is present.
  std::string command = {};               ///< A shell command that is the remedy; empty means there is none.
  FaultKind kind = FaultKind::none;       ///< why it is missing, where that is known by its kind
};

/// Adds to the finding whether the counters can be read, by an attempt to count; else why not, and what helps on this
/// system.
inline void add_counter_access(Finding& counters, const Status& counting, const gpu::CounterPermission& permission) {
  if (counting) {
    counters.details.emplace_back("they can be read");
    return;
  }
  const Error& error = counting.error();
  counters.present = false;
  counters.details.push_back(error.what);
  counters.details.emplace_back("predicted values are shown instead");
  counters.kind = error.kind;
  counters.remedy = error.remedy;
  if (error.kind == FaultKind::no_permission) counters.command = permission.command;
}

}  // namespace lanescope::cli
