#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "gui/readings/subjects.h"
#include "gui/screens/memory_tables/memory_tables_view_model.h"
#include "gui/store/pages/pages_commands.h"
#include "gui/store/pages/show_page.h"
#include "gui/widgets/page_panel.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

constexpr float letters = 0.85F;       // of normal text
constexpr float max_column_width = 7;  // in text heights; wider ones only hold empty space

std::string text_in_cell(const Frame& frame, const TableCell& cell) {
  return short_text_of(frame.language(), cell.reading.unit, cell.reading.value());
}

/// Writes something at the right end of the cell, with the mark of its origin before it.
void draw_at_right(const Frame& frame, const std::string& words, experiments::Origin origin, ImVec4 colour,
                   float opacity) {
  const float mark = 0.75F * ImGui::GetTextLineHeight();
  const float left = right_edge() - size_of(words).x - mark;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 at{std::max(from.x, left), from.y};
  draw_shape(*ImGui::GetWindowDrawList(), shape_of(origin),
             {at.x + 0.35F * mark, at.y + 0.52F * ImGui::GetTextLineHeight()}, 0.85F * ImGui::GetTextLineHeight(),
             faded(colour_of(frame.theme, origin), opacity));
  ImGui::SetCursorScreenPos({at.x + mark, at.y});
  text(words, faded(colour, opacity));
}

void draw_cell(const Frame& frame, const TableRow& row, const TableColumn& column, const TableCell& cell,
               const std::string& table, float opacity) {
  ImGui::TableNextColumn();
  if (!cell.exists) return;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImRect place{from.x, from.y, right_edge(), from.y + 1.9F * ImGui::GetTextLineHeight()};
  if (!cell.reading.known()) {
    ImGui::SetCursorScreenPos({right_edge() - size_of("—").x, from.y});
    text("—", faded(frame.theme.faint, opacity));
  } else {
    const bool is_zero = cell.reading.value() == 0;
    const ImVec4 colour = cell.warns ? frame.theme.warning : is_zero ? frame.theme.quiet : frame.theme.text;
    const FontScope face(frame, cell.warns ? frame.fonts.bold : frame.fonts.text, letters);
    draw_at_right(frame, text_in_cell(frame, cell), cell.reading.shown->origin, colour, opacity);
    if (cell.reading.other) {
      const FontScope small(frame, frame.fonts.text, 0.85F * letters);
      draw_at_right(frame, cell.reading.difference, cell.reading.other->origin, frame.theme.quiet, opacity);
    }
  }
  const std::string name = "tables/" + table + "/" + row.id + "/" + column.name;
  name_place(frame, name, place);
  if (cell.reading.known()) {
    Subject subject = subject_of(frame.language(), fmt::format("{}, {}", row.name, column.name), cell.reading);
    subject.help = fmt::format("{}: {}", column.name, column.help);
    subject_place(frame, name, std::move(subject), place);
  }
  if (ImGui::IsWindowHovered() && place.Contains(ImGui::GetMousePos())) {
    tooltip(frame,
            fmt::format("{}, {}\n{}\n{}", row.name, column.name, cell.reading.details(frame.language()), column.help));
  }
}

/// Returns the numbers of a row, and the same with the names of their columns and their origins.
Subject subject_of_row(const Frame& frame, const MemoryTable& table, const TableRow& row) {
  Subject subject{.kind = Subject::Kind::number, .text = row.name, .origin = table.name + "\t" + row.name};
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const QuantityReading& reading = row.cells[i].reading;
    subject.text += "\t" + reading.text();
    if (!reading.known()) continue;
    subject.origin += fmt::format("\t{}: {}", table.columns[i].name, reading.details(frame.language()));
  }
  return subject;
}

void draw_row(const Frame& frame, const MemoryTable& table, const TableRow& row, float opacity) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const FontScope face(frame, frame.fonts.text, letters);
  if (row.traffic) {
    ImGui::PushStyleColor(ImGuiCol_Text, faded(frame.theme.text, opacity));
    if (ImGui::Selectable((row.name + "##" + row.id).c_str())) frame.emit(ShowTraffic{*row.traffic});
    ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) tooltip(frame, frame.say("tables.click"));
  } else {
    text(row.name, faded(frame.theme.text, opacity));
  }
  name_item(frame, "tables/" + table.id + "/" + row.id);
  note_subject(frame, subject_of_row(frame, table, row));
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    draw_cell(frame, row, table.columns[i], row.cells[i], table.id, opacity);
  }
}

void draw_titles(const Frame& frame, const MemoryTable& table, float opacity) {
  const FontScope small(frame, frame.fonts.text, 0.75F);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  for (const TableColumn& column : table.columns) {
    ImGui::TableNextColumn();
    const float left = std::max(ImGui::GetCursorScreenPos().x, right_edge() - size_of(column.name).x);
    ImGui::SetCursorScreenPos({left, ImGui::GetCursorScreenPos().y});
    draw_elided(column.name, faded(frame.theme.quiet, opacity), right_edge() + left - ImGui::GetCursorScreenPos().x);
    if (ImGui::IsItemHovered()) tooltip(frame, column.help);
  }
}

void draw_table(const Frame& frame, const MemoryTable& table, float opacity) {
  text(frame, frame.fonts.bold, 1, table.name, faded(frame.theme.text, opacity));
  if (table.rows.empty()) {
    ImGui::SameLine(0, 0.6F * frame.em);
    text(frame.say("tables.nothing"), faded(frame.theme.quiet, opacity));
    return;
  }
  const float room = ImGui::GetContentRegionAvail().x;
  const auto count = static_cast<float>(table.columns.size());
  const float name = std::clamp(0.2F * room, 5 * frame.em, 9 * frame.em);
  const float column =
      std::min(max_column_width * frame.em, (room - name) / count - 2 * ImGui::GetStyle().CellPadding.x);
  constexpr ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingFixedFit;
  if (!ImGui::BeginTable(table.id.c_str(), static_cast<int>(table.columns.size()) + 1, flags)) return;
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, name);
  for (const TableColumn& each : table.columns) {
    ImGui::TableSetupColumn(each.name.c_str(), ImGuiTableColumnFlags_WidthFixed, column);
  }
  draw_titles(frame, table, opacity);
  for (const TableRow& row : table.rows) draw_row(frame, table, row, opacity);
  ImGui::EndTable();
  if (table.note.empty()) return;
  const FontScope small(frame, frame.fonts.text, letters);
  draw_wrapped(table.note, faded(frame.theme.quiet, opacity));
  name_item(frame, "tables/" + table.id + "/note");
}

class MemoryTablesPanel : public PagePanel {
 public:
  MemoryTablesPanel() : PagePanel(CounterPage::memory_tables) {}

 private:
  void draw_page(const Frame& frame, const PageHeading&, float opacity) override {
    const MemoryTablesViewModel view_model = memory_tables_view_model(frame.state);
    for (const MemoryTable& table : view_model.tables) {
      draw_table(frame, table, opacity);
      ImGui::Dummy({0, 0.3F * frame.em});
    }
  }
};

}  // namespace

PanelEntry memory_tables_panel() {
  return {.window = "###memory_tables",
          .place = PanelPlace::section,
          .make = make_panel<MemoryTablesPanel>,
          .show = Action{"show_memory_tables", "Memory tables", "", "Views/Why",
                         "Shows requests, wavefronts, sectors and conflicts of each memory level.",
                         shows_page<CounterPage::memory_tables>},
          .reveals_answers = true};
}

}  // namespace lanescope::gui
