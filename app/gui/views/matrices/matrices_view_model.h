// The Matrices view shows the buffers of a kernel as images that light up where they are touched, from the whole matrix
// down to single elements with their values, and below each image the strip of memory that its rows are.
//
// The view model (this header) takes the trace that is played, or the accesses of the whole grid, and gives: which
// buffers are shown, which part of each (MatrixLook), and all sentences. matrices_renderer.h (MatricesRenderer) keeps
// the touches binned as time goes on, by the processor or by a compute shader, and draws them into textures
// (render/renderers/heat_renderer.h). matrices_panel.cpp puts these together with MatricesDrawing, which draws what
// stands over and beside the images: matrices_drawing, _marks and _controls, which also answers the mouse.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gui/views/playback/playback.h"
#include "model/heat/heat.h"

namespace warpscope::gui {

struct State;

/// One buffer that is shown.
struct MatrixImage {
  std::uint32_t buffer = 0;  ///< into Trace::buffers
  model::ElementGrid grid;
  bool reads = false, writes = false;  ///< by any access of the trace
  friend bool operator==(const MatrixImage&, const MatrixImage&) = default;
};
inline constexpr std::size_t max_matrices = 4;

/// By buffer of the trace; empty ones are those that no picture can hold.
[[nodiscard]] std::vector<std::optional<model::ElementGrid>> grids_of(const lab::Traced& traced);
/// What is read first, then what is written: the inputs left of the outputs. Buffers that no access touches only where
/// there is room.
/// `heat`: of the same buffers, when it is known what the whole grid touches; else null.
[[nodiscard]] std::vector<MatrixImage> matrices_of(const lab::Traced& traced, const lab::HeatTrace* heat = nullptr);

/// What is wrong with a buffer.
struct WrongElement {
  std::uint32_t buffer = 0;
  lab::Mismatch first;
  std::uint64_t in_all = 1;        ///< wrong elements of the buffer
  std::vector<std::uint64_t> all;  ///< which, as far as they are known
};
/// The first wrong element, and where the others are, when the newest result has one and the trace is of the same
/// sizes.
[[nodiscard]] std::optional<WrongElement> wrong_element(const State& state);

// The part of a matrix that is seen.

/// What the user made of a picture: the element in its middle, and how many lie side by side.
struct MatrixLook {
  double x = 0, y = 0, across = 1;
  friend bool operator==(const MatrixLook&, const MatrixLook&) = default;
};
/// The whole grid in an area of that shape (height / width).
[[nodiscard]] MatrixLook whole_look(const model::ElementGrid& grid, double shape);
/// All areas with a margin, the whole grid when there are none.
[[nodiscard]] MatrixLook touched_look(const model::ElementGrid& grid, std::span<const model::BlockArea> areas,
                                      double shape);
/// The elements of one record, each large enough for its value when `across_at_most` of them fit.
[[nodiscard]] MatrixLook access_look(const trace::Trace& trace, std::uint32_t record, const model::ElementGrid& grid,
                                     double shape, double across_at_most);
[[nodiscard]] model::GridPart part_of(const MatrixLook& look, double shape);
/// Closer (factor below 1) or further, about a place of the part (0 to 1 in both directions), within the grid.
[[nodiscard]] MatrixLook zoomed(const MatrixLook& look, const model::ElementGrid& grid, double shape, double factor,
                                double at_x, double at_y);

/// A buffer as one row: its elements in the order of their addresses.
[[nodiscard]] model::ElementGrid strip_of(const model::ElementGrid& grid);
/// The elements from the first to the last row that are seen, as a part of the strip.
[[nodiscard]] model::GridPart strip_part(const model::ElementGrid& grid, const model::GridPart& part);

// What the trace says of an element.

/// The lane of a record that touches an element, empty when none does. The highest one, as its store is the one that
/// is left when several store.
[[nodiscard]] std::optional<std::uint32_t> lane_of(const trace::Trace& trace, std::uint32_t record,
                                                   std::uint32_t element, const model::ElementGrid& grid);
/// The value that a lane moved, as text; empty when it was not recorded, or only a part of it.
[[nodiscard]] std::string value_of(const lab::Traced& traced, std::uint32_t record, std::uint32_t lane,
                                   std::uint32_t element, const model::ElementGrid& grid);

/// Positions until half of the heat is gone: a third of a second while it plays, never more than a tenth of it all.
[[nodiscard]] double half_life(const Playback& playback);
/// Positions below it have happened, or happen now.
[[nodiscard]] std::uint32_t happened(const Playback& playback);
/// Records of the whole grid below it have happened: as large a part of them as happened() is of the trace.
[[nodiscard]] std::uint32_t grid_position(const Playback& playback, const lab::HeatTrace& heat);

// Texts, in the language that was chosen.

/// "4096 × 4096 f32"
[[nodiscard]] std::string shape_text(const lab::TracedBuffer& buffer);
/// "in[3][7]": by the buffer's own shape.
[[nodiscard]] std::string element_name(const lab::TracedBuffer& buffer, std::uint64_t element);
/// How much of a buffer was touched, and what is wrong with it, under its name.
/// `whole_grid`: what was not touched never is. `in_all`: the totals are not those of the moment.
[[nodiscard]] std::string totals_text(const State& state, const MatrixImage& image, const model::TouchTotals& totals,
                                      bool whole_grid, bool in_all = false);
/// "Warp 3 of block 0 loads in[5][0] to in[5][31]: 31 KB of ... ": what happens at the moment.
[[nodiscard]] std::string matrices_caption(const State& state, std::uint32_t record,
                                           std::span<const MatrixImage> images,
                                           std::span<const model::TouchTotals> totals,
                                           const std::optional<WrongElement>& wrong);
/// One about an element: what touched it last, and with which value. `bin`: of that element alone.
[[nodiscard]] std::string element_sentence(const State& state, const MatrixImage& image, std::uint32_t element,
                                           const model::HeatBin& bin);

// The whole grid.

/// All blocks, and nothing dropped.
[[nodiscard]] bool is_whole(const lab::HeatTrace& heat);
/// "The whole grid: 524,288 of 1,048,576 accesses, in the order of the GPU.", or what of it there was room for.
[[nodiscard]] std::string grid_caption(const State& state, const lab::HeatTrace& heat, std::uint32_t happened);
/// One about an element that was touched: by whom last. `name`: as element_name(). `bin`: of that element alone.
[[nodiscard]] std::string grid_sentence(const State& state, const lab::HeatTrace& heat, const std::string& name,
                                        const model::HeatBin& bin, const model::HeatRecord& last);

}  // namespace warpscope::gui
