#include <fmt/format.h>

#include "gui/readings/readout_view_model.h"
#include "gui/readings/subjects.h"
#include "gui/screens/memory_tables/memory_tables_view_model.h"
#include "gui/shell/copy_commands.h"
#include "gui/store/actions.h"
#include "gui/store/selection_commands.h"

namespace lanescope::gui {
namespace {

/// Returns the selected line, or the whole text.
std::string source_text(const State& state) {
  const auto& lines = state.source.text.lines;
  const int line = state.playback.focus.line;
  if (line > 0 && static_cast<std::size_t>(line) <= lines.size()) return lines[static_cast<std::size_t>(line) - 1].text;
  std::string whole;
  for (const SourceLine& each : lines) whole += each.text + "\n";
  return whole;
}

/// Returns a line for each number: its name, the number with its unit, its spread, what it is based on and its origin,
/// between tabs.
std::string readout_text(const State& state) {
  const Readout readout = read(state);
  std::string text = fmt::format("{}\t{}\n", readout.title, readout.subtitle);
  const auto add = [&](const Reading& reading) {
    if (!reading.known()) return;
    text += subject_of(state.language(), reading).origin + "\n";
  };
  add(readout.rate);
  for (const Reading& reading : readout.timing) add(reading);
  for (const Reading& reading : readout.resources) add(reading);
  return text;
}

std::string tables_text(const State& state) {
  std::string text;
  for (const MemoryTable& table : memory_tables_view_model(state).tables) {
    text += table.name;
    for (const TableColumn& column : table.columns) text += "\t" + column.name;
    text += '\n';
    for (const TableRow& row : table.rows) {
      text += row.name;
      for (const TableCell& cell : row.cells) text += "\t" + (cell.reading.known() ? cell.reading.text() : "—");
      text += '\n';
    }
  }
  return text;
}

}  // namespace

Outcome CopyPanel::apply(State& state, double seconds) const {
  if (panel == "source") return Copy{source_text(state)}.apply(state, seconds);
  if (panel == "readout") return Copy{readout_text(state)}.apply(state, seconds);
  if (panel == "memory_tables") return Copy{tables_text(state)}.apply(state, seconds);
  return Effects{CopyPicture{panel}};
}

std::span<const Action> copy_actions() {
  static constexpr std::array table{
      Action{"copy", "Copy", "Ctrl+C", "Edit",
             "Copies what has the keyboard's focus, or the panel below the mouse: numbers, tables and a line of the "
             "source as text, others as a picture.",
             [](State&) { return CopyFocused{}; }},
  };
  return table;
}

}  // namespace lanescope::gui
