#include "cli/print/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace lanescope::cli {
namespace {

std::string target_text(const experiments::Result& result) {
  if (result.sheet) return fmt::format("{} (compute capability {})", result.sheet->name, result.target);
  return "compute capability " + result.target;
}

}  // namespace

std::string row(std::string_view name, std::string_view value) {
  return fmt::format("  {:<16}{}\n", name, value);
}

std::string settings_row(const experiments::Result& result) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : result.parameters) parts.push_back(name + "=" + catalogue::to_text(value));
  for (const auto& [name, value] : result.sizes) parts.push_back(fmt::format("{}={}", name, value));
  return row("settings", join(parts, "  "));
}

std::string device_row(const experiments::Result& result) {
  const experiments::Machine& machine = result.machine;
  if (result.backend == experiments::Backend::emulator) {
    std::string text = "none: emulated on the CPU for " + target_text(result);
    if (result.schedule != 0) text += fmt::format(", schedule {}", result.schedule);
    return row("device", text);
  }
  if (machine.device.empty()) return row("device", fmt::format("{} (compiled for {})", absent, target_text(result)));
  if (result.backend == experiments::Backend::cpu) return row("device", machine.device);
  return row("device", fmt::format("{}, compute capability {}, driver {}", machine.device, machine.compute_capability,
                                   machine.driver));
}

std::string notes_rows(const experiments::Result& result) {
  std::string text;
  for (const std::string& note : result.notes) text += row(text.empty() ? "note" : "", note);
  return text;
}

std::size_t width_of(std::string_view text) {
  // It counts every byte except the continuations of a character.
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }));
}

std::string columns(const std::vector<std::vector<std::string>>& rows, std::size_t left) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], width_of(row[column]));
    }
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t column = 0; column < row.size(); ++column) {
      const std::string padding(widths[column] - width_of(row[column]), ' ');
      line += fmt::format("  {}{}", column < left ? row[column] : padding, column < left ? padding : row[column]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

}  // namespace lanescope::cli
