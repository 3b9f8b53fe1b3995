// A command is any struct with apply(): its name, its subject, and what it does.
#include "gui/store/command.h"

#include <gtest/gtest.h>

#include <string>

#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/support/fixture.h"

namespace lanescope::gui {
namespace {

struct Rename {
  std::string name;
  LANESCOPE_APPLIES {
    state.ui.exports = name;
    EXPECT_EQ(seconds, 3.5);
    return Effects{FocusSearch{}};
  }
};

TEST(Command, HasTheNameOfItsStructOrOfItsAction) {
  EXPECT_EQ(Command(SetKnob{"block_x", std::int64_t{8}}).name(), "SetKnob");
  EXPECT_EQ(Command(Rename{"x"}).name(), "Rename");
  EXPECT_EQ(Command("run").name(), "run");
  EXPECT_TRUE(Command("run").invokes("run"));
  EXPECT_FALSE(Command("run").invokes("stop"));
  EXPECT_FALSE(Command(Rename{"run"}).invokes("Rename"));
}

TEST(Command, IsAboutAKnobASizeOrAKernel) {
  EXPECT_EQ(Command(SetKnob{"block_x", std::int64_t{8}}).subject(), "block_x");
  EXPECT_EQ(Command(SetSize{"nx", 8}).subject(), "nx");
  EXPECT_EQ(Command(SelectKernel{"copy/rows"}).subject(), "copy/rows");
  EXPECT_EQ(Command(SelectLine{3}).subject(), "");
}

TEST(Command, OfAnyFolderIsCarriedOut) {
  State state;
  const Outcome done = Command(Rename{"somewhere"}).apply(state, 3.5);
  ASSERT_TRUE(done);
  EXPECT_EQ(test::count_of<FocusSearch>(*done), 1U);
  EXPECT_EQ(state.ui.exports, "somewhere");
}

TEST(Effects, HaveOneCarrierEach) {
  const Effects effects{Measure{}, FocusPanel{"log"}, ExportPicture{"banks"}, CopyText{"x"}, Quit{}};
  std::string order;
  dispatch(
      effects, [&](const auto&) { order += 's'; }, [&](const auto&) { order += 'w'; },
      [&](const auto&) { order += 'p'; });
  EXPECT_EQ(order, "swpws");
  EXPECT_EQ(for_window(effects).size(), 2U);
}

}  // namespace
}  // namespace lanescope::gui
