// What the parts of the Banks view are drawn from, and where they stand. Each part is a file: banks_lanes,
// banks_stacks, banks_cells, banks_links; banks_panel.cpp puts them together.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>

#include "gui/views/banks/banks_motion.h"
#include "gui/views/banks/banks_view_model.h"
#include "gui/views/playback/view_canvas.h"

namespace warpscope::gui::banks {

inline constexpr std::uint32_t columns = model::banks;
inline constexpr float heading_height = 2.9F;  ///< in heights of text, as all measures

/// Pixels on the screen.
struct Geometry {
  ImRect canvas;
  float em = 0, left = 0, column = 0;
  float lanes_top = 0, lanes_bottom = 0;
  float stack_bottom = 0, banks_top = 0, grid_top = 0, grid_bottom = 0;
  float block = 0;               ///< height of one wavefront in a stack
  float row = 0, first_row = 0;  ///< height of a row; the first one in sight, with parts

  [[nodiscard]] float x(float bank) const { return left + bank * column; }
  [[nodiscard]] float y(float at_row) const { return grid_top + (at_row - first_row) * row; }
  [[nodiscard]] float stack_top(std::uint32_t degree) const {
    return stack_bottom - static_cast<float>(degree) * block;
  }
};

struct BanksDrawing : ViewCanvas {
  const BanksViewModel& shown;
  const BanksMotion& motion;
  Geometry at;

  [[nodiscard]] bool is_now(std::uint32_t lane) const {
    const model::BankWavefront* wavefront = shown.wavefront();
    return wavefront != nullptr && (wavefront->lanes >> lane & 1u) != 0;
  }
  [[nodiscard]] bool in_phase(std::uint32_t lane) const {
    return !shown.phases || shown.lanes[lane].phase == shown.phase;
  }
};

// Small helpers of all parts.

/// Black or white, whichever is read better on that colour.
[[nodiscard]] ImVec4 text_on(ImVec4 colour);
/// Writes the name of a part to the left of the banks. `middle`: its height on the screen.
void draw_label(const BanksDrawing& drawing, const std::string& words, float middle);
/// The colour of a lane that is served now. Words that several lanes share have colours of their own, one each.
[[nodiscard]] ImVec4 colour_of_lane(const BanksDrawing& drawing, std::uint32_t lane);
[[nodiscard]] float heat_of(const BanksViewModel& view_model, std::uint32_t word);
/// Shared memory has no types: its words are shown as what the inputs of the plan hold, where that is one type of 4
/// bytes; else as bits. `digits`: significant ones of a floating-point number.
[[nodiscard]] std::string text_of(const lab::Traced& traced, std::uint32_t bits, int digits);

// The parts.

void draw_heading(const BanksDrawing& drawing);  ///< what it is, and its wavefronts against the ideal
void draw_lanes(const BanksDrawing& drawing);
void draw_bank_numbers(const BanksDrawing& drawing);
void draw_chosen_bank(const BanksDrawing& drawing);
/// Over each bank as many blocks as it needs wavefronts in this phase: those that are over pale, the present one in the
/// colour of what happens now.
void draw_stacks(const BanksDrawing& drawing);
void draw_memory(const BanksDrawing& drawing);  ///< all words in use, glowing where they were moved just now
/// The words of the access: outlined, and filled while their wavefront is under way.
void draw_words(const BanksDrawing& drawing);
void draw_values(const BanksDrawing& drawing);  ///< in cells that are large enough
void draw_chosen_word(const BanksDrawing& drawing);
void draw_row_labels(const BanksDrawing& drawing);
/// Draws a line from each lane to its word.
void draw_links(const BanksDrawing& drawing);

}  // namespace warpscope::gui::banks
