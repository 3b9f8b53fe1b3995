#include "gui/settings/settings.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/lesson/lesson_commands.h"
#include "gui/store/selection_commands.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "base/file.h"
#include "gui/screens/lesson/lesson_fixture.h"
#include "gui/shell/session.h"
#include "gui/support/fixture.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

Settings non_default_settings() {
  Settings settings;
  settings.width = 1280;
  settings.height = 720;
  settings.theme = ThemeName::projector;
  settings.language = "zh";
  settings.zoom = 1.21F;
  settings.workspace = Workspace::measure;
  settings.layouts["why"] = "[Window][###source]\nPos=1,2\nSize=3,4\nCollapsed=0\n\n";
  settings.position = {-20, 40};
  settings.file = "/srv/mine.cu";
  settings.recent_files = {"/srv/mine.cu", "/srv/yours.ptx"};
  settings.pins["A transpose/copy_row"] = {};
  settings.pins["B transpose/copy_row"] = {{"block_x", std::int64_t{64}}};
  settings.compare_on_stage = true;
  settings.kernel = "transpose/smem_pad";
  settings.preferences.editor = "code -n";
  settings.target = "T4";
  settings.values["transpose/smem_pad"] = {{"block_x", std::int64_t{64}}, {"load_op", std::string("cs")}};
  settings.as_written = settings.percent = settings.by_excess = settings.ptx = settings.sass = true;
  return settings;
}

TEST(TheSettings, AreReadAsTheyWereWritten) {
  const Settings settings = non_default_settings();
  const SettingsRead read = parse_settings(text_of(settings), "settings.toml");
  EXPECT_TRUE(read.settings == settings) << text_of(settings);
  EXPECT_TRUE(read.complaints.empty()) << read.complaints.front();
  EXPECT_TRUE(parse_settings(text_of({}), "settings.toml").settings == Settings());
}

