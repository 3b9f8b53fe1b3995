// Numbers that the articles print, at the kernels and settings that they were measured with.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/kernel.h"

namespace warpscope::gui {

struct ArticlePoint {
  std::string kernel;           ///< id
  catalogue::Values settings;   ///< knobs and sizes that the article names; all others as they like. May be empty
  double gb_per_s = 0;          ///< 0: the article prints GFLOP/s
  std::string article;          ///< "000"
  std::string row;              ///< what the article calls it: "transformNaiveCol"
  std::string gpu;              ///< "GTX 1050 Ti"; empty: the article does not name it
  double peak_gb_per_s = 0;     ///< of that GPU
  std::string note;             ///< footnotes of the number; may be empty
  double gflop_per_s = 0;       ///< 0: the article prints GB/s
  double peak_gflop_per_s = 0;  ///< single precision, of that GPU; 0: not known
  friend bool operator==(const ArticlePoint&, const ArticlePoint&) = default;
};

/// points.csv of the folder, with the numbers looked up in the articles' own files beside it. Error: a file that is
/// missing, a line that does not read, a number that no article prints; with its place.
[[nodiscard]] Expected<std::vector<ArticlePoint>> read_article_points(const std::filesystem::path& folder);

}  // namespace warpscope::gui
