#include "recordings/sweep/sweep_file.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "experiments/examples.h"
#include "recordings/recording.h"
#include "recordings/sweep/sweep_csv.h"
#include "recordings/sweep/sweep_kernels.h"
#include "recordings/sweep/sweep_plan.h"
#include "recordings/sweep/sweep_row.h"
#include "temporary_folder.h"

namespace lanescope::recordings {
namespace {

using nlohmann::json;

experiments::Machine h200() {
  experiments::Machine machine;
  machine.host = "server";
  machine.device = "NVIDIA H200";
  machine.uuid = "GPU-1";
  return machine;
}

struct Point {
  SweepKey key;
  experiments::Result result;
};

/// A measured point of a kernel.
Point point(std::int64_t block_x, double milliseconds,
            const std::shared_ptr<const catalogue::Kernel>& kernel = rows_kernel(),
            const experiments::Machine& machine = h200()) {
  experiments::Experiment experiment;
  experiment.kernel = kernel->source;
  experiment.values = {{"block_x", block_x}};
  experiments::Result result;
  result.stage = experiments::ResultStage::refined;
  result.cold = catalogue::Samples{milliseconds, milliseconds - 0.001, milliseconds + 0.001, 40, 0};
  result.work_bytes = 8 * 4096;
  return {key_of(*kernel, experiment, machine).value(), with_setting(result, *kernel, experiment, machine)};
}

enum class Kind { table, document, recording };

class SweepFiles : public testing::TestWithParam<Kind> {
 protected:
  [[nodiscard]] Expected<std::unique_ptr<SweepFile>> open() const {
    if (GetParam() == Kind::table) return open_sweep_csv(file_);
    if (GetParam() == Kind::document) return open_sweep_json(file_);
    return open_sweep_recording(file_);
  }
  /// Whole points in the file as it lies on the disk now.
  [[nodiscard]] std::size_t points() const {
    if (GetParam() == Kind::recording) return read_recording(file_).value().results.size();
    const std::string text = read_file(file_).value();
    if (GetParam() == Kind::table) return csv_rows(text)->rows.size() - 1;
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) - 1;
  }
  [[nodiscard]] static std::unique_ptr<SweepFile> opened(Expected<std::unique_ptr<SweepFile>> file) {
    if (!file) throw MachineError(file.error());
    return std::move(*file);
  }

