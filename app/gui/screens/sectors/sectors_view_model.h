// The Sectors view shows one request of a warp to global or local memory. It has the 32 lanes above the 128-byte lines
// that they touch, and each line as four 32-byte sectors. Used bytes are filled, and bytes that are moved with them are
// hatched. A number tells how many times more is moved than used. Beside it is what the same warp does in the other
// direction.
//
// The view model takes what is played and gives the request of the present moment as a model::SectorMap, the opposite
// access, and all sentences. sectors_panel.cpp lays them out, draws them and handles the mouse.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gui/store/playback/playback.h"
#include "model/access/sector_map.h"

namespace lanescope::gui {

struct State;

struct SectorAccess {
  std::uint32_t index = 0, record = 0, site = 0;
  std::uint32_t bytes_per_lane = 0;  ///< bytes of the executed (vectorised) access
  std::uint32_t beyond = 0;          ///< mask of active lanes that met no byte of the buffer
  bool stores = false;               ///< it stores, or is an atomic; otherwise it only loads
  model::SectorMap map;

  /// Returns whether only the necessary sectors are moved.
  [[nodiscard]] bool is_ideal() const { return map.sectors <= map.sectors_ideal; }
};

struct SectorsViewModel {
  SectorAccess chosen;
  std::optional<SectorAccess> opposite;  ///< an access of the same warp in the other direction, near this one
  std::uint32_t done = 0xffffffffu;      ///< mask of the lanes that are done; during playback, lane after lane
  model::SectorMap so_far;               ///< the map of the lanes in `done` alone
};

/// Returns nothing when nothing is watched, or none of it goes to global or local memory.
[[nodiscard]] std::optional<SectorsViewModel> sectors_view_model(const Playback& playback);

/// Lines in columns from the left, each filled from the top, so that the lines of neighbouring lanes are below them.
struct LineGrid {
  std::uint32_t columns = 1, rows = 0;
  [[nodiscard]] std::uint32_t column_of(std::size_t line) const { return static_cast<std::uint32_t>(line) / rows; }
  [[nodiscard]] std::uint32_t row_of(std::size_t line) const { return static_cast<std::uint32_t>(line) % rows; }
};
/// Returns the fewest columns (1, 2, 4 or 8) in which every line is `min_height` high, or 8 when that is impossible.
[[nodiscard]] LineGrid line_grid(std::size_t lines, float height, float min_height);

// These return texts in the chosen language.

/// Returns a text such as "8.0×".
[[nodiscard]] std::string amplification_text(const model::SectorMap& map);
/// Returns a text such as "128 B used of 1 024 B moved".
[[nodiscard]] std::string bytes_text(const State& state, const model::SectorMap& map);
/// Returns a title such as "Load of in, line 23".
[[nodiscard]] std::string title_of(const State& state, const SectorAccess& access);
/// Returns the element that a line begins with, such as "in[3][64…]", or the word in local memory.
[[nodiscard]] std::string line_text(const State& state, const SectorAccess& access, std::uint64_t line);
/// Returns one sentence about the request.
[[nodiscard]] std::string sectors_caption(const State& state, const SectorsViewModel& view_model);
/// Returns one sentence about a sector, with how much of it is used, and by which lanes.
[[nodiscard]] std::string sector_sentence(const State& state, const SectorAccess& access, std::size_t line,
                                          std::size_t sector);
/// Returns one sentence about what a lane touches.
[[nodiscard]] std::string lane_sentence(const State& state, const SectorAccess& access, std::uint32_t lane);

}  // namespace lanescope::gui
