// [check] same_as on the command line.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "cli/program.h"
#include "temporary_folder.h"

namespace lanescope::cli {
namespace {

using nlohmann::json;

class SameAs : public testing::Test {
 protected:
  /// A transpose of the catalogue, saved under another name and compared with `reference`.
  std::filesystem::path compared_with(const std::string& reference) {
    auto text = read_file(std::string(LANESCOPE_SOURCES) + "/kernels/transpose/naive_col.cu");
    if (!text) throw MachineError(text.error());
    const std::size_t at = text->find("reference = \"transpose\"");
    if (at == std::string::npos) throw MachineError({"the kernel has no reference", "", ""});
    line_ = 1 + std::count(text->begin(), text->begin() + static_cast<std::ptrdiff_t>(text->find("[check]")), '\n');
    text->replace(at, std::string("reference = \"transpose\"").size(), "same_as = \"" + reference + "\"");
    const std::filesystem::path file = temporary_.path() / "mine.cu";
    if (auto written = write_file(file, *text); !written) throw MachineError(written.error());
    return file;
  }
  const TemporaryFolder temporary_;
  std::ptrdiff_t line_ = 0;
};

TEST_F(SameAs, ComparesAFileWithAKernelOfTheCatalogue) {
  const auto file = compared_with("transpose/smem_tile");
  const FinishedProcess ran =
      program({"run", file.string(), "-p", "nx=70", "-p", "ny=33", "--backend", "emulator", "--json"});
  ASSERT_EQ(ran.state.status, 0) << ran.error << ran.output;
  const json document = json::parse(ran.output);
  EXPECT_TRUE(document["verified"]);
  EXPECT_EQ(document["method"], "output of transpose/smem_tile");
  EXPECT_EQ(document["checked"], 70 * 33);
}

TEST_F(SameAs, ShowsWhatDiffersFromTheOtherKernel) {
  const auto file = compared_with("transpose/copy_row");
  const FinishedProcess ran = program({"run", file.string(), "-p", "nx=64", "-p", "ny=64", "--backend", "emulator"});
  EXPECT_EQ(ran.state.status, 1);
  EXPECT_NE((ran.output + ran.error).find("elements of out are wrong"), std::string::npos) << ran.output << ran.error;
}

TEST_F(SameAs, OfAKernelThatDoesNotExistIsWrongUsageWithFileAndLine) {
  const auto file = compared_with("transpose/smem_tille");
  const FinishedProcess ran = program({"run", file.string(), "--backend", "emulator"});
  EXPECT_EQ(ran.state.status, 2);
  EXPECT_NE(ran.error.find("mine.cu:" + std::to_string(line_) +
                           ": [check] same_as: there is no kernel 'transpose/smem_tille' (did you mean "
                           "'transpose/smem_tile'?)"),
            std::string::npos)
      << ran.error;
}

TEST_F(SameAs, LeavesTheCpuNothingToTime) {
  const auto file = compared_with("transpose/smem_tile");
  const FinishedProcess ran = program({"run", file.string(), "--backend", "cpu"});
  EXPECT_EQ(ran.state.status, 2);
  EXPECT_NE((ran.output + ran.error).find("its output is compared with that of transpose/smem_tile"), std::string::npos)
      << ran.output << ran.error;
}

}  // namespace
}  // namespace lanescope::cli