  const TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "sweep";
};

TEST_P(SweepFiles, AreWholeAfterEveryPoint) {
  const auto file = opened(open());
  for (int i = 0; i < 4; ++i) {
    const Point next = point(8 << i, 0.1 + i);
    ASSERT_TRUE(file->add(next.key, next.result));
    EXPECT_EQ(points(), static_cast<std::size_t>(i) + 1);
    EXPECT_TRUE(file->contains(next.key));
  }
}

TEST_P(SweepFiles, HoldWhatAnEarlierSweepAdded) {
  const Point first = point(8, 0.1), second = point(16, 0.2);
  ASSERT_TRUE(opened(open())->add(first.key, first.result));
  const auto again = opened(open());
  EXPECT_TRUE(again->contains(first.key));
  EXPECT_FALSE(again->contains(second.key));
  ASSERT_TRUE(again->add(second.key, second.result));
  EXPECT_EQ(points(), 2u);
}

TEST_P(SweepFiles, HoldNothingOfAnotherTextOfTheKernelNorOfAnotherDevice) {
  const auto file = opened(open());
  const Point old = point(8, 0.1);
  ASSERT_TRUE(file->add(old.key, old.result));
  const auto edited = kernel_of_text("copy/rows", "block_x = { values = [8, 16], default = 8 }");
  EXPECT_FALSE(file->contains(point(8, 0.1, edited).key));
  experiments::Machine other = h200();
  other.uuid = "GPU-2";
  EXPECT_FALSE(file->contains(point(8, 0.1, rows_kernel(), other).key));
}

TEST_P(SweepFiles, MeasureAfreshInPlaceOfWhatTheyHeld) {
  const Point old = point(8, 0.1), other = point(16, 0.1), fresh = point(8, 0.3);
  auto file = opened(open());
  ASSERT_TRUE(file->add(old.key, old.result));
  ASSERT_TRUE(file->add(other.key, other.result));
  ASSERT_TRUE(file->forget({fresh.key}));
  EXPECT_FALSE(file->contains(fresh.key));
  EXPECT_TRUE(file->contains(other.key));
  ASSERT_TRUE(file->add(fresh.key, fresh.result));
  EXPECT_EQ(points(), 2u);
  const std::string text = read_file(file_).value();
  EXPECT_NE(text.find("0.3"), std::string::npos) << text;
}

TEST_P(SweepFiles, OfAnotherKindAreAnErrorAndStayAsTheyAre) {
  ASSERT_TRUE(write_file(file_, "[1, 2, 3]\n"));
  EXPECT_FALSE(open());
  EXPECT_EQ(read_file(file_).value(), "[1, 2, 3]\n");
}

TEST_P(SweepFiles, OfAnotherKindWithoutALineEndStayAsTheyAre) {
  ASSERT_TRUE(write_file(file_, "a note of mine"));
  EXPECT_FALSE(open());
  EXPECT_EQ(read_file(file_).value(), "a note of mine");
}

TEST_P(SweepFiles, LoseOnlyTheLineInWhichTheyWereCutAndSaySo) {
  const Point first = point(8, 0.1), second = point(16, 0.2);
  auto file = opened(open());
  ASSERT_TRUE(file->add(first.key, first.result));
  ASSERT_TRUE(file->add(second.key, second.result));
  const std::string whole = read_file(file_).value();
  ASSERT_TRUE(write_file(file_, whole.substr(0, whole.size() - 10)));
  file.reset();
  file = opened(open());
  EXPECT_NE(file->warning().find(file_.string() + ": the last line was incomplete"), std::string::npos);
  EXPECT_TRUE(file->contains(first.key));
  EXPECT_FALSE(file->contains(second.key));
  ASSERT_TRUE(file->add(second.key, second.result));
  EXPECT_EQ(points(), 2u);
  EXPECT_TRUE(read_file(file_).value().ends_with('\n'));
  file.reset();
  file = opened(open());
  EXPECT_TRUE(file->warning().empty());
  EXPECT_TRUE(file->contains(second.key));
}

TEST_P(SweepFiles, KeepALastPointThatLacksOnlyItsLineEnd) {
  const Point first = point(8, 0.1), second = point(16, 0.2), third = point(32, 0.3);
  auto file = opened(open());
  for (const Point* each : {&first, &second}) ASSERT_TRUE(file->add(each->key, each->result));
  file.reset();
  const std::string whole = read_file(file_).value();
  ASSERT_TRUE(write_file(file_, whole.substr(0, whole.size() - 1)));
  file = opened(open());
  EXPECT_EQ(file->warning(), "");
  EXPECT_TRUE(file->contains(first.key) && file->contains(second.key));
  ASSERT_TRUE(file->add(third.key, third.result));
  EXPECT_EQ(points(), 3u);
  EXPECT_TRUE(read_file(file_).value().starts_with(whole));
}

TEST_P(SweepFiles, AreHeldByOneProgramAtATime) {
  const Point first = point(8, 0.1), second = point(16, 0.2);
  auto file = opened(open());
  ASSERT_TRUE(file->add(first.key, first.result));
  const auto beside = open();
  ASSERT_FALSE(beside);
  EXPECT_EQ(beside.error().what, "another program is writing to this file");
  ASSERT_TRUE(file->forget({first.key}));
  ASSERT_TRUE(file->add(second.key, second.result));
  EXPECT_FALSE(open()) << "also when the file was written anew";
  file.reset();
  EXPECT_TRUE(open());
}

TEST_P(SweepFiles, ThatAreReplacedMeanwhileAreNotTouched) {
  const Point first = point(8, 0.1), second = point(16, 0.2);
  auto file = opened(open());
  ASSERT_TRUE(file->add(first.key, first.result));
  ASSERT_TRUE(write_file(file_, "of somebody else\n"));
  const auto added = file->add(second.key, second.result);
  ASSERT_FALSE(added);
  EXPECT_NE(added.error().what.text().find("was replaced"), std::string::npos) << added.error().text();
  EXPECT_EQ(read_file(file_).value(), "of somebody else\n");
}

TEST_P(SweepFiles, ToWhichAnotherProgramAppendsKeepItsLineAndAreAnError) {
  const Point first = point(8, 0.1), second = point(16, 0.2);
  const std::string line = "a line that took somebody an hour\n";
  auto file = opened(open());
  ASSERT_TRUE(file->add(first.key, first.result));
  const std::string before = read_file(file_).value();
  std::ofstream(file_, std::ios::app) << line;
  for (int twice = 0; twice < 2; ++twice) {
    const auto added = file->add(second.key, second.result);
    ASSERT_FALSE(added);
    EXPECT_NE(added.error().what.text().find("another program changed the file"), std::string::npos)
        << added.error().text();
    EXPECT_EQ(read_file(file_).value(), before + line);
  }
  const auto forgot = file->forget({first.key});
  EXPECT_EQ(read_file(file_).value(), before + line) << "nor is it written anew: " << forgot.has_value();
}

TEST_P(SweepFiles, ToWhichNothingWasAddedAreNotMade) {
  opened(open()).reset();
  EXPECT_FALSE(std::filesystem::exists(file_));
}

TEST_P(SweepFiles, ThatCannotBeWrittenAreAnErrorAndCanGoOnLater) {
  const auto file = opened(open());
  const Point first = point(8, 0.1), second = point(16, 0.2);
  ASSERT_TRUE(file->add(first.key, first.result));
  std::filesystem::remove(file_);
  std::filesystem::create_directory(file_);
  std::filesystem::create_directory(file_ / "full");
  EXPECT_FALSE(file->add(second.key, second.result));
  EXPECT_FALSE(file->contains(second.key) && GetParam() != Kind::recording);
}

INSTANTIATE_TEST_SUITE_P(All, SweepFiles, testing::Values(Kind::table, Kind::document, Kind::recording));

/// A mark anywhere in a table either changes nothing or is an error that leaves the file as it is.
TEST(SweepTables, WithAStrayQuotationMarkLoseNothing) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "t.csv";
  const Point first = point(8, 0.1), second = point(16, 0.2), third = point(32, 0.3);
  {
    const auto table = open_sweep_csv(file).value();
    for (const Point* each : {&first, &second, &third}) ASSERT_TRUE(table->add(each->key, each->result));
  }
  const std::string whole = read_file(file).value();
  for (std::size_t place = 0; place < whole.size(); place += 7) {
    std::string text = whole;
    text.insert(place, 1, '"');
    ASSERT_TRUE(write_file(file, text, Durable::no));
    const auto table = open_sweep_csv(file);
    EXPECT_EQ(read_file(file).value(), text);
    if (table) {
      EXPECT_TRUE((*table)->contains(first.key) && (*table)->contains(second.key) && (*table)->contains(third.key))
          << place;
    } else {
      EXPECT_NE(table.error().where.text().find(file.string()), std::string::npos) << table.error().text();
    }
  }
}

