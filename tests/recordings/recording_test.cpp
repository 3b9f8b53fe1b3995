#include "recordings/recording.h"

#include <gtest/gtest.h>

#include <regex>

#include "base/file.h"
#include "experiments/examples.h"
#include "experiments/sheet/rates.h"
#include "temporary_folder.h"

namespace lanescope::recordings {
namespace {

class RecordingFile : public testing::Test {
 protected:
  void write_text(const std::string& text) const { ASSERT_TRUE(write_file(file_, text)); }
  /// What is wrong with a file of this text.
  [[nodiscard]] Error error_of(const std::string& text) const {
    write_text(text);
    const auto recording = read_recording(file_);
    return recording ? Error{} : recording.error();
  }

  TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "recording.jsonl";
};

TEST_F(RecordingFile, ComesBackWithEveryResultMarkedAsRecordedAtItsDate) {
  experiments::Result live;
  live.kernel = "copy/rows";
  live.hot = catalogue::Samples{0.1, 0.09, 0.11, 20, 0};
  const Recording recording{"H200, first light", "2026-02-01T10:00:00Z", experiments::example_result().machine, {live}};
  ASSERT_TRUE(write_recording(file_, recording));
  const auto back = read_recording(file_);
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(back->title, recording.title);
  EXPECT_EQ(back->date, recording.date);
  EXPECT_EQ(back->machine, recording.machine);
  ASSERT_EQ(back->results.size(), 1u);
  EXPECT_EQ(back->results[0].recorded, recording.date);
  EXPECT_EQ(experiments::origin_of_times(back->results[0]), experiments::Origin::recorded);
  EXPECT_EQ(back->results[0].hot, live.hot);
}

TEST_F(RecordingFile, KeepsTheDateOfAResultThatWasRecordedEarlier) {
  const Recording recording{"again", "2026-02-01T10:00:00Z", {}, {experiments::example_result()}};
  ASSERT_TRUE(write_recording(file_, recording));
  const auto back = read_recording(file_);
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(back->results[0].recorded, experiments::example_result().recorded);
}

TEST_F(RecordingFile, ThatIsNotJsonIsAnErrorWithTheLine) {
  const Recording recording{"t", "2026", {}, {experiments::Result{}}};
  ASSERT_TRUE(write_recording(file_, recording));
  EXPECT_EQ(error_of(read_file(file_).value() + "?\n").where.text(), file_.string() + ":3");
  EXPECT_EQ(error_of("").where.text(), file_.string() + ":1");
  EXPECT_EQ(error_of("a note without a line end").where.text(), file_.string() + ":1");
}

TEST_F(RecordingFile, OfAnotherSchemaIsAnErrorThatNamesBoth) {
  const Error error = error_of("{\"schema\": \"lanescope.recording/4\"}\n");
  EXPECT_EQ(error.what, "its schema is 'lanescope.recording/4', not 'lanescope.recording/3'");
  EXPECT_EQ(error.where.text(), file_.string());
}

TEST_F(RecordingFile, WithAMissingOrWrongFieldIsAnErrorThatNamesIt) {
  EXPECT_EQ(error_of("[]\n").what, "it is not a recording");
  EXPECT_EQ(error_of("{}\n").what, "field 'schema' is missing");
  const std::string start = R"({"schema": "lanescope.recording/3", "title": "t", )";
  EXPECT_EQ(error_of(start + "\"date\": 3}\n").what, "field 'date' must be a string");
  EXPECT_EQ(error_of(start + "\"date\": \"\"}\n").what, "field 'date' is empty");
  EXPECT_EQ(error_of(start + "\"date\": \"2026\"}\n").what, "field 'machine' is missing");
  EXPECT_EQ(error_of(start + "\"date\": \"2026\", \"machine\": {}}\n").what, "field 'host' is missing");
  const Recording recording{"t", "2026", {}, {experiments::Result{}}};
  ASSERT_TRUE(write_recording(file_, recording));
  const auto text = read_file(file_);
  ASSERT_TRUE(text);
  const Error error = error_of(std::regex_replace(*text, std::regex("\"stage\":\"resolved\""), "\"stage\":\"done\""));
  EXPECT_EQ(error.where.text(), file_.string() + ":2");
  EXPECT_EQ(error.what.text().rfind("field 'stage' must be one of", 0), 0u);
}

TEST_F(RecordingFile, LeavesOutALastLineThatIsHalfWrittenAndSaysSo) {
  experiments::Result first, second;
  first.kernel = second.kernel = "copy/rows";
  second.sizes = {{"n", 5}};
  ASSERT_TRUE(write_recording(file_, {"t", "2026", {}, {first, second}}));
  const std::string text = read_file(file_).value();
  write_text(text.substr(0, text.size() - 3));
  const auto back = read_recording(file_);
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(back->results.size(), 1u);
  EXPECT_NE(back->warning.find(file_.string()), std::string::npos);
}

TEST_F(RecordingFile, ThatWouldFillTheMemoryIsAnError) {
  experiments::Result large;
  large.notes = std::vector<Message>(20, std::string(1'000'000, 'n'));
  ASSERT_TRUE(write_recording(file_, {"t", "2026", {}, {large}}));
  std::string text = read_file(file_).value();
  for (int i = 0; i < 100; ++i) text += "{}\n";
  EXPECT_EQ(error_of(text).what, "the results would need more than 512 MiB");
}

TEST_F(RecordingFile, OfLinesThatReplaceMuchEachCountsWhatIsLeftOfIt) {
  // 60 results of 100 KB fill 6 MB, whatever each of them replaces.
  std::vector<experiments::Result> results(60);
  for (std::size_t i = 0; i < results.size(); ++i) {
    results[i].kernel = "copy/rows";
    results[i].sizes = {{"n", i}};
    results[i].notes = {std::string(100'000 + i, 'n')};
  }
  ASSERT_TRUE(write_recording(file_, {"t", "2026", {}, results}));
  const auto back = read_recording(file_);
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(back->results.size(), results.size());
}

TEST_F(RecordingFile, HoldsOneResultForEachSettingTheLaterOne) {
  experiments::Result first, second, again;
  first.kernel = second.kernel = again.kernel = "copy/rows";
  second.sizes = {{"n", 5}};
  again.hot = catalogue::Samples{0.1, 0.09, 0.11, 20, 0};
  ASSERT_TRUE(write_recording(file_, {"t", "2026", {}, {first, second, again}}));
  const auto back = read_recording(file_);
  ASSERT_TRUE(back) << back.error().text();
  ASSERT_EQ(back->results.size(), 2u);
  EXPECT_EQ(back->results[0].hot, again.hot);
  EXPECT_EQ(back->results[1].sizes, second.sizes);
}

TEST_F(RecordingFile, BringsListsBackWhateverStoodThereBefore) {
  experiments::Result with, without;
  with.kernel = without.kernel = "copy/rows";
  without.sizes = {{"n", 5}};
  with.launches.resize(11);
  for (std::size_t i = 0; i < 11; ++i) with.launches[i].entry = "entry " + std::to_string(i);
  with.launches[10].calculated = model::Occupancy{};
  with.verification = catalogue::Verification{};
  with.verification->first = catalogue::Mismatch{7, {0, 7}, "1", "nan", true};
  experiments::Result fewer = with;
  fewer.sizes = {{"n", 6}};
  fewer.launches.resize(2);
  experiments::Result more = with;
  more.sizes = {{"n", 7}};
  for (const std::vector<experiments::Result>& results :
       {std::vector{with, without}, std::vector{without, fewer, more}}) {
    ASSERT_TRUE(write_recording(file_, {"t", "2026", {}, results}));
    const auto back = read_recording(file_);
    ASSERT_TRUE(back) << back.error().text();
    ASSERT_EQ(back->results.size(), results.size());
    for (std::size_t i = 0; i < results.size(); ++i) {
      EXPECT_EQ(back->results[i].launches, results[i].launches);
      EXPECT_EQ(back->results[i].verification, results[i].verification);
    }
  }
}

TEST_F(RecordingFile, NestedWithoutEndIsAnErrorAndNotACrash) {
  EXPECT_EQ(error_of(std::string(1'000'000, '[') + "\n").what, "it is nested too deeply");
}

TEST_F(RecordingFile, ThatIsNotThereIsAnError) {
  EXPECT_FALSE(read_recording(file_));
}

TEST(Today, IsIso8601InUtc) {
  EXPECT_TRUE(std::regex_match(current_date(), std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"))) << current_date();
}

}  // namespace
}  // namespace lanescope::recordings
