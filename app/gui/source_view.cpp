#include "gui/source_view.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "base/text.h"

namespace warpscope::gui {

namespace {

bool same_file(const lab::Diagnostic& diagnostic, const catalogue::KernelSource& source) {
  if (diagnostic.file.empty() || diagnostic.file == source.path || diagnostic.file == source.id) return true;
  return std::filesystem::path(diagnostic.file).filename() == std::filesystem::path(source.path).filename();
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

}  // namespace

bool SourceLine::wrong() const {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const lab::Diagnostic& diagnostic) {
    return diagnostic.severity == lab::Diagnostic::Severity::error;
  });
}

SourceView source_view(const catalogue::Kernel& kernel, const lab::Result* result) {
  const bool compiled = result != nullptr && result->kernel == kernel.source.id && !result->source.empty();
  const std::string_view text = compiled ? std::string_view(result->source) : std::string_view(kernel.source.text);

  SourceView view;
  view.path = kernel.source.path;
  bool in_front_matter = trim(text).starts_with("/*");
  int first_global = 0;
  for (const std::string_view line : split(text, '\n')) {
    SourceLine entry;
    entry.number = static_cast<int>(view.lines.size()) + 1;
    entry.text = without_tabs(line);
    entry.front_matter = in_front_matter;
    if (line.find("*/") != std::string_view::npos) in_front_matter = false;
    if (first_global == 0 && !entry.front_matter && line.find("__global__") != std::string_view::npos) {
      first_global = entry.number;
    }
    view.lines.push_back(std::move(entry));
  }
  if (!view.lines.empty() && view.lines.back().text.empty()) view.lines.pop_back();

  int first_error = 0;
  if (compiled) {
    for (const lab::Diagnostic& diagnostic : result->diagnostics) {
      const bool error = diagnostic.severity == lab::Diagnostic::Severity::error;
      if (error) ++view.errors;
      const bool here = diagnostic.line >= 1 && diagnostic.line <= static_cast<int>(view.lines.size()) &&
                        same_file(diagnostic, kernel.source);
      if (!here) {
        view.elsewhere.push_back(diagnostic);
        continue;
      }
      view.lines[static_cast<std::size_t>(diagnostic.line) - 1].diagnostics.push_back(diagnostic);
      if (error && first_error == 0) first_error = diagnostic.line;
    }
  }
  view.first_line = first_error > 0 ? first_error : std::max(first_global, 1);
  return view;
}

}  // namespace warpscope::gui