class SweepTable : public testing::Test {
 protected:
  const TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "sweep.csv";
};

TEST_F(SweepTable, GrowsAColumnForAKnobOfAnotherKernelBesideTheOtherKnobs) {
  auto file = open_sweep_csv(file_).value();
  const Point rows = point(8, 0.1), tiles = point(16, 0.2, tiles_kernel());
  ASSERT_TRUE(file->add(rows.key, rows.result));
  ASSERT_TRUE(file->add(tiles.key, tiles.result));
  const auto table = csv_rows(read_file(file_).value())->rows;
  ASSERT_EQ(table.size(), 3u);
  const std::vector<std::string> start(table[0].begin(), table[0].begin() + 5);
  EXPECT_EQ(start, (std::vector<std::string>{"kernel", "block_x", "load_op", "tile", "nx"}));
  EXPECT_EQ(std::vector<std::string>(table[1].begin(), table[1].begin() + 5),
            (std::vector<std::string>{"copy/rows", "8", "ca", "", "4096"}));
  EXPECT_EQ(std::vector<std::string>(table[2].begin(), table[2].begin() + 5),
            (std::vector<std::string>{"copy/tiles", "16", "", "1", "4096"}));
}

TEST(SweepLines, HaveAHeaderThenAPointALineThatOnlyGrow) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "s.jsonl";
  const auto file = open_sweep_json(path).value();
  std::string before;
  for (int i = 0; i < 3; ++i) {
    const Point next = point(8 << i, 0.1 + i);
    ASSERT_TRUE(file->add(next.key, next.result));
    const std::string text = read_file(path).value();
    EXPECT_TRUE(text.starts_with(before));
    before = text;
  }
  const auto lines = split(before, '\n');
  const json header = json::parse(lines.at(0)), last = json::parse(lines.at(3));
  EXPECT_EQ(header["schema"], "lanescope.sweep/2");
  EXPECT_EQ(header["machine"]["device"], "NVIDIA H200");
  EXPECT_EQ(header["date"].get<std::string>().size(), 20u);
  EXPECT_EQ(last["parameters"]["block_x"], 32);
  EXPECT_EQ(last["key"], point(32, 2.1).key.digest());
}

