#include "worker/pipelines/compile_thread.h"

#include <gtest/gtest.h>

#include "temporary_folder.h"

namespace lanescope::worker {
namespace {

/// The machine's own NVRTC, with an empty cache.
class CompileThreadTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto toolkit = compiler::choose_toolkit(compiler::find_toolkits(), {9, 0}, 0);
    if (!toolkit) GTEST_SKIP() << toolkit.error().text();
    auto opened = compiler::Compiler::open(*toolkit, cache_.path());
    ASSERT_TRUE(opened) << opened.error().text();
    compiler_.emplace(std::move(*opened));
  }

  static compiler::Request request(const std::string& text) {
    compiler::Request request;
    request.file = "k.cu";
    request.text = text;
    return request;
  }

  TemporaryFolder cache_;
  std::optional<compiler::Compiler> compiler_;
};

TEST_F(CompileThreadTest, AnswersWithTheProgramOrWithTheErrors) {
  CompileThread thread;
  const auto good = thread.compile(*compiler_, request("extern \"C\" __global__ void k() {}"), [] { return false; });
  ASSERT_TRUE(good);
  ASSERT_TRUE(*good) << good->error().text();
  EXPECT_TRUE((*good)->entries.contains("k"));
  const auto bad = thread.compile(*compiler_, request("no program"), [] { return false; });
  ASSERT_TRUE(bad);
  ASSERT_FALSE(*bad);
  EXPECT_FALSE(bad->error().diagnostics.empty());
}

TEST_F(CompileThreadTest, AnAbandonedCompilationEndsInTheCache) {
  // One that was let go before its thread had begun it is forgotten instead, which a busy machine may bring about.
  for (int attempt = 0; attempt < 50; ++attempt) {
    const compiler::Request wanted =
        request("#include <cuda_fp16.h>\nextern \"C\" __global__ void k() {} // " + std::to_string(attempt));
    bool let_go = false;
    {
      CompileThread thread;
      int asked = 0;
      let_go = !thread.compile(*compiler_, wanted, [&] { return ++asked >= 5; });
    }  // waits for the compilation in progress
    if (let_go && compiler_->cached(wanted)) return;
  }
  FAIL() << "no abandoned compilation was found in the cache";
}

}  // namespace
}  // namespace lanescope::worker
