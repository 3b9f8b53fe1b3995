// The Matrices view shows the buffers of a kernel as images that light up where they are touched, from the whole matrix
// to single elements with their values. Below each image is the strip of memory that its rows form.
//
// The view model (this header) takes the trace that is played, or the accesses of the whole grid. It decides which
// buffers are shown, and which part of each (MatrixViewport), and writes all sentences. matrices_renderer.h
// (MatricesRenderer) bins the touches as time goes on, by the processor or by a compute shader, and draws them into
// textures (render/renderers/heat_renderer.h). matrices_panel.cpp puts these together with MatricesDrawing and handles
// the mouse. matrices_drawing.cpp draws what is over and beside the images.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gui/readings/buffer_words.h"
#include "gui/store/playback/playback.h"
#include "model/heat/heat.h"

namespace lanescope::gui {

struct State;

/// One buffer that is shown.
struct MatrixImage {
  std::uint32_t buffer = 0;  ///< index into Trace::buffers
  model::ElementGrid grid;
  bool reads = false, writes = false;  ///< whether any access of the trace does so
  friend bool operator==(const MatrixImage&, const MatrixImage&) = default;
};
inline constexpr std::size_t max_matrices = 4;

/// Returns the shown buffers, first those that are read, then those that are written, so that inputs are left of
/// outputs. Buffers without accesses are included only where there is space. `heat` tells what the whole grid touches
/// in the same buffers; it is null when that is unknown.
[[nodiscard]] std::vector<MatrixImage> matrices_of(const analysis::Traced& traced,
                                                   const experiments::HeatTrace* heat = nullptr);

/// The wrong elements of a buffer.
struct WrongElement {
  std::uint32_t buffer = 0;
  catalogue::Mismatch first;
  std::uint64_t in_all = 1;        ///< number of the buffer's wrong elements
  std::vector<std::uint64_t> all;  ///< their indices, as far as they are known
};
/// Returns the first wrong element, and where the others are, when the newest result has one and the trace has the same
/// sizes.
[[nodiscard]] std::optional<WrongElement> wrong_element(const State& state);

// These select the visible part of a matrix.

/// The part that the user has chosen, as the element in its middle and the number of elements side by side.
struct MatrixViewport {
  double x = 0, y = 0, across = 1;
  friend bool operator==(const MatrixViewport&, const MatrixViewport&) = default;
};
/// Returns the viewport of the whole grid in an area of that shape (height / width).
[[nodiscard]] MatrixViewport whole_viewport(const model::ElementGrid& grid, double shape);
/// Returns the viewport of all areas with a margin, or of the whole grid when there are none.
[[nodiscard]] MatrixViewport touched_viewport(const model::ElementGrid& grid, std::span<const model::BlockArea> areas,
                                              double shape);
/// Returns the viewport of one record's elements. They are large enough for their values when `max_across` of them
/// fit.
[[nodiscard]] MatrixViewport access_viewport(const trace::Trace& trace, std::uint32_t record,
                                             const model::ElementGrid& grid, double shape, double max_across);
[[nodiscard]] model::GridPart part_of(const MatrixViewport& viewport, double shape);
/// Zooms in (factor below 1) or out about a place of the part (0 to 1 in both directions), within the grid.
[[nodiscard]] MatrixViewport zoomed(const MatrixViewport& viewport, const model::ElementGrid& grid, double shape,
                                    double factor, double at_x, double at_y);

/// Returns a buffer as one row with its elements in the order of their addresses.
[[nodiscard]] model::ElementGrid strip_of(const model::ElementGrid& grid);
/// Returns the elements from the first to the last visible row, as a part of the strip.
[[nodiscard]] model::GridPart strip_part(const model::ElementGrid& grid, const model::GridPart& part);

// These read from the trace what happened to an element.

/// Returns the lane of a record that touches an element, or nothing. It is the highest one, because its store remains
/// when several lanes store.
[[nodiscard]] std::optional<std::uint32_t> lane_of(const trace::Trace& trace, std::uint32_t record,
                                                   std::uint32_t element, const model::ElementGrid& grid);
/// Returns the value that a lane moved, as text. It is empty when the value was not recorded in full.
[[nodiscard]] std::string value_of(const analysis::Traced& traced, std::uint32_t record, std::uint32_t lane,
                                   std::uint32_t element, const model::ElementGrid& grid);

/// Returns the positions in which heat halves: a third of a second of playback, but at most a tenth of all positions.
[[nodiscard]] double half_life(const Playback& playback);
/// Returns the end of the positions that have happened, or happen now.
[[nodiscard]] std::uint32_t end_position(const Playback& playback);
/// Returns the end of the records of the whole grid that have happened. Their share is that of end_position() in the
/// trace.
[[nodiscard]] std::uint32_t grid_end_position(const Playback& playback, const experiments::HeatTrace& heat);

// These return texts in the chosen language.

/// Returns the line under a buffer's name, with how much was touched, and what is wrong. With `whole_grid`, untouched
/// elements never are touched. With `in_all`, the totals are not those of the moment.
[[nodiscard]] std::string totals_text(const State& state, const MatrixImage& image, const model::TouchTotals& totals,
                                      bool whole_grid, bool in_all = false);
/// Describes the present access: "Warp 3 of block 0 loads in[5][0] to in[5][31]: 31 KB of ...".
[[nodiscard]] std::string matrices_caption(const State& state, std::uint32_t record,
                                           std::span<const MatrixImage> images,
                                           std::span<const model::TouchTotals> totals,
                                           const std::optional<WrongElement>& wrong);
/// Returns a sentence about an element, with its last access and value. `bin` must be of that element alone.
[[nodiscard]] std::string element_sentence(const State& state, const MatrixImage& image, std::uint32_t element,
                                           const model::HeatBin& bin);

// These are about the whole grid.

/// Returns whether it has all blocks, and nothing was dropped.
[[nodiscard]] bool is_whole(const experiments::HeatTrace& heat);
/// Returns "The whole grid: 524,288 of 1,048,576 accesses, in the order of the GPU.", or how much of it was kept.
[[nodiscard]] std::string grid_caption(const State& state, const experiments::HeatTrace& heat, std::uint32_t elapsed);
/// Returns a sentence about the last access of an element. `name` is its element_name(), and `bin` is its own.
[[nodiscard]] std::string grid_sentence(const State& state, const experiments::HeatTrace& heat, const std::string& name,
                                        const model::HeatBin& bin, const model::HeatRecord& last);

}  // namespace lanescope::gui