TEST(SweepLines, OfAnOlderVersionAreAnErrorThatSaysWhatTheyAre) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "s.json";
  const std::string old = "{\n\"schema\": \"lanescope.sweep/1\",\n\"points\": [\n]\n}\n";
  ASSERT_TRUE(write_file(path, old));
  const auto file = open_sweep_json(path);
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().what.text().find("written by an older version"), std::string::npos) << file.error().text();
  EXPECT_EQ(read_file(path).value(), old);
}

TEST(SweepRecording, OfAnotherDeviceIsAnError) {
  const TemporaryFolder folder;
  const auto file = open_sweep_recording(folder.path() / "r.jsonl").value();
  const Point here = point(8, 0.1);
  ASSERT_TRUE(file->add(here.key, here.result));
  experiments::Machine other = h200();
  other.uuid = "GPU-2";
  const Point there = point(16, 0.1, rows_kernel(), other);
  const auto added = file->add(there.key, there.result);
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().what, "the recording is from another device (NVIDIA H200)");
}

TEST(SweepRecording, DropsTheResultsOfAnOlderTextOfTheKernel) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "r.jsonl";
  const auto file = open_sweep_recording(path).value();
  const Point old = point(8, 0.1), other = point(16, 0.1, tiles_kernel());
  ASSERT_TRUE(file->add(old.key, old.result));
  ASSERT_TRUE(file->add(other.key, other.result));
  const auto edited = kernel_of_text("copy/rows", "block_x = { values = [8, 16], default = 8 }");
  const Point fresh = point(16, 0.1, edited);
  ASSERT_TRUE(file->add(fresh.key, fresh.result));
  const Recording recording = read_recording(path).value();
  ASSERT_EQ(recording.results.size(), 2u);
  EXPECT_EQ(recording.sources.at("copy/rows"), source_fingerprint(edited->source));
}

TEST(PointRow, OfAFailureHasItsKindAndReason) {
  experiments::Result result;
  result.stage = experiments::ResultStage::failed;
  result.faults = {experiments::Fault{}};
  result.faults[0].kind = FaultKind::launch;
  result.faults[0].message = "too many resources, \"requested\"";
  const json point = point_json(result, "k", "2026");
  EXPECT_EQ(point["fault"], "launch");
  EXPECT_EQ(point["reason"], "too many resources, \"requested\"");
  EXPECT_TRUE(point["time_ms"].is_null());
  EXPECT_TRUE(point["verified"].is_null());
  const CsvRow row = csv_row(point);
  const auto cell = [&](const std::string& name) {
    for (const auto& [column, text] : row) {
      if (column == name) return text;
    }
    return std::string("no such column");
  };
  EXPECT_EQ(cell("reason"), "too many resources, \"requested\"");
  EXPECT_EQ(cell("cold_median_ms"), "");
}

