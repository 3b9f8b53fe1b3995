// Predicts every setting of recordings and writes a line of CSV for each, with what was measured beside it.
// bench/score_table.py makes the tables of it.
//
// score_predictions PROFILE.toml RECORDING.jsonl... [KERNEL.cu...] [--every N [--part K]] [--only KERNEL]
//                   [--held-out [FIT_EVERY]]
// score_predictions PROFILE.toml RECORDING.jsonl... --fit FAMILY [FIT_EVERY]
//
// Kernels that are in a recording and not in the catalogue are named by their files.
// With --every N it takes one setting in N, by a hash of its text: always the same ones, K chooses which. With
// --held-out each family is predicted with constants that were fitted to the other families: to one setting in
// FIT_EVERY (40) of them. Constants that come from probes, data sheets and literature stay as they are.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "experiments/setting_text.h"
#include "must.h"
#include "refit.h"

namespace {

using namespace lanescope;
using bench::must;

class Scorer {
 public:
  explicit Scorer(const std::string& profile)
      : gpu_(must(predict::read_profile_file(profile))), predictor_(gpu_, capability_of(gpu_)) {}

  void add_kernel(const std::string& file) { must(predictor_.add_kernel(file)); }

  void score(const experiments::Result& recorded, const predict::GpuProfile& gpu) {
    const auto begin = std::chrono::steady_clock::now();
    const auto prediction = predictor_.predict(recorded, gpu);
    const double took = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    if (!prediction) return skip(recorded, prediction.error().text());
    std::string causes;
    for (const predict::CauseShare& cause : prediction->by_cause) {
      causes += fmt::format("{}{}={:.2f}", causes.empty() ? "" : " ", predict::name_of(cause.cause), cause.share);
    }
    fmt::print("{},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{},{:.3f},{:.3f},{:.4g},{:.4g},{:.1f},{}\n",
               recorded.kernel, experiments::setting_text(recorded), recorded.cold ? recorded.cold->median : 0,
               prediction->cold.ms, prediction->cold.low, prediction->cold.high,
               recorded.hot ? recorded.hot->median : 0, prediction->hot.ms, predict::name_of(prediction->confidence),
               prediction->l1_hit_rate.value_or(-1), prediction->l2_hit_rate.value_or(-1),
               prediction->memory_read_bytes, prediction->memory_write_bytes, took, causes);
  }

  /// Fits to one setting in `every` of all families but one; each family has the same weight.
  [[nodiscard]] predict::GpuProfile fitted_without(
      const std::string& family, const std::map<std::string, std::vector<experiments::Result>>& families,
      std::uint64_t every, bench::FitFrom from) {
    std::vector<bench::MeasuredSetting> settings;
    for (const auto& [name, results] : families) {
      if (name == family) continue;
      const std::size_t first = settings.size();
      // Of a small family a larger share.
      const std::uint64_t parts = std::max<std::uint64_t>(1, std::min(every, results.size() / 20));
      for (const experiments::Result& recorded : results) {
        if (!recorded.cold || !is_in_part(recorded, 3 % parts, parts)) continue;
        if (auto traced = predictor_.trace(recorded)) {
          settings.push_back({std::move(*traced), recorded.cold->median, 1});
        }
      }
      const auto count = static_cast<double>(settings.size() - first);
      for (std::size_t i = first; i < settings.size(); ++i) settings[i].weight = 1 / count;
    }
    fmt::print(stderr, "without {}: fitted to {} settings\n", family, settings.size());
    return bench::refit(gpu_, settings, from);
  }

  [[nodiscard]] const predict::GpuProfile& gpu() const { return gpu_; }

 private:
  static compiler::ComputeCapability capability_of(const predict::GpuProfile& gpu) {
    const std::size_t dot = gpu.compute_capability.find('.');
    return {std::stoi(gpu.compute_capability.substr(0, dot)), std::stoi(gpu.compute_capability.substr(dot + 1))};
  }

  static void skip(const experiments::Result& recorded, const std::string& why) {
    fmt::print(stderr, "{}: {}\n", setting_of(recorded), why);
  }

  predict::GpuProfile gpu_;
  RecordedPredictor predictor_;
};

}  // namespace

int main(int count, char** arguments) {
  std::size_t every = 1, part = 0;
  std::uint64_t fit_every = 0;  // 0: with the profile as it is
  std::string only, fit_without;
  std::vector<std::string> files;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--every" && i + 1 < count) {
      every = std::stoul(arguments[++i]);
    } else if (argument == "--part" && i + 1 < count) {
      part = std::stoul(arguments[++i]);
    } else if (argument == "--only" && i + 1 < count) {
      only = arguments[++i];
    } else if (argument == "--held-out" || (argument == "--fit" && i + 1 < count)) {
      fit_every = 40;
      if (argument == "--fit") fit_without = arguments[++i];
      if (i + 1 < count) {
        const std::string next = arguments[i + 1];
        if (std::from_chars(next.data(), next.data() + next.size(), fit_every).ptr == next.data() + next.size()) ++i;
      }
    } else {
      files.push_back(argument);
    }
  }
  if (files.size() < 2) {
    fmt::print(stderr,
               "usage: score_predictions PROFILE.toml RECORDING.jsonl... [KERNEL.cu...] [--every N [--part K]] "
               "[--only KERNEL] [--held-out [FIT_EVERY]]\n");
    return 2;
  }
  Scorer scorer(files.front());
  if (fit_without.empty()) {
    fmt::print(
        "kernel,setting,cold,predicted,low,high,hot,predicted_hot,confidence,l1_hits,l2_hits,read,written,took_ms,"
        "causes\n");
  }
  std::map<std::string, std::vector<experiments::Result>> families;
  for (std::size_t i = 1; i < files.size(); ++i) {
    if (files[i].ends_with(".cu")) {
      scorer.add_kernel(files[i]);
      continue;
    }
    for (experiments::Result& recorded : must(recordings::read_recording(files[i])).results)
      families[recorded.kernel.substr(0, recorded.kernel.find('/'))].push_back(std::move(recorded));
  }
  if (!fit_without.empty()) {
    (void)scorer.fitted_without(fit_without, families, fit_every, bench::FitFrom::profile);
    return 0;
  }
  for (const auto& [family, results] : families) {
    const bool asked = std::ranges::any_of(results, [&](const auto& one) { return one.kernel.starts_with(only); });
    if (!asked) continue;
    const predict::GpuProfile gpu =
        fit_every == 0 ? scorer.gpu()
                       : scorer.fitted_without(family, families, fit_every, bench::FitFrom::middle_of_ranges);
    for (const experiments::Result& recorded : results) {
      if (!recorded.kernel.starts_with(only)) continue;
      if (is_in_part(recorded, part, every)) scorer.score(recorded, gpu);
    }
    std::fflush(stdout);
  }
}
