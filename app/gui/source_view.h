// The kernel's text with the compiler's messages at their lines, as the Source panel lists it.
#pragma once

#include <string>
#include <vector>

#include "catalogue/kernel.h"
#include "lab/result.h"

namespace warpscope::gui {

struct SourceLine {
  int number = 0;  ///< from 1
  std::string text;
  bool front_matter = false;                 ///< part of the comment that describes the kernel
  std::vector<lab::Diagnostic> diagnostics;  ///< of this line

  [[nodiscard]] bool wrong() const;  ///< has an error
};

struct SourceView {
  std::string path;
  std::vector<SourceLine> lines;
  std::vector<lab::Diagnostic> elsewhere;  ///< in a header, or without a line
  int first_line = 1;                      ///< worth scrolling to: the first error, else the first __global__
  int errors = 0;
};

/// The text of the kernel, or the text that the result was compiled from when it is of this kernel: diagnostics belong
/// to the text that the compiler saw. `result` may be null.
[[nodiscard]] SourceView source_view(const catalogue::Kernel& kernel, const lab::Result* result);

}  // namespace warpscope::gui
