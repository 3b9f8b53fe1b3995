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

#include "base/file.h"
#include "catalogue/catalogue.h"
#include "lab/recording/recording.h"
#include "lab/sweep/sweep_key.h"
#include "must.h"
#include "predict/profile/gpu_profile.h"
#include "worker/emulation/predict_plan.h"
#include "worker/pipelines/worker_context.h"
#include "worker/report/report.h"

namespace {

using namespace warpscope;
using bench::must;

/// FNV-1a, which is the same everywhere.
std::uint64_t hash_of(const std::string& text) {
  std::uint64_t hash = 14695981039346656037ull;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211ull;
  return hash ^ hash >> 32;
}

class Scorer {
 public:
  Scorer(const std::string& profile)
      : kernels_(std::string(WARPSCOPE_SOURCES) + "/kernels"),
        gpu_(must(predict::read_profile(must(read_file(profile)), profile))),
        context_(worker::usual_options()) {}

  void score(const lab::Result& recorded) {
    const auto found = kernels_.find(recorded.kernel);
    if (!found) return skip(recorded, found.error().text());
    catalogue::Values values(recorded.parameters.begin(), recorded.parameters.end());
    for (const auto& [name, size] : recorded.sizes) values[name] = size;
    auto plan = catalogue::resolve(**found, values, recorded.seed);
    if (!plan) return skip(recorded, plan.error().text());
    const auto* const compiler = must(context_.compiler_for({9, 0}));
    const catalogue::KernelSource& source = (*found)->source;
    compiler::Request request{
        source.path.empty() ? source.id + ".cu" : source.path, source.text, source.headers, plan->defines, {9, 0}, {}};
    std::erase_if(request.headers, [](const auto& file) { return file.first.ends_with(".toml"); });
    request.kernels = {};
    auto compiled = compiler->cached(request);
    if (!compiled) {
      auto made = compiler->compile(request);
      if (!made) return skip(recorded, made.error().text());
      compiled = std::move(*made);
    }
    worker::lower_entries(*plan, *compiled);
    const auto begin = std::chrono::steady_clock::now();
    auto program = worker::read_program(compiled->ptx, compiled->cubin);
    if (!program) return skip(recorded, program.error().text());
    lab::Result shares_of;
    shares_of.launches = worker::launches_of(*plan, *compiled);
    worker::add_occupancy(*plan, *compiled, *model::device_sheet("H200")->limits, shares_of);
    std::vector<worker::LaunchShare> shares;
    for (const lab::LaunchInfo& launch : shares_of.launches) {
      shares.push_back({static_cast<std::uint64_t>(launch.blocks_per_sm.value_or(1)),
                        launch.calculated ? static_cast<std::uint64_t>(launch.calculated->allocated_shared_bytes) : 0});
    }
    const auto prediction = worker::predict_plan(*program, *plan, shares, gpu_, {});
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
    fmt::print(stderr, "{} {}: {}\n", recorded.kernel, lab::setting_text(recorded), why);
  }

  catalogue::Catalogue kernels_;
  predict::GpuProfile gpu_;
  worker::WorkerContext context_;
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
      const std::string setting = recorded.kernel + " " + lab::setting_text(recorded);
      if (hash_of(setting) % every == part) scorer.score(recorded);
    }
    std::fflush(stdout);
  }
}
