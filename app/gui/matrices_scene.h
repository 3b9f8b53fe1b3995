// The pictures of the Matrices panel: keeps the touches of the watched trace binned as time runs, and draws them into
// textures. What can be made again; nothing of it is lost with it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "gui/matrices_picture.h"
#include "gui/widgets.h"
#include "render/heat_picture.h"

namespace warpscope::gui {

class MatricesScene {
 public:
  /// Compiles the shaders of the folder; an OpenGL context is current.
  [[nodiscard]] static Expected<MatricesScene> create(const std::filesystem::path& shaders);

  /// Goes with the watch: annotates the trace when it is another one, and counts up to the present moment.
  void follow(const Watch& watch);

  [[nodiscard]] const std::vector<MatrixImage>& images() const { return images_; }
  [[nodiscard]] std::span<const model::TouchTotals> totals() const { return counter_.totals(); }
  [[nodiscard]] const model::Touches& touches() const { return touches_; }
  /// By image: the blocks that came to the buffer, in that order.
  [[nodiscard]] std::span<const model::BlockArea> areas(std::size_t image) const { return areas_.at(image); }

  /// Draws a part of an image, or of its strip, in that many pixels. Returns the texture (OpenGL name, first row at the
  /// bottom); 0 when OpenGL has no memory for it.
  [[nodiscard]] std::uint32_t draw(std::size_t image, bool strip, const model::GridPart& part, ImVec2 pixels,
                                   const render::HeatStyle& style);
  /// The bin of an element in the picture that was drawn last, when it holds only that element.
  [[nodiscard]] std::optional<model::HeatBin> bin_of(std::size_t image, std::uint32_t column, std::uint32_t row) const;
  /// The record that touched the bin of an element last, or will be the next to touch it; empty when none does.
  [[nodiscard]] std::optional<std::uint32_t> record_at(std::size_t image, std::uint32_t column,
                                                       std::uint32_t row) const;

  /// What the user made of the pictures, by buffer: empty where it follows what is touched.
  std::map<std::string, MatrixLook> looks;
  render::HeatMode mode = render::HeatMode::cooling;
  bool show_sectors = true, show_blocks = true, show_values = true;

 private:
  /// One texture and what is in it.
  struct Slot {
    model::Heat heat;                       // binned by the processor
    std::optional<render::HeatBins> bins;   // of either
    std::vector<model::HeatBin> read_back;  // of the shader's, when they are few
    std::optional<render::Framebuffer> target;
    model::GridPart part;
    render::HeatStyle style;
    bool drawn = false;
  };

  explicit MatricesScene(render::HeatPicture picture) : picture_(std::move(picture)) {}
  [[nodiscard]] bool bring_bins(Slot& slot, const MatrixImage& image, const model::ElementGrid& grid,
                                const model::HeatWindow& window);

  render::HeatPicture picture_;
  std::shared_ptr<const Timeline> timeline_;
  std::uint32_t end_ = 0;
  std::vector<MatrixImage> images_;
  model::Touches touches_;
  model::TouchCounter counter_;
  std::vector<std::vector<model::BlockArea>> areas_;
  std::optional<render::HeatRecords> records_;  // only where there are more than the processor bins between two frames
  std::vector<Slot> slots_;                     // by image, then by strip
};

}  // namespace warpscope::gui
