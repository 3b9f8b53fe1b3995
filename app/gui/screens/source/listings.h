// PTX and machine code as they are listed beside the source.
#pragma once

#include <string>
#include <vector>

#include "gui/store/state.h"

namespace lanescope::gui {

struct ListingLine {
  std::string text;
  int source = 0;            ///< line of the kernel's file, from 1; 0 means none
  int ptx = 0;               ///< line of the PTX, from 1; 0 means none
  std::string counted = {};  ///< what was counted of the instruction; empty when nothing was
};

struct Listing {
  std::vector<ListingLine> lines;
  std::string missing, remedy;  ///< why there are no lines, or none with a text, and what helps; empty if complete

  /// Returns the index of the first line of that source line, or -1.
  [[nodiscard]] int first_of(int source) const;
};

/// `path` is that of the kernel's file. Inlined code belongs to its outermost call, as in the metrics.
[[nodiscard]] Listing ptx_listing(const std::string& ptx, const std::string& path);
/// `counted` may be null.
[[nodiscard]] Listing sass_listing(const experiments::Sass& sass, const std::string& path,
                                   const counters::Counted* counted = nullptr);

/// Returns the PTX of the newest text that compiled; no lines while it is not shown.
[[nodiscard]] const Listing& shown_ptx(const State& state);
/// Returns the machine code of the newest cubin, or why there is none; no lines while it is not shown.
[[nodiscard]] const Listing& shown_sass(const State& state);

}  // namespace lanescope::gui
