#include "gui/panels/source/source_view_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

#include "base/text.h"
#include "gui/pages/traffic_lines.h"
#include "gui/panels/readout/readout_view_model.h"
#include "gui/state/state.h"
#include "ptx/module.h"

namespace lanescope::gui {
namespace {

// The words are separated by blanks.
constexpr std::string_view keywords =
    "alignas asm auto break case const continue constexpr decltype default do else enum extern false for if "
    "inline namespace nullptr operator return sizeof static static_assert struct switch template this true "
    "typedef typename union using volatile while static_cast reinterpret_cast const_cast";

constexpr std::string_view types =
    "bool char double float half half2 int long short signed size_t unsigned void int8_t int16_t int32_t "
    "int64_t uint8_t uint16_t uint32_t uint64_t dim3 float2 float3 float4 double2 double4 int2 int3 int4 "
    "uint2 uint3 uint4 __half __half2 __nv_bfloat16";

constexpr std::string_view builtins =
    "threadIdx blockIdx blockDim gridDim warpSize atomicAdd atomicMax atomicMin atomicCAS atomicExch "
    "atomicSub atomicAnd atomicOr atomicXor printf assert fmaf cooperative_groups";

bool is_name(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || is_digit(character) ||
         character == '_';
}

bool is_in_list(std::string_view names, std::string_view name) {
  return std::ranges::count(split(names, ' '), name) > 0;
}

SourceWord word_of(std::string_view name) {
  if (is_in_list(keywords, name)) return SourceWord::keyword;
  if (is_in_list(types, name)) return SourceWord::type;
  // Names that begin with two underscores belong to the compiler: __global__, __shared__, __syncthreads, __ldg.
  if (is_in_list(builtins, name) || name.starts_with("__")) return SourceWord::builtin;
  return SourceWord::text;
}

std::size_t end_of_quote(std::string_view line, std::size_t from) {
  for (std::size_t at = from + 1; at < line.size(); ++at) {
    if (line[at] == '\\') {
      ++at;
    } else if (line[at] == line[from]) {
      return at + 1;
    }
  }
  return line.size();
}

/// Finds the end of numbers such as 32, 0x1F, 1.5e-3f and 1'000.
std::size_t end_of_number(std::string_view line, std::size_t from) {
  std::size_t at = from + 1;
  const bool hexadecimal = line.substr(from).starts_with("0x") || line.substr(from).starts_with("0X");
  for (; at < line.size(); ++at) {
    const char before = line[at - 1];
    const bool exponent_sign = !hexadecimal && (line[at] == '+' || line[at] == '-') && (before == 'e' || before == 'E');
    if (!is_name(line[at]) && line[at] != '.' && line[at] != '\'' && !exponent_sign) break;
  }
  return at;
}

class Reader {
 public:
  explicit Reader(std::string_view line) : line_(line) {}

  std::vector<SourceSpan> read(bool& in_comment) {
    if (in_comment) in_comment = !read_comment(0);
    while (at_ < line_.size()) {
      const std::string_view rest = line_.substr(at_);
      const char next = rest.front();
      if (rest.starts_with("//")) {
        add(line_.size(), SourceWord::comment);
      } else if (rest.starts_with("/*")) {
        in_comment = !read_comment(2);
      } else if (next == '#' && only_blanks_before()) {
        read_directive();
      } else if (next == '"' || next == '\'') {
        add(end_of_quote(line_, at_), SourceWord::quoted);
      } else if (is_digit(next)) {
        add(end_of_number(line_, at_), SourceWord::number);
      } else if (is_name(next)) {
        std::size_t end = at_;
        while (end < line_.size() && is_name(line_[end])) ++end;
        add(end, word_of(line_.substr(at_, end - at_)));
      } else {
        add(at_ + 1, SourceWord::text);
      }
    }
    return std::move(spans_);
  }

 private:
  [[nodiscard]] bool only_blanks_before() const {
    return line_.substr(0, at_).find_first_not_of(' ') == std::string_view::npos;
  }

  /// Reads the word of "#include <file>" or "#pragma unroll", and the file's name as quoted.
  void read_directive() {
    const std::size_t name = std::min(line_.find_first_not_of(" #", at_), line_.size());
    const std::size_t end = std::min(line_.find_first_of(" (<\"", name), line_.size());
    const bool includes = line_.substr(name, end - name) == "include";
    add(end, SourceWord::preprocessor);
    if (includes) add(std::min(line_.find("//", end), line_.size()), SourceWord::quoted);
  }

  /// Returns true when the comment ends in this line. `skip` is the length of its opening.
  bool read_comment(std::size_t skip) {
    const std::size_t end = line_.find("*/", at_ + skip);
    add(end == std::string_view::npos ? line_.size() : end + 2, SourceWord::comment);
    return end != std::string_view::npos;
  }

