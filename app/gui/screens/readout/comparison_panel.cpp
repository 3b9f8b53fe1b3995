// Draws A beside B in the Readout, as a table that replaces the tables of single readings while something is pinned.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gui/readings/comparison_view_model.h"
#include "gui/store/lines.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

using Judgement = ComparedRow::Judgement;

/// Draws the letter, and beside it the kernel and what differs from the defaults.
void draw_side(const Frame& frame, const ComparedSide& side, bool kernel_shown) {
  const float opacity = opacity_of(side.stale);
  const float right = right_edge();
  ImGui::BeginGroup();
  draw_letter(frame, side.letter, opacity);
  ImGui::SameLine(0, 0.4F * frame.em);
  const FontScope mono(frame, frame.fonts.mono, 0.8F);
  ImGui::BeginGroup();
  if (kernel_shown) draw_elided(side.kernel, faded(frame.theme.text, opacity), right);
  draw_elided(side.setting, faded(frame.theme.quiet, opacity), right);
  ImGui::EndGroup();
  ImGui::EndGroup();
  name_item(frame, "compare/" + side.letter);
  if (std::ranges::find(pin_letters, side.letter) != pin_letters.end()) {
    const Subject pin{
        .kind = Subject::Kind::pin, .text = fmt::format("{} {}", side.kernel, side.setting), .name = side.letter};
    subject_place(frame, "compare/" + side.letter, pin, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
  }
  if (ImGui::IsItemHovered()) {
    tooltip(frame, side.kernel + "\n" + side.setting + (side.origin.empty() ? "" : "\n" + side.origin));
  }
}

/// Draws both sides beside each other where they fit, else one below the other.
void draw_sides(const Frame& frame, const Comparison& comparison, bool kernel_shown) {
  const float right = right_edge();
  for (const ComparedSide& side : comparison.sides) {
    if (&side != comparison.sides.data()) {
      ImGui::SameLine(0, frame.em);
      const FontScope mono(frame, frame.fonts.mono, 0.8F);
      const float width =
          std::max(size_of(side.setting).x, kernel_shown ? size_of(side.kernel).x : 0) + 2.2F * frame.em;
      if (ImGui::GetCursorScreenPos().x + width > right) ImGui::NewLine();
    }
    draw_side(frame, side, kernel_shown);
  }
}

/// Draws a number; `bold_size` is that of a bold one, as a fraction of normal text, and 0 for the others.
void draw_cell(const Frame& frame, const ComparedRow& row, const ComparedRow::Cell& cell, float opacity,
               float bold_size) {
  ImGui::TableNextColumn();
  if (!cell.origin) {
    text(cell.value, frame.theme.faint);
    return;
  }
  shape_item(frame, shape_of(*cell.origin), faded(colour_of(frame.theme, *cell.origin), opacity));
  {
    const bool bold = bold_size > 0;
    const FontScope font(frame, bold ? frame.fonts.bold : frame.fonts.mono, bold ? bold_size : 1.0F);
    number(cell.value, faded(frame.theme.text, opacity));
  }
  const std::string origin = word_of(frame.language(), *cell.origin), words = cell.value + " " + row.unit;
  if (ImGui::IsItemHovered()) tooltip(frame, words + ", " + origin);
  const Subject subject{
      .kind = Subject::Kind::number, .text = words, .origin = fmt::format("{}\t{}\t{}", row.label, words, origin)};
  note_subject(frame, subject, {ImGui::GetItemRectMin(), ImGui::GetItemRectMax()});
}

void draw_difference(const Frame& frame, const ComparedRow& row, float opacity) {
  ImGui::TableNextColumn();
  if (row.difference.empty()) return;
  const ImVec4 colour = faded(colour_of(frame.theme, row.judgement), opacity);
  ImGui::BeginGroup();
  if (row.judgement != Judgement::none) shape_item(frame, shape_of(row.judgement), colour);
  text(frame, frame.fonts.bold, 1, row.difference,
       row.judgement == Judgement::none ? faded(frame.theme.text, opacity) : colour);
  if (!row.uncertainty.empty()) {
    ImGui::SameLine(0, 0.6F * frame.em);
    const FontScope small(frame, frame.fonts.text, 0.85F);
    draw_elided(row.uncertainty, faded(frame.theme.quiet, opacity), right_edge());
  }
  ImGui::EndGroup();
  name_item(frame, "compare/difference/" + row.label);
  if (ImGui::IsItemHovered() && !row.detail.empty()) tooltip(frame, row.detail);
}

/// Draws the signs that occur, with their words: "● measured ◆ compiler".
void draw_legend(const Frame& frame, const Comparison& comparison) {
  std::vector<experiments::Origin> origins;
  for (const ComparedRow& row : comparison.rows) {
    for (const ComparedRow::Cell& cell : row.cells) {
      if (cell.origin) add_once(origins, *cell.origin);
    }
  }
  const FontScope small(frame, frame.fonts.text, 0.85F);
  for (const experiments::Origin origin : origins) {
    draw_origin(frame, origin, 1.0F);
    ImGui::SameLine(0, frame.em);
  }
  text(frame.say("compare.interval"), frame.theme.quiet);
  name_item(frame, "compare/legend");
}

}  // namespace

