#include "gui/shell/frame_difference.h"
#include "gui/store/knobs/knob_commands.h"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <memory>
#include <string>
#include <vector>

#include "gui/application/offscreen_capture.h"
#include "gui/store/actions.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"
#include "gui/support/playback_fixture.h"

namespace lanescope::gui::test {
namespace {

/// A frame of 200 × 100 pixels, made of windows that draw rectangles.
class Frame {
 public:
  ImDrawList& window(const char* name) {
    auto list = std::make_unique<ImDrawList>(shared_);
    list->_OwnerName = name;
    list->AddDrawCmd();
    list->PushClipRect({0, 0}, {200, 100});
    list->PushTexture(texture_->GetTexRef());
    lists_.push_back(std::move(list));
    return *lists_.back();
  }
  std::vector<IntRect> differs(FrameDifference& difference) {
    ImDrawData data;
    data.DisplaySize = {200, 100};
    data.FramebufferScale = {1, 1};
    for (const auto& list : lists_) data.CmdLists.push_back(list.get());
    return difference.to(data);
  }
  Frame(ImDrawListSharedData& shared, ImTextureData& texture) : shared_(&shared), texture_(&texture) {}

 private:
  ImDrawListSharedData* shared_;
  ImTextureData* texture_;
  std::vector<std::unique_ptr<ImDrawList>> lists_;
};

class AFrame : public testing::Test {
 protected:
  static constexpr ImU32 red = IM_COL32(255, 0, 0, 255), blue = IM_COL32(0, 0, 255, 255);
  static inline const std::vector<IntRect> everything{{0, 0, 200, 100}};

  /// Two windows; `left` and `colour` are those of a rectangle in the first.
  [[nodiscard]] Frame two_windows(float left, ImU32 colour) {
    Frame frame(shared_, texture_);
    ImDrawList& first = frame.window("first");
    first.AddRectFilled({0, 0}, {90, 100}, blue);
    first.AddRectFilled({left, 10}, {left + 20, 30}, colour);
    first.AddRectFilled({50, 60}, {60, 70}, blue);
    frame.window("second").AddRectFilled({100, 0}, {200, 100}, blue);
    return frame;
  }

  ImDrawListSharedData shared_;
  ImTextureData texture_;
  FrameDifference difference_;
};

TEST_F(AFrame, DiffersEverywhereFromNone) {
  EXPECT_EQ(two_windows(10, red).differs(difference_), everything);
}

TEST_F(AFrame, DiffersNowhereFromItself) {
  static_cast<void>(two_windows(10, red).differs(difference_));
  EXPECT_TRUE(two_windows(10, red).differs(difference_).empty());
}

TEST_F(AFrame, DiffersInTheTilesWhereSomethingMovedFromAndTo) {
  static_cast<void>(two_windows(10, red).differs(difference_));
  EXPECT_EQ(two_windows(20, red).differs(difference_), (std::vector<IntRect>{{0, 0, 64, 32}}));
}

TEST_F(AFrame, DiffersWhereAColourDoes) {
  static_cast<void>(two_windows(10, red).differs(difference_));
  EXPECT_EQ(two_windows(10, blue).differs(difference_), (std::vector<IntRect>{{0, 0, 32, 32}}));
}

TEST_F(AFrame, DiffersWhereAWindowCameOrWent) {
  static_cast<void>(two_windows(10, red).differs(difference_));
  Frame more = two_windows(10, red);
  more.window("tooltip").AddRectFilled({150, 40}, {180, 50}, red);
  EXPECT_EQ(more.differs(difference_), (std::vector<IntRect>{{128, 32, 192, 64}}));
  EXPECT_EQ(two_windows(10, red).differs(difference_), (std::vector<IntRect>{{128, 32, 192, 64}}));
}

TEST_F(AFrame, DiffersWhereOneWindowComesBeforeTheOther) {
  for (const bool turned : {false, true}) {
    Frame frame(shared_, texture_);
    for (const bool first : {true, false}) {
      ImDrawList& window = frame.window(first != turned ? "first" : "second");
      if (first != turned) {
        window.AddRectFilled({0, 0}, {64, 64}, red);
      } else {
        window.AddRectFilled({32, 32}, {128, 96}, blue);
      }
    }
    const auto places = frame.differs(difference_);
    if (!turned) continue;
    EXPECT_EQ(places, (std::vector<IntRect>{{32, 32, 64, 64}}));
  }
}

TEST_F(AFrame, DiffersWhereItShowsAPictureThatIsNotDearImGuis) {
  for (int times = 0; times < 2; ++times) {
    Frame frame = two_windows(10, red);
    ImDrawList& picture = frame.window("picture");
    picture.AddImage(ImTextureRef(ImTextureID{7}), {120, 10}, {140, 30});
    const auto places = frame.differs(difference_);
    if (times == 0) continue;
    EXPECT_EQ(places, (std::vector<IntRect>{{96, 0, 160, 32}}));
  }
}

/// What was drawn bit by bit against the same state drawn at once.
TEST(AWindow, LooksTheSameHoweverLittleOfItWasDrawnAnew) {
  State state = state_with_kernels();
  state.ui.hide_private_words = true;  // as a capture is
  const Outcome shown = perform(state, {"show_banks"}, 0);
  ASSERT_TRUE(shown);
  accept(state, with_trace(state, 0), 1);
  Desk desk(state, 1280, 720, {}, *shown);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  const std::vector<std::pair<const char*, std::vector<Command>>> steps{
      {"two steps on", {Command{"next_access"}, Command{"next_wavefront"}}},
      {"a wavefront on", {Command{"next_wavefront"}}},
      {"another knob", {SetKnob{"block_x", std::int64_t{16}}}},
      {"warps", {Command{"show_warps"}}},
      {"a warp on", {Command{"next_access"}}},
      {"sectors", {Command{"show_sectors"}}},
      {"light", {Command{"use_light_theme"}}},
      {"help", {Command{"toggle_help"}}},
      {"without help", {Command{"toggle_help"}}},
      {"source", {Command{"show_source"}}}};
  for (const auto& [name, step] : steps) {
    for (const Command& command : step) {
      static_cast<void>(desk.perform(command, 2));
      desk.frames(1);
    }
    desk.frames(40);  // what moves by itself has come to rest
    const render::Image bit_by_bit = desk.image();
    const auto at_once = capture(desk.interface(), state, {});
    ASSERT_TRUE(at_once) << at_once.error().text();
    EXPECT_EQ(bit_by_bit.pixels, at_once->pixels) << name;
    desk.frames(1);
  }
}

}  // namespace
}  // namespace lanescope::gui::test
