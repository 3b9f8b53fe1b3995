#include "gui/store/target.h"
#include "gui/store/selection_commands.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gui/readings/connection.h"
#include "gui/readings/readout_view_model.h"
#include "gui/screens/dialogs/palette.h"
#include "gui/screens/scope/scope_view_model.h"
#include "gui/settings/settings.h"
#include "gui/support/fixture.h"

namespace lanescope::gui {
namespace {

class Target : public testing::Test {
 protected:
  Target() {
    state_.known.profiles = {"A100", "H200", "T4"};
    on_laptop();
  }
  void on_laptop() {
    experiments::Machine machine;
    machine.host = "laptop";
    state_.known.machine = machine;
  }
  void with_gpu(const std::string& device) {
    state_.known.machine = test::machine();
    state_.known.machine->device = device;
  }
  void act(const Command& command) {
    const Outcome done = perform(state_, command, ++seconds_);
    ASSERT_TRUE(done) << done.error().text();
  }
  [[nodiscard]] std::vector<std::string> titles() const {
    std::vector<std::string> titles;
    for (const TargetChoice& choice : target_choices(state_)) titles.push_back(choice.title);
    return titles;
  }
  State state_ = test::state_with_kernels();
  double seconds_ = 0;
};

TEST_F(Target, IsTheH200WithoutAGpuAndPredicted) {
  EXPECT_EQ(target_name(state_), "H200");
  EXPECT_FALSE(is_measured(state_));
  EXPECT_EQ(target_status(state_).words, "H200, predicted");
  EXPECT_EQ(titles(), (std::vector<std::string>{"A100", "H200", "T4"}));
  EXPECT_TRUE(target_choices(state_)[1].chosen);
}

TEST_F(Target, IsTheMachinesOwnGpuAndMeasured) {
  with_gpu("NVIDIA H200");
  EXPECT_TRUE(is_measured(state_));
  EXPECT_EQ(target_status(state_).words, "H200, measured");
  EXPECT_EQ(titles(), (std::vector<std::string>{"this machine: NVIDIA H200", "A100", "T4"}));
  EXPECT_TRUE(target_choices(state_)[0].chosen);
  with_gpu("Made-up GPU");
  EXPECT_TRUE(is_measured(state_));
  EXPECT_EQ(target_status(state_).words, "Made-up GPU, measured") << "it has no data sheet";
  act(SetTarget{"H200"});
  EXPECT_FALSE(is_measured(state_)) << "of the same compute capability, and another GPU";
}

TEST_F(Target, ThatIsChosenDecidesTheExperimentAndStartsAnother) {
  const std::uint64_t before = state_.selection.revision;
  act(SetTarget{"T4"});
  EXPECT_GT(state_.selection.revision, before);
  EXPECT_EQ(experiment_of(state_)->target, "T4");
  EXPECT_EQ(target_status(state_).words, "T4, predicted");
  EXPECT_EQ(state_.known.history.changes.back().text(state_.language()), "GPU H200 → T4");
  act({"start_sweep"});
  EXPECT_EQ(sweep_experiment(state_)->target, "T4");
  act(SetTarget{"H200"});
  EXPECT_EQ(experiment_of(state_)->target, "") << "it is the usual one";
  EXPECT_FALSE(state_.sweep.run) << "its points would be of two GPUs";
  EXPECT_FALSE(perform(state_, SetTarget{"GTX 1"}, 9));
}

TEST_F(Target, OtherThanTheMachinesGpuIsPredicted) {
  with_gpu("NVIDIA H200");
  act(SetTarget{"T4"});
  EXPECT_FALSE(is_measured(state_));
  EXPECT_FALSE(target_choices(state_)[0].chosen);
  act(SetTarget{"H200"});
  EXPECT_TRUE(is_measured(state_)) << "that is the machine's own";
}

TEST_F(Target, GoesRoundTheListByKeys) {
  act({"next_target"});
  EXPECT_EQ(target_name(state_), "T4");
  act({"next_target"});
  EXPECT_EQ(target_name(state_), "A100");
  act({"previous_target"});
  EXPECT_EQ(target_name(state_), "T4");
  act({"own_target"});
  EXPECT_EQ(target_name(state_), "H200");
  EXPECT_FALSE(perform(state_, {"own_target"}, 9)) << "it is chosen already";
  state_.known.profiles.clear();
  EXPECT_FALSE(perform(state_, {"next_target"}, 9));
}

TEST_F(Target, HasItsOwnNumbersWhichComeBackWithIt) {
  test::accept(state_, test::predicted(state_), 1);
  EXPECT_TRUE(read(state_).rate.known());
  act(SetTarget{"T4"});
  EXPECT_FALSE(state_.known.predicted) << "the numbers of another GPU are not an earlier state of this one's";
  EXPECT_EQ(state_.scope.measured.size(), 0U);
  act(SetTarget{"H200"});
  EXPECT_EQ(state_.scope.measured.size(), 1U);
}

TEST_F(Target, HidesRecordingsOfOtherGpus) {
  experiments::Result recorded = test::refined(state_);
  recorded.recorded = "2026-11-21T12:00:00Z";
  recorded.machine.device = "NVIDIA H200";
  state_.known.recordings.push_back(std::make_shared<const experiments::Result>(recorded));
  EXPECT_TRUE(state_.recorded());
  act(SetTarget{"T4"});
  EXPECT_FALSE(state_.recorded());
  act({"own_target"});
  EXPECT_TRUE(state_.recorded());
}

TEST_F(Target, IsKeptInTheSettings) {
  act(SetTarget{"T4"});
  State next = test::state_with_kernels();
  restore(next, parse_settings(text_of(settings_of(state_)), "settings.toml").settings);
  EXPECT_EQ(next.selection.target, "T4");
}

TEST_F(Target, IsFoundInThePalette) {
  const std::vector<PaletteEntry> entries = palette_entries(state_, "A100");
  ASSERT_FALSE(entries.empty());
  EXPECT_EQ(entries.front().title, "A100");
  act(entries.front().command);
  EXPECT_EQ(target_name(state_), "A100");
}

}  // namespace
}  // namespace lanescope::gui
