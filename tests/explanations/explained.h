// What results of accesses mean, with the words in which tests ask for it.
#pragma once

#include <algorithm>

#include "experiments/results_of_accesses.h"
#include "explanations/findings.h"

namespace lanescope::explanations {

using experiments::conflicting, experiments::result_to_explain, experiments::sectors, experiments::wavefronts;
using experiments::Result, experiments::TestAccess;
using predict::Cause;
using trace::Operation;
using trace::Space;

[[nodiscard]] inline Summary explained(const Result& result) {
  return summary_of(result, experiments::sheet_of(result));
}

/// Returns null when there is no cause of that kind.
[[nodiscard]] inline const Finding* cause(const Summary& summary, FindingKind kind) {
  const auto found = std::ranges::find(summary.causes, kind, &Finding::kind);
  return found == summary.causes.end() ? nullptr : &*found;
}

}  // namespace lanescope::explanations
