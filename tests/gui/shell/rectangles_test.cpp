// Where things are in each workspace, at the sizes of screens and projectors, at each text size and in both languages:
// nothing lies over anything, what matters is whole, the stage has its half and the scope its height.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <set>
#include <vector>

#include "gui/screens/lesson/lesson_fixture.h"
#include "gui/store/lesson/lecture_commands.h"
#include "gui/store/lesson/lesson_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"
#include "gui/support/playback_fixture.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui::test {
namespace {

struct Size {
  std::uint32_t width, height;
};
std::ostream& operator<<(std::ostream& out, const Size& size) {
  return out << size.width << " x " << size.height;
}

class Rectangles : public testing::TestWithParam<Size> {
 protected:
  void SetUp() override {
    if (!desk_.missing().empty()) GTEST_SKIP() << desk_.missing();
    fill_history(state_);
    test::accept(state_, with_trace(state_, 0), 31.5);
    state_.playback.playing = false;
  }

  void show(Workspace workspace) {
    go_to(state_, workspace);
    desk_.frames(8);
  }

  [[nodiscard]] ImRect whole() const {
    return {0, 0, static_cast<float>(GetParam().width), static_cast<float>(GetParam().height)};
  }

  /// The places that panels share, each once.
  [[nodiscard]] static std::vector<ImRect> places() {
    std::set<ImGuiID> seen;
    std::vector<ImRect> found;
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
      if (window->DockNode == nullptr || !window->WasActive || window->DockNodeAsHost != nullptr) continue;
      if (seen.insert(window->DockNode->ID).second) found.push_back(window->DockNode->Rect());
    }
    return found;
  }

  void check_places() {
    const std::vector<ImRect> found = places();
    EXPECT_FALSE(found.empty());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_TRUE(whole().Contains(found[i]));
      for (std::size_t j = i + 1; j < found.size(); ++j) {
        ImRect common = found[i];
        common.ClipWith(found[j]);
        EXPECT_TRUE(common.GetWidth() <= 0 || common.GetHeight() <= 0) << "two panels lie over each other";
      }
    }
  }

  /// What a user needs in every workspace is whole, and none of it lies over another.
  void check_bars() {
    std::vector<std::string> names{"menu/File", "action/run", "bar/kernel", "bar/target", "status/machine"};
    for (const char* workspace : {"watch", "why", "measure", "lecture"}) {
      names.push_back(std::string("workspace/") + workspace);
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      ASSERT_TRUE(desk_.has(names[i])) << names[i];
      EXPECT_TRUE(whole().Contains(desk_.place(names[i]))) << names[i] << " is cut";
      for (std::size_t j = i + 1; j < names.size(); ++j) {
        if (!desk_.has(names[j])) continue;
        EXPECT_FALSE(desk_.place(names[i]).Overlaps(desk_.place(names[j]))) << names[i] << " and " << names[j];
      }
    }
  }

  void check_watch() {
    const ImGuiWindow* const stage = ImGui::FindWindowByName("###banks");
    ASSERT_TRUE(stage != nullptr && stage->DockNode != nullptr);
    const ImVec2 work = ImGui::GetMainViewport()->WorkSize;
    EXPECT_GE(stage->DockNode->Size.x, 0.499F * work.x) << "the stage has half of the width";
    EXPECT_GE(stage->DockNode->Size.y, 0.499F * work.y) << "and half of the height";
    if (GetParam().height < 1080) return;
    ASSERT_TRUE(desk_.has("scope"));
    EXPECT_GE(desk_.place("scope").GetHeight(), 200) << "the step of a knob is seen";
    EXPECT_TRUE(desk_.has("readout/rate")) << "beside the number";
  }

  State state_ = state_with_kernels();
  Desk desk_{state_, GetParam().width, GetParam().height};
};

