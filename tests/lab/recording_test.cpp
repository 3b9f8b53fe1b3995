#include "lab/recording.h"

#include <gtest/gtest.h>

#include <regex>

#include "base/file.h"
#include "lab/examples.h"
#include "temporary_folder.h"

namespace warpscope::lab {
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
  const std::filesystem::path file_ = folder_.path() / "recording.json";
};

TEST_F(RecordingFile, ComesBackWithEveryResultMarkedAsRecordedAtItsDate) {
  Result live;
  live.kernel = "copy/rows";
  live.hot = Samples{0.1, 0.09, 0.11, 20, 0};
  const Recording recording{"H200, first light", "2026-02-01T10:00:00Z", example_result().machine, {live}};
  ASSERT_TRUE(write_recording(file_, recording));
  const auto back = read_recording(file_);
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(back->title, recording.title);
  EXPECT_EQ(back->date, recording.date);
  EXPECT_EQ(back->machine, recording.machine);
  ASSERT_EQ(back->results.size(), 1u);
  EXPECT_EQ(back->results[0].recorded, recording.date);
  EXPECT_EQ(back->results[0].time_origin(), Origin::recorded);
  EXPECT_EQ(back->results[0].hot, live.hot);
}

TEST_F(RecordingFile, KeepsTheDateOfAResultThatWasRecordedEarlier) {
  const Recording recording{"again", "2026-02-01T10:00:00Z", {}, {example_result()}};
  ASSERT_TRUE(write_recording(file_, recording));
  const auto back = read_recording(file_);
  ASSERT_TRUE(back) << back.error().text();
  EXPECT_EQ(back->results[0].recorded, example_result().recorded);
}

TEST_F(RecordingFile, ThatIsNotJsonIsAnErrorWithTheLine) {
  EXPECT_EQ(error_of("{\n\"schema\": \"warpscope.recording/1\",\n?").where, file_.string() + ":3");
  EXPECT_EQ(error_of("").where, file_.string() + ":1");
}

TEST_F(RecordingFile, OfAnotherSchemaIsAnErrorThatNamesBoth) {
  const Error error = error_of(R"({"schema": "warpscope.recording/3"})");
  EXPECT_EQ(error.what, "its schema is 'warpscope.recording/3', not 'warpscope.recording/2'");
  EXPECT_EQ(error.where, file_.string());
}

TEST_F(RecordingFile, WithAMissingOrWrongFieldIsAnErrorThatNamesIt) {
  EXPECT_EQ(error_of("[]").what, "it is not a recording");
  EXPECT_EQ(error_of("{}").what, "field 'schema' is missing");
  const std::string start = R"({"schema": "warpscope.recording/1", "title": "t", )";
  EXPECT_EQ(error_of(start + R"("date": 3})").what, "field 'date' must be text");
  EXPECT_EQ(error_of(start + R"("date": ""})").what, "field 'date' is empty");
  EXPECT_EQ(error_of(start + R"("date": "2026"})").what, "field 'machine' is missing");
  EXPECT_EQ(error_of(start + R"("date": "2026", "machine": {}})").what, "field 'host' is missing");
  const Recording recording{"t", "2026", {}, {Result{}}};
  ASSERT_TRUE(write_recording(file_, recording));
  const auto text = read_file(file_);
  ASSERT_TRUE(text);
  const Error error = error_of(std::regex_replace(*text, std::regex("\"stage\":\"resolved\""), "\"stage\":\"done\""));
  EXPECT_EQ(error.where, file_.string() + ": kernels[0].tables[0].rows[0]");
  EXPECT_EQ(error.what.rfind("field 'stage' must be one of", 0), 0u);
}

TEST_F(RecordingFile, NestedWithoutEndIsAnErrorAndNotACrash) {
  EXPECT_EQ(error_of(std::string(1'000'000, '[')).what, "it is nested too deeply");
}

TEST_F(RecordingFile, ThatIsNotThereIsAnError) {
  EXPECT_FALSE(read_recording(file_));
}

TEST(Today, IsIso8601InUtc) {
  EXPECT_TRUE(std::regex_match(today(), std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"))) << today();
}

}  // namespace
}  // namespace warpscope::lab
