// The Sectors view shows one request of a warp to global or local memory: the 32 lanes above the 128-byte lines that
// they touch, each line as four 32-byte sectors. Bytes that are used are filled, what is moved with them is hatched,
// and a number says how many times more is moved than used. Beside it stands what the same warp does in the other
// direction.
//
// The view model takes what is played and gives the request of the present moment as a model::SectorMap, its partner,
// and all sentences; sectors_panel.cpp lays them out, draws them and answers the mouse.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gui/views/playback/playback.h"
#include "model/access/sector_map.h"

namespace warpscope::gui {

struct State;

/// One request.
struct SectorAccess {
  std::uint32_t index = 0, record = 0, site = 0;
  std::uint32_t bytes_per_lane = 0;  ///< that the executed (vectorised) access moves
  std::uint32_t beyond = 0;          ///< mask: active lanes that met no byte of the buffer
  bool stores = false;               ///< atomics too; else it only loads
  model::SectorMap map;

  /// No sector is moved that would not be needed.
  [[nodiscard]] bool fewest() const { return map.sectors <= map.fewest; }
};

struct SectorsViewModel {
  SectorAccess chosen;
  std::optional<SectorAccess> partner;  ///< the nearest access of the same warp in the other direction
  std::uint32_t done = 0xffffffffu;     ///< mask: lanes that have done it; while it plays, one after the other
  model::SectorMap so_far;              ///< the map of the lanes in `done` alone
};

/// Empty: nothing is watched, or nothing of it goes to global or local memory.
[[nodiscard]] std::optional<SectorsViewModel> sectors_view_model(const Playback& playback);

/// Lines in columns from the left, each filled from the top: so stand the lines of neighbouring lanes below them.
struct LineGrid {
  std::uint32_t columns = 1, rows = 0;
  [[nodiscard]] std::uint32_t column_of(std::size_t line) const { return static_cast<std::uint32_t>(line) / rows; }
  [[nodiscard]] std::uint32_t row_of(std::size_t line) const { return static_cast<std::uint32_t>(line) % rows; }
};
/// The fewest columns (1, 2, 4 or 8) with which every line is `min_height` high; 8 when it is not possible.
[[nodiscard]] LineGrid line_grid(std::size_t lines, float height, float min_height);

// Texts, in the language that was chosen.

/// "8.0×"
[[nodiscard]] std::string amplification_text(const model::SectorMap& map);
/// "128 B used of 1 024 B moved"
[[nodiscard]] std::string bytes_text(const State& state, const model::SectorMap& map);
/// "Load of in, line 23"
[[nodiscard]] std::string title_of(const State& state, const SectorAccess& access);
/// Which element a line begins with: "in[3][64…]"; of local memory the word.
[[nodiscard]] std::string line_text(const State& state, const SectorAccess& access, std::uint64_t line);
/// One sentence about the request.
[[nodiscard]] std::string sectors_caption(const State& state, const SectorsViewModel& view_model);
/// One about a sector: how much of it is used, by which lanes.
[[nodiscard]] std::string sector_sentence(const State& state, const SectorAccess& access, std::size_t line,
                                          std::size_t sector);
/// One about a lane: what it touches.
[[nodiscard]] std::string lane_sentence(const State& state, const SectorAccess& access, std::uint32_t lane);

}  // namespace warpscope::gui
