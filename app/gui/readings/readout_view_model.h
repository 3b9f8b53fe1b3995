// The texts of the Readout, made from what is known. Every number has a unit and an origin, and every measurement has
// its spread. The reason takes the place of a number that is unknown.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "experiments/sheet/value.h"
#include "gui/store/state.h"
#include "gui/store/words/language.h"
#include "model/metrics/metrics.h"

namespace lanescope::gui {

/// One kind of access, such as "Global loads".
struct AccessReading {
  trace::Space space = trace::Space::global;
  std::string label;
  std::string value;  ///< sectors or wavefronts per request, "32.0"; "—" when unknown
  std::string ideal;  ///< the fewest that are necessary, in the same unit
  std::string unit;   ///< "sectors", "wavefronts"
  std::string ratio;  ///< "8.0×"; empty when the value is the fewest
  double amount = 0;  ///< value and ideal as numbers, for a bar
  double least = 0;
  bool approximate = false;  ///< whether a hardware counter may have other sums
  std::string details;       ///< the sums, and why they are approximate
  std::string missing;       ///< why there is no value; empty when there is one

  [[nodiscard]] bool known() const { return missing.empty(); }
};

/// All kinds of access, for the blocks that were executed.
struct AccessReadings {
  std::vector<AccessReading> lines;
  std::string exact;    ///< "12 of 14 instructions exact"; empty where a recording has only their sums
  std::string blocks;   ///< "3 of 16 384 blocks"
  std::string missing;  ///< why there are no lines; empty when there are
  bool stale = false;   ///< whether they belong to another setting than the knobs
};

/// Returns accesses to global, shared and local memory, in that order. Read-only spaces (parameters, constants,
/// textures) have no sectors or wavefronts of their own here.
[[nodiscard]] AccessReadings access_readings(const Language& language, const model::Metrics& metrics);

/// Returns how many blocks were executed, such as "3 of 16 384 blocks".
[[nodiscard]] std::string blocks_text(const Language& language, const model::Metrics& metrics);

/// Each origin has a word and a shape of its own (widgets/shapes.h).
[[nodiscard]] std::string word_of(const Language& language, experiments::Origin origin);

struct Reading {
  std::string label;
  std::string value;  ///< "—" when unknown
  std::string unit;
  std::string spread;  ///< "[2 840, 2 888]", first to third quartile in the same unit, or the interval of a prediction;
                       ///< empty for what has none
  std::string detail;  ///< number of samples, or what the number is based on
  std::string missing;  ///< why there is no value; empty when there is one
  experiments::Origin origin = experiments::Origin::measured;

  [[nodiscard]] bool known() const { return missing.empty(); }
};

/// Whether the output is right. With `expected_fault`, a museum kernel showed the fault that its file promises, and
/// with `missing_expected_fault` it did not, or showed another one too. With `fault`, the emulator stopped at a fault.
/// With `launch_blocked`, it did so in its check before a launch on the GPU, which waits for a click.
enum class Verdict { none, unverified, verified, wrong, expected_fault, missing_expected_fault, fault, launch_blocked };
[[nodiscard]] std::string word_of(const Language& language, Verdict verdict);

/// The rate as a share of the theoretical peak, and of the best copy that was measured.
struct PeakShare {
  double share = 0, low = 0, high = 0;  ///< the share and its quartiles, from 0; it may exceed 1 when caches help
  std::string text = {};                ///< "59.8 % of 4 800 GB/s, the theoretical peak"
  std::optional<double> copy = {};      ///< the best copy as a share of the peak
  std::string copy_text = {};  ///< "67.3 % of 4 263 GB/s, the best copy so far (...)"; empty when none was measured
};

struct Problem {
  /// With `missing_requirement` this machine lacks something, while the kernel is right. `lesson` is what the
  /// kernel teaches. With `launch_blocked` the launch waits for a click.
  enum class Kind { fault, missing_requirement, lesson, launch_blocked };
  Kind kind = Kind::fault;
  std::string what, where, remedy;
  std::string action = {};  ///< offered as a button; empty means none
  int line = 0;             ///< of the kernel's file; 0 means none
};

struct Readout {
  std::string title, subtitle;  ///< the kernel's id, and its title
  Reading rate;                 ///< in GB/s or GFLOP/s
  std::string rate_remedy;      ///< what would help to get one; empty when nothing is known to help
  std::string limited_by;       ///< the predicted reason why it is not faster; empty when nothing is predicted
  std::optional<PeakShare> peak;
  std::vector<Reading> timing;     ///< cold, hot, operations, clock, and what was predicted of them
  std::vector<Reading> resources;  ///< registers, shared memory, occupancy, compile time
  bool resources_stale = false;    ///< the same as `stale` for the resources, which are known earlier
  AccessReadings accesses;         ///< sectors and wavefronts
  std::vector<std::string> notes;  ///< sentences about the numbers as a whole ("sizes reduced from ...")
  Verdict verdict = Verdict::none;
  std::string verdict_text;  ///< one sentence after the badge
  std::string wrong_remedy;  ///< what to do about a wrong result; may be empty
  std::string first_wrong;   ///< the first wrong element; empty unless the verdict is `wrong`
  std::vector<Problem> problems;
  bool stale = false;      ///< whether the numbers belong to another setting than the knobs, or their machine is away
  std::string stale_word;  ///< "earlier setting", "connection lost"; empty unless stale
  std::string origin;    ///< "from NVIDIA H200 of server-7"; empty unless the next ones will come from another machine
  std::string recorded;  ///< "recorded 2026-11-21 on NVIDIA H200"; empty for measurements made here
  std::string activity;  ///< what happens now, such as "compiling"; empty when nothing does
  std::string version;   ///< the text of the numbers, "the last version that compiled"; empty for the current one
};

[[nodiscard]] Readout read(const State& state);

// These describe in words what a run showed.

/// Returns "an access out of bounds" for out_of_bounds, to follow "shows". Other kinds have their own name.
[[nodiscard]] std::string fault_noun(const Language& language, FaultKind kind);

/// Fills verdict, verdict_text, first_wrong and wrong_remedy. With `verified_before`, an earlier run of the same
/// setting was found right.
void write_verdict(const Language& language, Readout& readout, const experiments::Result& result, bool verified_before);

/// Returns the problems of the current setting: errors of the file and of the text on screen, then those of its run.
[[nodiscard]] std::vector<Problem> problems_of(const State& state);

}  // namespace lanescope::gui
