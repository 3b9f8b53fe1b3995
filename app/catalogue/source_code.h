// What the catalogue needs to know of a kernel's CUDA C++: not its meaning, only its words outside of comments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::catalogue {

/// The text with comments, string and character literals replaced by blanks; lines and positions stay.
[[nodiscard]] std::string code_only(std::string_view text);

/// Whether an identifier stands in the text as a whole word.
[[nodiscard]] bool has_word(std::string_view text, std::string_view word);

/// The file names of #include "name.cuh" in the text, in order. Names with a folder, and angle brackets, are the
/// toolkit's business.
[[nodiscard]] std::vector<std::string> included_headers(std::string_view text);

/// Where the front matter lies: between the opening comment's marker and its end.
struct FrontComment {
  std::string_view toml;
  int first_line = 1;       ///< of toml in the file
  int last_line = 1;        ///< of the comment's end
  std::size_t end = 0;      ///< position after the comment
  bool ends_early = false;  ///< another end of comment follows that closes nothing: one stood inside
};

struct CommentProblem {
  std::string what;
  int line = 1;
  std::string remedy;
};
/// The opening comment of a file, which starts with "/* warpscope". `problem` says why there is none.
[[nodiscard]] bool find_front_comment(std::string_view text, FrontComment& comment, CommentProblem& problem);

}  // namespace warpscope::catalogue
