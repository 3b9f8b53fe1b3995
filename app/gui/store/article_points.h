// Numbers that the articles print, with the kernels and settings that they were measured with.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/kernel.h"

namespace lanescope::gui {

struct ArticlePoint {
  std::string kernel;           ///< its id
  catalogue::Values settings;   ///< knobs and sizes that the article names, which may be none; others match any value
  double gb_per_s = 0;          ///< 0 when the article prints GFLOP/s
  std::string article;          ///< "000"
  std::string row;              ///< the article's name for it, such as "transformNaiveCol"
  std::string gpu;              ///< "GTX 1050 Ti"; empty when the article does not name it
  double peak_gb_per_s = 0;     ///< peak of that GPU
  std::string note;             ///< footnotes of the number; may be empty
  double gflop_per_s = 0;       ///< 0 when the article prints GB/s
  double peak_gflop_per_s = 0;  ///< single-precision peak of that GPU; 0 when unknown
  friend bool operator==(const ArticlePoint&, const ArticlePoint&) = default;
};

/// Reads points.csv of the folder, and takes the numbers from the articles' own files beside it. It fails when a file
/// is missing, a line is malformed, or a number is in no article. The error names the place.
[[nodiscard]] Expected<std::vector<ArticlePoint>> read_article_points(const std::filesystem::path& folder);

}  // namespace lanescope::gui
