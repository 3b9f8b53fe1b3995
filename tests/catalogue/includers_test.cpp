#include "catalogue/includers.h"

#include <gtest/gtest.h>

#include "base/file.h"
#include "catalogue/propose/proposal.h"
#include "temporary_folder.h"

namespace lanescope::catalogue {
namespace {

namespace fs = std::filesystem;

TEST(Includers, AreTheCudaFilesBesideAFileThatIncludeIt) {
  TemporaryFolder temporary;
  const fs::path folder = fs::canonical(temporary.path());
  const auto write = [&](const char* name, const char* text) {
    fs::create_directories((folder / name).parent_path());
    ASSERT_TRUE(write_file(folder / name, text));
  };
  write("kernel.cu", "#include \"kernel.cu\"\n");
  write("main.cu", "#define N 3\n#include \"kernel.cu\"\n");
  write("b/../second.cu", "#include \"./b/../kernel.cu\"\n");
  write("none.cu", "// #include \"kernel.cu\"\n#include \"other/kernel.cu\"\n");
  write("host.cpp", "#include \"kernel.cu\"\n");
  write("b/deeper.cu", "#include \"../kernel.cu\"\n");
  EXPECT_EQ(files_including(folder / "kernel.cu"), (std::vector{folder / "main.cu", folder / "second.cu"}));
  EXPECT_TRUE(files_including(folder / "none.cu").empty());
  EXPECT_EQ(includer_offer({"/a b/main.cu"}, "tile<32>"),
            "main.cu includes this file: lanescope run '/a b/main.cu' --entry tile");
  EXPECT_TRUE(includer_offer({}, "tile").empty());
}

TEST(KernelsOfHeaders, AreKernelsOfTheFileThatIncludesThem) {
  const KernelSource source{"main",
                            "main.cu",
                            "#include \"k.cu\"\n__global__ void own(float* x) { x[0] = 1; }\n"
                            "int main() { float* x; k<<<2, 64>>>(x, 3); }\n",
                            {{"k.cu", "__global__ void k(float* x, int n) { x[threadIdx.x] = n; }\n"}}};
  const auto entries = all_entries_in(source);
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].name, "own");
  EXPECT_EQ(entries[1].file, "k.cu");
  const auto launched = propose(source, {});
  ASSERT_TRUE(launched) << launched.error().text();
  EXPECT_EQ(launched->entry, "k") << "the one that the file launches";
  EXPECT_EQ(launched->block, "64");
  EXPECT_EQ(launched->other_kernels, std::vector<std::string>{"own(float* x)"});
}

}  // namespace
}  // namespace lanescope::catalogue
