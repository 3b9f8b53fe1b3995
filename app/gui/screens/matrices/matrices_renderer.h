// The pictures of the Matrices panel. It bins the touches of the watched trace, or of the whole grid, as time goes on,
// and draws them into textures. Everything in it can be made again from the state.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gui/screens/matrices/matrices_view_model.h"
#include "gui/store/known.h"
#include "gui/widgets/widgets.h"
#include "render/renderers/heat_painter.h"
#include "render/renderers/heat_renderer.h"

namespace lanescope::gui {

class MatricesRenderer {
 public:
  /// `shaders` is their folder. They are compiled when something is drawn, which needs a current OpenGL context.
  explicit MatricesRenderer(std::filesystem::path shaders) : heat_(std::move(shaders)) {}

  /// Takes new accesses of the whole grid to OpenGL. `device_uuid` is that of the worker's GPU. It returns nothing when
  /// there were no new ones. It fails when they cannot be drawn here, and then only they are lost.
  [[nodiscard]] Expected<std::optional<AttachmentReceipt>> take(const Playback& playback,
                                                                const std::string& device_uuid);

  /// Copies the settings of the other one, and shares its accesses of the whole grid, which it does not overwrite.
  void copy_settings_from(const MatricesRenderer& other);

  /// Follows the playback. It annotates a new trace, and counts up to the present moment.
  void follow(const State& state);

  [[nodiscard]] const std::vector<MatrixImage>& images() const { return images_; }
  /// Returns the totals of what the trace recorded, up to the present moment.
  [[nodiscard]] std::span<const model::TouchTotals> totals() const { return counter_.totals(); }
  /// Returns the blocks that came to the buffer of an image, in that order.
  [[nodiscard]] std::span<const model::BlockArea> areas(std::size_t image) const { return areas_.at(image); }

  /// Returns what wrong_element() gave for the state that was followed.
  [[nodiscard]] const std::optional<WrongElement>& wrong() const { return wrong_; }

  // These are about the whole grid.

  /// Returns whether its accesses are there and belong to the buffers of the trace.
  [[nodiscard]] bool has_grid() const { return grid_ != nullptr; }
  [[nodiscard]] bool shows_grid() const { return has_grid() && show_whole_grid; }
  /// Returns whether its accesses are there, but belong to buffers of other sizes than the trace's.
  [[nodiscard]] bool has_other_grid() const { return available_ && !has_grid(); }
  /// Returns null when there is none.
  [[nodiscard]] const experiments::HeatTrace* grid() const { return grid_.get(); }
  /// Returns how many records of the grid have happened. Their share of the grid is that of the trace's records.
  [[nodiscard]] std::uint32_t grid_end() const { return grid_end_; }
  /// Returns all that the grid does to the buffer of an image.
  [[nodiscard]] const model::TouchTotals& grid_totals(std::size_t image) const;
  /// Returns the bin of an element in the last picture, when it holds only that element. It waits for the GPU,
  /// where that has binned.
  [[nodiscard]] std::optional<model::HeatBin> grid_bin_of(std::size_t image, std::uint32_t column, std::uint32_t row);
  /// Returns a record of the grid. It waits for the GPU.
  [[nodiscard]] model::HeatRecord grid_record(std::uint32_t position) const;

  /// Draws a part of an image, or of its strip, in that many pixels, on an opaque ground. It returns the texture
  /// (OpenGL name, first row at the bottom), or 0 when OpenGL lacks memory for it or a shader.
  [[nodiscard]] std::uint32_t draw(std::size_t image, bool strip, const model::GridPart& part, ImVec2 pixels,
                                   render::Colour ground, const render::HeatStyle& style);
  /// Returns what the trace recorded of an element in the last picture, if elements have bins of their own there.
  [[nodiscard]] std::optional<model::HeatBin> bin_of(std::size_t image, std::uint32_t column, std::uint32_t row) const;
  /// Returns the record that last touched the bin of an element, or that will do so next. It is empty when none does.
  [[nodiscard]] std::optional<std::uint32_t> record_at(std::size_t image, std::uint32_t column,
                                                       std::uint32_t row) const;

  /// The parts that the user has chosen, by buffer. A buffer without one shows what is touched.
  std::map<std::string, MatrixViewport> viewports;
  render::HeatMode mode = render::HeatMode::cooling;
  bool show_sectors = true, show_blocks = true, show_values = true;
  bool show_whole_grid = true;  ///< show the whole grid, when it is there, instead of the blocks of the trace

 private:
  /// One texture and its content.
  struct Slot {
    model::Heat traced, grid;               // binned by the processor
    std::optional<render::HeatBins> bins;   // bins of what is drawn
    std::optional<std::uint32_t> end;       // positions below it are in the picture
    std::vector<model::HeatBin> read_back;  // content of `bins`, when a shader has binned; empty before it is read
    std::optional<render::Framebuffer> target;
    model::GridPart part;
    render::HeatStyle style;
    render::Colour ground{};
    bool drawn = false;
  };

  [[nodiscard]] bool update_bins(Slot& slot, const MatrixImage& image, const model::ElementGrid& grid,
                                 const model::HeatWindow& window);
  /// Returns what the processor has binned of what is drawn, or null when a shader bins it.
  [[nodiscard]] const model::Heat* cpu_bins(const Slot& slot) const;
  [[nodiscard]] bool paint(Slot& slot, const model::GridPart& part, render::Colour ground,
                           const render::HeatStyle& style);
  void choose_images();
  void forget_textures();

  render::HeatRenderer heat_;
  render::HeatPainter painter_;
  std::optional<bool> in_software_;  // whether OpenGL draws in software
  std::shared_ptr<const analysis::AccessSequence> sequence_;
  std::uint32_t end_ = 0;
  std::vector<MatrixImage> images_;
  model::Touches touches_;
  std::vector<model::HeatRecord> records_;  // records of the trace
  model::TouchCounter counter_;
  std::vector<std::vector<model::BlockArea>> areas_;
  std::vector<Slot> slots_;                              // by image, then by strip
  std::shared_ptr<const experiments::HeatTrace> taken_;  // what take() last received
  std::shared_ptr<const experiments::HeatTrace> grid_;   // `taken_`, if it can be drawn with this trace
  std::vector<model::TouchSite> grid_sites_;             // sites of taken_
  // Records of taken_ in OpenGL's memory, which the next ones reuse unless another renderer shares them.
  std::shared_ptr<render::HeatRecords> grid_records_;
  bool available_ = false;  // whether taken_ can be drawn
  bool drew_grid_ = false;  // whether slots_ hold the grid
  std::uint32_t grid_end_ = 0;
  std::shared_ptr<const experiments::Result> checked_result_;  // the result that wrong_ belongs to
  std::optional<WrongElement> wrong_;
};

}  // namespace lanescope::gui
