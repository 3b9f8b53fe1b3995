#include "experiments/known_types.h"

#include <algorithm>

namespace lanescope::experiments {

KnownTypes known_types(const Result& result) {
  KnownTypes known{result.parameter_types, {}, catalogue::missing_headers(result.diagnostics)};
  const auto fault = std::ranges::find(result.faults, FaultKind::compile, &Fault::kind);
  if (fault != result.faults.end() && fault->line > 0) {
    known.refused = Error{fault->message, {fault->file, fault->line, fault->column}, fault->remedy, fault->kind};
  }
  return known;
}

}  // namespace lanescope::experiments