  void add(std::size_t end, SourceWord word) {
    if (end <= at_) return;
    if (!spans_.empty() && spans_.back().word == word) {
      spans_.back().length += end - at_;
    } else {
      spans_.push_back({at_, end - at_, word});
    }
    at_ = end;
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::vector<SourceSpan> spans_;
};

/// Returns the line of the kernel's file that an instruction comes from, or 0 when it comes from another file or none.
int source_line_of(const ptx::Module& module, const ptx::Function& function, const ptx::Instruction& instruction,
                   const std::string& path) {
  std::int32_t at = instruction.location;
  if (at < 0) return 0;
  while (function.locations[static_cast<std::size_t>(at)].inlined_at >= 0) {
    at = function.locations[static_cast<std::size_t>(at)].inlined_at;
  }
  const ptx::Location& place = function.locations[static_cast<std::size_t>(at)];
  const auto file = module.files.find(place.file);
  return file != module.files.end() && same_source(file->second, path) ? place.line : 0;
}

using Kind = SourceMessage::Kind;

/// Returns the lines without messages. Its first_line is the first kernel.
SourceView listing(const std::string& path, std::string_view text) {
  SourceView view;
  view.path = path;
  bool in_front_matter = trim(text).starts_with("/*");
  bool in_comment = false;
  int first_global = 0;
  for (const std::string_view line : split(text, '\n')) {
    SourceLine entry{static_cast<int>(view.lines.size()) + 1, without_tabs(line), {}, in_front_matter, {}};
    entry.spans = highlight(entry.text, in_comment);
    if (line.find("*/") != std::string_view::npos) in_front_matter = false;
    if (first_global == 0 && !entry.front_matter && line.find("__global__") != std::string_view::npos) {
      first_global = entry.number;
    }
    view.lines.push_back(std::move(entry));
  }
  if (!view.lines.empty() && view.lines.back().text.empty()) view.lines.pop_back();
  view.first_line = std::max(first_global, 1);
  return view;
}

void add(SourceView& view, SourceMessage message) {
  if (message.kind == Kind::error) ++view.errors;
  if (message.kind == Kind::fault) ++view.faults;
  if (message.kind == Kind::lesson) ++view.lessons;
  const bool here =
      message.line >= 1 && message.line <= static_cast<int>(view.lines.size()) && same_source(message.file, view.path);
  if (here) {
    // The worst message comes first.
    std::vector<SourceMessage>& messages = view.lines[static_cast<std::size_t>(message.line) - 1].messages;
    messages.insert(std::ranges::upper_bound(messages, message.kind, {}, &SourceMessage::kind), std::move(message));
  } else {
    view.elsewhere.push_back(std::move(message));
  }
}

/// Scrolls to the first line that has a message of this kind, and returns false when none has. A fault in the front
/// matter is about the output as a whole, and the code is then more interesting.
bool scroll_to(SourceView& view, Kind kind) {
  const auto has = [kind](const SourceLine& line) {
    if (line.front_matter && kind != Kind::error) return false;
    return std::ranges::find(line.messages, kind, &SourceMessage::kind) != line.messages.end();
  };
  const auto found = std::ranges::find_if(view.lines, has);
  if (found == view.lines.end()) return false;
  view.first_line = found->number;
  return true;
}

void add_messages(const Language& language, SourceView& view, const lab::Result& result) {
  for (const Diagnostic& diagnostic : result.diagnostics) {
    const Kind kind = diagnostic.severity == Diagnostic::Severity::error     ? Kind::error
                      : diagnostic.severity == Diagnostic::Severity::warning ? Kind::warning
                                                                             : Kind::remark;
    add(view, {kind, diagnostic.file, diagnostic.line, diagnostic.message, ""});
  }
  for (const lab::Fault& fault : result.faults) {
    // The compiler's messages are added above, and the readout has those without a line.
    if (fault.kind == FaultKind::compile || fault.line <= 0) continue;
    const bool promised = result.as_expected() && fault.kind == result.expected;
    add(view, {promised ? Kind::lesson : Kind::fault, fault.file, fault.line, language.translated(fault.message),
               fault_details(language, fault)});
  }
}

void mark_host_only(SourceView& view, const lab::Result& result) {
  for (const auto& [file, ranges] : result.left_out) {
    if (!same_source(file, view.path)) continue;
    for (SourceLine& line : view.lines) line.host_only |= contains_line(ranges, line.number) && !line.text.empty();
  }
}

}  // namespace

std::vector<SourceSpan> highlight(std::string_view line, bool& in_comment) {
  return Reader(line).read(in_comment);
}

int Listing::first_of(int source) const {
  const auto found =
      std::ranges::find_if(lines, [source](const ListingLine& line) { return source > 0 && line.source == source; });
  return found == lines.end() ? -1 : static_cast<int>(found - lines.begin());
}

Listing ptx_listing(const std::string& ptx, const std::string& path) {
  Listing listing;
  for (const std::string_view line : split(ptx, '\n')) {
    listing.lines.push_back({without_tabs(line), 0, static_cast<int>(listing.lines.size()) + 1});
  }
  while (!listing.lines.empty() && listing.lines.back().text.empty()) listing.lines.pop_back();
  const auto module = ptx::parse(ptx);
  if (!module) return listing;  // it is still worth reading; the worker has reported the error
  for (const ptx::Function& function : module->functions) {
    for (const ptx::Instruction& instruction : function.instructions) {
      const auto at = static_cast<std::size_t>(instruction.ptx_line);
      if (at < 1 || at > listing.lines.size()) continue;
      listing.lines[at - 1].source = source_line_of(*module, function, instruction, path);
    }
  }
  return listing;
}

namespace {

/// Returns what was counted of an instruction: how often it ran, what it cost a request, and its stall samples.
std::string counted_text(const counters::CountedInstruction& instruction) {
  const counters::Values values = lab::values_of(instruction);
  const auto written = [&](const char* column) {
    const SourceColumn& of = source_column(column);
    const double amount = of.amount.of(values).value_or(0), least = of.least.of(values).value_or(amount);
    if (amount == 0) return std::string();
    return short_count(amount) + (amount > least ? " / " + short_count(least) : "");
  };
  const std::string executed = written("counted/executed"), sampled = written("counted/samples");
  std::string cost = written("counted/wavefronts");
  if (cost.empty()) cost = written("counted/sectors");
  if (executed.empty() && cost.empty() && sampled.empty()) return {};
  return fmt::format("{:>8} {:>17} {:>7}", executed, cost, sampled);
}

using CountedByAddress = std::map<std::pair<std::string, std::uint32_t>, std::string>;

CountedByAddress counted_by_address(const counters::Counted* counted) {
  CountedByAddress texts;
  if (counted == nullptr) return texts;
  for (const counters::CountedInstruction& instruction : counted->instructions) {
    texts[{instruction.function, instruction.pc_offset}] = counted_text(instruction);
  }
  return texts;
}

}  // namespace

Listing sass_listing(const lab::Sass& sass, const std::string& path, const counters::Counted* counted) {
  Listing listing;
  const CountedByAddress texts = counted_by_address(counted);
  for (const lab::SassFunction& function : sass.functions) {
    listing.lines.push_back({function.name + ":", 0, 0});
    for (const lab::SassInstruction& instruction : function.instructions) {
      const bool here = !instruction.file.empty() && same_source(instruction.file, path);
      listing.lines.push_back({fmt::format("{:04x}  {}", instruction.address, instruction.text),
                               here ? instruction.line : 0, instruction.ptx_line});
      const auto found = texts.find({function.name, instruction.address});
      if (found != texts.end()) listing.lines.back().counted = found->second;
    }
  }
  listing.missing = sass.without_text;
  listing.remedy = sass.remedy;
  return listing;
}

bool same_source(const std::string& file, const std::string& path) {
  const std::filesystem::path name = std::filesystem::path(file).filename(), wanted(path);
  return name.empty() || name == wanted.filename() || name == wanted.stem();
}

std::string without_tabs(std::string_view text) {
  std::string spaced;
  spaced.reserve(text.size());
  for (const char character : text) {
    if (character == '\t') {
      spaced.append(4 - spaced.size() % 4, ' ');
    } else if (character != '\r') {
      spaced += character;
    }
  }
  return spaced;
}

bool SourceLine::wrong() const {
  return std::ranges::any_of(messages, [](const SourceMessage& message) { return message.kind <= Kind::fault; });
}

SourceView source_view(const Language& language, const catalogue::Kernel& kernel, const lab::Result* result) {
  const bool compiled = result != nullptr && result->kernel == kernel.source.id && !result->source.empty();
  SourceView view = listing(kernel.source.path, compiled ? result->source : kernel.source.text);
  if (compiled) {
    mark_host_only(view, *result);
    add_messages(language, view, *result);
  }
  for (const Kind kind : {Kind::error, Kind::fault, Kind::lesson}) {
    if (scroll_to(view, kind)) break;
  }
  return view;
}

SourceView source_view(const std::string& path, const std::string& text, const std::vector<Error>& errors) {
  SourceView view = listing(path, text);
  for (const Error& error : errors) {
    SourceMessage message;
    message.text = Error{error.what, "", error.remedy}.text();
    message.details = error.text();
    message.line = error.where.line;
    message.file = error.where.name.text();
    add(view, std::move(message));
  }
  scroll_to(view, Kind::error);
  return view;
}

namespace {

void take_results(SourceState& source, const State& state) {
  // Results of another kernel are not an earlier state of this one.
  for (auto* kept : {&source.compiled, &source.disassembled, &source.with_curves}) {
    if (*kept && (*kept)->kernel != state.selection.kernel) kept->reset();
  }
  const auto& result = state.known.result;
  if (!result || state.stale() || result->kernel != state.selection.kernel) return;
  if (!result->ptx.empty()) source.compiled = result;
  if (!result->curves.empty()) source.with_curves = result;
  if (result->sass) {
    source.disassembled = result;
    source.disassembled_revision = state.selection.revision;
  }
}

/// Returns what was counted of the present elements, or null.
const counters::Counted* counters_of(const State& state) {
  const auto& result = state.pages.numbers.counted;
  return result && result->kernel == state.selection.kernel ? &*result->counted : nullptr;
}

/// Returns what is known of the lines of the selected kernel.
lab::LineSources line_sources(const State& state) {
  lab::LineSources sources;
  if (const auto& executed = state.known.counted; executed && executed->kernel == state.selection.kernel) {
    sources.metrics = &*executed->metrics;
    sources.view = state.source.view;
    sources.whole = !state.source.costs_stale && lab::covers_whole_plan(*executed);
  }
  if (const auto& predicted = state.known.predicted; predicted && predicted->kernel == state.selection.kernel)
    sources.prediction = predicted->predicted ? &predicted->predicted->prediction : nullptr;
  sources.counted = counters_of(state);
  return sources;
}

Listing listing_of_sass(const State& state, const std::string& path) {
  if (state.source.disassembled) return sass_listing(*state.source.disassembled->sass, path, counters_of(state));
  if (state.known.connected) return {{}, state.say("source.sass_next"), {}};
  return {{}, state.say("source.recording_no_sass"), state.say("source.open_kernel")};
}

}  // namespace

void refresh_source(State& state) {
  SourceState& source = state.source;
  const std::string before = source.compiled ? source.compiled->ptx : std::string();
  if (source.traffic) refresh_traffic_lines(state);
  take_results(source, state);
  const std::string& path = state.source.text.path;
  source.costs_stale = state.known.counted && state.known.counted_revision != state.selection.revision;
  source.costs = source_costs(state.language(), line_sources(state), path);
  if (has_open_question(state.lesson)) {
    // The columns would answer the question of the lesson.
    source.costs = {};
    source.costs.missing = state.say("views.covered");
  }
  refresh_pinned_costs(state);
  source.listings_stale = state.stale();
  if (!source.ptx || !source.compiled) {
    source.ptx_lines = {};
    if (source.ptx) source.ptx_lines.missing = state.say("source.not_compiled");
  } else if (source.ptx_lines.lines.empty() || before != source.compiled->ptx) {
    source.ptx_lines = ptx_listing(source.compiled->ptx, path);
  }
  source.sass_lines = source.sass ? listing_of_sass(state, path) : Listing();
}

int costliest_line(const SourceState& source) {
  if (!source.costs.worst.empty()) return source.costs.worst.front();
  int costliest = 0;
  double most = 0;
  for (const lab::LineSheet& line : source.costs.lines) {
    const double cost = amount_of(line, source_column("column/sectors")).amount +
                        amount_of(line, source_column("column/wavefronts")).amount;
    if (cost <= most) continue;
    most = cost;
    costliest = line.line;
  }
  return costliest;
}

bool wants_sass(const State& state) {
  return state.source.sass && state.source.disassembled_revision != state.selection.revision;
}

std::string why_no_costs(const State& state) {
  if (state.source.costs.has_accesses()) return {};
  if (!state.source.costs.missing.empty()) return state.source.costs.missing;
  const lab::Result* result = state.current();
  if (result == nullptr || !result->ended()) {
    return state.say(state.known.connected ? "source.counting" : "source.no_result");
  }
  return state.say(result->failed() ? "source.ended_early" : "source.no_counts");
}

std::string source_caption(const State& state) {
  const SourceCosts& costs = state.source.costs;
  const auto& counted = state.pages.numbers.counted;
  if (!costs.has_accesses() && !costs.lines.empty() && counted) {
    const std::string& device = counted->counted->device;
    return counted->recorded.empty() ? state.say("pages.counted", device)
                                     : state.say("pages.recorded", device, counted->recorded);
  }
  if (std::string missing = why_no_costs(state); !missing.empty()) return missing;
  return state.say("source.caption", costs.view, costs.blocks) +
         (state.source.costs_stale ? state.say("source.earlier") : "");
}

}  // namespace lanescope::gui
