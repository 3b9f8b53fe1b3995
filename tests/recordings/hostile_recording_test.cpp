// Recordings and sweeps from outside that are deep, long or full of numbers that no computer holds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "recordings/recording.h"
#include "recordings/sweep/sweep_file.h"
#include "temporary_folder.h"

namespace lanescope::recordings {
namespace {

class HostileFilesOfResults : public testing::Test {
 protected:
  /// Writes a recording of one result and returns its lines.
  std::vector<std::string> recorded() {
    experiments::Result result;
    result.kernel = "a/b";
    result.stage = experiments::ResultStage::refined;
    EXPECT_TRUE(write_recording(file_, {"title", "2026-01-01", {}, {result}}));
    const std::string text = read_file(file_).value();
    const std::size_t end = text.find('\n') + 1;
    return {text.substr(0, end), text.substr(end)};
  }
  std::string refusal_of(const std::string& text) {
    EXPECT_TRUE(write_file(file_, text, Durable::no));
    const auto recording = read_recording(file_);
    return recording ? "it was read" : recording.error().text();
  }

  const TemporaryFolder folder_;
  const std::filesystem::path file_ = folder_.path() / "r.jsonl";
};

TEST_F(HostileFilesOfResults, HoldNumbersThatNoComputerHolds) {
  const auto lines = recorded();
  EXPECT_NE(refusal_of(lines[0] + "{\"clock_mhz\": 1e400}\n").find(":2: it contains a number that is too large"),
            std::string::npos);
  // Keys and columns that are numbers, or no places at all.
  for (const char* line :
       {R"({"columns": ["/launches/99999999999999999999"]})", R"({"columns": [1e300]})", R"({"columns": ["~9"]})",
        R"({"fingerprint": 5})", R"({"launches": {"0": {}, "1": 5}})", "[1]", "[]", "[[]]"}) {
    EXPECT_NE(refusal_of(lines[0] + lines[1] + line + "\n" + line + "\n[1]\n"), "") << line;
  }
}

TEST_F(HostileFilesOfResults, OfAFewBytesThatRepeatALargeResultAreRefused) {
  const auto lines = recorded();
  // Each line of four bytes stands for a whole result with the source before it.
  const std::string source(100'000, 'x');
  const std::string large = fmt::format("{{\"source\": \"{}\", \"columns\": [\"/seed\"]}}\n", source);
  std::string repetitions;
  for (int i = 0; i < 100'000; ++i) repetitions += "[1]\n";
  const std::string refused = refusal_of(lines[0] + lines[1] + large + repetitions);
  EXPECT_NE(refused.find("the results would need more than 512 MiB"), std::string::npos) << refused.substr(0, 300);
}

TEST_F(HostileFilesOfResults, ThatNestDeeplyAreRefusedBySweepsToo) {
  ASSERT_TRUE(write_file(file_, std::string(200'000, '[') + "\n"));
  EXPECT_FALSE(open_sweep_json(file_));
  ASSERT_TRUE(write_file(file_, "{\"schema\": \"lanescope.sweep/2\"}\n{\"key\": \"k\", \"a\": " +
                                    std::string(200'000, '[') + std::string(200'000, ']') + "}\n"));
  const auto file = open_sweep_json(file_);
  ASSERT_FALSE(file);
  EXPECT_NE(file.error().text().find(":2: it is nested too deeply"), std::string::npos) << file.error().text();
}

}  // namespace
}  // namespace lanescope::recordings
