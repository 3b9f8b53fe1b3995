// Pictures for others hold no path of a file and no name of a machine.
#include "gui/readings/private_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "gui/readings/connection.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui::test {
namespace {

std::string shown(std::string_view text) {
  static const std::array<std::string, 1> hosts{"server-7"};
  return without_private_words(text, hosts);
}

TEST(PrivateWords, AreTheFoldersOfFilesAndTheNamesOfMachines) {
  EXPECT_EQ(shown("/home/ann/kernels/sum.cu:12: unknown key"), "sum.cu:12: unknown key");
  EXPECT_EQ(shown("see (/home/ann/a.cu) and ~/b/c.toml"), "see (a.cu) and c.toml");
  EXPECT_EQ(shown("the connection to server-7 was lost"), "the connection to … was lost");
  EXPECT_EQ(shown("-> /opt/cuda/"), "-> cuda/");
}

TEST(PrivateWords, AreNotRatiosUnitsOrKernels) {
  for (const char* text : {"951 GB/s", "transpose/naive_row", "21 / 32", "and/or", "", "a/b c/d", "// a comment"}) {
    EXPECT_EQ(shown(text), text);
  }
}

/// The window after something was measured on that machine, with a kernel of that folder.
render::Image picture_of(const std::string& host, const std::string& folder, bool hide_private_words) {
  State state = state_with_kernels();
  state.ui.hide_private_words = hide_private_words;
  auto snapshot = std::make_shared<catalogue::Snapshot>(*state.known.catalogue);
  auto changed = std::make_shared<catalogue::Kernel>(*snapshot->kernels.at("transpose/naive_row"));
  changed->source.path = folder + "/own.cu";
  snapshot->kernels["transpose/naive_row"] = changed;
  snapshot->errors[folder + "/broken.cu"] = {Error{"unknown key 'parametres'", {folder + "/broken.cu", 5}, "write it"}};
  accept(state, std::shared_ptr<const catalogue::Snapshot>(std::move(snapshot)), 0);
  experiments::Result result = refined(state);
  result.machine.host = host;
  state.known.machine = result.machine;
  accept(state, std::move(result), 1);
  state.known.log.clear();
  log(state, LogEntry::Kind::information, "the drawing is in " + folder + "/drawing.svg", {});
  Desk desk(state);
  if (!desk.missing().empty()) return {};
  EXPECT_TRUE(desk.perform({"show_log"}, 1));
  desk.frames(4);
  return desk.image();
}

TEST(APictureForOthers, IsTheSameOnEveryMachineAndInEveryFolder) {
  const render::Image one = picture_of("alpha", "/home/ann/work", true);
  if (one.pixels.empty()) GTEST_SKIP() << "no offscreen window";
  EXPECT_TRUE(one == picture_of("beta.example", "/tmp/x", true));
  EXPECT_FALSE(picture_of("alpha", "/home/ann/work", false) == picture_of("beta.example", "/tmp/x", false))
      << "the window itself shows both";
}

TEST(APictureForOthers, NamesNoHostInTheStatusBarNorBesideANumber) {
  State state = state_with_kernels();
  accept(state, refined(state), 1);
  state.known.machine = machine();
  state.known.machine->host = "server-7";
  const auto facts = [&] { return status_of(state, read(state)).facts; };
  EXPECT_EQ(std::ranges::count(facts(), "host server-7"), 1);
  EXPECT_FALSE(read(state).origin.empty()) << "the number is of another machine";
  state.ui.hide_private_words = true;
  EXPECT_EQ(std::ranges::count(facts(), "host server-7"), 0);
  EXPECT_EQ(read(state).origin.find(machine().host), std::string::npos);
}

}  // namespace
}  // namespace lanescope::gui::test
