// Predicts the settings whose times articles print (assets/articles/points.csv), each on the article's GPU, as far as
// it has a profile, and writes a line of CSV for each, with what the article has beside it. bench/score_table.py makes
// tables of it. No constant of any profile was fitted to these numbers.
//
// score_articles
//
// The compiler of this machine may not know a GPU's instructions any more: then the oldest that it knows stand in.
#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "base/text.h"
#include "compiler/toolkit/toolkit.h"
#include "must.h"
#include "recorded_predictions.h"

namespace {

using namespace lanescope;
using bench::must;
using Row = std::vector<std::string>;

const std::string sources = LANESCOPE_SOURCES;

/// No field holds a comma (assets/articles/README.md).
std::vector<Row> rows_of(const std::string& file) {
  std::vector<Row> rows;
  std::istringstream lines(must(read_file(sources + "/assets/articles/" + file)));
  for (std::string line; std::getline(lines, line);) {
    Row& row = rows.emplace_back();
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) row.push_back(field);
  }
  return rows;
}

/// "block=256 n=1024"
catalogue::Values values_of(const std::string& settings) {
  catalogue::Values values;
  std::istringstream words(settings);
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    values[word.substr(0, equals)] = static_cast<std::int64_t>(std::stoll(word.substr(equals + 1)));
  }
  return values;
}

struct Gpu {
  predict::GpuProfile profile;
  std::unique_ptr<RecordedPredictor> predictor;
};

compiler::ComputeCapability target_of(const predict::GpuProfile& profile) {
  const std::size_t dot = profile.compute_capability.find('.');
  const compiler::ComputeCapability own{std::stoi(profile.compute_capability.substr(0, dot)),
                                        std::stoi(profile.compute_capability.substr(dot + 1))};
  const compiler::ComputeCapability oldest{7, 5};
  return compiler::choose_toolkit(compiler::find_toolkits(), own, 0) ? own : oldest;
}

}  // namespace

int main() {
  fmt::print(
      "kernel,setting,cold,predicted,low,high,hot,predicted_hot,confidence,l1_hits,l2_hits,read,written,took_ms,"
      "causes\n");
  std::map<std::string, Gpu> gpus;
  std::map<std::string, std::vector<Row>> articles;
  for (const Row& point : rows_of("points.csv")) {
    if (point.size() < 7 || point[0] == "kernel") continue;
    const auto& [kernel, settings, article, table, row, param, name] =
        std::tie(point[0], point[1], point[2], point[3], point[4], point[5], point[6]);
    const std::string what = kernel + " " + settings + " on " + (name.empty() ? "a GPU that is not named" : name);
    if (!gpus.contains(name)) {
      auto profile = predict::read_profile_of(name.empty() ? "unnamed" : name, sources + "/assets/gpus");
      if (!profile) {
        fmt::print(stderr, "{}: {}\n", what, profile.error().what);
        continue;
      }
      Gpu& gpu = gpus[name];
      gpu.profile = *std::move(profile);
      gpu.predictor = std::make_unique<RecordedPredictor>(gpu.profile, target_of(gpu.profile));
    }
    Gpu& gpu = gpus.at(name);
    if (!articles.contains(article)) articles[article] = rows_of(article + ".csv");
    for (const Row& printed : articles.at(article)) {
      if (printed.size() < 6 || printed[1] != table || printed[2] != row || printed[3] != param) continue;
      const auto traced = gpu.predictor->trace(kernel, values_of(settings), 1);
      if (!traced) {
        fmt::print(stderr, "{}: {}\n", what, traced.error().text());
        continue;
      }
      const auto prediction = simulator::predict_traced((*traced)->program.module, (*traced)->launches, gpu.profile);
      if (!prediction) {
        fmt::print(stderr, "{}: {}\n", what, prediction.error().text());
        continue;
      }
      const double work = printed[5] == "GFLOP/s" ? (*traced)->work_flops : (*traced)->work_bytes;
      const double measured = work / (std::stod(printed[4]) * 1e9) * 1e3;
      std::string causes;
      for (const predict::CauseShare& cause : prediction->by_cause)
        causes += fmt::format("{}{}={:.2f}", causes.empty() ? "" : " ", predict::name_of(cause.cause), cause.share);
      // The family is the GPU; articles say nothing of hot times.
      fmt::print("{}/{},{},{:.6g},{:.6g},{:.6g},{:.6g},0,{:.6g},{},0,0,{:.4g},{:.4g},0,{}\n", name,
                 kernel.substr(kernel.find('/') + 1), settings, measured, prediction->cold.ms, prediction->cold.low,
                 prediction->cold.high, prediction->hot.ms, predict::name_of(prediction->confidence),
                 prediction->memory_read_bytes, prediction->memory_write_bytes, causes);
    }
  }
}
