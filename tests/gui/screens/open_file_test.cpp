// The window that opens a file, and the form for a file that does not say how its kernel is launched.
#include <gtest/gtest.h>

#include <algorithm>

#include "gui/screens/open_file/open_file_commands.h"
#include "gui/screens/open_file/open_file_view_model.h"
#include "gui/support/offscreen.h"
#include "gui/support/open_file_fixture.h"

namespace lanescope::gui {
namespace {

class AForm : public testing::Test {
 protected:
  AForm() { test::show_form(state_); }
  void act(const Command& command) {
    const Outcome done = perform(state_, command, 1);
    ASSERT_TRUE(done) << done.error().text();
    append(effects_, *done);
  }
  [[nodiscard]] LaunchFormView view() const { return launch_form_view(state_, *state_.open_file.form); }
  [[nodiscard]] LaunchRow row(const std::string& name) const {
    const LaunchFormView now = view();
    const auto found = std::ranges::find(now.rows, name, &LaunchRow::name);
    EXPECT_NE(found, now.rows.end()) << name;
    return found == now.rows.end() ? LaunchRow{} : *found;
  }
  State state_ = test::state_with_kernels();
  Effects effects_;
};

TEST_F(AForm, ProposesEachParameterAndTheLaunch) {
  const LaunchFormView now = view();
  EXPECT_EQ(now.file, "saxpy.cu");
  EXPECT_EQ(now.beside, "saxpy.toml");
  ASSERT_EQ(now.entries.size(), 2U);
  EXPECT_EQ(now.entries[0], "saxpy(float* y, const float* x, Options options, int N)");
  std::vector<std::string> names;
  for (const LaunchRow& each : now.rows) names.push_back(each.name);
  EXPECT_EQ(names, (std::vector<std::string>{"y", "x", "options.scale", "options.stride", "N"}));
  EXPECT_EQ(row("y").value, "f32[N]");
  EXPECT_EQ(row("y").role, catalogue::Role::inout);
  EXPECT_EQ(row("y").meaning, "65 536 elements or more, 256 KiB");
  EXPECT_EQ(row("x").role, catalogue::Role::in);
  EXPECT_FALSE(row("options.scale").buffer);
  EXPECT_EQ(row("options.scale").value, "1.0");
  EXPECT_EQ(now.block, "256");
  EXPECT_EQ(now.launch, "256 blocks of 256 threads");
  EXPECT_EQ(now.trouble, "");
}

TEST_F(AForm, SaysWhatTheFilePutsIntoABuffer) {
  state_.open_file.form = launch_form_of(
      {"k",
       "k.cu",
       "__global__ void k(int* a, int* b, int* c) { a[threadIdx.x] += b[threadIdx.x] + c[threadIdx.x]; }\n"
       "int main() { const int n = 64; int *a, *b, *c; cudaMallocManaged(&a, n * 4); cudaMallocManaged(&b, n * 4);\n"
       "  cudaMallocManaged(&c, n * 4);\n"
       "  for (int i = 0; i < n; i++) { a[i] = i; b[i] = rand() % 10; c[i] = 3; }\n  k<<<1, 64>>>(a, b, c); }\n",
       {}});
  EXPECT_EQ(row("a").meaning, "64 elements, each its index");
  EXPECT_EQ(row("b").meaning, "64 elements, random from 0 to 9");
  EXPECT_EQ(row("c").meaning, "64 elements, each 3");
  state_.open_file.form->plan.buffers.front().fill_step = 4;
  EXPECT_EQ(row("a").meaning, "64 elements, 256 B") << "each is its index times four";
  EXPECT_EQ(view().launch, "1 block of 64 threads");
}

TEST_F(AForm, FollowsWhatIsTyped) {
  act(SetLaunchText{LaunchField::argument, "N", "1000"});
  act(SetLaunchText{LaunchField::argument, "x", "f64[2 * N]"});
  act(SetLaunchText{LaunchField::block, "", "128"});
  act(SetLaunchRole{"y", catalogue::Role::out});
  EXPECT_EQ(row("x").meaning, "2 000 elements, 15.62 KiB");
  EXPECT_EQ(view().launch, "8 blocks of 128 threads");
  EXPECT_EQ(row("y").role, catalogue::Role::out);
  act(SetLaunchText{LaunchField::argument, "N", ""});
  EXPECT_EQ(row("N").value, "65536") << "an empty field is proposed again";
}

TEST_F(AForm, TellsWhatCannotBeWhileItIsTyped) {
  act(SetLaunchText{LaunchField::argument, "x", "f64[2 * M"});
  EXPECT_EQ(row("x").value, "f64[2 * M") << "what is typed stays";
  EXPECT_NE(view().trouble, "");
  EXPECT_EQ(view().launch, "");
  EXPECT_FALSE(perform(state_, RunLaunch{}, 1));
  act(SetLaunchText{LaunchField::argument, "x", "f64[2 * N]"});
  EXPECT_EQ(view().trouble, "");
  act(SetLaunchText{LaunchField::block, "", "2048"});
  EXPECT_NE(view().trouble.find("CUDA allows 1 to 1024"), std::string::npos) << view().trouble;
}

TEST_F(AForm, AsksForTheArgumentsOfATemplate) {
  act(ChooseEntry{1});
  EXPECT_EQ(view().template_parameters, "T");
  act(SetLaunchText{LaunchField::template_arguments, "", "double"});
  EXPECT_EQ(view().trouble, "") << view().remedy;
  EXPECT_EQ(row("out").value, "f64[height * width]");
  EXPECT_EQ(view().launch, "16 × 16 blocks of 16 × 16 threads");
  EXPECT_FALSE(perform(state_, ChooseEntry{2}, 1));
}

TEST_F(AForm, RunsAndIsKeptWhereTheUserSays) {
  act(SetFrontMatterDestination{FrontMatterDestination::beside});
  act(RunLaunch{});
  const auto launches = test::effects_of<LaunchFile>(effects_);
  ASSERT_EQ(launches.size(), 1U);
  EXPECT_EQ(launches[0].file, "/home/student/cuda/saxpy.cu");
  EXPECT_EQ(launches[0].destination, FrontMatterDestination::beside);
  EXPECT_NE(launches[0].front_matter.find("entry = \"saxpy\""), std::string::npos);
}

TEST_F(AForm, OfPtxIsKeptBesideTheFile) {
  state_.open_file.form =
      launch_form_of({"k",
                      "k.ptx",
                      ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k(.param .u32 k_n)\n{\nret;\n}\n",
                      {}});
  EXPECT_EQ(view().trouble, "");
  EXPECT_FALSE(view().may_be_inside);
  EXPECT_FALSE(perform(state_, SetFrontMatterDestination{FrontMatterDestination::inside}, 1));
}

TEST_F(AForm, OfAFileWithoutKernelsSaysSo) {
  state_.open_file.form = launch_form_of({"none", "none.cu", "int main() {}\n", {}});
  EXPECT_EQ(view().trouble, "this file has no kernel");
  EXPECT_TRUE(view().rows.empty());
}

TEST_F(AForm, ComesBackForALaunchThatIsNowhereOnDisk) {
  EXPECT_FALSE(perform(state_, {"edit_launch"}, 1)) << "the selected kernel has a front matter";
  state_.open_file.launched[state_.selection.kernel] = *state_.open_file.form;
  state_.open_file.form.reset();
  state_.open_file.shown = false;
  act({"edit_launch"});
  EXPECT_TRUE(state_.open_file.shown);
  EXPECT_TRUE(state_.open_file.form);
}

TEST(OpeningAFile, HasAButtonForWhatOneClickCures) {
  State state = test::state_with_kernels();
  test::show_refused_form(state);
  test::Desk desk(state);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  for (const char* widget : {"open/trouble", "open/include", "open/includer/main.cu", "open/run"}) {
    ASSERT_TRUE(desk.has(widget)) << widget;
    EXPECT_LE(desk.place(widget).Max.y, 720) << widget;
    EXPECT_LE(desk.place(widget).Max.x, 1280) << widget;
  }
  desk.click("open/include");
  EXPECT_EQ(test::count_of<ReadHeaders>(desk.effects()), 1U);
  EXPECT_EQ(state.open_file.form->include,
            (std::vector<std::string>{"/home/student/cuda/common", "/home/student/cuda/include"}));
  EXPECT_EQ(state.open_file.included.at("/home/student/cuda/saxpy.cu"), state.open_file.form->include);
  desk.click("open/includer/main.cu");
  const auto opened = test::effects_of<ReadPath>(desk.effects());
  ASSERT_EQ(opened.size(), 1U);
  EXPECT_EQ(opened[0].path, "/home/student/cuda/main.cu");
  EXPECT_EQ(opened[0].entry, "saxpy");
}

TEST_F(AForm, WaitsForTheCompilerAndRunsThen) {
  LaunchForm& form = *state_.open_file.form;
  form.known.reset();
  EXPECT_TRUE(view().waits);
  act(RunLaunch{});
  EXPECT_TRUE(form.runs_when_known);
  EXPECT_TRUE(test::effects_of<LaunchFile>(effects_).empty());
  complete_launch(form, {"saxpy", {}, {}, {}, {}});
  EXPECT_FALSE(view().waits);
  act(ChooseEntry{1});
  EXPECT_TRUE(view().waits) << "for the types of another kernel";
}

TEST(OpeningAFile, ShowsTheFolderAndAsksForWhatIsClicked) {
  State state = test::state_with_kernels();
  test::Desk desk(state);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  ASSERT_TRUE(desk.perform({"open_file"}, 1));
  EXPECT_EQ(test::count_of<ReadPath>(desk.effects()), 1U);
  test::show_folder(state);
  desk.frames(3);
  desk.click("open/entry/homework");
  const auto asked = test::effects_of<ReadPath>(desk.effects());
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_EQ(asked[1].path, "/home/student/cuda/homework");
  desk.key(ImGuiKey_Escape);
  desk.frames(2);
  EXPECT_FALSE(state.open_file.shown);
}

TEST(OpeningAFile, LetsTheMouseAndTheKeyboardChangeTheForm) {
  State state = test::state_with_kernels();
  test::show_form(state);
  test::Desk desk(state);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  desk.frames(3);
  for (const char* widget :
       {"open/value/y", "open/role/x", "open/grid", "open/block", "open/keep/inside", "open/run"}) {
    ASSERT_TRUE(desk.has(widget)) << widget;
    EXPECT_LE(desk.place(widget).Max.y, 720) << widget;
    EXPECT_LE(desk.place(widget).Max.x, 1280) << widget;
  }
  desk.click("open/value/options.scale");
  desk.key(ImGuiKey_End);
  desk.type("5");
  EXPECT_EQ(state.open_file.form->arguments.at("options.scale"), "1.05");
  desk.click("open/role/y");
  desk.frames(2);
  desk.click("open/role/y/out");
  EXPECT_EQ(state.open_file.form->roles.at("y"), catalogue::Role::out);
  desk.click("open/keep/inside");
  desk.key(ImGuiKey_Enter);
  const auto launches = test::effects_of<LaunchFile>(desk.effects());
  ASSERT_EQ(launches.size(), 1U);
  EXPECT_EQ(launches[0].destination, FrontMatterDestination::inside);
  EXPECT_NE(launches[0].front_matter.find("float scale = 1.05"), std::string::npos) << launches[0].front_matter;
}

}  // namespace
}  // namespace lanescope::gui
