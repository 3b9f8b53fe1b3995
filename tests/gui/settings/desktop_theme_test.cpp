// Whether the desktop prefers dark or light, from its environment and its files.
#include "gui/settings/desktop_theme.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>

#include "base/file.h"
#include "gui/settings/settings.h"
#include "gui/store/state.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

class DesktopTheme : public testing::Test {
 protected:
  DesktopTheme() { variables_["HOME"] = folder_.path().string(); }
  void write(const std::string& file, const std::string& text) const {
    const std::filesystem::path path = folder_.path() / ".config" / file;
    std::filesystem::create_directories(path.parent_path());
    ASSERT_TRUE(write_file(path, text));
  }
  [[nodiscard]] std::string found() const {
    const ThemeName theme = desktop_theme([&](const char* name) {
      const auto at = variables_.find(name);
      return at == variables_.end() ? std::string() : at->second;
    });
    return std::string(name_of(theme));
  }
  TemporaryFolder folder_;
  std::map<std::string, std::string> variables_;
};

TEST_F(DesktopTheme, IsDarkWhereNothingIsSaid) {
  EXPECT_EQ(found(), "dark");
  variables_.clear();
  EXPECT_EQ(found(), "dark");
}

TEST_F(DesktopTheme, FollowsTheThemeOfGtk) {
  write("gtk-3.0/settings.ini", "[Settings]\ngtk-theme-name=Adwaita\n");
  EXPECT_EQ(found(), "light");
  write("gtk-3.0/settings.ini", "[Settings]\ngtk-theme-name = Yaru-blue-dark\n");
  EXPECT_EQ(found(), "dark");
  write("gtk-3.0/settings.ini", "# comment\n[Settings]\ngtk-theme-name=Adwaita\ngtk-application-prefer-dark-theme=1\n");
  EXPECT_EQ(found(), "dark");
  write("gtk-3.0/settings.ini", "[Settings]\ngtk-application-prefer-dark-theme=false\n");
  EXPECT_EQ(found(), "light");
  write("gtk-4.0/settings.ini", "[Settings]\ngtk-application-prefer-dark-theme=true\n");
  EXPECT_EQ(found(), "dark") << "the newer one counts";
  variables_["GTK_THEME"] = "Adwaita:light";
  EXPECT_EQ(found(), "light");
  variables_["GTK_THEME"] = "Adwaita:dark";
  EXPECT_EQ(found(), "dark");
}

TEST_F(DesktopTheme, FollowsTheColoursOfKde) {
  write("kdeglobals", "[Colors:Window]\nBackgroundNormal=239,240,241\n[General]\nColorScheme=BreezeLight\n");
  EXPECT_EQ(found(), "light");
  write("kdeglobals", "[General]\nColorScheme=BreezeDark\n");
  EXPECT_EQ(found(), "dark");
  write("kdeglobals", "[Colors:Window]\nBackgroundNormal=42,46,50\n");
  write("gtk-3.0/settings.ini", "[Settings]\ngtk-theme-name=Breeze\n");
  EXPECT_EQ(found(), "light") << "elsewhere than on KDE, GTK counts";
  variables_["XDG_CURRENT_DESKTOP"] = "KDE";
  EXPECT_EQ(found(), "dark");
}

TEST_F(DesktopTheme, IsNotMisledByWhatIsNoSuchFile) {
  write("kdeglobals", std::string("[Colors:Window\n=\n[]\nBackgroundNormal=1,2\n\0\xff=,", 46));
  write("gtk-3.0/settings.ini", "gtk-theme-name=Adwaita\n[Other]\ngtk-application-prefer-dark-theme=0\n");
  EXPECT_EQ(found(), "dark");
}

TEST_F(DesktopTheme, IsTakenWhereTheSettingFollowsTheSystemAndIsStoredAsThat) {
  State state;
  Settings settings;
  settings.theme = ThemeName::system;
  restore(state, settings);
  state.ui.system_theme = ThemeName::light;
  EXPECT_EQ(state.ui.shown_theme(), ThemeName::light);
  EXPECT_EQ(settings_of(state).theme, ThemeName::system) << "so that it follows at the next start";
  const SettingsRead read = parse_settings(text_of(settings_of(state)), "settings.toml");
  EXPECT_TRUE(read.complaints.empty());
  EXPECT_EQ(read.settings.theme, ThemeName::system);
}

}  // namespace
}  // namespace lanescope::gui
