// The form of a file without front matter in a session with a worker: what the compiler and the folders add to it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "gui/screens/open_file/open_file_commands.h"
#include "gui/screens/open_file/open_file_view_model.h"
#include "gui/shell/session.h"
#include "gui/support/fixture.h"
#include "gui/support/session_runner.h"
#include "temporary_folder.h"

namespace lanescope::gui {
namespace {

namespace fs = std::filesystem;

class FormWithWorker : public testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(LANESCOPE_PROGRAM)) GTEST_SKIP() << "the program is not built";
    written("kernels/transpose/first.cu", test::kernel_text("First"));
  }

  fs::path written(const fs::path& name, const std::string& text) const {
    const fs::path file = fs::canonical(temporary_.path()) / name;
    fs::create_directories(file.parent_path());
    EXPECT_TRUE(write_file(file, text));
    return file;
  }
  [[nodiscard]] SessionOptions options() {
    SessionOptions options = runner_.options();
    options.kernels = temporary_.path() / "kernels";
    return options;
  }
  [[nodiscard]] bool complete(Session& session) {
    return runner_.run_until(
        session, [](const State& state) { return state.open_file.form && state.open_file.form->known.has_value(); });
  }
  [[nodiscard]] static LaunchFormView view(const Session& session) {
    return launch_form_view(session.state(), *session.state().open_file.form);
  }
  [[nodiscard]] bool runs(Session& session, const std::string& kernel) {
    return runner_.run_until(session, [&](const State& state) {
      return state.selection.kernel == kernel && test::ended(state) && state.current()->kernel == kernel;
    });
  }

  TemporaryFolder temporary_;
  test::SessionRunner runner_;
};

TEST_F(FormWithWorker, IsThereAtOnceAndGetsItsTypesFromTheCompiler) {
  written("own/shapes.h",
          "enum Mode { ADD, SUB = 4 };\nstruct Base { int n; };\n"
          "struct Options : Base { float scale; Mode mode; };\ntypedef float number;\n");
  const fs::path file = written(
      "own/scale.cu",
      "#include \"shapes.h\"\n__global__ void scale(number* out, const number* in, Options options) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < options.n) out[i] = in[i] * options.scale;\n}\n");
  Session session(options());
  ASSERT_TRUE(session.open_file(file));
  EXPECT_TRUE(view(session).waits);
  EXPECT_EQ(view(session).entries.size(), 1U);
  EXPECT_EQ(view(session).trouble, "") << "the compiler may know better";
  ASSERT_TRUE(complete(session));
  const LaunchFormView now = view(session);
  EXPECT_FALSE(now.waits);
  EXPECT_EQ(now.trouble, "") << now.remedy;
  std::vector<std::string> names;
  for (const LaunchRow& row : now.rows) names.push_back(row.name);
  EXPECT_EQ(names, (std::vector<std::string>{"out", "in", "options.n", "options.scale", "options.mode"}));
  session.perform(RunLaunch{});
  ASSERT_TRUE(runs(session, "scale"));
  EXPECT_FALSE(session.state().current()->failed()) << session.state().current()->faults.front().message;
}

TEST_F(FormWithWorker, RunsWhenItIsCompleteWhereTheUserWasFaster) {
  const fs::path file = written("own/fill.cu", "__global__ void fill(float* x) { x[threadIdx.x] = 1; }\n");
  Session session(options());
  ASSERT_TRUE(session.open_file(file));
  session.perform(RunLaunch{});
  EXPECT_TRUE(session.state().open_file.shown);
  ASSERT_TRUE(runs(session, "fill"));
  EXPECT_FALSE(session.state().open_file.shown);
}

