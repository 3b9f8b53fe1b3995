#include "model/access/patterns.h"

#include <gtest/gtest.h>

#include <string>

#include "base/text.h"
#include "model/truth.h"

namespace lanescope::model {
namespace {

std::string lanes(const std::string& last = "124") {
  std::string text;
  for (int lane = 0; lane < 31; ++lane) text += std::to_string(4 * lane) + " ";
  return text + last;
}

const std::string head = "space,operation,bytes_per_lane,lane_byte_addresses\n";

TEST(Patterns, GiveBackTheTruthWhenItsCountsAreTakenAway) {
  const std::string text = truth_text();
  std::string asked;
  for (const auto line : split(text, '\n')) {
    if (line.empty()) continue;
    const auto cells = split(line, ',');
    const bool first = asked.empty();
    asked += std::string(cells[0]) + "," + std::string(cells[1]) + "," + std::string(cells[2]) + "," +
             std::string(cells[3]) + (first ? ",wavefronts,bank_conflicts,sectors\n" : ",,,\n");
  }
  const auto filled = fill_patterns(asked);
  ASSERT_TRUE(filled) << filled.error().text();
  EXPECT_EQ(*filled, text);
}

TEST(Patterns, AppendMissingColumnsAndKeepOthersInAnyOrder) {
  const auto filled = fill_patterns(
      "note,lane_byte_addresses,operation,sectors,bytes_per_lane,space\r\n"
      "\"a, \"\"quoted\"\" one\"," +
      lanes() +
      ",load,,4,shared\r\n\r\n"
      "second," +
      lanes("-") + ",store,99,4,global\r\n");
  ASSERT_TRUE(filled) << filled.error().text();
  EXPECT_EQ(*filled,
            "note,lane_byte_addresses,operation,sectors,bytes_per_lane,space,wavefronts,bank_conflicts\n"
            "\"a, \"\"quoted\"\" one\"," +
                lanes() +
                ",load,,4,shared,1,0\n"
                "second," +
                lanes("-") + ",store,4,4,global,,\n");
}

TEST(Patterns, MayLeaveOutTheCellsToFill) {
  const auto filled =
      fill_patterns("space,operation,bytes_per_lane,lane_byte_addresses,wavefronts\nshared,load,4," + lanes());
  ASSERT_TRUE(filled) << filled.error().text();
  EXPECT_NE(filled->find(",1,0,\n"), std::string::npos) << *filled;
}

TEST(Patterns, ThatAreWrongNameTheLineAndWhatIsWrong) {
  const auto error = [](const std::string& csv) {
    const auto filled = fill_patterns(csv);
    return filled ? "no error" : filled.error().text();
  };
  const auto row = [](const std::string& text) { return head + "shared,load,4," + lanes() + "\n" + text; };
  const std::pair<std::string, std::string> cases[] = {
      {"", "the file is empty"},
      {"space,operation,bytes_per_lane\n", "no column \"lane_byte_addresses\""},
      {"space,space,operation,bytes_per_lane,lane_byte_addresses\n", "two columns \"space\""},
      {row("texture,load,4," + lanes()), "line 3: the space is \"texture\""},
      {row("shared,fetch,4," + lanes()), "line 3: the operation is \"fetch\""},
      {row("shared,load,3," + lanes()), "line 3: bytes_per_lane is \"3\""},
      {row("shared,load,,"), "bytes_per_lane is \"\""},
      {row("shared,load,4,1 2 3"), "line 3: lane_byte_addresses has 3 entries"},
      {row("shared,load,4," + lanes("x")), "the address of lane 31 is \"x\""},
      {row("shared,load,4," + lanes("-4")), "the address of lane 31 is \"-4\""},
      {row("shared,load,4," + lanes("99999999999999999999999")), "lane 31"},
      {row("shared,load,4," + lanes("126")), "the address 126 of lane 31 is not a multiple of 4"},
      {row("shared,load,4," + lanes() + ",1,2,3,4"), "line 3: there are 8 cells for 4 columns"},
      {row("shared,atomic,8," + std::string("0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0")),
       "no rule is known"},
      {row("shared,load,\"4," + lanes()), "a quotation mark is never closed"}};
  for (const auto& [csv, expected] : cases) {
    EXPECT_NE(error(csv).find(expected), std::string::npos) << error(csv) << "\nwas to contain: " << expected;
  }
}

}  // namespace
}  // namespace lanescope::model
