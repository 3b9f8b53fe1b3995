#include "gui/settings/settings.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/file.h"
#include "gui/shell/session.h"
#include "gui/support/fixture.h"
#include "temporary_folder.h"

namespace warpscope::gui {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

Settings unlike_the_defaults() {
  Settings settings;
  settings.width = 1280;
  settings.height = 720;
  settings.theme = ThemeName::projector;
  settings.language = "zh";
  settings.zoom = 1.21F;
  settings.wide = true;
  settings.layout = "[Window][###source]\nDockId=0x1,2\n";
  settings.own_layouts["For \"Tuesday\""] = "[Window][###readout]\nPos=0,0\n";
  settings.chosen_layout = "For \"Tuesday\"";
  settings.kernel = "transpose/smem_pad";
  settings.editor = "code -n";
  settings.target = "T4";
  settings.values["transpose/smem_pad"] = {{"block_x", std::int64_t{64}}, {"load_op", std::string("cs")}};
  settings.as_written = settings.percent = settings.by_excess = settings.ptx = settings.sass = true;
  return settings;
}

TEST(TheSettings, AreReadAsTheyWereWritten) {
  const Settings settings = unlike_the_defaults();
  const SettingsRead read = parse_settings(text_of(settings), "settings.toml");
  EXPECT_TRUE(read.settings == settings) << text_of(settings);
  EXPECT_TRUE(read.complaints.empty()) << read.complaints.front();
  EXPECT_TRUE(parse_settings(text_of({}), "settings.toml").settings == Settings());
}

TEST(TheSettings, KeepTheDefaultOfEveryKeyThatIsOutOfRangeAndSaySo) {
  const SettingsRead read = parse_settings(
      "[window]\nwidth = 10\nheight = 900000\n"
      "[appearance]\ntheme = \"pink\"\nlanguage = \"qq\"\nzoom = 17.0\n"
      "[panels]\nwide = 3\nlayout = \"never kept\"\n"
      "[source]\nptx = \"yes\"\n"
      "[session]\nkernel = 7\ntarget = \"GTX 1\"\n"
      "[values.\"transpose/naive_row\"]\nblock_x = 1.5\nblock_y = 16\n"
      "[typo]\nthing = 1\n",
      "settings.toml");
  const Settings defaults;
  EXPECT_EQ(read.settings.width, defaults.width);
  EXPECT_EQ(read.settings.height, defaults.height);
  EXPECT_EQ(read.settings.theme, defaults.theme);
  EXPECT_EQ(read.settings.language, defaults.language);
  EXPECT_EQ(read.settings.zoom, defaults.zoom);
  EXPECT_EQ(read.settings.wide, defaults.wide);
  EXPECT_EQ(read.settings.chosen_layout, "");
  EXPECT_EQ(read.settings.ptx, false);
  EXPECT_EQ(read.settings.kernel, "");
  EXPECT_EQ(read.settings.values.at("transpose/naive_row"), (catalogue::Values{{"block_y", std::int64_t{16}}}));
  EXPECT_EQ(read.complaints.size(), 12U);
  std::string all;
  for (const std::string& complaint : read.complaints) all += complaint + "\n";
  for (const char* part :
       {"window.width = 10 is not one of 320 to 16384; 1600 is used", "appearance.theme = pink",
        "dark, light, projector, colour_blind", "appearance.language = qq", "en, zh", "appearance.zoom = 17",
        "0.5 to 3", "panels.wide is not true or false", "never kept", "settings.toml:12: source.ptx",
        "block_x of transpose/naive_row", "session.target = GTX 1", "nothing is called typo.thing"}) {
    EXPECT_NE(all.find(part), std::string::npos) << part << "\n" << all;
  }
}

TEST(TheSettings, OfAFileThatIsNoTomlAreTheDefaults) {
  const SettingsRead read = parse_settings("[window\nwidth = 1", "settings.toml");
  EXPECT_TRUE(read.settings == Settings());
  ASSERT_EQ(read.complaints.size(), 1U);
  EXPECT_TRUE(read.complaints.front().starts_with("settings.toml:1: ")) << read.complaints.front();
}

TEST(TheSettings, OfAFileThatIsNotThereAreTheDefaultsWithoutAWord) {
  const SettingsRead read = read_settings(TemporaryFolder().path() / "settings.toml");
  EXPECT_TRUE(read.settings == Settings());
  EXPECT_TRUE(read.complaints.empty());
}

TEST(TheSettings, BringAStateBackToWhereItWasLeft) {
  State left = test::state_with_kernels();
  for (const Command& command :
       {Command{"use_projector_theme"}, Command{"use_chinese"}, Command{"larger_text"}, Command{"toggle_wide"},
        Command{"toggle_ptx"}, Command{"toggle_percent"}, Command{SelectKernel{"transpose/smem_pad"}},
        Command{SetKnob{"block_x", std::int64_t{64}}}}) {
    const Outcome done = perform(left, command, 1);
    ASSERT_TRUE(done) << done.error().text();
  }
  const Settings settings = settings_of(left);
  State found;
  restore(found, settings);
  EXPECT_EQ(found.ui.theme, ThemeName::projector);
  EXPECT_EQ(found.ui.language->code(), "zh");
  EXPECT_EQ(found.ui.zoom, left.ui.zoom);
  EXPECT_TRUE(found.ui.wide && found.source.ptx);
  EXPECT_EQ(found.source.unit, CostUnit::percent);
  EXPECT_EQ(found.selection.values.at("transpose/smem_pad"), (catalogue::Values{{"block_x", std::int64_t{64}}}));
}

TEST(TheSettingsFile, IsWrittenWhenTheSettingsRestedForASecond) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "of its own" / "settings.toml";
  SettingsKeeper keeper(file, {});
  const auto start = SettingsKeeper::Clock::now();
  Settings settings;
  EXPECT_TRUE(keeper.look(settings, start));
  settings.zoom = 2;
  EXPECT_TRUE(keeper.look(settings, start + 100ms));
  EXPECT_FALSE(fs::exists(file)) << "a slider on its way";
  EXPECT_TRUE(keeper.look(settings, start + 1200ms));
  ASSERT_TRUE(fs::exists(file));
  EXPECT_EQ(read_settings(file).settings.zoom, 2);
  settings.zoom = 3;
  EXPECT_TRUE(keeper.finish(settings));
  EXPECT_EQ(read_settings(file).settings.zoom, 3);
  fs::remove(file);
  EXPECT_TRUE(keeper.finish(settings));
  EXPECT_FALSE(fs::exists(file)) << "nothing changed";
}