TEST_P(Rectangles, LieBesideEachOtherInEachWorkspace) {
  for (const char* language : {"use_english", "use_chinese"}) {
    ASSERT_TRUE(desk_.perform({language}, 40));
    for (const float zoom : {1.0F, 1.5F, 2.0F}) {
      state_.ui.zoom = zoom;
      for (const Workspace workspace : {Workspace::watch, Workspace::why, Workspace::measure, Workspace::machine}) {
        SCOPED_TRACE(fmt::format("{}, zoom {}, {}", language, zoom, name_of(workspace)));
        show(workspace);
        check_places();
        check_bars();
        if (workspace == Workspace::watch) check_watch();
        if (HasFailure() || zoom == 1)
          desk_.save(fmt::format("rectangles_{}_{}_{}", GetParam().height, name_of(workspace), language));
      }
      show(Workspace::lecture);
      SCOPED_TRACE(fmt::format("{}, zoom {}, lecture", language, zoom));
      check_places();
    }
  }
}

TEST_P(Rectangles, OfALectureGiveThePictureMostOfTheScreen) {
  state_.lesson.folder = "lessons";
  know_lesson(state_);
  const auto picture = [&] {
    const ImGuiWindow* const stage = ImGui::FindWindowByName("###banks");
    return stage != nullptr && stage->DockNode != nullptr ? stage->DockNode->Rect() : ImRect();
  };
  const float least = 0.7F * whole().GetWidth() * whole().GetHeight();
  std::string sentence = "A warp reads a column.";
  while (sentence.size() < 400) {
    ASSERT_TRUE(desk_.perform({"watch"}, 1));
    ASSERT_TRUE(desk_.perform({"show_banks"}, 1));
    ASSERT_TRUE(desk_.perform({"add_step"}, 2));
    ASSERT_TRUE(desk_.perform(KeepMoment{sentence}, 3));
    for (const char* language : {"use_english", "use_chinese"}) {
      ASSERT_TRUE(desk_.perform({language}, 40));
      show(Workspace::lecture);
      SCOPED_TRACE(fmt::format("{}, {} letters", language, sentence.size()));
      check_places();
      const ImRect place = picture();
      EXPECT_GE(desk_.place("banks/picture").GetWidth() * desk_.place("banks/picture").GetHeight(), least);
      ASSERT_TRUE(desk_.has("lecture/sentence_above") && desk_.has("lecture/place"));
      EXPECT_LE(desk_.place("lecture/sentence_above").Max.y, place.Min.y) << "the sentence stands above the picture";
      EXPECT_FALSE(desk_.place("lecture/sentence_above").Overlaps(desk_.place("lecture/place")));
      for (const char* widget : {"readout/rate", "knob/block_x", "knob/block_y", "band/menu"}) {
        ASSERT_TRUE(desk_.has(widget)) << widget;
        EXPECT_TRUE(whole().Contains(desk_.place(widget))) << widget;
        EXPECT_GE(desk_.place(widget).Min.y, place.Max.y) << widget << " stands in the band";
      }
      EXPECT_FALSE(desk_.place("knob/block_x").Overlaps(desk_.place("knob/block_y")));
    }
    sentence += " " + sentence;
  }
  desk_.save(fmt::format("lecture_{}", GetParam().height));
  // While the picture of a question is hidden, the question is seen whole; then the picture has its place again.
  ASSERT_TRUE(desk_.perform(StartLesson{"tile"}, 50));
  show(Workspace::lecture);
  ASSERT_TRUE(desk_.has("lesson/number"));
  EXPECT_TRUE(whole().Contains(desk_.place("lesson/number")));
  desk_.save(fmt::format("lecture_{}_question", GetParam().height));
  ASSERT_TRUE(desk_.perform(Predict{{"32", {}, 0, {}}}, 60));
  desk_.frames(10);
  EXPECT_GE(picture().GetWidth() * picture().GetHeight(), least);
}

INSTANTIATE_TEST_SUITE_P(Sizes, Rectangles,
                         testing::Values(Size{1280, 720}, Size{1366, 768}, Size{1920, 1080}, Size{3840, 2160}),
                         [](const auto& each) { return std::to_string(each.param.height); });

}  // namespace
}  // namespace lanescope::gui::test
