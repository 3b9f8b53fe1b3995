#include "gui/store/source/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/text.h"
#include "gui/store/state.h"
#include "gui/store/words/fault_words.h"

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

using Kind = SourceMessage::Kind;

bool is_kernel(std::string_view line) {
  return line.find("__global__") != std::string_view::npos || line.starts_with(".entry") ||
         line.starts_with(".visible .entry") || line.starts_with("def ");
}

/// Returns the lines without messages. Its first_line is the first kernel.
SourceView listing(const std::string& path, std::string_view text, SourceView* before = nullptr) {
  SourceView view;
  view.path = path;
  view.text = text;
  if (before != nullptr && before->path == path && before->text == text) {
    view.lines = std::move(before->lines);
    for (SourceLine& line : view.lines) {
      line.messages.clear();
      line.host_only = false;
    }
    view.first_line = view.first_kernel = before->first_kernel;
    return view;
  }
  bool in_front_matter = trim(text).starts_with("/*");
  bool in_comment = false;
  const bool is_ptx = path.ends_with(".ptx");
  int first_global = 0;
  for (const std::string_view line : split(text, '\n')) {
    SourceLine entry{static_cast<int>(view.lines.size()) + 1, without_tabs(line), {}, in_front_matter, {}};
    entry.spans = is_ptx ? highlight_ptx(entry.text, in_comment) : highlight(entry.text, in_comment);
    if (line.find("*/") != std::string_view::npos) in_front_matter = false;
    if (first_global == 0 && !entry.front_matter && is_kernel(line)) {
      first_global = entry.number;
    }
    view.lines.push_back(std::move(entry));
  }
  if (!view.lines.empty() && view.lines.back().text.empty()) view.lines.pop_back();
  view.first_line = view.first_kernel = std::max(first_global, 1);
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

void add_messages(const Language& language, SourceView& view, const experiments::Result& result) {
  for (const Diagnostic& diagnostic : result.diagnostics) {
    const Kind kind = diagnostic.severity == Diagnostic::Severity::error     ? Kind::error
                      : diagnostic.severity == Diagnostic::Severity::warning ? Kind::warning
                                                                             : Kind::remark;
    add(view, {kind, diagnostic.file, diagnostic.line, diagnostic.message, ""});
  }
  for (const experiments::Fault& fault : result.faults) {
    // The compiler's messages are added above, and the readout has those without a line.
    if (fault.kind == FaultKind::compile || fault.line <= 0) continue;
    const bool promised = result.as_expected() && fault.kind == result.expected;
    add(view, {promised ? Kind::lesson : Kind::fault, fault.file, fault.line, language.translated(fault.message),
               fault_details(language, fault)});
  }
}

void mark_host_only(SourceView& view, const experiments::Result& result) {
  for (const auto& [file, ranges] : result.left_out) {
    if (!same_source(file, view.path)) continue;
    for (SourceLine& line : view.lines) line.host_only |= contains_line(ranges, line.number) && !line.text.empty();
  }
}

}  // namespace

std::vector<SourceSpan> highlight_ptx(std::string_view line, bool& in_comment) {
  std::vector<SourceSpan> spans;
  const auto add = [&](std::size_t end, SourceWord word) {
    const std::size_t from = spans.empty() ? 0 : spans.back().from + spans.back().length;
    if (end > from) spans.push_back({from, end - from, word});
  };
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  if (in_comment || line.substr(first).starts_with("/*")) {
    const std::size_t end = line.find("*/");
    in_comment = end == std::string_view::npos;
    add(in_comment ? line.size() : end + 2, SourceWord::comment);
    add(line.size(), SourceWord::text);
    return spans;
  }
  const std::size_t comment = std::min(line.find("//"), line.size());
  // A guard stands before the instruction: "@%p1 bra L".
  const std::size_t word =
      first < line.size() && line[first] == '@' ? std::min(line.find(' ', first) + 1, line.size()) : first;
  const std::size_t end = std::min(line.find_first_of(" ;,(:", word), comment);
  const bool directive = word < line.size() && line[word] == '.';
  const bool label = end < line.size() && line[end] == ':';
  add(std::min(word, comment), SourceWord::text);
  add(end, directive ? SourceWord::keyword : label ? SourceWord::builtin : SourceWord::type);
  add(comment, SourceWord::text);
  add(line.size(), SourceWord::comment);
  return spans;
}

std::vector<SourceSpan> highlight(std::string_view line, bool& in_comment) {
  return Reader(line).read(in_comment);
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

SourceView source_view(const Language& language, const catalogue::Kernel& kernel, const experiments::Result* result,
                       SourceView* before) {
  const bool compiled = result != nullptr && result->kernel == kernel.source.id && !result->source.empty();
  SourceView view = listing(kernel.source.path, compiled ? result->source : kernel.source.text, before);
  if (compiled) {
    mark_host_only(view, *result);
    add_messages(language, view, *result);
  }
  for (const Kind kind : {Kind::error, Kind::fault, Kind::lesson}) {
    if (scroll_to(view, kind)) break;
  }
  return view;
}

SourceView source_view(const Language& language, const NamedSource& source, const experiments::Result* result,
                       SourceView* before) {
  SourceView view = listing(source.path, source.text, before);
  view.named = true;
  if (result != nullptr) add_messages(language, view, *result);
  for (const Kind kind : {Kind::fault, Kind::lesson}) {
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

}  // namespace lanescope::gui
