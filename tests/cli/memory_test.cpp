// The memory that the program takes with what the catalogue shows first.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdlib>

#include "cli/program.h"
#include "sanitized.h"
#include "temporary_folder.h"

namespace lanescope::cli {
namespace {

class Memory : public testing::TestWithParam<const char*> {};

// Their defaults have the largest buffers of the catalogue: two of 64 MiB. The window asks for all that a worker does:
// counts, the trace, the comparison and a picture.
TEST_P(Memory, OfAWorkerAndOfItsWindowStaysBelow250Megabytes) {
  if (sanitized) GTEST_SKIP() << "a sanitizer keeps memory of its own";
  setenv("CUDA_VISIBLE_DEVICES", "-1", 1);  // NOLINT(concurrency-mt-unsafe): there is one thread
  const TemporaryFolder temporary;
  const FinishedProcess finished = program({"snapshot", GetParam(), "--view", "window", "--size", "1280x720", "-o",
                                            (temporary.path() / "window.png").string()});
  ASSERT_EQ(finished.state.status, 0) << finished.error;
  rusage used{};
  ASSERT_EQ(getrusage(RUSAGE_CHILDREN, &used), 0);  // of the largest process among the children and theirs
  EXPECT_GT(used.ru_maxrss, 64'000'000 / 1024);
  EXPECT_LT(used.ru_maxrss, 250'000'000 / 1024);
}

INSTANTIATE_TEST_SUITE_P(OfLargeDefaults, Memory,
                         testing::Values("transpose/naive_row_unroll", "transpose/copy_memcpy", "probe/coalesce"));

}  // namespace
}  // namespace lanescope::cli
