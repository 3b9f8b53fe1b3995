// A PTX file with line information in the window: the source that it names is shown where it may be read.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file.h"
#include "gui/application/offscreen_capture.h"
#include "gui/screens/source/source_costs.h"
#include "gui/shell/session.h"
#include "gui/store/lesson/lesson_commands.h"
#include "gui/support/offscreen.h"
#include "gui/support/session_desk.h"
#include "gui/support/session_runner.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;

const char* const front_matter = R"(title = "add"
[buffers]
a = { role = "in", type = "f32", shape = ["128"], fill = "random" }
out = { role = "out", type = "f32", shape = ["128"], fill = "poison" }
[[launch]]
entry = "add_kernel"
grid = ["1"]
block = ["128"]
arguments = ["a", "out"]
)";

std::string ptx_of(const std::string& source) {
  return R"(.version 8.0
.target sm_80
.address_size 64
.visible .entry add_kernel(.param .u64 a, .param .u64 out)
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<6>;
  .loc 1 2 0
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  .loc 1 3 0
  ld.global.b32 %r2, [%rd4];
  .loc 1 4 0
  st.global.b32 [%rd5], %r2;
  ret;
}
.file 1 ")" +
         source + "\"\n";
}

const char* const source_text = "@triton.jit\ndef add_kernel(a, out):\n  x = tl.load(a)\n  tl.store(out, x)\n";

class NamedSourcePanel : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
  }
  fs::path write(const std::string& name, const std::string& text) const {
    const fs::path file = root / name;
    fs::create_directories(file.parent_path());
    EXPECT_TRUE(write_file(file, text));
    return file;
  }
  /// Opens a PTX file that names that source, and waits for its numbers.
  const State& open(const std::string& source) {
    write("ptx/add.toml", front_matter);
    SessionOptions options = runner.options();
    options.kernel = write("ptx/add.ptx", ptx_of(source)).string();
    options.continuous = false;
    session = std::make_unique<Session>(std::move(options));
    wait();
    return session->state();
  }
  void wait() { ASSERT_TRUE(runner.run_until(*session, test::ended)); }
  [[nodiscard]] std::vector<int> lines_with_costs() const {
    std::vector<int> lines;
    for (const auto& line : present_costs(session->state()).lines) {
      if (!line.accesses.empty()) lines.push_back(line.line);
    }
    return lines;
  }

  const TemporaryFolder temporary;
  const fs::path root = fs::canonical(temporary.path());
  test::SessionRunner runner;
  std::unique_ptr<Session> session;
};

TEST_F(NamedSourcePanel, ShowsTheSourceBesideThePtxWithTheCostsOfItsLines) {
  const fs::path source = write("ptx/add.py", source_text);
  const State& state = open("/home/somebody/project/add.py");
  EXPECT_EQ(state.source.text.path, source.string());
  EXPECT_EQ(state.source.text.lines.at(2).text, "  x = tl.load(a)");
  EXPECT_EQ(lines_with_costs(), (std::vector<int>{3, 4}));

  session->perform({"toggle_ptx_lines"});
  wait();
  EXPECT_TRUE(state.source.text.path.ends_with("add.ptx")) << state.source.text.path;
  EXPECT_EQ(lines_with_costs(), (std::vector<int>{16, 18}));
  session->perform({"toggle_ptx_lines"});
  wait();
  EXPECT_EQ(lines_with_costs(), (std::vector<int>{3, 4}));

  // An edit of the source is seen as one of a kernel file is.
  write("ptx/add.py", "\n" + std::string(source_text));
  ASSERT_TRUE(runner.run_until(*session, [](const State& now) { return now.source.text.lines.size() == 5; }));
}

