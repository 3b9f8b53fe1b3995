// What the Banks view is drawn from, and where its parts are. Its parts are the heading, the lanes and their links, the
// banks, and memory; banks_panel.cpp puts them together.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>

#include "gui/screens/banks/banks_motion.h"
#include "gui/screens/banks/banks_view_model.h"
#include "gui/widgets/view_panel.h"

namespace lanescope::gui {

struct BanksDrawing : ViewCanvas {
  static constexpr std::uint32_t columns = model::bank_count;
  static constexpr float heading_height = 2.9F;  ///< in text heights, as all sizes are

  /// The places of the parts, in pixels on the screen.
  struct Geometry {
    ImRect canvas;
    float left = 0, column = 0;
    float lanes_top = 0, lanes_bottom = 0;
    float stack_bottom = 0, banks_top = 0, grid_top = 0, grid_bottom = 0;
    float block = 0;               ///< height of one wavefront in a stack
    float row = 0, first_row = 0;  ///< height of a row; number of the first visible one, with its fraction

    [[nodiscard]] float x(float bank) const { return left + bank * column; }
    [[nodiscard]] float y(float at_row) const { return grid_top + (at_row - first_row) * row; }
    [[nodiscard]] float stack_top(std::uint32_t degree) const {
      return stack_bottom - static_cast<float>(degree) * block;
    }
    [[nodiscard]] ImRect grid() const { return {left, grid_top, x(columns), grid_bottom}; }
    /// Returns the area of a lane or a bank between two heights. `gap` is left free on both sides.
    [[nodiscard]] ImRect place(std::uint32_t number, float top, float bottom, float gap = 0) const {
      return {x(static_cast<float>(number)) + gap, top, x(static_cast<float>(number + 1)) - gap, bottom};
    }
  };

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

  void draw_heading() const;  ///< what the access is, and its wavefronts compared with the ideal
  void draw_lanes() const;
  void draw_links() const;  ///< a line from each lane to its word
  /// Returns black or white, whichever is easier to read on that colour.
  [[nodiscard]] static ImVec4 text_on(ImVec4 colour);
  /// Returns the colour of a lane that is served now. Each word that several lanes share has a colour of its own.
  [[nodiscard]] ImVec4 colour_of_lane(std::uint32_t lane) const;
  /// Writes the name of a part to the left of the banks. `middle` is its height on the screen.
  void draw_label(const std::string& words, float middle) const;

  /// Draws as many blocks over each bank as it needs wavefronts in this phase. Those that are over are pale, and the
  /// present one has the colour of the present wavefront.
  void draw_stacks() const;
  void draw_bank_numbers() const;
  void draw_chosen_bank() const;

  void draw_memory() const;  ///< all words in use, which glow for a while after they were moved
  void draw_words() const;   ///< words of the access, outlined, and filled during their wavefront
  void draw_values() const;  ///< in cells that are large enough
  void draw_chosen_word() const;
  void draw_row_labels() const;
  /// Returns a word as text. Shared memory has no types, so it takes the type of the plan's inputs if they share one of
  /// 4 bytes, and otherwise shows bits. `digits` is the number of significant digits of a floating-point number.
  [[nodiscard]] std::string text_of(std::uint32_t bits, int digits) const;

  // These are defined in banks_panel.cpp.
  void lay_out(const ImRect& canvas);
  /// Returns the row to begin with, which is 0 when all rows fit, and otherwise makes the present words visible.
  [[nodiscard]] float first_row_wanted() const;
  void answer_keys() const;
  void answer_mouse() const;

 private:
  struct LanePath;
  [[nodiscard]] LanePath path_of(std::uint32_t lane) const;
  void draw_load(const LanePath& path, ImU32 colour) const;
  void draw_pips(ImVec2 from, float width) const;
  void draw_blocks(const ImRect& column, std::uint32_t from, std::uint32_t to, ImU32 colour) const;
  void draw_word(std::uint32_t lane) const;
};

}  // namespace lanescope::gui
