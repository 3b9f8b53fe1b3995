// assets/articles/claims.csv against the recordings that its numbers come from, and against the articles' own numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "recordings/recording.h"
#include "recordings/sweep/sweep_key.h"

namespace lanescope::lessons {
namespace {

using Line = std::map<std::string, std::string>;

std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields;
  for (const std::string_view field : split(line, ',')) fields.emplace_back(field);
  return fields;
}

std::vector<Line> claims() {
  const auto text = read_file(LANESCOPE_SOURCES "/assets/articles/claims.csv");
  if (!text) throw MachineError(text.error());
  std::vector<Line> lines;
  std::vector<std::string> header;
  for (const std::string_view line : split(*text, '\n')) {
    if (line.empty()) continue;
    const std::vector<std::string> fields = fields_of(line);
    if (header.empty()) {
      header = fields;
      continue;
    }
    EXPECT_EQ(fields.size(), header.size()) << line;
    Line& made = lines.emplace_back();
    for (std::size_t i = 0; i < std::min(header.size(), fields.size()); ++i) made[header[i]] = fields[i];
  }
  return lines;
}

class Claims : public testing::Test {
 protected:
  Claims() : catalogue_(LANESCOPE_SOURCES "/kernels") {
    catalogue_.refresh();
    for (const std::string family : {"transpose", "reduce", "laplace", "matmul"}) {
      auto recording = recordings::read_recording(LANESCOPE_SOURCES "/assets/recordings/h200-" + family + ".jsonl");
      if (!recording) throw MachineError(recording.error());
      recordings_.push_back(*std::move(recording));
    }
  }

  /// Milliseconds, cold, of a setting as claims write it ("family/name knob=value ..."), at sizes ("n=4096"); 0: not
  /// recorded.
  [[nodiscard]] double time_of(const std::string& setting, std::string_view at) {
    const auto words = split(setting, ' ');
    const auto kernel = catalogue_.find(std::string(words.at(0)));
    if (!kernel) throw MachineError(kernel.error());
    std::map<std::string, std::string> wanted;
    for (const catalogue::Parameter& parameter : (*kernel)->parameters) {
      wanted[parameter.name] = parameter.names.empty() ? std::to_string(parameter.values.at(parameter.default_index))
                                                       : parameter.names.at(parameter.default_index);
    }
    for (std::size_t i = 1; i < words.size(); ++i) {
      const auto parts = split(words[i], '=');
      if (!wanted.contains(std::string(parts.at(0)))) throw MachineError(Error{"no such knob", setting, ""});
      wanted[std::string(parts.at(0))] = parts.at(1);
    }
    std::map<std::string, std::int64_t> sizes;
    for (const std::string_view size : split(at, ' ')) {
      const auto parts = split(size, '=');
      sizes[std::string(parts.at(0))] = std::atoll(std::string(parts.at(1)).c_str());
    }
    for (const recordings::Recording& recording : recordings_) {
      for (const experiments::Result& result : recording.results) {
        if (result.kernel != (*kernel)->source.id || result.sizes != sizes || !result.cold) continue;
        const bool same = std::all_of(result.parameters.begin(), result.parameters.end(), [&](const auto& parameter) {
          return wanted.at(parameter.first) == catalogue::to_text(parameter.second);
        });
        if (same) return result.cold->median;
      }
    }
    return 0;
  }

  catalogue::Catalogue catalogue_;
  std::vector<recordings::Recording> recordings_;
};

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find("; ", begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 2;
  }
  return parts;
}

TEST_F(Claims, HaveTheRatiosOfTheRecordings) {
  std::map<std::string, int> compared;
  for (const Line& claim : claims()) {
    const auto sizes = parts_of(claim.at("at")), printed = parts_of(claim.at("h200"));
    ASSERT_EQ(sizes.size(), printed.size()) << claim.at("says");
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const double left = time_of(claim.at("left"), sizes[i]), right = time_of(claim.at("right"), sizes[i]);
      ASSERT_GT(left, 0) << claim.at("left") << " is not recorded at " << sizes[i];
      ASSERT_GT(right, 0) << claim.at("right") << " is not recorded at " << sizes[i];
      EXPECT_NEAR(std::atof(printed[i].c_str()), right / left, 0.0051) << claim.at("says") << ' ' << sizes[i];
      ++compared[claim.at("doc")];
    }
  }
  EXPECT_GT(compared["000"], 10);
  EXPECT_GT(compared["001"], 20);
  EXPECT_GT(compared["002"], 10);
  EXPECT_GT(compared["003"] + compared["004"], 10);
}

// A claim that holds points to the side that the article says; what is equal within the spread of a kernel is equal.
TEST_F(Claims, HoldWhereTheRecordingPointsToTheSideOfTheArticle) {
  for (const Line& claim : claims()) {
    if (claim.at("verdict") != "holds" || claim.at("paper").empty()) continue;
    const double paper = std::atof(claim.at("paper").c_str());
    for (const std::string& ratio : parts_of(claim.at("h200"))) {
      const double ours = std::atof(ratio.c_str());
      constexpr double equal = 0.02;
      if (paper > 1 + equal) {
        EXPECT_GT(ours, 1) << claim.at("says");
      } else if (paper < 1 - equal) {
        EXPECT_LT(ours, 1) << claim.at("says");
      } else {
        EXPECT_NEAR(ours, 1, 0.1) << claim.at("says");
      }
    }
  }
}

TEST_F(Claims, AreOfTheKernelsAsTheyAreNow) {
  for (const recordings::Recording& recording : recordings_) {
    for (const auto& [id, fingerprint] : recording.sources) {
      if (id.starts_with("reduce/cub")) continue;  // a library's, recorded beside them by bench/cub_reduce.cpp
      const auto kernel = catalogue_.find(id);
      ASSERT_TRUE(kernel) << id;
      EXPECT_EQ(recordings::source_fingerprint((*kernel)->source), fingerprint)
          << id << " is another one than was measured: record it again";
    }
  }
}

TEST_F(Claims, HaveAVerdictAndAReason) {
  std::set<std::string> numbers;
  for (const Line& claim : claims()) {
    numbers.insert(claim.at("claim"));
    const std::string& verdict = claim.at("verdict");
    EXPECT_TRUE(verdict == "holds" || verdict == "differs" || verdict == "open") << verdict;
    EXPECT_TRUE(!claim.at("note").empty() || !claim.at("h200").empty()) << claim.at("says");
    if (verdict == "open") {
      EXPECT_TRUE(claim.at("note").starts_with("needs ")) << claim.at("says");
    }
    const auto kernel = catalogue_.find(std::string(split(claim.at("left"), ' ').at(0)));
    EXPECT_TRUE(kernel) << claim.at("left");
  }
  for (int number = 1; number <= 52; ++number) {
    EXPECT_TRUE(numbers.contains(std::to_string(number))) << "claim " << number;
  }
  EXPECT_TRUE(numbers.contains("31b"));
  EXPECT_TRUE(numbers.contains("31c"));
}

}  // namespace
}  // namespace lanescope::lessons
