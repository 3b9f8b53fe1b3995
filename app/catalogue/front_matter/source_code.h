// What the catalogue knows of a kernel's CUDA C++: only its words outside comments, not their meaning.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "catalogue/kernel.h"

namespace lanescope::catalogue {

/// Whether an identifier stands in the text as a whole word.
[[nodiscard]] bool has_word(std::string_view text, std::string_view word);

/// Returns the line of a `#define NAME` of code without comments, or 0 when there is none, or when the code asks
/// somewhere before it whether NAME is defined already.
[[nodiscard]] int unguarded_definition(std::string_view code, std::string_view name);

/// Returns the names of #include "NAME.cuh" outside comments and of file = "NAME.toml", in order. It leaves names with
/// a folder and angle brackets to the compiler.
[[nodiscard]] std::vector<std::string> included_files(std::string_view text);

struct Include {
  std::string name;
  int line = 0;
  bool quoted = false;  ///< else in angle brackets
};
/// Returns every #include outside of comments, in order.
[[nodiscard]] std::vector<Include> includes_in(std::string_view text);
/// Returns their names.
[[nodiscard]] std::vector<std::string> all_includes(std::string_view text);

/// Returns the TOML text of `/* lanescope ... */`, with everything before it blanked so that line numbers stay. It
/// fails when the file does not open with that comment, the comment never ends, or a `*/` inside ended it early.
[[nodiscard]] Expected<std::string> front_matter_text(std::string_view file, const std::string& path);

/// A text of TOML, and the file in which it stands.
struct FrontMatterText {
  std::string text, path;
};
/// Returns the front matter of the comment that opens the kernel file, else that of the file beside it. It fails as
/// front_matter_text() does when there is neither.
[[nodiscard]] Expected<FrontMatterText> front_matter_of(const KernelSource& source);
/// Returns the options of [compile], as they are written, for a compilation without a plan. Empty where the front
/// matter has none, or is wrong, which is an error when it is read.
[[nodiscard]] std::vector<std::string> compile_options(const KernelSource& source);
/// Whether the file opens with a comment that holds its front matter.
[[nodiscard]] bool opens_with_front_matter(std::string_view file);

}  // namespace lanescope::catalogue
