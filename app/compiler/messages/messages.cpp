#include "compiler/messages/messages.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace lanescope::compiler {
namespace {

/// The first line of a message, or of a note that belongs to the message before it.
struct Heading {
  Diagnostic message;
  bool note = false;
};

/// How the names of files begin that nobody has: what NVRTC declares by itself.
constexpr std::string_view inside_nvrtc = "__nv_nvrtc";

struct SeverityWord {
  std::string_view word;
  Diagnostic::Severity severity;
  bool note;
};
constexpr std::array severities{SeverityWord{"catastrophic error", Diagnostic::Severity::error, false},
                                SeverityWord{"internal error", Diagnostic::Severity::error, false},
                                SeverityWord{"error", Diagnostic::Severity::error, false},
                                SeverityWord{"Error", Diagnostic::Severity::error, false},
                                SeverityWord{"warning", Diagnostic::Severity::warning, false},
                                SeverityWord{"remark", Diagnostic::Severity::remark, false},
                                SeverityWord{"note", Diagnostic::Severity::remark, true}};

/// Reads "error: text" or "warning #177-D: text".
std::optional<Heading> read_heading(std::string_view rest) {
  for (const SeverityWord& known : severities) {
    if (!rest.starts_with(known.word)) continue;
    std::string_view after = rest.substr(known.word.size());
    if (after.starts_with(" #")) {
      const std::size_t colon = after.find(": ");
      if (colon == std::string_view::npos) continue;
      after.remove_prefix(colon);
    }
    if (!after.starts_with(": ")) continue;
    return Heading{{known.severity, {}, 0, 0, std::string(trim(after.substr(2)))}, known.note};
  }
  return std::nullopt;
}

/// Reads "name.cu(4): error: text" with any name; "At end of source: ..." and "nvrtc: ..." have no place.
std::optional<Heading> heading_of(std::string_view line) {
  for (const std::string_view prefix : {"At end of source: ", "nvrtc: "}) {
    if (line.starts_with(prefix)) return read_heading(line.substr(prefix.size()));
  }
  for (std::size_t open = line.find('('); open != std::string_view::npos; open = line.find('(', open + 1)) {
    const std::size_t close = line.find("): ", open);
    if (close == std::string_view::npos) return std::nullopt;
    const auto number = parse_integer(line.substr(open + 1, close - open - 1));
    if (!number || *number < 1 || *number > 1'000'000'000) continue;
    std::optional<Heading> heading = read_heading(line.substr(close + 3));
    if (!heading) continue;
    heading->message.file = source_name(line.substr(0, open));
    heading->message.line = static_cast<int>(*number);
    return heading;
  }
  return std::nullopt;
}

/// The lines below a heading, up to an empty line or the next heading. They may be details, then the source line and a
/// caret below it, then details again.
struct Block {
  std::vector<std::string_view> details;
  int column = 0;
};

Block read_block(const std::vector<std::string_view>& lines, std::size_t begin, std::size_t end) {
  // NVRTC indents the source line and the line of the caret by two.
  constexpr std::size_t indent = 2;
  Block block;
  for (std::size_t i = begin; i < end; ++i) {
    const bool caret = trim(lines[i]) == "^";
    if (caret && !block.details.empty()) {
      block.details.pop_back();
      const std::size_t position = lines[i].find('^');
      if (block.column == 0 && position >= indent) block.column = static_cast<int>(position - indent) + 1;
    } else if (!caret) {
      block.details.push_back(trim(lines[i]));
    }
  }
  return block;
}

/// Reads "name.cu(3): here", the form of places in details of 11.8.
std::string detail_text(std::string_view detail) {
  const std::string_view ending = "): here";
  const std::size_t open = detail.rfind('(');
  if (!detail.ends_with(ending) || open == std::string_view::npos) {
    // Newer versions write "at line 3 of /lanescope/name.cu".
    return without_source_root(std::string(detail));
  }
  const std::string_view line = detail.substr(open + 1, detail.size() - ending.size() - open - 1);
  return fmt::format("at line {} of {}", line, source_name(detail.substr(0, open)));
}

/// A file that exists only inside of NVRTC is no place: the instantiation that led into it, which stands last, is one.
void leave_nvrtc(Diagnostic& message) {
  if (!message.file.starts_with(inside_nvrtc)) return;
  message.file.clear();
  message.line = message.column = 0;
  constexpr std::string_view before_line = " at line ", before_file = " of ";
  const std::size_t at = message.message.rfind(before_line);
  if (at == std::string::npos) return;
  const std::string_view text = std::string_view(message.message).substr(at + before_line.size());
  const std::size_t of = text.find(before_file);
  const auto number = parse_integer(text.substr(0, of));
  if (of == std::string_view::npos || !number || *number < 1 || *number > 1'000'000'000) return;
  const std::string_view file = text.substr(of + before_file.size());
  message.line = static_cast<int>(*number);
  message.file = std::string(trim(file.substr(0, file.find('\n'))));
}

/// A note explains the message before it. A message without a place of its own gets the place of the note.
void merge_note(Diagnostic& message, const Diagnostic& note) {
  const bool has_place = note.line != 0 && !note.file.starts_with(inside_nvrtc);
  const bool same_file = note.file == message.file || message.file.empty();
  // What follows the first line belongs to the message, not to the note's place.
  const std::size_t first = std::min(note.message.find('\n'), note.message.size());
  message.message += "\n" + note.message.substr(0, first);
  if (has_place) {
    message.message +=
        same_file ? fmt::format(" (line {})", note.line) : fmt::format(" (line {} of {})", note.line, note.file);
  }
  message.message += note.message.substr(first);
  if (message.line != 0 || !has_place) return;
  message.file = note.file;
  message.line = note.line;
  message.column = note.column;
}

}  // namespace

std::vector<Diagnostic> read_log(std::string_view log, std::string_view ptx) {
  const std::vector<std::string_view> lines = split(log, '\n');
  std::vector<Diagnostic> messages;
  for (std::size_t i = 0; i < lines.size();) {
    if (std::optional<Diagnostic> message = assembler_message(lines[i], ptx)) {
      // ptxas repeats an advice for each instruction that a line became.
      if (std::find(messages.begin(), messages.end(), *message) == messages.end()) {
        messages.push_back(*std::move(message));
      }
      ++i;
      continue;
    }
    std::optional<Heading> heading = heading_of(lines[i]);
    std::size_t end = ++i;
    if (!heading) continue;
    while (end < lines.size() && !trim(lines[end]).empty() && !heading_of(lines[end])) ++end;
    const Block block = read_block(lines, i, end);
    i = end;
    heading->message.column = block.column;
    for (const std::string_view detail : block.details)
      heading->message.message += fmt::format("\n{}", detail_text(detail));
    if (heading->note && !messages.empty()) {
      merge_note(messages.back(), heading->message);
    } else {
      messages.push_back(std::move(heading->message));
    }
  }
  for (Diagnostic& message : messages) leave_nvrtc(message);
  return messages;
}

}  // namespace lanescope::compiler
