#include "base/markup.h"

#include <gtest/gtest.h>

namespace lanescope {
namespace {

const std::string hostile = "\"'><script>alert(1)</script>&\n";

TEST(Markup, EscapesEveryTextOnItsWayIn) {
  const Markup page = Markup::of("<p title=\"{}\">{}</p>", hostile, std::string_view(hostile));
  const std::string safe = "&quot;&#39;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp; ";
  EXPECT_EQ(page.text(), "<p title=\"" + safe + "\">" + safe + "</p>");
  EXPECT_EQ(Markup::of("{}", hostile.c_str()).text(), safe);
}

TEST(Markup, IsNotEscapedTwiceAndNumbersStay) {
  Markup list = Markup::of("<li>{}</li>", "a < b");
  list += Markup("<li/>");
  EXPECT_EQ(Markup::of("<ul n=\"{}\">{}</ul>", 2, list).text(), "<ul n=\"2\"><li>a &lt; b</li><li/></ul>");
}

TEST(Markup, MakesElementsOfPairsOfMarksOnly) {
  const auto strong = [](const char* text) { return Markup::of("{}", text).with_elements("**", "strong").text(); };
  EXPECT_EQ(strong("a **b** c **d"), "a <strong>b</strong> c **d");
  EXPECT_EQ(strong("**<b>**"), "<strong>&lt;b&gt;</strong>");
  EXPECT_EQ(strong(""), "");
}

}  // namespace
}  // namespace lanescope
