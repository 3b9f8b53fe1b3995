// The kernel's text with the messages at their lines, as the Source panel lists it. Messages come from the compiler,
// and from what the emulator found there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "catalogue/kernel.h"
#include "gui/pages/pages_state.h"
#include "gui/panels/source/source_costs.h"
#include "gui/state/language.h"
#include "lab/result.h"

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
  std::vector<SourceLine> lines;
  std::vector<SourceMessage> elsewhere;  ///< in a header, or without a line
  int first_line = 1;                    ///< the line to scroll to, of the first error, or fault, or __global__
  int errors = 0;                        ///< errors of the front matter or the compiler
  int faults = 0, lessons = 0;           ///< findings of the emulator
};

/// Returns whether a worker's file is the kernel at `path`. The compiler may know it by its path, name or id.
[[nodiscard]] bool same_source(const std::string& file, const std::string& path);

/// Replaces tabs by blanks up to the next multiple of four, and removes carriage returns.
[[nodiscard]] std::string without_tabs(std::string_view text);

/// Returns the text of the kernel, or the text that the result of this kernel was compiled from, because messages
/// belong to the text that the compiler read. `result` may be null.
[[nodiscard]] SourceView source_view(const Language& language, const catalogue::Kernel& kernel,
                                     const lab::Result* result);

/// Returns a text whose front matter cannot be used, with its errors.
[[nodiscard]] SourceView source_view(const std::string& path, const std::string& text,
                                     const std::vector<Error>& errors);

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
[[nodiscard]] Listing sass_listing(const lab::Sass& sass, const std::string& path,
                                   const counters::Counted* counted = nullptr);

struct State;

/// How the Source and Occupancy panels are set, and what they show.
struct SourceState {
  // These are chosen.
  model::CountView view = model::CountView::executed;
  CostUnit unit = CostUnit::absolute;
  bool by_excess = false;     ///< only the lines that access memory, the most wasteful first; otherwise the whole text
  bool front_matter = false;  ///< whether the comment that describes the kernel is unfolded
  bool ptx = false, sass = false;
  int selected = 0;                ///< line of the source; 0 means none
  std::size_t launch = 0;          ///< index into Result::curves of the shown occupancy
  std::optional<Traffic> traffic;  ///< what the shown lines cause; empty means that all lines are shown
  std::vector<int> traffic_lines;  ///< those lines, the most costly first

  // These are known, and refresh_source() renews them.
  SourceView text;  ///< the kernel's lines with their messages
  SourceCosts costs;
  bool costs_stale = false;  ///< whether they belong to another setting than the knobs
  Listing ptx_lines, sass_lines;
  bool listings_stale = false;
  std::shared_ptr<const lab::Result> compiled;  ///< the newest of this kernel that holds PTX
  std::shared_ptr<const lab::Result> disassembled;
  std::uint64_t disassembled_revision = 0;
  std::shared_ptr<const lab::Result> with_curves;  ///< the newest of this kernel that holds occupancy curves
};

/// Returns the line that costs the most: the one that wastes most, else the one with most sectors and wavefronts. It is
/// 0 while no costs are known.
[[nodiscard]] int costliest_line(const SourceState& source);

/// Renews columns and listings from what is selected and known now.
void refresh_source(State& state);

/// Returns whether machine code is wanted and not known of this setting.
[[nodiscard]] bool wants_sass(const State& state);

/// Returns why there are no derived columns, or an empty text when there are.
[[nodiscard]] std::string why_no_costs(const State& state);
/// Returns the origin of the columns, or why there are none.
[[nodiscard]] std::string source_caption(const State& state);

}  // namespace lanescope::gui
