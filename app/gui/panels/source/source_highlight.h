// The words of a line of CUDA C++, by what they are, so that they can be told apart in the Source panel. Looks at one
// line at a time; only a comment that goes on is carried over.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace warpscope::gui {

/// builtin: what CUDA itself provides (threadIdx, __syncthreads). text: names and signs.
enum class SourceWord { text, keyword, type, builtin, number, quoted, comment, preprocessor };

struct SourceSpan {
  std::size_t from = 0, length = 0;  ///< bytes of the line
  SourceWord word = SourceWord::text;
  friend bool operator==(const SourceSpan&, const SourceSpan&) = default;
};

/// Spans that cover the line without gaps. `in_comment`: the line begins, then ends, inside a comment of several lines.
[[nodiscard]] std::vector<SourceSpan> highlight(std::string_view line, bool& in_comment);

}  // namespace warpscope::gui
