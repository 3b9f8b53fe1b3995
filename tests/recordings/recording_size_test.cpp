// Recordings of whole sweeps: what a point takes on the disk, what comes back of it, and what nonsense does.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

#include "base/process.h"
#include "experiments/examples.h"
#include "experiments/sheet/rates.h"
#include "recordings/recording.h"
#include "temporary_folder.h"

namespace lanescope::recordings {
namespace {

/// Numbers as irregular as a measurement's, the same in every run.
class Noise {
 public:
  double milliseconds() { return std::exp(static_cast<double>(random_() % 100'000) * 1e-5 * 7 - 3.5) * (1 + 1e-9); }
  std::uint64_t count() { return random_() % 2'000'000; }

 private:
  std::minstd_rand random_{1};
};

catalogue::Samples samples(Noise& noise) {
  catalogue::Samples found;
  found.median = noise.milliseconds();
  found.q1 = found.median * 0.9912345678;
  found.q3 = found.median * 1.0123456789;
  found.samples = static_cast<std::uint32_t>(noise.count() % 500);
  found.throttled = static_cast<std::uint32_t>(noise.count() % 3);
  found.clock_mhz = 1980.0 - static_cast<double>(noise.count() % 100);
  return found;
}

/// The kernel and its knobs, whatever the sizes.
std::pair<std::string, std::string> knobs_of(const experiments::Result& result) {
  std::string text;
  for (const auto& [name, value] : result.parameters) text += name + '=' + catalogue::to_text(value) + ' ';
  return {result.kernel, text};
}

/// A point of a sweep on a GPU, with everything that one comes with.
experiments::Result point(int kernel, int block_x, int block_y, std::int64_t size, Noise& noise) {
  experiments::Result result = experiments::example_result();
  result.recorded.clear();
  result.stage = experiments::ResultStage::refined;
  result.kernel = fmt::format("transpose/kernel_{}", kernel);
  result.source = std::string(3000, 'x') + std::to_string(kernel);
  result.ptx = std::string(4000, 'p') + std::to_string(noise.count());
  result.parameters = {
      {"block_x", std::int64_t{block_x}}, {"block_y", std::int64_t{block_y}}, {"load_op", std::string("ca")}};
  result.sizes = {{"nx", size}, {"ny", size}};
  result.seed = 1;
  result.launches.resize(1);
  result.launches[0].entry = fmt::format("kernel_{}", kernel);
  result.launches[0].block = {static_cast<std::uint32_t>(block_x), static_cast<std::uint32_t>(block_y), 1};
  result.launches[0].grid = {static_cast<std::uint32_t>(size / block_x), static_cast<std::uint32_t>(size / block_y), 1};
  result.launches[0].calculated->limits = {noise.count() % 2 == 0 ? model::Limit::threads : model::Limit::blocks};
  result.faults.clear();
  result.expected = FaultKind::none;
  result.launch_blocked = false;
  result.cold = samples(noise);
  result.hot = samples(noise);
  result.recent.assign(512, 0.0625F);
  result.compile_ms = noise.milliseconds();
  result.work_bytes = 8 * size * size;
  result.work_flops = 0;
  result.verification = catalogue::Verification{};
  result.verification->passed = true;
  result.verification->checked = static_cast<std::uint64_t>(size * size);
  for (model::ViewMetrics* view : {&result.metrics->written, &result.metrics->executed}) {
    view->totals.clear();
    for (const auto space : {trace::Space::global, trace::Space::shared}) {
      for (const auto operation : {trace::Operation::load, trace::Operation::store}) {
        model::Counts counts;
        counts.requests = noise.count();
        counts.lanes = 32 * counts.requests;
        (space == trace::Space::global ? counts.sectors : counts.wavefronts) = noise.count();
        (space == trace::Space::global ? counts.sectors_ideal : counts.wavefronts_ideal) = noise.count();
        view->totals.push_back({space, operation, counts});
      }
    }
  }
  return result;
}

/// 20 kernels, 45 block shapes, 2 sizes.
Recording whole_family() {
  Noise noise;
  Recording recording{"H200", "2026-02-01T10:00:00Z", experiments::example_result().machine, {}, {}};
  for (int kernel = 0; kernel < 20; ++kernel) {
    for (const std::int64_t size : {4096, 16384}) {
      int shapes = 0;
      for (int block_x = 1; block_x <= 1024; block_x *= 2) {
        for (int block_y = 1; block_x * block_y <= 1024 && block_y <= 512; block_y *= 2) {
          if (++shapes > 45) continue;
          recording.results.push_back(point(kernel, block_x, block_y, size, noise));
        }
      }
    }
  }
  return recording;
}

TEST(RecordingOfASweep, TakesFewBytesAPoint) {
  const TemporaryFolder folder;
  const Recording recording = whole_family();
  ASSERT_EQ(recording.results.size(), 1800u);
  ASSERT_TRUE(write_recording(folder.path() / "r.jsonl", recording));
  const auto bytes = std::filesystem::file_size(folder.path() / "r.jsonl");
  EXPECT_LT(bytes / recording.results.size(), 700u) << "2500 points must fit under 2 MB";
  RecordProperty("bytes_per_point", static_cast<int>(bytes / recording.results.size()));
}

TEST(RecordingOfASweep, BringsEveryPointBack) {
  const TemporaryFolder folder;
  const Recording recording = whole_family();
  ASSERT_TRUE(write_recording(folder.path() / "r.jsonl", recording));
  const auto back = read_recording(folder.path() / "r.jsonl");
  ASSERT_TRUE(back) << back.error().text();
  ASSERT_EQ(back->results.size(), recording.results.size());
  for (std::size_t i = 0; i < recording.results.size(); i += 97) {
    const experiments::Result &wanted = recording.results[i], &got = back->results[i];
    EXPECT_EQ(got.kernel, wanted.kernel);
    EXPECT_EQ(got.source, wanted.source);
    EXPECT_EQ(got.parameters, wanted.parameters);
    EXPECT_EQ(got.sizes, wanted.sizes);
    EXPECT_EQ(got.machine, wanted.machine);
    EXPECT_EQ(got.launches[0].grid, wanted.launches[0].grid);
    EXPECT_EQ(got.launches[0].calculated->limits, wanted.launches[0].calculated->limits);
    EXPECT_EQ(got.verification, wanted.verification);
    EXPECT_EQ(got.metrics->executed.totals, wanted.metrics->executed.totals);
    EXPECT_EQ(got.work_bytes, wanted.work_bytes);
    EXPECT_EQ(got.recorded, recording.date);
    ASSERT_TRUE(got.cold);
    EXPECT_NEAR(got.cold->median, wanted.cold->median, 5e-6 * wanted.cold->median);
    EXPECT_NEAR(got.cold->q3, wanted.cold->q3, 5e-6 * wanted.cold->q3);
    EXPECT_EQ(got.cold->samples, wanted.cold->samples);
    EXPECT_TRUE(got.ptx.empty());
    EXPECT_TRUE(got.recent.empty());
  }
}

TEST(RecordingOfASweep, KeepsFailuresBesideMeasuredPoints) {
  const TemporaryFolder folder;
  Noise noise;
  experiments::Result failed = point(0, 8, 8, 4096, noise);
  failed.stage = experiments::ResultStage::failed;
  failed.cold.reset();
  failed.hot.reset();
  failed.verification.reset();
  failed.faults = {experiments::Fault{}};
  failed.faults[0].kind = FaultKind::launch;
  failed.faults[0].message = "too many resources";
  const Recording recording{
      "r", "2026", failed.machine, {point(0, 8, 16, 4096, noise), failed}, {{"transpose/kernel_0", "f"}}};
  ASSERT_TRUE(write_recording(folder.path() / "r.jsonl", recording));
  const auto back = read_recording(folder.path() / "r.jsonl");
  ASSERT_TRUE(back) << back.error().text();
  ASSERT_EQ(back->results.size(), 2u);
  EXPECT_EQ(back->sources, recording.sources);
  EXPECT_TRUE(back->results[0].cold);
  EXPECT_EQ(back->results[1].stage, experiments::ResultStage::failed);
  EXPECT_EQ(back->results[1].faults, failed.faults);
  EXPECT_FALSE(back->results[1].cold);
}

TEST(RecordingOfASweep, OfResultsFromElsewhereKeepsTheirMachines) {
  const TemporaryFolder folder;
  Noise noise;
  const experiments::Result here = point(0, 8, 16, 4096, noise);
  experiments::Result elsewhere = point(0, 8, 8, 4096, noise);
  elsewhere.machine.uuid = "GPU-77";
  ASSERT_TRUE(write_recording(folder.path() / "r.jsonl", {"r", "2026", here.machine, {here, elsewhere}}));
  const auto back = read_recording(folder.path() / "r.jsonl");
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(back->results.at(0).machine, here.machine);
  EXPECT_EQ(back->results.at(1).machine, elsewhere.machine);
}

class OlderRecordings : public testing::TestWithParam<const char*> {
 protected:
  const std::filesystem::path old_ = LANESCOPE_TEST_DATA "/recordings/" + std::string(GetParam());
};

TEST_P(OlderRecordings, AreAnErrorThatSaysHowToConvertThem) {
  const auto recording = read_recording(old_);
  ASSERT_FALSE(recording);
  EXPECT_NE(recording.error().what.text().find(", not 'lanescope.recording/3'"), std::string::npos);
  EXPECT_NE(recording.error().remedy.text().find("bench/recording_lines.py"), std::string::npos);
}

TEST_P(OlderRecordings, AreReadOnceTheyAreConverted) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "r.jsonl";
  const auto converted = run_process(
      {"/usr/bin/env", "python3", LANESCOPE_SOURCES "/bench/recording_lines.py", old_.string(), file.string()},
      std::chrono::seconds(60));
  ASSERT_TRUE(converted) << converted.error().text();
  ASSERT_EQ(converted->state.status, 0) << converted->error;
  const auto recording = read_recording(file);
  ASSERT_TRUE(recording) << recording.error().text();
  ASSERT_EQ(recording->results.size(), 3u);
  EXPECT_EQ(recording->machine.device, "NVIDIA H200");
  for (const experiments::Result& result : recording->results) {
    EXPECT_EQ(experiments::origin_of_times(result), experiments::Origin::recorded);
    EXPECT_NE(result.time(), nullptr);
    EXPECT_FALSE(result.source.empty());
  }
  EXPECT_LT(std::filesystem::file_size(file), std::filesystem::file_size(old_) + 2000);
}

INSTANTIATE_TEST_SUITE_P(All, OlderRecordings, testing::Values("first_format.json", "second_format.json"));

TEST(InstalledRecordings, AreReadAreVerifiedAndAreSmall) {
  const std::filesystem::path folder = LANESCOPE_SOURCES "/assets/recordings";
  const auto files = recordings_in(folder);
  ASSERT_FALSE(files.empty());
  for (const std::filesystem::path& file : files) {
    const auto recording = read_recording(file);
    ASSERT_TRUE(recording) << recording.error().text();
    EXPECT_FALSE(recording->machine.device.empty()) << file;
    EXPECT_FALSE(recording->date.empty()) << file;
    EXPECT_GT(recording->results.size(), 100u) << file;
    EXPECT_LT(std::filesystem::file_size(file), std::uintmax_t{2} << 20) << file;
    // Sums of 2^29 elements and products of 8192^3 take a CPU seconds each: a sweep may verify a setting at one size.
    std::set<std::pair<std::string, std::string>> verified;
    for (const experiments::Result& result : recording->results) {
      if (result.verification) verified.insert(knobs_of(result));
    }
    for (const experiments::Result& result : recording->results) {
      const bool library = result.kernel.starts_with("reduce/cub");  // whose result bench/cub_reduce.cpp compares
      ASSERT_TRUE(library || verified.contains(knobs_of(result))) << result.kernel;
      ASSERT_TRUE(!result.verification || result.verification->passed) << result.kernel;
      ASSERT_TRUE(result.verification || !result.kernel.starts_with("transpose/")) << result.kernel;
      ASSERT_TRUE(result.cold && result.hot) << result.kernel;
      // A launch or a barrier alone moves nothing that a rate could be computed of.
      const auto rate = experiments::rate_of(result, experiments::Work::bytes);
      ASSERT_EQ(rate.has_value(), result.work_bytes > 0) << result.kernel;
      ASSERT_LT(rate ? rate->number : 0, 2 * result.machine.peak_gb_per_s) << result.kernel;
    }
  }
  EXPECT_TRUE(recordings_in(folder / "nowhere").empty());
}

}  // namespace
}  // namespace lanescope::recordings
