// Predicts every setting of recordings that hold counted values, and writes a line of CSV for each element: what was
// counted, what follows from the addresses of all blocks, and what the model expects. bench/score_elements.py makes the
// tables of it.
//
// score_elements RECORDING.jsonl... [KERNEL.cu...] [--only KERNEL] [--seconds N]
//
// Kernels that are in a recording and not in the catalogue are named by their files. N is what the emulator may take
// for all blocks of one setting (10); of settings that take longer only predictions are compared.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/setting_text.h"
#include "experiments/sheet/sheet.h"
#include "must.h"
#include "recorded_runs.h"
#include "recordings/recording.h"

namespace {

using namespace lanescope;
using bench::must;

class Scorer {
 public:
  explicit Scorer(std::chrono::milliseconds limit) : runs_(limit) {}

  void add_kernel(const std::string& file) { (void)must(runs_.add_kernel(file)); }

  void score(const experiments::Result& recorded) {
    const auto again = runs_.run(recorded);
    if (!again) {
      fmt::print(stderr, "{}: nothing was predicted\n", recorded.kernel);
      return;
    }
    experiments::Sheet known = experiments::sheet_of(*again);
    known.counted.merge(recorded.counted->values);
    const std::string setting = experiments::setting_text(recorded);
    for (const counters::Quantity& quantity : counters::quantities()) {
      const auto counted = known.counted.find(quantity.id);
      if (!counted) continue;
      const auto derived = known.whole ? known.derived.find(quantity.id) : std::nullopt;
      const auto predicted = known.predicted.find(quantity.id);
      const bool exact = quantity.exact && derived && !known.derived.approximate.contains(quantity.id);
      fmt::print("{},{},{},{},{},{:.9g},{},{}\n", recorded.kernel, setting, quantity.id, name_of(quantity.unit),
                 exact ? 1 : 0, *counted, text_of(derived), text_of(predicted));
    }
    std::fflush(stdout);
  }

 private:
  static std::string text_of(const std::optional<double>& value) { return value ? fmt::format("{:.9g}", *value) : ""; }

  RecordedRuns runs_;
};

}  // namespace

int main(int count, char** arguments) {
  std::string only;
  double seconds = 10;
  std::vector<std::string> files, kernels;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--only" && i + 1 < count) {
      only = arguments[++i];
    } else if (argument == "--seconds" && i + 1 < count) {
      seconds = std::stod(arguments[++i]);
    } else {
      (argument.ends_with(".cu") ? kernels : files).push_back(argument);
    }
  }
  if (files.empty()) {
    fmt::print(stderr, "usage: score_elements RECORDING.jsonl... [KERNEL.cu...] [--only KERNEL] [--seconds N]\n");
    return 2;
  }
  Scorer scorer(std::chrono::milliseconds(static_cast<std::int64_t>(1000 * seconds)));
  for (const std::string& kernel : kernels) scorer.add_kernel(kernel);
  fmt::print("kernel,setting,element,unit,exact,counted,derived,predicted\n");
  for (const std::string& file : files) {
    const recordings::Recording recording = must(recordings::read_recording(file));
    for (const experiments::Result& recorded : recording.results) {
      if (recorded.counted && recorded.kernel.starts_with(only)) scorer.score(recorded);
    }
  }
}