TEST(TheSettings, KeepTheDefaultOfEveryKeyThatIsOutOfRangeAndSaySo) {
  const SettingsRead read = parse_settings(
      "[window]\nwidth = 10\nheight = 900000\n"
      "[appearance]\ntheme = \"pink\"\nlanguage = \"qq\"\nzoom = 17.0\nworkspace = \"cinema\"\n"
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
  EXPECT_EQ(read.settings.workspace, defaults.workspace);
  EXPECT_EQ(read.settings.ptx, false);
  EXPECT_EQ(read.settings.kernel, "");
  EXPECT_EQ(read.settings.values.at("transpose/naive_row"), (catalogue::Values{{"block_y", std::int64_t{16}}}));
  EXPECT_EQ(read.complaints.size(), 11U);
  std::string all;
  for (const std::string& complaint : read.complaints) all += complaint + "\n";
  for (const char* part :
       {"window.width = 10 is not one of 320 to 16384; 1600 is used", "appearance.theme = pink",
        "dark, light, projector, colour_blind", "appearance.language = qq", "en, zh", "appearance.zoom = 17",
        "0.5 to 3", "appearance.workspace = cinema", "watch, why, measure", "settings.toml:10: source.ptx",
        "block_x of transpose/naive_row", "session.target = GTX 1", "unknown key typo.thing"}) {
    EXPECT_NE(all.find(part), std::string::npos) << part << "\n" << all;
  }
}

TEST(TheSettings, OfAFileWithATypingErrorAreAllButThatLine) {
  Settings settings;
  settings.theme = ThemeName::projector;
  settings.zoom = 2;
  settings.kernel = "transpose/smem_pad";
  settings.values["transpose/smem_pad"] = {{"block_x", std::int64_t{64}}};
  settings.layouts["why"] = "[Window][a]\nPos=1,2\nSize=3,4\nCollapsed=0\n\n";
  const std::string whole = text_of(settings);
  ASSERT_TRUE(parse_settings(whole, "settings.toml").settings == settings) << whole;
  std::string typed = whole;
  typed.replace(typed.find("zoom = "), 7, "zoom == ");
  const SettingsRead read = parse_settings(typed, "settings.toml");
  EXPECT_EQ(read.original, SettingsOriginal::untouched);
  EXPECT_EQ(read.settings.theme, ThemeName::projector);
  EXPECT_EQ(read.settings.zoom, Settings().zoom);
  EXPECT_EQ(read.settings.values, settings.values);
  EXPECT_EQ(read.settings.layouts, settings.layouts);
  ASSERT_FALSE(read.complaints.empty());
  const auto line =
      1 + std::count(typed.begin(), typed.begin() + static_cast<std::ptrdiff_t>(typed.find("zoom ==")), '\n');
  EXPECT_TRUE(read.complaints.front().starts_with("settings.toml:" + std::to_string(line) + ": "))
      << read.complaints.front();
}

/// Whatever one character becomes, nothing ends the program, and of the other keys at most those of one group are lost.
TEST(TheSettings, SurviveAnyOneCharacterThatIsWrong) {
  Settings settings;
  settings.width = 1000;
  settings.theme = ThemeName::projector;
  settings.percent = true;
  settings.values["transpose/smem_pad"] = {{"block_x", std::int64_t{64}}};
  settings.layouts["why"] = "[Window][a]\nPos=1,2\nSize=3,4\nCollapsed=0\n\n";
  const std::string whole = text_of(settings);
  for (std::size_t place = 0; place < whole.size(); ++place) {
    for (const char wrong : {'"', '\'', '[', '\n', '\0', '9'}) {
      std::string text = whole;
      text[place] = wrong;
      const Settings read = parse_settings(text, "settings.toml").settings;
      const int kept = (read.width == 1000) + (read.theme == ThemeName::projector) + read.percent +
                       (read.values == settings.values) + (read.layouts == settings.layouts);
      EXPECT_GE(kept, 3) << text;
    }
  }
}

TEST(TheSettings, OfAFileThatIsNothingAreTheDefaults) {
  const SettingsRead read = parse_settings("[window\nwidth = = 1", "settings.toml");
  EXPECT_TRUE(read.settings == Settings());
  ASSERT_FALSE(read.complaints.empty());
  EXPECT_TRUE(read.complaints.front().starts_with("settings.toml:1: ")) << read.complaints.front();
}

/// The parser of toml++ calls what these letters reach unreachable; see third_party/toml_parser.cpp.
TEST(TheSettings, WithALetterBeyondAsciiBesideAKeyAreReadButForItsLine) {
  for (const std::string letter : {"\u00A1", "\u00E9", "\u0411", "\u0499", "\u4E2D"}) {
    for (const std::string& line :
         {letter + "width = 1\n", "width" + letter + " = 1\n", "width = 1 " + letter + "\n"}) {
      const SettingsRead read = parse_settings("[window]\n" + line + "height = 777\n", "settings.toml");
      ASSERT_FALSE(read.complaints.empty()) << line;
      EXPECT_TRUE(read.complaints.front().starts_with("settings.toml:2: ")) << read.complaints.front();
      EXPECT_EQ(read.settings.height, 777) << line;
    }
  }
}

TEST(TheSettings, WithAKeyThatWouldOverflowTheStackAreReadButForItsLine) {
  std::string key = "a";
  for (int part = 0; part < 100'000; ++part) key += ".a";
  for (const std::string& line : {key + " = 1\n", "[" + key + "]\n"}) {
    const SettingsRead read = parse_settings("[window]\nheight = 777\n" + line, "settings.toml");
    ASSERT_FALSE(read.complaints.empty());
    EXPECT_TRUE(read.complaints.front().starts_with("settings.toml:3: a key has more than")) << read.complaints.front();
    EXPECT_EQ(read.settings.height, 777);
  }
}

TEST(TheSettings, WithALayoutThatNobodyWroteUseTheDesignedOne) {
  Settings settings;
  settings.layouts["why"] = "[Docking][Data]\nDockNode ID=0x00000001 Parent=0x00000002 SizeRef=1,1\n";
  settings.layouts["watch"] = "[Window][a]\nPos=1,2\n";
  settings.layouts["measure"] = "[Window][a]\nPos=1,99999999999\n";
  settings.layouts["nowhere"] = "[Window][a]\nPos=1,2\n";
  const SettingsRead read = parse_settings(text_of(settings), "settings.toml");
  EXPECT_EQ(read.settings.layouts.size(), 1u);
  EXPECT_TRUE(read.settings.layouts.contains("watch"));
  EXPECT_EQ(read.original, SettingsOriginal::copied);
  std::string all;
  for (const std::string& complaint : read.complaints) all += complaint + "\n";
  for (const char* part : {"arrangements.why is not a layout: line 2", "arrangements.measure is not a layout: line 2",
                           "arrangements.nowhere is not a layout: there is no such workspace"}) {
    EXPECT_NE(all.find(part), std::string::npos) << all;
  }
}

TEST(TheSettings, OfAFileThatIsNotThereAreTheDefaultsWithoutAWord) {
  const SettingsRead read = read_settings(TemporaryFolder().path() / "settings.toml");
  EXPECT_TRUE(read.settings == Settings());
  EXPECT_TRUE(read.complaints.empty());
}

TEST(TheSettings, BringAStateBackToWhereItWasLeft) {
  State left = test::state_with_kernels();
  for (const Command& command :
       {Command{"use_projector_theme"}, Command{"use_chinese"}, Command{"larger_text"}, Command{"why"},
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
  EXPECT_TRUE(found.ui.workspace == Workspace::why && found.source.ptx);
  EXPECT_EQ(found.source.unit, CostUnit::percent);
  EXPECT_EQ(found.selection.values.at("transpose/smem_pad"), (catalogue::Values{{"block_x", std::int64_t{64}}}));
}

TEST(TheSettings, KeepThatTheSentenceOfTheFirstStartWasDismissed) {
  State state;
  restore(state, Settings());
  EXPECT_EQ(state.ui.first_step, FirstStep::pad) << "at the first start";
  ASSERT_TRUE(perform(state, {"dismiss_first_steps"}, 1));
  const SettingsRead read = parse_settings(text_of(settings_of(state)), "settings.toml");
  State next;
  restore(next, read.settings);
  EXPECT_EQ(next.ui.first_step, FirstStep::done);
  EXPECT_EQ(parse_settings("[session]\nwelcomed = true\n", "f").settings.first_step, FirstStep::done);
  EXPECT_TRUE(parse_settings("[session]\nwelcomed = true\n", "f").complaints.empty()) << "of an earlier version";
}

TEST(TheSettings, AreThoseFromBeforeALessonThatIsStillOpen) {
  State state = test::state_with_kernels();
  test::know_lesson(state);
  ASSERT_TRUE(perform(state, SetKnob{"block_x", std::int64_t{8}}, 1));
  const Settings before = settings_of(state);
  ASSERT_TRUE(perform(state, StartLesson{"tile"}, 1));
  EXPECT_NE(state.selection.kernel, before.kernel);
  EXPECT_EQ(settings_of(state).kernel, before.kernel);
  EXPECT_EQ(settings_of(state).values, before.values);
}

TEST(TheSettings, OfEarlierVersionsAreReadWithoutAComplaint) {
  const SettingsRead read = parse_settings(
      "[panels]\nwide = true\nanalysis = false\narrangement = 'x'\nlayout = 'mine'\n[layouts]\nmine = 'y'\n"
      "[appearance]\nzoom = 1.5\n",
      "settings.toml");
  EXPECT_TRUE(read.complaints.empty()) << read.complaints.front();
  EXPECT_EQ(read.settings.zoom, 1.5F);
}

TEST(TheSettings, BringBackThePinsAndTheFilesThatWereOpen) {
  State left = test::state_with_kernels();
  ASSERT_TRUE(perform(left, {"pin_a"}, 1));
  ASSERT_TRUE(perform(left, SetKnob{"block_x", std::int64_t{64}}, 2));
  ASSERT_TRUE(perform(left, {"pin_b"}, 3));
  left.ui.recent_files = {"/srv/mine.cu"};
  const SettingsRead read = parse_settings(text_of(settings_of(left)), "settings.toml");
  EXPECT_TRUE(read.complaints.empty());
  State found = test::state_with_kernels();
  restore(found, read.settings);
  ASSERT_TRUE(found.pins.both());
  EXPECT_EQ(found.pins.pins[0]->kernel, "transpose/naive_row");
  EXPECT_TRUE(found.pins.pins[0]->values.empty());
  EXPECT_EQ(found.pins.pins[1]->values, (catalogue::Values{{"block_x", std::int64_t{64}}}));
  EXPECT_EQ(found.ui.recent_files, left.ui.recent_files);
  EXPECT_TRUE(perform(found, {"forget_recent_files"}, 1));
  EXPECT_FALSE(perform(found, {"forget_recent_files"}, 2)) << "there is none any more";
}

TEST(TheSettings, DoNotBringBackTheFullScreen) {
  State state;
  ASSERT_TRUE(perform(state, {"measure"}, 1));
  EXPECT_EQ(settings_of(state).workspace, Workspace::measure);
  ASSERT_TRUE(perform(state, {"lecture"}, 1));
  EXPECT_EQ(settings_of(state).workspace, Workspace::watch);
  EXPECT_EQ(parse_settings("[appearance]\nworkspace = \"lecture\"\n", "f").settings.workspace, Workspace::watch);
}

TEST(TheSettingsFile, IsWrittenWhenTheSettingsRestedForASecond) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "of its own" / "settings.toml";
  SettingsSaver saver(file, {});
  const auto start = SettingsSaver::Clock::now();
  Settings settings;
  EXPECT_TRUE(saver.save_if_due(settings, start));
  settings.zoom = 2;
  EXPECT_TRUE(saver.save_if_due(settings, start + 100ms));
  EXPECT_FALSE(fs::exists(file)) << "a slider on its way";
  EXPECT_TRUE(saver.save_if_due(settings, start + 1200ms));
  ASSERT_TRUE(fs::exists(file));
  EXPECT_EQ(read_settings(file).settings.zoom, 2);
  settings.zoom = 3;
  EXPECT_TRUE(saver.save_now(settings));
  EXPECT_EQ(read_settings(file).settings.zoom, 3);
  fs::remove(file);
  EXPECT_TRUE(saver.save_now(settings));
  EXPECT_FALSE(fs::exists(file)) << "nothing changed";
}

TEST(TheSettingsFile, ThatCannotBeWrittenIsReported) {
  const TemporaryFolder folder;
  const fs::path blocked = folder.path() / "a_file_not_a_folder";
  ASSERT_TRUE(write_file(blocked, ""));
  SettingsSaver saver(blocked / "settings.toml", {});
  Settings settings;
  settings.zoom = 2;
  EXPECT_FALSE(saver.save_now(settings));
}

TEST(TheSettingsFile, KeepsWhatAnotherWindowAndAnEditorWroteMeanwhile) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "settings.toml";
  Settings first;
  first.preferences.editor = "vim";
  first.layouts = {{"why", "[Window][a]\nPos=1,1\n"}, {"watch", "[Window][a]\nPos=2,2\n"}};
  first.values["transpose/copy_row"] = {{"block_x", std::int64_t{64}}};
  ASSERT_TRUE(write_file(file, text_of(first)));
  SettingsSaver saver(file, first);

  Settings theirs = first;
  theirs.preferences.editor = "emacs";
  theirs.layouts["measure"] = "[Window][a]\nPos=3,3\n";
  theirs.layouts.erase("why");
  theirs.values["matmul/v1"] = {{"tile", std::int64_t{8}}};
  theirs.zoom = 1.5F;
  ASSERT_TRUE(write_file(file, text_of(theirs)));

  Settings ours = first;
  ours.zoom = 2;
  ours.layouts.erase("watch");
  ours.values["transpose/copy_row"]["block_x"] = std::int64_t{32};
  ASSERT_TRUE(saver.save_now(ours));

  Settings both = theirs;
  both.zoom = 2;
  both.layouts.erase("watch");
  both.values["transpose/copy_row"]["block_x"] = std::int64_t{32};
  EXPECT_EQ(read_settings(file).settings, both);
  ours.workspace = Workspace::measure;
  both.workspace = Workspace::measure;
  ASSERT_TRUE(saver.save_now(ours));
  EXPECT_EQ(read_settings(file).settings, both) << "also at the next change";
}

TEST(TheSettingsFile, OfAnotherUserIsNotTaken) {
  if (geteuid() != 0) GTEST_SKIP() << "only the administrator makes files of others";
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "settings.toml";
  ASSERT_TRUE(write_file(file, "[tools]\neditor = 'rm -rf'\n"));
  ASSERT_EQ(chown(file.c_str(), 65534, 65534), 0);
  const SettingsRead read = read_settings(file);
  EXPECT_EQ(read.settings.preferences.editor, "");
  ASSERT_FALSE(read.complaints.empty());
  EXPECT_NE(read.complaints[0].find("belongs to another user"), std::string::npos) << read.complaints[0];
}

TEST(TheSettings, OfferedToOthersHoldNothingThatTheUserNamed) {
  Settings settings;
  settings.theme = ThemeName::light;
  settings.preferences.editor = "vim --secret";
  settings.kernel = "/srv/secret.cu";
  settings.file = "/srv/secret.cu";
  settings.recent_files = {"/srv/secret.cu"};
  settings.exports = "/srv/secret";
  settings.pins["A secret"] = {};
  settings.values["/srv/secret.cu"] = {{"n", std::int64_t{5}}};
  const std::string text = shareable_text(settings);
  EXPECT_NE(text.find("light"), std::string::npos) << text;
  EXPECT_EQ(text.find("secret"), std::string::npos) << text;
}

class ADamagedSettingsFile : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(write_file(file_, typed_)); }
  const TemporaryFolder folder_;
  const fs::path file_ = folder_.path() / "settings.toml";
  const std::string typed_ = "[appearance]\ntheme = \"light\"\nzoom == 2\n";
};

