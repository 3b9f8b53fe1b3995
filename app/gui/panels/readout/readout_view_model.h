// What the Readout says: texts and nothing else, made from what is known. Every number has a unit and an origin, every
// measurement its spread; what is not known is absent, with the reason in its place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/state/language.h"
#include "gui/state/state.h"
#include "model/metrics/metrics.h"

namespace warpscope::gui {

/// One kind of access: "Global loads".
struct AccessReading {
  std::string label;
  std::string value;  ///< sectors or wavefronts a request, "32.0"; "—" when it is not known
  std::string ideal;  ///< the fewest that would do, in the same unit
  std::string unit;   ///< "sectors", "wavefronts"
  std::string ratio;  ///< "8.0×"; empty where it is the fewest
  double amount = 0;  ///< value and ideal as numbers, for a bar
  double least = 0;
  bool as_written = false;  ///< the cubin does not show that it is executed like this
  std::string details;      ///< the sums, and why it is as written
  std::string missing;      ///< why there is no value; empty when there is one

  [[nodiscard]] bool known() const { return missing.empty(); }
};

/// All of them, for as many blocks as were executed.
struct AccessReadings {
  std::vector<AccessReading> lines;
  std::string view;     ///< "as executed", "as written"
  std::string blocks;   ///< "3 of 16 384 blocks"
  std::string missing;  ///< why there are no lines; empty when there are
  bool stale = false;   ///< they belong to another setting than the knobs
};

/// Accesses to global, shared and local memory, in that order; what is read-only by nature (parameters, constants,
/// textures) has no sectors or wavefronts of its own here.
[[nodiscard]] AccessReadings access_readings(const Language& language, const model::Metrics& metrics);

/// How many blocks were executed, of how many: "3 of 16 384 blocks".
[[nodiscard]] std::string blocks_text(const Language& language, const model::Metrics& metrics);

/// Where a number comes from; each has a word and a shape of its own.
enum class Source { measured, recorded, compiler, driver, derived, predicted };
[[nodiscard]] std::string word_of(const Language& language, Source source);

struct Reading {
  std::string label;
  std::string value;  ///< "—" when it is not known
  std::string unit;
  std::string spread;   ///< "[2 840, 2 888]", first to third quartile in the same unit; empty for what has none
  std::string detail;   ///< number of samples, or what the number rests on
  std::string missing;  ///< why there is no value; empty when there is one
  Source source = Source::measured;

  [[nodiscard]] bool known() const { return missing.empty(); }
};

/// Whether the output was what it must be. promised: a museum kernel showed the fault that its file promises;
/// unpromised: it did not, or another one too. fault: the emulator stopped at one. held: so did its look before a
/// launch on the GPU, which waits for a click.
enum class Verdict { none, unverified, verified, wrong, promised, unpromised, fault, held };
[[nodiscard]] std::string word_of(const Language& language, Verdict verdict);

/// The rate as a share of the theoretical peak, and of the best copy that was measured.
struct PeakShare {
  double share = 0, low = 0, high = 0;  ///< 0 ... 1, the quartiles around it; may exceed 1 when caches help
  std::string text = {};                ///< "59.8 % of 4 800 GB/s, the theoretical peak"
  std::optional<double> copy = {};      ///< the best copy as a share of the peak
  std::string copy_text = {};  ///< "67.3 % of 4 263 GB/s, the best copy so far (...)"; empty: none was measured
};

struct Problem {
  /// lack: something this machine does not have; nothing is wrong with the kernel. lesson: what the kernel is there to
  /// show. held: what waits for a click.
  enum class Kind { fault, lack, lesson, held };
  Kind kind = Kind::fault;
  std::string what, where, remedy;
  std::string action = {};  ///< offered as a button; empty: none
};

struct Readout {
  std::string title, subtitle;  ///< the kernel's id, and its title
  Reading rate;                 ///< GB/s
  std::string rate_remedy;      ///< what would help to have one; empty when nothing is known to
  std::optional<PeakShare> peak;
  std::vector<Reading> timing;     ///< cold, hot, operations, clock
  std::vector<Reading> resources;  ///< registers, shared memory, occupancy, compile time
  bool resources_stale = false;    ///< the resources do; they are known earlier than the rest
  AccessReadings accesses;         ///< sectors and wavefronts
  std::vector<std::string> notes;  ///< sentences about the numbers as a whole ("sizes reduced from ...")
  Verdict verdict = Verdict::none;
  std::string verdict_text;  ///< one sentence behind the badge
  std::string wrong_remedy;  ///< what to do about a wrong result; may be empty
  std::string first_wrong;   ///< the first wrong element; empty unless the verdict is wrong
  std::vector<Problem> problems;
  bool stale = false;      ///< the numbers belong to another setting than the knobs, or their machine is away
  std::string stale_word;  ///< "earlier setting", "connection lost"; empty unless stale
  std::string origin;    ///< "from NVIDIA H200 of server-7"; empty unless they come from another machine than the next
  std::string recorded;  ///< "recorded 2026-11-21 on NVIDIA H200"; empty for what was measured here
  std::string activity;  ///< what is being done about it: "compiling", ...; empty when nothing is
  std::string version;   ///< which text the numbers are of: "the last version that compiled"; empty: the current one
};

[[nodiscard]] Readout read(const State& state);

// What a run showed, in words: verdict.cpp.

/// "an access out of bounds" for out_of_bounds: what follows "shows". Other kinds are their own name.
[[nodiscard]] std::string fault_noun(const Language& language, FaultKind kind);

/// What is known of a fault, over several lines, for a tooltip.
[[nodiscard]] std::string fault_details(const Language& language, const lab::Fault& fault);

/// Fills verdict, verdict_text, first_wrong and wrong_remedy. `verified_before`: the same setting was found right in an
/// earlier run.
void write_verdict(const Language& language, Readout& readout, const lab::Result& result, bool verified_before);

/// Of the current setting: errors of the file and of the text on screen, then what its run found.
[[nodiscard]] std::vector<Problem> problems_of(const State& state);

}  // namespace warpscope::gui
