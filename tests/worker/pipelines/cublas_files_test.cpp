#include "worker/pipelines/worker_context.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "temporary_folder.h"

namespace lanescope::worker {
namespace {

TEST(CublasFiles, AreThoseOfToolkitsAndWheelsThenWhatTheLoaderFindsNewestFirst) {
  const TemporaryFolder temporary;
  const std::filesystem::path root = temporary.path();
  ASSERT_TRUE(write_file(root / "toolkit/lib64/libcublas.so.12", "x"));
  ASSERT_TRUE(write_file(root / "toolkit/lib64/libcublas.so.13", "x"));
  ASSERT_TRUE(write_file(root / "site-packages/nvidia/cublas/lib/libcublas.so.12", "x"));
  compiler::Search search;
  search.folders = {root / "toolkit", root / "site-packages"};
  const auto files = cublas_files(search, 12);
  EXPECT_EQ(files.at(0), (root / "toolkit/lib64/libcublas.so.12").string());
  EXPECT_EQ(files.at(1), (root / "site-packages/nvidia/cublas/lib/libcublas.so.12").string());
  EXPECT_EQ(std::count_if(files.begin(), files.end(), [](const auto& file) { return file.ends_with(".13"); }), 0)
      << "the driver is too old for it";
  const auto newer = cublas_files(search, 13);
  EXPECT_EQ(newer.at(0), (root / "toolkit/lib64/libcublas.so.13").string());
}

TEST(CublasFiles, OfTheSystemAreLeftOutWhereItIsNotToBeSearched) {
  compiler::Search search;
  search.system = false;
  for (const std::string& file : cublas_files(search, 13)) EXPECT_NE(file.front(), 'l') << "a name for the loader";
}

}  // namespace
}  // namespace lanescope::worker
