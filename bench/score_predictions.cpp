// Predicts every setting of recordings and writes a line of CSV for each, with what was measured beside it.
// bench/score_table.py makes the tables of it.
//
// score_predictions PROFILE.toml RECORDING.jsonl... [--every N [--part K]] [--only KERNEL]
//
// With --every N it takes one setting in N, by a hash of its text: always the same ones, K chooses which.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "must.h"
#include "recorded_predictions.h"

namespace {

using namespace warpscope;
using bench::must;

class Scorer {
 public:
  explicit Scorer(const std::string& profile)
      : predictor_(must(predict::read_profile(must(read_file(profile)), profile)), {9, 0}) {}

  void score(const lab::Result& recorded) {
    const auto begin = std::chrono::steady_clock::now();
    const auto prediction = predictor_.predict(recorded);
    const double took = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    if (!prediction) return skip(recorded, prediction.error().text());
    std::string causes;
    for (const predict::CauseShare& cause : prediction->by_cause) {
      causes += fmt::format("{}{}={:.2f}", causes.empty() ? "" : " ", predict::name_of(cause.cause), cause.share);
    }
    fmt::print("{},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{},{:.3f},{:.3f},{:.4g},{:.4g},{:.1f},{}\n",
               recorded.kernel, lab::setting_text(recorded), recorded.cold ? recorded.cold->median : 0,
               prediction->cold.ms, prediction->cold.low, prediction->cold.high,
               recorded.hot ? recorded.hot->median : 0, prediction->hot.ms, predict::name_of(prediction->confidence),
               prediction->l1_hit_rate.value_or(-1), prediction->l2_hit_rate.value_or(-1),
               prediction->memory_read_bytes, prediction->memory_write_bytes, took, causes);
  }

 private:
  static void skip(const lab::Result& recorded, const std::string& why) {
    fmt::print(stderr, "{}: {}\n", setting_of(recorded), why);
  }

  RecordedPredictor predictor_;
};

}  // namespace

int main(int count, char** arguments) {
  std::size_t every = 1, part = 0;
  std::string only;
  std::vector<std::string> files;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--every" && i + 1 < count) {
      every = std::stoul(arguments[++i]);
    } else if (argument == "--part" && i + 1 < count) {
      part = std::stoul(arguments[++i]);
    } else if (argument == "--only" && i + 1 < count) {
      only = arguments[++i];
    } else {
      files.push_back(argument);
    }
  }
  if (files.size() < 2) {
    fmt::print(stderr,
               "usage: score_predictions PROFILE.toml RECORDING.jsonl... [--every N [--part K]] [--only KERNEL]\n");
    return 2;
  }
  Scorer scorer(files.front());
  fmt::print(
      "kernel,setting,cold,predicted,low,high,hot,predicted_hot,confidence,l1_hits,l2_hits,read,written,took_ms,"
      "causes\n");
  for (std::size_t i = 1; i < files.size(); ++i) {
    for (const lab::Result& recorded : must(lab::read_recording(files[i])).results) {
      if (!only.empty() && !recorded.kernel.starts_with(only)) continue;
      if (is_in_part(recorded, part, every)) scorer.score(recorded);
    }
    std::fflush(stdout);
  }
}