TEST_F(ADamagedSettingsFile, IsNeverWrittenAndNothingOfItIsLost) {
  const SettingsRead first = read_settings(file_);
  EXPECT_EQ(first.settings.theme, ThemeName::light);
  ASSERT_EQ(first.complaints.size(), 2u);
  EXPECT_NE(first.complaints[1].find("is not changed"), std::string::npos) << first.complaints[1];
  SettingsSaver saver(file_, first.settings);
  Settings changed = first.settings;
  changed.zoom = 1.5F;
  ASSERT_TRUE(saver.save_now(changed));
  EXPECT_EQ(read_file(file_).value(), typed_);
  const SettingsRead second = read_settings(file_);
  EXPECT_EQ(second.settings.zoom, 1.5F) << "what was changed meanwhile counts";
  EXPECT_EQ(second.settings.theme, ThemeName::light);
  EXPECT_FALSE(second.complaints.empty()) << "and it is said at every start";
  fs::remove(file_);
  EXPECT_EQ(read_settings(file_).settings.zoom, 1.5F) << "the user removed the damaged one";
  EXPECT_TRUE(read_settings(file_).complaints.empty());
}

TEST_F(ADamagedSettingsFile, CountsAgainOnceItIsMended) {
  const SettingsRead first = read_settings(file_);
  ASSERT_TRUE(SettingsSaver(file_, first.settings).save_now(Settings()));
  ASSERT_TRUE(write_file(file_, "[appearance]\nzoom = 2\n"));
  EXPECT_EQ(read_settings(file_).settings.zoom, 2);
  EXPECT_EQ(read_settings(file_).original, SettingsOriginal::replaceable);
}

