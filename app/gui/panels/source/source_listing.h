// PTX and machine code as the Source panel lists them, each line with the line of the source that it comes from.
#pragma once

#include <string>
#include <vector>

#include "lab/result.h"

namespace warpscope::gui {

struct ListingLine {
  std::string text;
  int source = 0;  ///< line of the kernel's file, from 1; 0: none
  int ptx = 0;     ///< line of the PTX, from 1; 0: none
};

struct Listing {
  std::vector<ListingLine> lines;
  std::string missing, remedy;  ///< why there are no lines, or none with a text, and what helps; empty: nothing lacks

  /// Index of the first line of that source line; -1: none.
  [[nodiscard]] int first_of(int source) const;
};

/// `path`: of the kernel's file. Of inlined code the outermost call counts, as in the metrics.
[[nodiscard]] Listing ptx_listing(const std::string& ptx, const std::string& path);
[[nodiscard]] Listing sass_listing(const lab::Sass& sass, const std::string& path);

}  // namespace warpscope::gui
