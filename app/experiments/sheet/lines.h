// The numbers of a kernel's lines, by origin, as the Sheet has those of the whole plan.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "counters/counted.h"
#include "experiments/sheet/sheet.h"
#include "model/metrics/metrics.h"
#include "predict/prediction.h"

namespace lanescope::experiments {

/// One line of a source file.
struct LineSheet {
  std::string file;       ///< as the compiler names it
  std::int32_t line = 0;  ///< from 1; 0 where the compiler names none
  /// Its columns derived, predicted (of all blocks, with cold caches) and counted. Sums over the line's accesses and
  /// instructions.
  Sheet sheet;
  std::vector<std::pair<trace::Space, trace::Operation>> accesses;  ///< the kinds of its executed accesses
  std::map<std::string, std::uint64_t> stall_samples;  ///< by reason, as in the ids of quantities: "long_scoreboard"
  /// Why the counts of some of its accesses are approximate; empty for an unknown reason. Absent where all are exact.
  std::optional<std::string> why_approximate;
};

/// What the numbers are taken from. Null means unknown.
struct LineSources {
  const model::Metrics* metrics = nullptr;
  model::CountView view = model::CountView::executed;  ///< how accesses are counted
  bool whole = false;                                  ///< the executed blocks are all of the plan's
  const predict::Prediction* prediction = nullptr;
  const counters::Counted* counted = nullptr;
};

/// Returns all lines of which something is known, by file and line.
[[nodiscard]] std::vector<LineSheet> lines_of(const LineSources& sources);
/// Returns the lines of a result, as executed.
[[nodiscard]] std::vector<LineSheet> lines_of(const Result& result);
/// Returns what was counted of one instruction.
[[nodiscard]] counters::Values values_of(const counters::CountedInstruction& instruction);

}  // namespace lanescope::experiments
