// The kernel's text with the messages at their lines, as the Source panel lists it: what the compiler says, and what
// the emulator saw happen there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/kernel.h"
#include "gui/panels/source/source_costs.h"
#include "gui/state/language.h"
#include "lab/result.h"

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

struct SourceMessage {
  /// From the worst on. lesson: the fault that a museum kernel promises.
  enum class Kind { error, fault, lesson, warning, remark };
  Kind kind = Kind::error;
  std::string file;
  int line = 0;         ///< 0: none
  std::string text;     ///< one line
  std::string details;  ///< for a tooltip; empty: the text says it all
};

struct SourceLine {
  int number = 0;  ///< from 1
  std::string text;
  std::vector<SourceSpan> spans;        ///< of the text
  bool front_matter = false;            ///< part of the comment that describes the kernel
  std::vector<SourceMessage> messages;  ///< of this line
  bool left_out = false;                ///< of the host: the program for the device does not hold it

  [[nodiscard]] bool wrong() const;  ///< has an error or a fault that was not promised
};

struct SourceView {
  std::string path;
  std::vector<SourceLine> lines;
  std::vector<SourceMessage> elsewhere;  ///< in a header, or without a line
  int first_line = 1;                    ///< worth scrolling to: the first error, else fault, else __global__
  int errors = 0;                        ///< of the front matter or the compiler
  int faults = 0, lessons = 0;           ///< of the emulator
};

/// Whether a file that a worker speaks of is the kernel at `path`: the compiler may know it by its path, name or id.
[[nodiscard]] bool same_source(const std::string& file, const std::string& path);

/// Tabs become blanks up to the next multiple of four; carriage returns go.
[[nodiscard]] std::string without_tabs(std::string_view text);

/// The text of the kernel, or the text that the result was compiled from when it is of this kernel: messages belong to
/// the text that the compiler saw. `result` may be null.
[[nodiscard]] SourceView source_view(const Language& language, const catalogue::Kernel& kernel,
                                     const lab::Result* result);

/// A text whose front matter cannot be used, with what is wrong.
[[nodiscard]] SourceView source_view(const std::string& path, const std::string& text,
                                     const std::vector<Error>& errors);

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

struct State;

/// What the Source and Occupancy panels are set to, and what they show.
struct SourceState {
  // Chosen.
  CostView view = CostView::executed;
  CostUnit unit = CostUnit::absolute;
  bool by_excess = false;  ///< only the lines that access memory, the most wasteful first; else the text
  bool ptx = false, sass = false;
  int selected = 0;        ///< line of the source; 0: none
  std::size_t launch = 0;  ///< of Result::curves, whose occupancy is shown

  // Known, by refresh_source().
  SourceView text;  ///< the kernel's lines with what is wrong with them
  SourceCosts costs;
  bool costs_stale = false;  ///< of another setting than the knobs
  Listing ptx_lines, sass_lines;
  bool listings_stale = false;
  std::shared_ptr<const lab::Result> compiled;  ///< the newest of this kernel that holds PTX
  std::shared_ptr<const lab::Result> disassembled;
  std::uint64_t disassembled_revision = 0;
  std::shared_ptr<const lab::Result> with_curves;  ///< the newest of this kernel that holds occupancy curves
};

/// Columns and listings from what is selected and known now.
void refresh_source(State& state);

/// Machine code is wanted and not known of this setting.
[[nodiscard]] bool wants_sass(const State& state);

/// "Why there are no columns": empty when there are.
[[nodiscard]] std::string why_no_costs(const State& state);

}  // namespace warpscope::gui
