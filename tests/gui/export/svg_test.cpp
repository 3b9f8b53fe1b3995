#include "gui/export/svg.h"

#include <gtest/gtest.h>

#include "gui/support/xml_check.h"

namespace lanescope::gui {
namespace {

TEST(Svg, IsWellFormedWhateverTheTextsHold) {
  Svg svg(100, 50, "a < b & \"c\"");
  svg.rectangle(0, 0, 100, 50, {"#ffffff", {}, 1, 1, {}});
  svg.title_of_next("x > y");
  svg.circle({10, 20.5}, 3, {"#112233", "#000000", 1.5, 0.5, {}});
  svg.begin_clip(1, 2, 3, 4);
  svg.path({{0, 0}, {1.23456, 2}}, {{}, "#000000", 1, 1, "4 3"});
  svg.end_clip();
  svg.text({5, 5}, "tab\tand \x01 control", {12, "#000000", SvgText::Anchor::middle, true, -90});
  const std::string text = svg.finish();
  EXPECT_EQ(test::xml_defect(text), "");
  EXPECT_NE(text.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_NE(text.find("<title>x &gt; y</title></circle>"), std::string::npos);
  EXPECT_NE(text.find("M0 0L1.23 2"), std::string::npos) << "hundredths are enough";
  EXPECT_NE(text.find("cy=\"20.5\""), std::string::npos);
  EXPECT_NE(text.find("rotate(-90 5 5)"), std::string::npos);
  EXPECT_EQ(text.find('\x01'), std::string::npos);
}

TEST(Svg, TheCheckFindsWhatIsNotWellFormed) {
  EXPECT_NE(test::xml_defect("<a><b></a></b>"), "");
  EXPECT_NE(test::xml_defect("<a>"), "");
  EXPECT_NE(test::xml_defect("<a x=\"1>2</a>"), "");
  EXPECT_EQ(test::xml_defect("<?xml?><a x=\"1\"><b/>t</a>"), "");
}

TEST(Svg, HoldsNoNumberThatIsNone) {
  Svg svg(10, 10, "");
  svg.line({0.0 / 1, 1e308 * 10}, {-0.001, 3}, {{}, "#000000", 1, 1, {}});
  const std::string text = svg.finish();
  EXPECT_EQ(text.find("inf"), std::string::npos);
  EXPECT_EQ(text.find("-0\""), std::string::npos);
}

}  // namespace
}  // namespace lanescope::gui