void draw_letter(const Frame& frame, const std::string& letter, float opacity) {
  const float em = frame.em;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const FontScope bold(frame, frame.fonts.bold, 1);
  const ImVec2 size{size_of(letter).x + 0.7F * em, 1.35F * em};
  const ImVec4 colour = faded(frame.theme.lesson, opacity);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRect(from, {from.x + size.x, from.y + size.y}, packed(colour), 0.25F * em, 0, std::max(1.5F, 0.1F * em));
  draw_text_at(list, {from.x + 0.35F * em, from.y + (size.y - ImGui::GetTextLineHeight()) / 2},
               faded(frame.theme.text, opacity), letter);
  ImGui::Dummy(size);
}

void draw_sentence(const Frame& frame, const Comparison& comparison) {
  const float opacity = opacity_of(comparison.sides[0].stale || comparison.sides[1].stale);
  shape_item(frame, shape_of(comparison.judgement), faded(colour_of(frame.theme, comparison.judgement), opacity));
  const FontScope large(frame, frame.fonts.bold, 1.1F);
  draw_elided(comparison.sentence, faded(frame.theme.text, opacity), right_edge());
}

void draw_comparison(const Frame& frame, const Comparison& comparison) {
  const float em = frame.em;
  // In a column beside the stage numbers and differences stay whole: settings stand above the table, and units below
  // the labels.
  const bool is_column = in_column(frame);
  const float bold_size = is_column ? 1.0F : 1.15F;
  const bool kernels = comparison.sides[0].kernel != comparison.sides[1].kernel;
  const std::array opacity{opacity_of(comparison.sides[0].stale), opacity_of(comparison.sides[1].stale)};
  const float least = std::min(opacity[0], opacity[1]);
  if (!comparison.sentence.empty()) {
    draw_sentence(frame, comparison);
    name_item(frame, "compare/sentence");
  }
  if (is_column) draw_sides(frame, comparison, kernels);
  if (ImGui::BeginTable("comparison", 4, ImGuiTableFlags_PadOuterX | ImGuiTableFlags_BordersInnerH)) {
    ImGui::TableSetupColumn("label", ImGuiTableColumnFlags_WidthStretch, is_column ? 6.6F : 6.25F);
    for (const char* const side : {"first", "second"}) {
      ImGui::TableSetupColumn(side, ImGuiTableColumnFlags_WidthStretch, is_column ? 4.1F : 4.0F);
    }
    ImGui::TableSetupColumn("difference", ImGuiTableColumnFlags_WidthStretch, is_column ? 5.05F : 7.0F);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    for (const ComparedSide& side : comparison.sides) {
      ImGui::TableNextColumn();
      if (is_column) {
        draw_letter(frame, side.letter, opacity_of(side.stale));
      } else {
        draw_side(frame, side, kernels);
      }
    }
    for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
      const ComparedRow& row = comparison.rows[i];
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      const float right = right_edge();
      text(row.label, frame.theme.quiet);
      ImGui::SameLine(0, (is_column ? 0.2F : 0.4F) * em);
      {
        const FontScope small(frame, frame.fonts.text, 0.85F);
        if (ImGui::GetCursorScreenPos().x + size_of(row.unit).x > right) ImGui::NewLine();
        draw_elided(row.unit, frame.theme.faint, right);
      }
      for (std::size_t side = 0; side < 2; ++side)
        draw_cell(frame, row, row.cells[side], opacity[side], i == 0 ? bold_size : 0);
      draw_difference(frame, row, least);
    }
    ImGui::EndTable();
  }
  draw_legend(frame, comparison);
  action_button(frame, "swap_pins");
  ImGui::SameLine(0, 0.5F * em);
  action_button(frame, "unpin");
}

}  // namespace lanescope::gui
