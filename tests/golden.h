// Pictures against the ones that are kept.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/file.h"
#include "images.h"

namespace lanescope::test {

/// How far a picture may be from the one that is kept: versions of the software renderer differ in the last bits of
/// edges.
struct Likeness {
  int tolerance = 12;    ///< of a channel, of 255
  double share = 0.002;  ///< of the pixels that may differ by more
};

/// Of a picture's name below tests, without ending: "gui/golden/banks_conflict".
inline std::filesystem::path golden_file(const std::string& golden) {
  return std::filesystem::path(LANESCOPE_SOURCES) / "tests" / (golden + ".png");
}

/// LANESCOPE_UPDATE_GOLDEN=1: pictures are kept instead of compared. The test counts as skipped: look at them.
inline bool golden_is_updated() {
  return !environment("LANESCOPE_UPDATE_GOLDEN").empty();
}

/// Error: it cannot be read, with what makes it.
inline Expected<render::Image> read_golden(const std::filesystem::path& file) {
  auto image = render::read_png(file);
  if (!image) return failure(Error{image.error().what, image.error().where, "LANESCOPE_UPDATE_GOLDEN=1 makes it"});
  return image;
}

/// Keeps what was seen of a picture that differs in the folder of temporary files, and returns the file.
inline std::filesystem::path keep_seen(const render::Image& image, const std::filesystem::path& golden) {
  const auto seen = std::filesystem::temp_directory_path() / ("lanescope_seen_" + golden.filename().string());
  EXPECT_TRUE(render::write_png(image, seen));
  return seen;
}

/// `golden`: as golden_file() takes it.
inline void expect_golden(const render::Image& image, const std::string& golden, const Likeness& likeness = {}) {
  const std::filesystem::path file = golden_file(golden);
  if (golden_is_updated()) {
    const Status written = render::write_png(image, file);
    ASSERT_TRUE(written) << written.error().text();
    GTEST_SKIP() << "the golden picture was updated: look at it";
  }
  const auto expected = read_golden(file);
  ASSERT_TRUE(expected) << expected.error().text();
  const auto difference = render::compare(image, *expected, likeness.tolerance);
  ASSERT_TRUE(difference) << difference.error().text();
  if (difference->share <= likeness.share) return;
  FAIL() << "a share of " << difference->share << " of the pixels differs, by up to " << difference->greatest
         << "; what was seen is " << keep_seen(image, file);
}

}  // namespace lanescope::test
