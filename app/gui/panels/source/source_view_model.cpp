#include "gui/panels/source/source_view_model.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "gui/panels/readout/fault_text.h"

namespace warpscope::gui {

namespace {

using Kind = SourceMessage::Kind;

/// The lines without messages; first_line is the first kernel.
SourceView listing(const std::string& path, std::string_view text) {
  SourceView view;
  view.path = path;
  bool in_front_matter = trim(text).starts_with("/*");
  bool in_comment = false;
  int first_global = 0;
  for (const std::string_view line : split(text, '\n')) {
    SourceLine entry;
    entry.number = static_cast<int>(view.lines.size()) + 1;
    entry.text = without_tabs(line);
    entry.spans = highlight(entry.text, in_comment);
    entry.front_matter = in_front_matter;
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

void add(SourceView& view, const std::string& path, SourceMessage message) {
  if (message.kind == Kind::error) ++view.errors;
  if (message.kind == Kind::fault) ++view.faults;
  if (message.kind == Kind::lesson) ++view.lessons;
  const bool here =
      message.line >= 1 && message.line <= static_cast<int>(view.lines.size()) && same_source(message.file, path);
  if (here) {
    // The worst first.
    std::vector<SourceMessage>& messages = view.lines[static_cast<std::size_t>(message.line) - 1].messages;
    const auto after =
        std::ranges::find_if(messages, [&](const SourceMessage& other) { return other.kind > message.kind; });
    messages.insert(after, std::move(message));
  } else {
    view.elsewhere.push_back(std::move(message));
  }
}

/// Scrolls to the first line that has a message of this kind. False when none has. A fault at a line of the front
/// matter is one of the output as a whole: the code is of more interest then.
bool scroll_to(SourceView& view, Kind kind) {
  const auto has = [kind](const SourceLine& line) {
    if (line.front_matter && kind != Kind::error) return false;
    return std::ranges::any_of(line.messages, [kind](const SourceMessage& message) { return message.kind == kind; });
  };
  const auto found = std::ranges::find_if(view.lines, has);
  if (found == view.lines.end()) return false;
  view.first_line = found->number;
  return true;
}

Kind kind_of(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::error:
      return Kind::error;
    case Diagnostic::Severity::warning:
      return Kind::warning;
    case Diagnostic::Severity::remark:
      break;
  }
  return Kind::remark;
}

void add_messages(const Language& language, SourceView& view, const lab::Result& result) {
  for (const Diagnostic& diagnostic : result.diagnostics) {
    add(view, view.path, {kind_of(diagnostic.severity), diagnostic.file, diagnostic.line, diagnostic.message, ""});
  }
  for (const lab::Fault& fault : result.faults) {
    // What the compiler says stands above; what has no line is told by the readout.
    if (fault.kind == FaultKind::compile || fault.line <= 0) continue;
    const bool promised = result.as_expected() && fault.kind == result.expected;
    add(view, view.path,
        {promised ? Kind::lesson : Kind::fault, fault.file, fault.line, fault.message, fault_details(language, fault)});
  }
}

}  // namespace

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
  return std::ranges::any_of(messages, [](const SourceMessage& message) {
    return message.kind == Kind::error || message.kind == Kind::fault;
  });
}

SourceView source_view(const Language& language, const catalogue::Kernel& kernel, const lab::Result* result) {
  const bool compiled = result != nullptr && result->kernel == kernel.source.id && !result->source.empty();
  SourceView view = listing(kernel.source.path, compiled ? result->source : kernel.source.text);
  if (compiled) add_messages(language, view, *result);
  for (const Kind kind : {Kind::error, Kind::fault, Kind::lesson}) {
    if (scroll_to(view, kind)) break;
  }
  return view;
}

SourceView source_view(const std::string& path, const std::string& text, const std::vector<Error>& errors) {
  SourceView view = listing(path, text);
  for (const Error& error : errors) {
    SourceMessage message;
    message.text = error.what;
    if (!error.remedy.empty()) message.text += " (" + error.remedy + ")";
    message.details = error.text();
    // "PATH:LINE"
    const std::size_t colon = error.where.rfind(':');
    const auto line = colon == std::string::npos ? std::nullopt : parse_integer(error.where.substr(colon + 1));
    if (line) message.line = static_cast<int>(*line);
    message.file = line ? error.where.substr(0, colon) : error.where;
    add(view, path, std::move(message));
  }
  scroll_to(view, Kind::error);
  return view;
}

}  // namespace warpscope::gui
