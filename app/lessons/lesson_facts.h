// The numbers that lessons are about: quantities of experiments that were run by the emulator, recorded, or predicted.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/error.h"
#include "catalogue/catalogue.h"
#include "experiments/result.h"
#include "experiments/sheet/lines.h"
#include "experiments/sheet/sheet.h"
#include "lessons/lesson.h"
#include "lessons/lesson_recordings.h"
#include "model/access/bank_phases.h"

namespace lanescope::lessons {

/// Where the numbers of a formula come from.
struct Provenance {
  std::set<experiments::Origin> origins;  ///< empty for a formula of settings and constants alone
  std::set<std::string> recorded;         ///< "NVIDIA H200, 2026-11-21"
  std::set<std::string> predicted;        ///< "H200": the GPUs whose times the model predicts
  std::set<std::string> counted;          ///< "NVIDIA H100 80GB HBM3, 2026-11-25"
  std::set<std::string> sheets;           ///< "H200": the GPUs whose data sheets are used
  std::set<std::string> articles;         ///< "000": those that print numbers
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// A number with its origin.
struct LessonNumber {
  double value = 0;
  Provenance from;
};

/// One access of the trace.
struct SelectedAccess {
  std::size_t record = 0;  ///< index into Trace::headers
  model::AccessCounts counts;
  std::optional<model::BankPhases> phases;  ///< of shared memory, where a rule is known
  std::uint32_t lanes = 0;                  ///< mask of the active ones
};

/// Runs an experiment to its end in the emulator, with its trace.
using RunExperiment =
    std::function<Expected<std::shared_ptr<const experiments::Result>>(const experiments::Experiment&)>;

class LessonFacts {
 public:
  /// An experiment is run when a formula needs it, once.
  LessonFacts(std::shared_ptr<const catalogue::Snapshot> kernels, std::shared_ptr<const LessonSources> sources,
              RunExperiment run)
      : kernels_(std::move(kernels)), sources_(std::move(sources)), run_(std::move(run)) {}

  /// Evaluates a formula of the step. Names are those of docs/lessons.md: quantities ("shared.load.wavefronts", "time",
  /// "predicted.time"), "counted.l2.write.bytes", "article.000.time.copyCol.mean", "line.global.store.sectors",
  /// "access.wavefronts", "nx"; in front of them may stand the name of one of the step's further experiments and a
  /// point. Errors name the lesson's file and line.
  [[nodiscard]] Expected<LessonNumber> value(const Lesson& lesson, const LessonStep& step,
                                             const LessonFormula& formula);

  /// Returns the definition, or an error that names the nearest kernel.
  [[nodiscard]] Expected<std::shared_ptr<const catalogue::Kernel>> kernel_of(const LessonExperiment& experiment) const;
  /// Returns the experiment as it is run: in the emulator, with counts and a trace.
  [[nodiscard]] Expected<experiments::Experiment> experiment_of(const LessonExperiment& experiment) const;
  /// Returns its last Result; it is run when it was not yet. It fails when its output is wrong or it has a fault that
  /// the kernel does not promise.
  [[nodiscard]] Expected<std::shared_ptr<const experiments::Result>> result_of(const LessonExperiment& experiment);
  /// Returns what recordings hold of this setting, or null.
  [[nodiscard]] std::shared_ptr<const experiments::Result> recorded(const recordings::ResultIndex& recordings,
                                                                    const LessonExperiment& experiment) const;
  /// Returns what limits the experiment on its GPU, as `explain` says it: "latency_bound". A few blocks are executed
  /// where the plan is large. It fails when nothing says it.
  [[nodiscard]] Expected<std::string> limit_of(const LessonExperiment& experiment);
  /// Returns the source line that the experiment names, counted in the kernel's file; 0 when it names none. It fails
  /// when none or several lines hold the text.
  [[nodiscard]] Expected<int> line_of(const LessonExperiment& experiment) const;
  /// Returns the access that the step's view selects: the n-th one of the experiment's line in its space (shared memory
  /// for banks, buffers for sectors, either for the others). It fails when there is no such access, when the lane takes
  /// no part in it, or when it does not move the bank.
  [[nodiscard]] Expected<SelectedAccess> access_of(const LessonStep& step);

 private:
  /// Returns the numbers of a result, which are found once.
  const experiments::Sheet& numbers_of(const std::shared_ptr<const experiments::Result>& result);
  /// Returns the numbers that follow from the accesses of a line of the kernel's file. What does not occur there is 0.
  [[nodiscard]] experiments::Column numbers_of_line(const std::shared_ptr<const experiments::Result>& result, int line);

  std::shared_ptr<const catalogue::Snapshot> kernels_;
  std::shared_ptr<const LessonSources> sources_;
  RunExperiment run_;
  std::map<std::string, std::shared_ptr<const experiments::Result>> results_;  ///< by kernel, setting, seed and target
  std::map<std::shared_ptr<const experiments::Result>, experiments::Sheet> sheets_;
  std::map<std::shared_ptr<const experiments::Result>, std::vector<experiments::LineSheet>> lines_;
};

/// Returns the number as people read it: whole ones with a comma between thousands, others with three significant
/// digits.
[[nodiscard]] std::string number_text(double value);

}  // namespace lanescope::lessons
