#include "gui/widgets/fonts.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"
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
  EXPECT_EQ((*window)->interface().notes().size(), 4U);
  const State state = test::state_with_kernels();
  for (int frame = 0; frame < 3; ++frame) static_cast<void>((*window)->draw(state));
  EXPECT_TRUE((*window)->interface().widgets().contains("knob/block_x"));
}

}  // namespace
}  // namespace lanescope::gui
