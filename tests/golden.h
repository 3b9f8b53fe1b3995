// Pictures against the ones that are kept.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/file.h"
#include "render/image.h"

namespace warpscope::test {

/// How far a picture may be from the one that is kept: versions of the software renderer differ in the last bits of
/// edges.
struct Likeness {
  int tolerance = 12;    ///< of a channel, of 255
  double share = 0.002;  ///< of the pixels that may differ by more
};

/// `golden`: below tests, without ending: "gui/golden/banks_conflict". With WARPSCOPE_UPDATE_GOLDEN=1 the picture is
/// kept instead, and the test counts as skipped: look at it. What was seen of one that differs goes to the folder of
/// temporary files.
inline void expect_golden(const render::Image& image, const std::string& golden, const Likeness& likeness = {}) {
  const std::filesystem::path file = std::filesystem::path(WARPSCOPE_SOURCES) / "tests" / (golden + ".png");
  if (!environment("WARPSCOPE_UPDATE_GOLDEN").empty()) {
    const Status written = render::write_png(image, file);
    ASSERT_TRUE(written) << written.error().text();
    GTEST_SKIP() << "the golden picture was updated: look at it";
  }
  const auto expected = render::read_png(file);
  ASSERT_TRUE(expected) << expected.error().text() << "; WARPSCOPE_UPDATE_GOLDEN=1 makes it";
  const auto difference = render::compare(image, *expected, likeness.tolerance);
  ASSERT_TRUE(difference) << difference.error().text();
  if (difference->share <= likeness.share) return;
  const auto seen = std::filesystem::temp_directory_path() / ("warpscope_seen_" + file.filename().string());
  EXPECT_TRUE(render::write_png(image, seen));
  FAIL() << "a share of " << difference->share << " of the pixels differs, by up to " << difference->greatest
         << "; what was seen is " << seen;
}

}  // namespace warpscope::test