TEST_F(ADamagedSettingsFile, WithAValueThatIsNotUsedIsCopiedBeforeItIsLost) {
  const std::string newer = "[appearance]\nzoom = 2\n[of_a_newer_version]\nkey = 1\n";
  ASSERT_TRUE(write_file(file_, newer));
  const SettingsRead read = read_settings(file_);
  EXPECT_EQ(read.original, SettingsOriginal::copied);
  SettingsSaver saver(file_, read.settings);
  Settings changed = read.settings;
  changed.zoom = 1;
  ASSERT_TRUE(saver.save_now(changed));
  EXPECT_EQ(read_file(copied_file(file_)).value(), newer);
  EXPECT_EQ(read_settings(file_).settings.zoom, 1);
}

TEST_F(ADamagedSettingsFile, ThatCannotBeReadStays) {
  fs::remove(file_);
  fs::create_directory(file_);
  const SettingsRead read = read_settings(file_);
  EXPECT_EQ(read.original, SettingsOriginal::untouched);
  Settings changed;
  changed.zoom = 2;
  EXPECT_TRUE(SettingsSaver(file_, read.settings).save_now(changed));
  EXPECT_TRUE(fs::is_directory(file_));
}

class ARestoredSession : public testing::Test {
 protected:
  [[nodiscard]] SessionOptions options() const {
    SessionOptions options;
    options.kernels = fs::path(LANESCOPE_SOURCES) / "kernels";
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
}  // namespace lanescope::gui
