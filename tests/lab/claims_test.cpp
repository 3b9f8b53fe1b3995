// assets/articles/claims.csv against the recording that its numbers come from, and against the articles' own numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "catalogue/catalogue.h"
#include "lab/recording.h"
#include "lab/sweep_key.h"

namespace warpscope::lab {
namespace {

using Line = std::map<std::string, std::string>;

std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields;
  for (const std::string_view field : split(line, ',')) fields.emplace_back(field);
  return fields;
}

std::vector<Line> claims() {
  const auto text = read_file(WARPSCOPE_SOURCES "/assets/articles/claims.csv");
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
  Claims() : catalogue_(WARPSCOPE_SOURCES "/kernels") {
    catalogue_.refresh();
    auto recording = read_recording(WARPSCOPE_SOURCES "/assets/recordings/h200-transpose.json");
    if (!recording) throw MachineError(recording.error());
    recording_ = std::move(*recording);
  }

  /// GB/s of a setting as claims write it ("family/name knob=value ..."), at a square of that size; 0: not recorded.
  [[nodiscard]] double rate(const std::string& setting, std::int64_t size) {
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
    for (const Result& result : recording_.results) {
      if (result.kernel != (*kernel)->source.id || result.sizes.at("nx") != size || result.sizes.at("ny") != size)
        continue;
      const bool same = std::all_of(result.parameters.begin(), result.parameters.end(), [&](const auto& parameter) {
        return wanted.at(parameter.first) == catalogue::to_text(parameter.second);
      });
      if (same) return result.gb_per_s().value_or(0);
    }
    return 0;
  }

  catalogue::Catalogue catalogue_;
  Recording recording_;
};

TEST_F(Claims, HaveTheRatiosOfTheRecording) {
  int compared = 0;
  for (const Line& claim : claims()) {
    for (const auto& [column, size] : {std::pair{"h200_4096", 4096}, std::pair{"h200_16384", 16384}}) {
      const std::string& printed = claim.at(column);
      if (printed.empty()) continue;
      const double left = rate(claim.at("left"), size), right = rate(claim.at("right"), size);
      ASSERT_GT(left, 0) << claim.at("left") << " is not recorded";
      ASSERT_GT(right, 0) << claim.at("right") << " is not recorded";
      EXPECT_NEAR(std::atof(printed.c_str()), left / right, 0.0051) << claim.at("says") << ' ' << column;
      ++compared;
    }
  }
  EXPECT_GT(compared, 10);
}

TEST_F(Claims, AreOfTheKernelsAsTheyAreNow) {
  for (const auto& [id, fingerprint] : recording_.sources) {
    const auto kernel = catalogue_.find(id);
    ASSERT_TRUE(kernel) << id;
    EXPECT_EQ(source_fingerprint((*kernel)->source), fingerprint)
        << id << " is another one than was measured: record it again";
  }
}

TEST_F(Claims, HaveAVerdictAndAReason) {
  std::set<std::string> numbers;
  for (const Line& claim : claims()) {
    numbers.insert(claim.at("claim"));
    const std::string& verdict = claim.at("verdict");
    EXPECT_TRUE(verdict == "holds" || verdict == "differs" || verdict == "open") << verdict;
    EXPECT_TRUE(!claim.at("note").empty() || !claim.at("h200_4096").empty()) << claim.at("says");
    const auto kernel = catalogue_.find(std::string(split(claim.at("left"), ' ').at(0)));
    EXPECT_TRUE(kernel) << claim.at("left");
  }
  for (const char* const number : {"1", "2", "6", "7", "8", "9", "10", "11", "12", "13"}) {
    EXPECT_TRUE(numbers.contains(number)) << "claim " << number;
  }
}

}  // namespace
}  // namespace warpscope::lab