TEST_F(FormWithWorker, OffersFoldersOfHeadersAndRemembersThem) {
  const fs::path header = written("project/include/types.h", "typedef float number;\n#define SIZE 64\n");
  const fs::path file = written(
      "project/src/one/size.cu",
      "#include \"types.h\"\n__global__ void size(number* x) { if (threadIdx.x < SIZE) x[threadIdx.x] = 1; }\n");
  Session session(options());
  ASSERT_TRUE(session.open_file(file));
  ASSERT_TRUE(complete(session));
  LaunchFormView now = view(session);
  EXPECT_NE(now.trouble.find("size.cu:2"), std::string::npos) << now.trouble;
  EXPECT_FALSE(now.can_run);
  EXPECT_EQ(now.headers, "types.h (line 1 of size.cu)");
  EXPECT_EQ(now.folders, std::vector{header.parent_path().string()});
  EXPECT_EQ(now.include, "Include include");

  session.perform(IncludeFolders{});
  ASSERT_TRUE(complete(session));
  now = view(session);
  EXPECT_EQ(now.trouble, "") << now.remedy;
  EXPECT_TRUE(now.folders.empty());
  ASSERT_TRUE(session.open_file(file)) << "again";
  EXPECT_TRUE(view(session).waits);
  ASSERT_TRUE(complete(session));
  EXPECT_EQ(view(session).trouble, "");
  session.perform(RunLaunch{});
  ASSERT_TRUE(runs(session, "size"));
  EXPECT_FALSE(session.state().current()->failed()) << session.state().current()->faults.front().message;
}

TEST_F(FormWithWorker, OffersTheFileThatIncludesAnotherOne) {
  const fs::path kernel =
      written("own/kernel.cu", "__global__ void k(float* x) { if (threadIdx.x < WIDTH) x[threadIdx.x] = 2; }\n");
  const fs::path main =
      written("own/main.cu",
              "#define WIDTH 32\n#include \"kernel.cu\"\n__global__ void other(float* x) { x[0] = 1; }\n"
              "int main() { float* x; other<<<1, 1>>>(x); k<<<1, 64>>>(x); }\n");
  written("own/unrelated.cu", "__global__ void f(float* x) { x[0] = 1; }\n");
  Session session(options());
  ASSERT_TRUE(session.open_file(kernel));
  ASSERT_TRUE(complete(session));
  EXPECT_NE(view(session).trouble.find("WIDTH"), std::string::npos) << view(session).trouble;
  EXPECT_EQ(view(session).includers, std::vector{main.string()});
  session.perform(OpenIncluder{main.string()});
  ASSERT_TRUE(complete(session));
  const LaunchFormView now = view(session);
  EXPECT_EQ(now.file, "main.cu");
  EXPECT_EQ(now.entries, (std::vector<std::string>{"other(float* x)", "k(float* x)"}));
  EXPECT_EQ(now.entry, 1U);
  EXPECT_EQ(now.block, "64") << "as the file launches it";
  EXPECT_EQ(now.trouble, "") << now.remedy;
  EXPECT_TRUE(now.includers.empty());
  session.perform(RunLaunch{});
  ASSERT_TRUE(runs(session, "main"));
  EXPECT_FALSE(session.state().current()->failed()) << session.state().current()->faults.front().message;
}

TEST_F(FormWithWorker, OfAFileWithoutKernelsLooksForThemToo) {
  const fs::path header =
      written("project/util/twice.cuh", "__global__ void twice(float* x) { x[threadIdx.x] *= 2; }\n");
  const fs::path file = written("project/src/host.cu", "#include \"twice.cuh\"\nint main() {}\n");
  Session session(options());
  ASSERT_TRUE(session.open_file(file));
  ASSERT_TRUE(complete(session));
  EXPECT_EQ(view(session).folders, std::vector{header.parent_path().string()});
  session.perform(IncludeFolders{});
  ASSERT_TRUE(complete(session));
  EXPECT_EQ(view(session).entries, std::vector<std::string>{"twice(float* x)"});
  EXPECT_EQ(view(session).trouble, "");
}

}  // namespace
}  // namespace lanescope::gui
