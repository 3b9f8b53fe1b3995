#include <cxxabi.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "base/text.h"
#include "compiler/messages/messages.h"

namespace lanescope::compiler {
namespace {

/// Removes `prefix` from the front when it is there.
bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// Removes the text up to and including `end`, and returns what stood before `end`.
std::optional<std::string_view> take_until(std::string_view& text, std::string_view end) {
  const std::size_t found = text.find(end);
  if (found == std::string_view::npos) return std::nullopt;
  const std::string_view taken = text.substr(0, found);
  text.remove_prefix(found + end.size());
  return taken;
}

std::optional<std::uint64_t> hexadecimal(std::string_view digits) {
  return take(digits, "0x") ? parse_number<std::uint64_t>(digits, 16) : std::nullopt;
}

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status),
                                                         &std::free);
  return status == 0 && text ? std::string(text.get()) : name;
}

void set_place(Diagnostic& message, const std::optional<SourcePlace>& place) {
  if (!place) return;
  message.file = place->file;
  message.line = place->line;
  message.column = place->column;
}

/// Reads "Entry function 'big' uses too much shared data (0x13880 bytes, 0xc000 max)".
bool read_excess(std::string_view text, std::string_view ptx, Diagnostic& message) {
  if (!take(text, "Entry function '")) return false;
  const auto entry = take_until(text, "' uses too much ");
  const auto what = entry ? take_until(text, " (") : std::nullopt;
  const auto used = what ? take_until(text, " bytes, ") : std::nullopt;
  const auto limit = used ? take_until(text, " max)") : std::nullopt;
  if (!limit) return false;
  const auto used_bytes = hexadecimal(*used);
  const auto limit_bytes = hexadecimal(*limit);
  if (!used_bytes || !limit_bytes) return false;
  const std::string resource = *what == "shared data" ? "static shared memory" : std::string(*what);
  message.message =
      fmt::format("entry {} uses {} bytes of {}, at most {} are possible", *entry, *used_bytes, resource, *limit_bytes);
  set_place(message, place_of_entry(ptx, *entry));
  return true;
}

/// Reads "Unresolved extern function '_Z1gi'".
bool read_unresolved(std::string_view text, Diagnostic& message) {
  if (!take(text, "Unresolved extern ")) return false;
  const auto kind = take_until(text, " '");
  const auto name = kind ? take_until(text, "'") : std::nullopt;
  if (!name) return false;
  message.message = fmt::format("{} {} is declared but defined nowhere", *kind, demangled(std::string(*name)));
  return true;
}

}  // namespace

std::optional<Diagnostic> assembler_message(std::string_view line, std::string_view ptx) {
  if (!take(line, "ptxas ")) return std::nullopt;
  Diagnostic message;
  std::optional<SourcePlace> place;
  // The line may be "application ptx input, line 23; error   : Unknown modifier '.instr'".
  if (take(line, "application ptx input, line ")) {
    const auto number = take_until(line, "; ");
    const auto ptx_line = number ? parse_integer(*number) : std::nullopt;
    if (ptx_line && *ptx_line > 0 && *ptx_line < 1'000'000'000) place = place_of_line(ptx, static_cast<int>(*ptx_line));
  }
  const auto severity = take_until(line, ":");
  if (!severity) return std::nullopt;
  const std::string_view word = trim(*severity);
  if (word == "warning") {
    message.severity = Diagnostic::Severity::warning;
  } else if (word != "error" && word != "fatal") {
    return std::nullopt;
  }
  const std::string_view text = trim(line);
  // This line follows the errors and adds nothing.
  if (text == "Ptx assembly aborted due to errors") return std::nullopt;
  set_place(message, place);
  if (!read_excess(text, ptx, message) && !read_unresolved(text, message)) message.message = text;
  return message;
}

}  // namespace lanescope::compiler