TEST(TheSettingsFile, ThatCannotBeWrittenIsReported) {
  const TemporaryFolder folder;
  const fs::path blocked = folder.path() / "a_file_not_a_folder";
  ASSERT_TRUE(write_file(blocked, ""));
  SettingsKeeper keeper(blocked / "settings.toml", {});
  Settings settings;
  settings.zoom = 2;
  EXPECT_FALSE(keeper.finish(settings));
}

class ARestoredSession : public testing::Test {
 protected:
  [[nodiscard]] SessionOptions options() const {
    SessionOptions options;
    options.kernels = fs::path(WARPSCOPE_SOURCES) / "kernels";
    options.worker.command = {"/bin/false"};
    Settings settings;
    settings.kernel = "transpose/copy_row";
    settings.values["transpose/copy_row"] = {{"block_x", std::int64_t{64}}};
    settings.theme = ThemeName::light;
    settings.language = "en";
    options.settings = settings;
    return options;
  }
};

TEST_F(ARestoredSession, BeginsWithTheKernelAndKnobsItWasLeftWith) {
  const Session session(options());
  EXPECT_EQ(session.state().selection.kernel, "transpose/copy_row");
  EXPECT_EQ(setting_text(session.state().current_values()), "block_x=64");
  EXPECT_EQ(session.state().ui.theme, ThemeName::light);
  EXPECT_TRUE(session.state().undo.done.empty());
}

TEST_F(ARestoredSession, GivesWayToTheCommandLine) {
  SessionOptions wanted = options();
  wanted.kernel = "transpose/naive_row";
  wanted.values = {{"block_y", std::int64_t{4}}};
  const Session session(std::move(wanted));
  EXPECT_EQ(session.state().selection.kernel, "transpose/naive_row");
  EXPECT_EQ(setting_text(session.state().current_values()), "block_y=4");
}

TEST_F(ARestoredSession, BeginsAnewWhenItsKernelIsGone) {
  SessionOptions wanted = options();
  wanted.settings->kernel = "transpose/unheard_of";
  const Session session(std::move(wanted));
  EXPECT_EQ(session.state().selection.kernel, catalogue::default_kernel);
}

}  // namespace
}  // namespace warpscope::gui
