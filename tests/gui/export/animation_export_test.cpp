// A film of what plays is written beside a window that goes on: neither disturbs the other.
#include <gtest/gtest.h>
#include <imgui.h>

#include <chrono>
#include <filesystem>
#include <functional>

#include "base/file.h"
#include "gui/application/offscreen_capture.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/support/offscreen.h"
#include "gui/support/warps_fixture.h"
#include "images.h"
#include "temporary_folder.h"

namespace lanescope::gui::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class AFilmOfAView : public testing::Test {
 protected:
  void SetUp() override {
    accept(state_, refined(state_), 1);
    desk_ = std::make_unique<Desk>(state_);
    if (!desk_->missing().empty()) GTEST_SKIP() << desk_->missing();
    ASSERT_TRUE(desk_->perform({"show_warps"}, 0));
    accept(state_, with_barrier_trace(state_), 2);
    state_.playback.speeds[index_of(AnimatedView::warps)] = 64;
    state_.playback.playing = false;
    desk_->frames(5);
  }

  [[nodiscard]] ExportAnimation wanted(const std::string& name) const {
    return {.view = AnimatedView::warps, .file = (folder_.path() / name).string()};
  }
  [[nodiscard]] std::unique_ptr<AnimationExport> begin(const std::string& name) { return begin(wanted(name)); }
  [[nodiscard]] std::unique_ptr<AnimationExport> begin(const ExportAnimation& wanted) {
    auto animation = AnimationExport::begin(desk_->interface(), state_, wanted);
    EXPECT_TRUE(animation) << animation.error().text();
    return animation ? std::move(*animation) : nullptr;
  }

  /// Writes the rest of it; `between` is done after each burst of pictures.
  void finish(AnimationExport& animation, const std::function<void()>& between) {
    for (bool done = false; !done;) {
      const auto went_on = animation.write_for(1ms);
      ASSERT_TRUE(went_on) << went_on.error().text();
      done = *went_on;
      between();
    }
  }

  /// A character that was needed first by something else lies elsewhere in the atlas, and is sampled a little
  /// differently.
  static void expect_same(const render::Image& one, const render::Image& other, const std::string& what) {
    const auto difference = render::compare(one, other, 8);
    ASSERT_TRUE(difference) << difference.error().text();
    EXPECT_LT(difference->share, 0.001) << what;
  }

  [[nodiscard]] render::Image picture(const std::string& name) const {
    auto image = render::read_png(folder_.path() / name);
    EXPECT_TRUE(image) << name;
    return image ? std::move(*image) : render::Image();
  }

  const TemporaryFolder folder_;
  State state_ = state_with_kernels();
  std::unique_ptr<Desk> desk_;
};

TEST_F(AFilmOfAView, IsPossibleWhereSomethingWasRecorded) {
  State nothing = state_with_kernels();
  EXPECT_FALSE(gui::perform(nothing, {"export_animation_png"}, 0)) << "nothing is recorded";
  EXPECT_TRUE(gui::perform(state_, {"export_animation_png"}, 0));
  state_.ui.animation = AnimationProgress{"film.png", 1, 28};
  EXPECT_FALSE(gui::perform(state_, {"export_animation_png"}, 0)) << "another one is being written";
}

TEST_F(AFilmOfAView, SaysHowFarItIs) {
  const auto film = begin("film.png");
  ASSERT_TRUE(film);
  EXPECT_EQ(film->progress(), (AnimationProgress{(folder_.path() / "film.png").string(), 0, 28}))
      << "56 instructions, 64 a second, 30 pictures a second, and the end";
  ASSERT_TRUE(film->write_for(0ms));
  EXPECT_EQ(film->progress().taken, 1U);
}

TEST_F(AFilmOfAView, HasTheLengthAndTheSpeedThatWereChosen) {
  const auto frames = [&](double seconds, double speed) {
    return length_of(state_, {AnimatedView::warps, {}, seconds, speed, ""}).frames;
  };
  EXPECT_EQ(frames(0, 0), 28U);
  EXPECT_EQ(frames(0.5, 0), 15U);
  EXPECT_EQ(frames(20, 0), 28U) << "there is nothing behind the end";
  EXPECT_EQ(frames(0, 8), 211U);
  EXPECT_EQ(frames(0, 0.25), 1800U) << "never more than a minute";
  EXPECT_EQ(frames(0.001, 0), 2U);
  state_.playback.front = AnimatedView::banks;
  EXPECT_EQ(frames(0, 0), 28U) << "whichever view is in front";
  EXPECT_EQ(length_of(state_with_kernels(), {}).frames, 0U);
}

