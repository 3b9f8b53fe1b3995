// Arrangements of the panels as they come from a file: whatever a character becomes, the window stays.
#include "gui/settings/layout_text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <tuple>

#include "gui/shell/layout.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui::test {
namespace {

constexpr std::string_view small = R"([Window][a]
Pos=0,20
Size=300,200
Collapsed=0
DockId=0x00000002,0

[Table][0x12345678,2]
RefScale=16.5
Column 0  Width=12 Sort=0v
Column 1  UserID=0000002A Weight=1.5000 Visible=1 Order=1

[Docking][Data]
DockSpace   ID=0x00000001 Window=0x1BBC0F80 Pos=0,20 Size=1280,700 Split=X
  DockNode  ID=0x00000002 Parent=0x00000001 SizeRef=300,700 NoTabBar=1 Selected=0x11111111
  DockNode  ID=0x00000003 Parent=0x00000001 SizeRef=980,700 CentralNode=1
)";

std::string with(std::string_view from, std::string_view to) {
  std::string text(small);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(ALayoutsText, IsAcceptedAsDearImGuiWritesIt) {
  EXPECT_EQ(layout_defect(small), "");
  EXPECT_EQ(layout_defect(""), "");
}

TEST(ALayoutsText, IsRefusedWithItsLine) {
  for (const auto& [from, to, what] :
       {std::tuple{"Pos=0,20", "Pos=0,99999", "line 2: this is not a line of a window"},
        {"Size=300,200", "Size=-300,200", "line 3: this is not a line of a window"},
        {"Collapsed=0", "Collapsed=7", "line 4: this is not a line of a window"},
        {"[Window][a]", "[Window]a]", "line 1: this is not a heading"},
        {"[Window][a]", "[Widget][a]", "line 1: the table does not exist"},
        {"[Table][0x12345678,2]", "[Table][0x12345678,2000000000]", "line 7: this is not the name of a table"},
        {"Column 1", "Column 2", "line 10: this is not a line of a table"},
        {"Order=1", "Order=9", "line 10: this is not a line of a table"},
        {"DockId=0x00000002", "DockId=0x00000009", "a window is in node 00000009, which is not a leaf"},
        {"DockId=0x00000002", "DockId=0x00000001", "a window is in node 00000001, which is not a leaf"},
        {"ID=0x00000003", "ID=0x00000002", "node 00000002 appears twice"},
        {"ID=0x00000003 Parent=0x00000001", "ID=0x00000003 Parent=0x00000003", "has no parent before it"},
        {"ID=0x00000003 Parent=0x00000001", "ID=0x00000003 Parent=0x00000002", "node 00000001 has 1 children"},
        {"Split=X", "Split=Z", "this is not a line of a node"},
        {" Split=X", "", "node 00000001 has 2 children"},
        {"NoTabBar=1", "CentralNode=1", "several nodes are central"},
        {"Split=X", "Split=X CentralNode=1", "is split and central"},
        {"SizeRef=300,700", "SizeRef=300,700\a", "it contains a control character"}}) {
    const std::string wrong = layout_defect(with(from, to));
    EXPECT_NE(wrong.find(what), std::string::npos) << to << ": " << wrong;
  }
  std::string deep = "[Docking][Data]\nDockSpace ID=0x00000001 Pos=0,0 Size=9,9 Split=X\n";
  for (int i = 1; i < 40; ++i) {
    deep += fmt::format("DockNode ID=0x{:08X} Parent=0x{:08X} Split=X\n", 2 * i, i == 1 ? 1 : 2 * (i - 1));
  }
  EXPECT_NE(layout_defect(deep).find("nested too deeply"), std::string::npos);
}

class AnyLayout : public testing::Test {
 protected:
  void SetUp() override {
    if (!desk_.missing().empty()) GTEST_SKIP() << desk_.missing();
    desk_.frames(3);
    whole_ = arrangement();
  }
  State state_ = state_with_kernels();
  Desk desk_{state_};
  std::string whole_;
};

TEST_F(AnyLayout, ThatTheWindowWritesIsAccepted) {
  EXPECT_EQ(layout_defect(whole_), "") << whole_;
  ASSERT_TRUE(desk_.perform({"why"}, 1));
  desk_.frames(3);
  EXPECT_EQ(layout_defect(arrangement()), "") << arrangement();
  ASSERT_TRUE(desk_.perform({"show_sweep"}, 2));
  desk_.frames(3);
  EXPECT_EQ(layout_defect(arrangement()), "") << arrangement();
}

/// Nearly all of the changes are refused before Dear ImGui sees them; what it does see it must be able to draw.
TEST_F(AnyLayout, WithOneWrongCharacterIsDrawnOrRefused) {
  int drawn = 0, refused = 0;
  for (std::size_t place = 0; place < whole_.size(); ++place) {
    for (const char wrong : {'0', '7', 'F', ',', '=', '[', ' ', '\n', 'X'}) {
      std::string text = whole_;
      if (text[place] == wrong) continue;
      text[place] = wrong;
      if (!layout_defect(text).empty()) {
        ++refused;
        continue;
      }
      ++drawn;
      ASSERT_TRUE(load_arrangement(text));
      desk_.frames(2);
    }
  }
  EXPECT_GT(drawn, 10);
  EXPECT_GT(refused, 1000);
  ASSERT_TRUE(desk_.perform({"reset_layout"}, 2));
  desk_.frames(3);
  EXPECT_TRUE(desk_.has("readout/rate") && desk_.has("knob/block_x"));
}

TEST_F(AnyLayout, WithANumberThatWouldBeReadAsOctalIsRefused) {
  const std::size_t size = whole_.find(" Size=", whole_.find("DockSpace"));
  ASSERT_NE(size, std::string::npos);
  std::string text = whole_;
  text.replace(text.find(',', size) + 1, 1, "0");
  EXPECT_FALSE(layout_defect(text).empty());
}

TEST(TheLayoutText, ThatIsRefusedGivesTheDesignedOneAndSaysSo) {
  State state = state_with_kernels();
  const Desk desk(state, 1280, 720, {{"watch", "[Docking][Data]\nDockNode ID=0x00000005 Parent=0x00000004\n"}});
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  EXPECT_TRUE(desk.has("readout/rate"));
  std::string all;
  for (const std::string& note : desk.interface().take_messages()) all += note;
  EXPECT_NE(all.find("line 2"), std::string::npos) << all;
}

}  // namespace
}  // namespace lanescope::gui::test
