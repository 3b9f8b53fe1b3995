#include "gui/widgets/fonts.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"
#include "gui/widgets/font_defect.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;

TEST(Typefaces, ThatAreMissingAreNamedAndDearImGuisOwnStandsIn) {
  ImGui::CreateContext();
  const TemporaryFolder empty;
  const Fonts fonts = load_fonts({empty.path()});
  EXPECT_EQ(fonts.missing.size(), 4U);
  EXPECT_EQ(fonts.missing.front(), "the typeface Inter-Regular.otf was not found: install fonts-inter");
  EXPECT_NE(fonts.text, nullptr);
  EXPECT_NE(fonts.mono, nullptr);
  ImGui::DestroyContext();
}

TEST(Typefaces, AreOnlyMappedSoThatTheLargeOneCostsNoMemory) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "mapped";
  ASSERT_TRUE(write_file(file, "some bytes"));
  auto mapped = MappedFile::open(file);
  ASSERT_TRUE(mapped);
  const MappedFile moved = std::move(*mapped);
  EXPECT_EQ(std::string(static_cast<const char*>(moved.bytes()), moved.size()), "some bytes");
  EXPECT_FALSE(MappedFile::open(file.string() + "_that_is_not_there"));
}

class DamagedTypeface : public testing::Test {
 protected:
  void SetUp() override {
    for (const fs::path& folder : font_folders()) {
      std::error_code error;
      for (fs::recursive_directory_iterator entry(folder, error), end; entry != end; entry.increment(error)) {
        if (entry->path().filename() == "JetBrainsMono-Regular.ttf") whole_ = read_file(entry->path()).value();
      }
    }
    if (whole_.empty()) GTEST_SKIP() << "the typeface is not installed";
  }
  static std::string defect(const std::string& bytes) {
    return font_defect({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  }
  std::string whole_;
};

TEST_F(DamagedTypeface, IsToldFromAWholeOneWhereverTheDamageIs) {
  EXPECT_EQ(defect(whole_), "");
  for (const std::size_t there :
       {std::size_t{0}, std::size_t{3}, std::size_t{11}, std::size_t{100}, std::size_t{3000}, whole_.size() - 1000}) {
    EXPECT_NE(defect(whole_.substr(0, there)), "") << there;
  }
  EXPECT_NE(defect(std::string(3000, 'x')), "");
  EXPECT_NE(defect("ttcf" + std::string(12, '\xff')), "") << "a collection whose first font is nowhere";
  // Behind the list of tables every byte counts; in it the names of tables that nobody needs do not.
  for (std::size_t at = 1000; at < whole_.size(); at += 997) {
    std::string damaged = whole_;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    EXPECT_NE(defect(damaged), "") << at;
  }
}

TEST_F(DamagedTypeface, IsNamedAndDearImGuisOwnStandsIn) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "JetBrainsMono-Regular.ttf";
  whole_[whole_.size() / 2] = static_cast<char>(whole_[whole_.size() / 2] ^ 1);
  ASSERT_TRUE(write_file(file, whole_));
  ImGui::CreateContext();
  const Fonts fonts = load_fonts({folder.path()});
  ASSERT_EQ(fonts.missing.size(), 4U);
  EXPECT_TRUE(fonts.missing[2].starts_with(file.string() + ": its table '")) << fonts.missing[2];
  EXPECT_NE(fonts.missing[2].find("install fonts-jetbrains-mono again"), std::string::npos) << fonts.missing[2];
  EXPECT_NE(fonts.mono, nullptr);
  ImGui::DestroyContext();
}

TEST(Typefaces, DrawTheWindowEvenWhenNoneIsInstalled) {
  const TemporaryFolder empty;
  OffscreenWindowOptions options;
  options.width = 640;
  options.height = 360;
  options.context.software = true;
  options.interface.shaders = fs::path(LANESCOPE_SOURCES) / "shaders";
  options.interface.fonts = {empty.path()};
  auto window = OffscreenWindow::open(options);
  if (!window) GTEST_SKIP() << window.error().text();
  EXPECT_EQ((*window)->interface().take_messages().size(), 4U);
  const State state = test::state_with_kernels();
  for (int frame = 0; frame < 3; ++frame) static_cast<void>((*window)->draw(state));
  EXPECT_TRUE((*window)->interface().widgets().contains("knob/block_x"));
}

}  // namespace
}  // namespace lanescope::gui