TEST(PointRow, IsOfTheSizesThatWereAskedForWhereTheEmulatorRanSmallerOnes) {
  experiments::Result result;
  result.sizes = {{"nx", 2048}, {"ny", 2048}};
  EXPECT_FALSE(point_json(result, "k", "2026").contains("emulated_sizes"));
  result.requested_sizes = {{"nx", 4096}, {"ny", 4096}};
  const json point = point_json(result, "k", "2026");
  EXPECT_EQ(point["sizes"], (json{{"nx", 4096}, {"ny", 4096}}));
  EXPECT_EQ(point["emulated_sizes"], (json{{"nx", 2048}, {"ny", 2048}}));
  const CsvRow row = csv_row(point);
  EXPECT_NE(std::ranges::find(row, std::pair<std::string, std::string>{"nx", "4096"}), row.end());
  EXPECT_NE(std::ranges::find(row, std::pair<std::string, std::string>{"emulated_sizes", "nx=2048 ny=2048"}),
            row.end());
}

TEST(PointRow, HasTheCountsOfTheAccessesAsExecuted) {
  experiments::Result result;
  result.metrics = model::Metrics{};
  model::Counts counts;
  counts.requests = 10;
  counts.sectors = 320;
  counts.sectors_ideal = 40;
  result.metrics->executed.totals = {{trace::Space::global, trace::Operation::store, counts}};
  const json point = point_json(result, "k", "2026");
  EXPECT_EQ(point["accesses"][0]["sectors_per_request"], 32.0);
  const CsvRow row = csv_row(point);
  EXPECT_NE(
      std::find(row.begin(), row.end(), std::pair<std::string, std::string>("global_store_sectors_per_request", "32")),
      row.end());
  EXPECT_NE(std::find(row.begin(), row.end(),
                      std::pair<std::string, std::string>("global_store_sectors_ideal_per_request", "4")),
            row.end());
  EXPECT_NE(std::find(row.begin(), row.end(), std::pair<std::string, std::string>("global_load_requests", "")),
            row.end());
}

TEST(PointRow, OfTheFaultThatTheKernelPromisesIsNoFailure) {
  experiments::Result result;
  result.expected = FaultKind::race;
  result.faults = {experiments::Fault{}};
  result.verification = catalogue::Verification{};
  result.verification->passed = true;
  EXPECT_FALSE(failure_of(result));
  result.verification->passed = false;
  EXPECT_TRUE(failure_of(result));
}

TEST(SweepKeys, OfTheEmulatorTellADefaultSizeFromTheSameSizeAskedFor) {
  const auto kernel = rows_kernel();
  experiments::Experiment experiment;
  experiment.kernel = kernel->source;
  experiments::Experiment asked = experiment;
  asked.values = {{"nx", std::int64_t{4096}}};
  EXPECT_NE(key_of(*kernel, experiment, {}).value(), key_of(*kernel, asked, {}).value());
  EXPECT_EQ(key_of(*kernel, experiment, h200()).value(), key_of(*kernel, asked, h200()).value());
}

TEST(Csv, BringsEveryCellBack) {
  const std::vector<std::string> cells{"plain", "with, comma", "\"quoted\"", "two\nlines", "", "end"};
  const auto rows = csv_rows(csv_line(cells) + csv_line(cells) + "half a li")->rows;
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0], cells);
  EXPECT_EQ(rows[1], cells);
  EXPECT_EQ(csv_rows("a,b\r\n1,2\r\n")->rows[1], (std::vector<std::string>{"1", "2"}));
}

}  // namespace
}  // namespace lanescope::recordings
