// The kernel's text with the messages at their lines, as the Source panel lists it. Messages come from the compiler,
// and from what the emulator found there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/kernel.h"
#include "experiments/result.h"
#include "gui/store/source/named_source.h"
#include "gui/store/words/language.h"

namespace lanescope::gui {

/// `builtin` is what CUDA itself provides (threadIdx, __syncthreads). `text` is names and operators.
enum class SourceWord { text, keyword, type, builtin, number, quoted, comment, preprocessor };

struct SourceSpan {
  std::size_t from = 0, length = 0;  ///< in bytes of the line
  SourceWord word = SourceWord::text;
  friend bool operator==(const SourceSpan&, const SourceSpan&) = default;
};

/// Returns spans that cover the line without gaps. `in_comment` is the state at its begin, and then at its end.
[[nodiscard]] std::vector<SourceSpan> highlight(std::string_view line, bool& in_comment);
/// Returns those of a line of PTX.
[[nodiscard]] std::vector<SourceSpan> highlight_ptx(std::string_view line, bool& in_comment);

struct SourceMessage {
  /// The order is from the worst on. `lesson` is the fault that a museum kernel promises.
  enum class Kind { error, fault, lesson, warning, remark };
  Kind kind = Kind::error;
  std::string file;
  int line = 0;         ///< 0 means none
  std::string text;     ///< one line
  std::string details;  ///< for a tooltip; empty when the text is complete
};

struct SourceLine {
  int number = 0;  ///< number of the line, from 1
  std::string text;
  std::vector<SourceSpan> spans;        ///< words of the text
  bool front_matter = false;            ///< part of the comment that describes the kernel
  std::vector<SourceMessage> messages;  ///< of this line
  bool host_only = false;               ///< host code, which the program for the device does not hold

  [[nodiscard]] bool wrong() const;  ///< whether it has an error or a fault that was not promised
};

struct SourceView {
  std::string path;
  bool named = false;  ///< another file than the kernel's own, which its PTX names; no export has its text
  std::string text;    ///< the whole file, of which `lines` are made
  std::vector<SourceLine> lines;
  std::vector<SourceMessage> elsewhere;  ///< in a header, or without a line
  int first_kernel = 1;                  ///< the line of the first __global__
  int first_line = 1;                    ///< the line to scroll to, of the first error, or fault, or __global__
  int errors = 0;                        ///< errors of the front matter or the compiler
  int faults = 0, lessons = 0;           ///< findings of the emulator
};

/// Returns whether a worker's file is the kernel at `path`. The compiler may know it by its path, name or id.
[[nodiscard]] bool same_source(const std::string& file, const std::string& path);

/// Replaces tabs by blanks up to the next multiple of four, and removes carriage returns.
[[nodiscard]] std::string without_tabs(std::string_view text);

/// Returns the text of the kernel, or the text that the result of this kernel was compiled from, because messages
/// belong to the text that the compiler read. `result` may be null. The lines of `before` are taken when it has the
/// same text, because the program of a compiler may have many.
[[nodiscard]] SourceView source_view(const Language& language, const catalogue::Kernel& kernel,
                                     const experiments::Result* result, SourceView* before = nullptr);

/// Returns the source that a PTX file names.
[[nodiscard]] SourceView source_view(const Language& language, const NamedSource& source,
                                     const experiments::Result* result, SourceView* before = nullptr);

/// Returns a text whose front matter cannot be used, with its errors.
[[nodiscard]] SourceView source_view(const std::string& path, const std::string& text,
                                     const std::vector<Error>& errors);

}  // namespace lanescope::gui