/// As the window would show it when it stands still at that moment.
TEST_F(AFilmOfAView, BeginsAndEndsWithThePicturesOfTheseMoments) {
  ASSERT_TRUE(desk_->perform(ScrubTo{20}, 1)) << "it begins at the beginning, wherever the window stands";
  const auto of_moment = [&](const ExportAnimation& film, double step) {
    State then = state_;
    then.ui.hide_private_words = true;
    then.playback.front = film.view;
    then.playback.speeds[index_of(film.view)] = length_of(state_, film).speed;
    then.playback.playing = true;
    scrub(then.playback, step);
    auto canvas = PanelCanvas::open(desk_->interface(), then, name_of(film.view), film.size.width, film.size.height);
    EXPECT_TRUE(canvas) << canvas.error().text();
    return (*canvas)->take(then, 1.0 / 30);
  };
  ExportAnimation whole = wanted("whole-%02d.png");
  const auto film = begin(whole);
  ASSERT_TRUE(film);
  finish(*film, [] {});
  expect_same(picture("whole-00.png"), of_moment(whole, 0), "the beginning");
  expect_same(picture("whole-27.png"), of_moment(whole, 56), "the end");
  EXPECT_FALSE(picture("whole-00.png") == picture("whole-27.png"));

  ExportAnimation part = wanted("part-%02d.png");
  part.size = {640, 480};
  part.seconds = 0.5;
  part.speed = 32;
  const auto slow = begin(part);
  ASSERT_TRUE(slow);
  finish(*slow, [] {});
  EXPECT_EQ(picture("part-00.png").width, 640U);
  expect_same(picture("part-00.png"), of_moment(part, 0), "the beginning of a part");
  expect_same(picture("part-14.png"), of_moment(part, 14 * 32 / 30.0), "its last frame");
  EXPECT_FALSE(fs::exists(folder_.path() / "part-15.png"));
}

TEST_F(AFilmOfAView, LeavesEveryPictureOfTheWindowAsItIs) {
  const render::Image before = desk_->image();
  const double position = state_.playback.position;
  const auto film = begin("film.png");
  ASSERT_TRUE(film);
  int bursts = 0;
  finish(*film, [&] {
    ++bursts;
    desk_->frames(1);
    expect_same(desk_->image(), before, "in burst " + std::to_string(bursts));
  });
  EXPECT_GT(bursts, 1) << "the window drew between them";
  EXPECT_EQ(state_.playback.position, position);
}

TEST_F(AFilmOfAView, LosesNothingThatIsTyped) {
  const auto film = begin("film.png");
  ASSERT_TRUE(film);
  ASSERT_TRUE(desk_->perform({"search_kernels"}, 0));
  desk_->frames(3);
  for (const char letter : std::string("naive_row")) {
    // What comes while pictures are taken waits for the next frame of the window.
    ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(letter));
    ASSERT_TRUE(film->write_for(0ms));
    desk_->frames(1);
  }
  desk_->frames(2);
  EXPECT_EQ(state_.kernel_search.text, "naive_row");
}

TEST_F(AFilmOfAView, DoesNotDependOnWhatHappensInTheWindowMeanwhile) {
  const auto alone = begin("alone-%02d.png");
  ASSERT_TRUE(alone);
  finish(*alone, [] {});
  const auto beside = begin("beside-%02d.png");
  ASSERT_TRUE(beside);
  int bursts = 0;
  finish(*beside, [&] {
    ++bursts;
    if (bursts == 1) {
      ASSERT_TRUE(desk_->perform({"show_banks"}, 1));
    }
    if (bursts == 2) {
      ASSERT_TRUE(desk_->perform({"use_light_theme"}, 1));
    }
    if (bursts == 3) {
      ASSERT_TRUE(desk_->perform(SelectKernel{"transpose/smem_pad"}, 1));
    }
    desk_->frames(1);
  });
  EXPECT_GT(bursts, 3);
  for (const char* number : {"00", "09", "18", "26"}) {
    expect_same(picture(std::string("alone-") + number + ".png"), picture(std::string("beside-") + number + ".png"),
                number);
  }
  EXPECT_FALSE(picture("alone-00.png") == picture("alone-26.png")) << "something moves";
}

TEST_F(AFilmOfAView, ThatIsStoppedLeavesNoFile) {
  {
    const auto film = begin("film.png");
    ASSERT_TRUE(film);
    ASSERT_TRUE(film->write_for(0ms));
  }
  EXPECT_TRUE(fs::is_empty(folder_.path()));
  desk_->frames(2);
}

TEST_F(AFilmOfAView, ShowsThePanelFromEdgeToEdge) {
  const auto canvas = PanelCanvas::open(desk_->interface(), state_, "warps", 1280, 720);
  ASSERT_TRUE(canvas) << canvas.error().text();
  const render::Image image = (*canvas)->take(state_, 1.0 / 30);
  EXPECT_EQ(image.width, 1280U);
  EXPECT_EQ(image.height, 720U);
  EXPECT_FALSE(render::is_uniform(image));
  EXPECT_TRUE(render::write_png(image, fs::path(LANESCOPE_PROGRAM).parent_path() / "pictures" / "film_warps.png"));
  EXPECT_FALSE(PanelCanvas::open(desk_->interface(), state_, "nonsense", 640, 480));
}

TEST_F(AFilmOfAView, TypedTextWaitsForAPictureOfTheWindowToo) {
  ASSERT_TRUE(desk_->perform({"search_kernels"}, 0));
  desk_->frames(3);
  ImGui::GetIO().AddInputCharactersUTF8("naive");
  ASSERT_TRUE(capture(desk_->interface(), state_, {"", {1000, 700}}));
  desk_->frames(3);
  EXPECT_EQ(state_.kernel_search.text, "naive");
}

}  // namespace
}  // namespace lanescope::gui::test