TEST_F(NamedSourcePanel, ShowsThePtxUntilAClickOnTheWholePathOfASourceElsewhere) {
  const fs::path source = write("elsewhere/add.py", source_text);
  const State& state = open(source.string());
  EXPECT_TRUE(state.source.text.path.ends_with("add.ptx"));
  EXPECT_EQ(lines_with_costs(), (std::vector<int>{16, 18}));
  test::SessionDesk desk(*session);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  ASSERT_TRUE(desk.has("source/unread_path"));
  EXPECT_EQ(named_source(state)->path, source.string());
  desk.click("action/read_named_source");
  wait();
  EXPECT_EQ(state.source.text.path, source.string());
  EXPECT_EQ(lines_with_costs(), (std::vector<int>{3, 4}));
  EXPECT_FALSE(desk.has("source/unread_path"));
}

TEST_F(NamedSourcePanel, ShowsWhereALinkLeadsBeforeItIsRead) {
  const fs::path source = write("elsewhere/add.py", source_text);
  fs::create_directories(root / "ptx");
  fs::create_symlink(source, root / "link.py");
  const State& state = open((root / "link.py").string());
  session->perform({"read_named_source"});
  EXPECT_FALSE(named_source(state)->read);
  EXPECT_EQ(named_source(state)->path, source.string());
  session->perform({"read_named_source"});
  EXPECT_TRUE(named_source(state)->read);
  EXPECT_EQ(named_source(state)->text, source_text);
}

TEST_F(NamedSourcePanel, ReadsNoLinkThatLiesBesideThePtx) {
  write("secret.py", "a secret");
  fs::create_directories(root / "ptx");
  fs::create_symlink(root / "secret.py", root / "ptx/add.py");
  const State& state = open("add.py");
  ASSERT_NE(named_source(state), nullptr);
  EXPECT_FALSE(named_source(state)->read);
  EXPECT_TRUE(named_source(state)->text.empty());
  EXPECT_TRUE(named_source(state)->path.empty()) << "it names no other place";
}

TEST_F(NamedSourcePanel, SaysWhyASourceCannotBeRead) {
  const State& state = open("/dev/zero");
  session->perform({"read_named_source"});
  EXPECT_FALSE(named_source(state)->read);
  EXPECT_NE(state.language().translated(named_source(state)->trouble).find("is no plain file"), std::string::npos);
  test::SessionDesk desk(*session);
  if (!desk.missing().empty()) GTEST_SKIP() << desk.missing();
  EXPECT_TRUE(desk.has("source/unread"));
}

/// A picture for others, of the panel.
std::vector<std::uint8_t> picture_of(const State& state, const ExportPicture& picture) {
  // What a window has drawn before moves letters by parts of a pixel.
  State other = test::state_with_kernels();
  test::Desk desk(other, 1280, 720);
  if (!desk.missing().empty()) return {};
  auto image = capture(desk.interface(), state, picture);
  EXPECT_TRUE(image) << image.error().text();
  return image ? image->pixels : std::vector<std::uint8_t>();
}

TEST_F(NamedSourcePanel, KeepsTheTextOfTheSourceOutOfWhatLeavesTheWindow) {
  const fs::path source = write("ptx/add.py", source_text);
  const State& state = open("add.py");
  ASSERT_TRUE(shows_named_source(state));
  const auto experiment = experiment_of(state);
  ASSERT_TRUE(experiment);
  EXPECT_EQ(experiment->kernel.text, ptx_of("add.py"));
  for (const auto& [name, text] : experiment->kernel.headers) EXPECT_EQ(name, "add.toml");
  EXPECT_TRUE(experiment->kernel.data.empty());
  EXPECT_EQ(state.known.result->source, ptx_of("add.py"));

  session->perform(SelectLine{3});
  const ExportPicture picture{"source", {900, 600}};
  const auto before = picture_of(state, picture);
  if (before.empty()) GTEST_SKIP() << "no offscreen OpenGL";
  std::string other = source_text;
  other.replace(other.find("tl.load(a)"), 10, "a_secret()");
  write("ptx/add.py", other);
  ASSERT_TRUE(runner.run_until(*session, [&](const State& now) { return now.source.named->text == other; }));
  session->perform(SelectLine{3});
  EXPECT_TRUE(before == picture_of(state, picture)) << "a picture shows the text";
}

}  // namespace
}  // namespace lanescope::gui
