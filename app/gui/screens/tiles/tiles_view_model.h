// The Tiles view shows which elements of its inputs a block has in shared memory now, which of them a thread has in
// registers, and how often the block has used what it fetched, until the moment.
//
// tile_flow.h finds this in the trace. The view model adds the moment, the thread, the roofline and all sentences.
// tiles_panel.cpp lays the picture out and handles the mouse, and tiles_drawing.cpp draws it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/tiles/tile_moment.h"
#include "gui/store/playback/playback.h"

namespace lanescope::gui {

struct State;

/// The roofline of the chosen GPU, in floating-point operations a byte of its memory; 0 means unknown.
struct TilesRoofline {
  double ridge = 0;   ///< from here on the arithmetic limits, and not the memory
  double kernel = 0;  ///< of the whole kernel
};

struct TilesViewModel {
  std::shared_ptr<const analysis::AccessSequence> sequence;  ///< it was made from this one
  analysis::TileFlow flow;
  analysis::TileMoment moment;

  // These belong to the moment.
  std::size_t steps = 0;     ///< those of the flow that have happened, with the present one
  std::uint32_t thread = 0;  ///< of the block: the chosen one
  std::vector<std::uint32_t> in_registers;
  TilesRoofline roofline;

  [[nodiscard]] analysis::TileTotals totals() const {
    return steps == 0 ? analysis::TileTotals{} : flow.totals[steps - 1];
  }
  [[nodiscard]] const analysis::TileStep* now() const { return steps == 0 ? nullptr : &flow.steps[steps - 1]; }
  [[nodiscard]] bool has_register(std::uint32_t element) const;
  /// Whether the block makes floating-point operations and they were counted; else the curve is uses(), not operations.
  [[nodiscard]] bool computes() const;
};

/// Makes the view model follow the block and the moment of the playback.
void renew(TilesViewModel& view_model, const State& state);

/// Returns how often a fetched byte was used, and the floating-point operations for each byte that was fetched or
/// stored; 0 before any.
[[nodiscard]] double uses_per_byte(const analysis::TileTotals& totals);
[[nodiscard]] double operations_per_byte(const analysis::TileTotals& totals);
/// Returns what the curve shows.
[[nodiscard]] double curve_value(const TilesViewModel& view_model, const analysis::TileTotals& totals);

/// The elements of a buffer that are drawn.
struct TilePage {
  std::uint32_t column = 0, row = 0, columns = 1, rows = 1;
  friend bool operator==(const TilePage&, const TilePage&) = default;
};
/// Returns the page of a buffer with what the block has of it now, or fetched last. `columns` and `rows` are as many
/// elements as fit. A page that does not hold all that the block fetches turns like that of a book, and the same moment
/// always has the same page.
[[nodiscard]] TilePage page_of(const TilesViewModel& view_model, const analysis::TileBuffer& buffer,
                               std::uint32_t columns, std::uint32_t rows);

// These return texts in the chosen language.

/// Returns why there is nothing to show, or an empty text.
[[nodiscard]] std::string why_no_tiles(const State& state, const TilesViewModel& view_model);
[[nodiscard]] std::string summary(const State& state, const TilesViewModel& view_model);
/// Describes the present access, and what it changes.
[[nodiscard]] std::string tiles_caption(const State& state, const TilesViewModel& view_model);
/// Returns "8 KiB", or another suitable unit.
[[nodiscard]] std::string bytes_in_words(const State& state, std::uint64_t bytes);
/// Returns the name of a buffer with its shape.
[[nodiscard]] std::string title_of(const State& state, const TilesViewModel& view_model,
                                   const analysis::TileBuffer& buffer);
/// Returns how much of a buffer was fetched, and how much of it is in shared memory.
[[nodiscard]] std::string buffer_summary(const State& state, const TilesViewModel& view_model,
                                         const analysis::TileBuffer& buffer);
/// Returns sentences about an element of a buffer.
[[nodiscard]] std::string sentence_of_element(const State& state, const TilesViewModel& view_model,
                                              const analysis::TileBuffer& buffer, std::uint32_t element);
/// Returns a sentence about a unit of shared memory.
[[nodiscard]] std::string sentence_of_shared(const State& state, const TilesViewModel& view_model, std::uint32_t unit);

/// One line of the numbers beside the picture.
struct TilesReading {
  std::string name, value, help;
  bool main = false;
};
[[nodiscard]] std::vector<TilesReading> readings_of(const State& state, const TilesViewModel& view_model);

/// Returns the record of the last access until the moment that moved an element, or the first one later; and its lane.
struct TileAccess {
  std::uint32_t record = 0, lane = 0;
};
[[nodiscard]] std::optional<TileAccess> access_of(const TilesViewModel& view_model, std::uint32_t number);

}  // namespace lanescope::gui
