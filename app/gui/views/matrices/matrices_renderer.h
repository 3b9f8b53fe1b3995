// The pictures of the Matrices panel: keeps the touches of the watched trace, or of the whole grid, binned as time
// runs, and draws them into textures. What can be made again; nothing of it is lost with it.
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
#include "gui/state/known.h"
#include "gui/views/matrices/matrices_view_model.h"
#include "gui/widgets/widgets.h"
#include "render/renderers/heat_renderer.h"

namespace warpscope::gui {

class MatricesRenderer {
 public:
  /// `shaders`: their folder; they are compiled when something is drawn. An OpenGL context is current then.
  explicit MatricesRenderer(std::filesystem::path shaders) : heat_(std::move(shaders)) {}

  /// Takes the accesses of the whole grid to OpenGL when they are others than before. `device_uuid`: of the worker's
  /// GPU. Empty: nothing was new. Error: they cannot be drawn here; nothing is lost but them.
  [[nodiscard]] Expected<std::optional<TakenAttachment>> take(const Playback& playback, const std::string& device_uuid);

  /// Goes with the playback: annotates the trace when it is another one, and counts up to the present moment.
  void follow(const State& state);

  [[nodiscard]] const std::vector<MatrixImage>& images() const { return images_; }
  /// The totals of what the trace recorded, up to the present moment.
  [[nodiscard]] std::span<const model::TouchTotals> totals() const { return counter_.totals(); }
  /// By image: the blocks that came to the buffer, in that order.
  [[nodiscard]] std::span<const model::BlockArea> areas(std::size_t image) const { return areas_.at(image); }

  /// What wrong_element() gave for the state that was followed.
  [[nodiscard]] const std::optional<WrongElement>& wrong() const { return wrong_; }

  // The whole grid.

  /// Its accesses are there, and belong to the buffers of the trace.
  [[nodiscard]] bool has_grid() const { return grid_ != nullptr; }
  [[nodiscard]] bool shows_grid() const { return has_grid() && wants_grid; }
  /// Its accesses are there, but of buffers of other sizes than the trace's.
  [[nodiscard]] bool has_other_grid() const { return available_ && !has_grid(); }
  /// Null: there is none.
  [[nodiscard]] const lab::HeatTrace* grid() const { return grid_.get(); }
  /// Records of the grid that have happened: as large a part of them as of the trace.
  [[nodiscard]] std::uint32_t grid_end() const { return grid_end_; }
  /// What it does to the buffer of an image in all.
  [[nodiscard]] const model::TouchTotals& grid_totals(std::size_t image) const;
  /// The bin of an element in the picture that was drawn last, when it holds only that element. Waits for the GPU.
  [[nodiscard]] std::optional<model::HeatBin> grid_bin_of(std::size_t image, std::uint32_t column, std::uint32_t row);
  /// A record of the grid. Waits for the GPU.
  [[nodiscard]] model::HeatRecord grid_record(std::uint32_t position) const;

  /// Draws a part of an image, or of its strip, in that many pixels. Returns the texture (OpenGL name, first row at the
  /// bottom); 0 when OpenGL has no memory for it, or no shader.
  [[nodiscard]] std::uint32_t draw(std::size_t image, bool strip, const model::GridPart& part, ImVec2 pixels,
                                   const render::HeatStyle& style);
  /// What the trace recorded of an element that was drawn last, when elements are single there.
  [[nodiscard]] std::optional<model::HeatBin> bin_of(std::size_t image, std::uint32_t column, std::uint32_t row) const;
  /// The record that touched the bin of an element last, or will be the next to touch it; empty when none does.
  [[nodiscard]] std::optional<std::uint32_t> record_at(std::size_t image, std::uint32_t column,
                                                       std::uint32_t row) const;

  /// What the user made of the pictures, by buffer: empty where it follows what is touched.
  std::map<std::string, MatrixLook> looks;
  render::HeatMode mode = render::HeatMode::cooling;
  bool show_sectors = true, show_blocks = true, show_values = true;
  bool wants_grid = true;  ///< the whole grid, when it is there, instead of the blocks of the trace

 private:
  /// One texture and what is in it.
  struct Slot {
    model::Heat traced, grid;               // binned by the processor
    std::optional<render::HeatBins> bins;   // of what is drawn
    std::vector<model::HeatBin> read_back;  // of `bins`; empty: not yet
    std::optional<render::Framebuffer> target;
    model::GridPart part;
    render::HeatStyle style;
    bool drawn = false;
  };

  [[nodiscard]] bool bring_bins(Slot& slot, const MatrixImage& image, const model::ElementGrid& grid,
                                const model::HeatWindow& window);
  void choose_images();
  void forget_textures();

  render::HeatRenderer heat_;
  std::shared_ptr<const AccessSequence> sequence_;
  std::uint32_t end_ = 0;
  std::vector<MatrixImage> images_;
  model::Touches touches_;
  std::vector<model::HeatRecord> records_;  // of the trace
  model::TouchCounter counter_;
  std::vector<std::vector<model::BlockArea>> areas_;
  std::vector<Slot> slots_;                          // by image, then by strip
  std::shared_ptr<const lab::HeatTrace> taken_;      // what take() was last asked for
  std::shared_ptr<const lab::HeatTrace> grid_;       // of it, what can be drawn with this trace
  std::vector<model::TouchSite> grid_sites_;         // of taken_
  std::optional<render::HeatRecords> grid_records_;  // of taken_, in OpenGL's memory; kept for the next ones
  bool available_ = false;                           // taken_ is where it can be drawn
  bool drew_grid_ = false;                           // what slots_ hold
  std::uint32_t grid_end_ = 0;
  std::shared_ptr<const lab::Result> judged_;  // that wrong_ is of
  std::optional<WrongElement> wrong_;
};

}  // namespace warpscope::gui
