// A picture of model::Heat: elements of a buffer light up when they are touched, and cool down. The processor or a
// compute shader bins the trace's records; both give the same bins, and so the same picture.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "model/heat/heat.h"
#include "render/gl/gl_objects.h"
#include "render/gl/program.h"
#include "render/image/image.h"
#include "render/interop/shared_buffer.h"
#include "render/renderers/matrix_renderer.h"

namespace lanescope::render {

/// Records in OpenGL's memory for the compute shader, sent as bytes or copied on the GPU from a worker's memory.
class HeatRecords {
 public:
  [[nodiscard]] static Expected<HeatRecords> create();

  /// `sites` tells what each site that the records name does. It fails when OpenGL has no memory for them, or when a
  /// buffer of this size is more than its shaders can read.
  [[nodiscard]] Status update(std::span<const model::HeatRecord> records, std::vector<model::TouchSite> sites);
  /// The source's bytes are model::HeatRecord. When it returns, the copy is complete and the worker's memory is closed,
  /// so that memory may be written or freed. It also fails as SharedBuffer::update_from_ipc() does.
  [[nodiscard]] Status update(const IpcSource& source, std::vector<model::TouchSite> sites);

  [[nodiscard]] std::uint32_t positions() const { return positions_; }
  /// Reads one record back; it waits for the GPU.
  [[nodiscard]] model::HeatRecord read(std::uint32_t position) const;
  /// SharedBuffer::transport() and by_ipc() of the records.
  [[nodiscard]] const Message& transport() const { return records_.transport(); }
  [[nodiscard]] bool by_ipc() const { return records_.by_ipc(); }

 private:
  friend class HeatRenderer;
  explicit HeatRecords(SharedBuffer records) noexcept : records_(std::move(records)) {}
  SharedBuffer records_;
  std::vector<model::TouchSite> sites_;
  std::uint32_t positions_ = 0;
};

/// The bins of one picture in OpenGL's memory.
class HeatBins {
 public:
  [[nodiscard]] static Expected<HeatBins> create(std::uint32_t buffer, const model::ElementGrid& grid,
                                                 const model::HeatWindow& window);

  [[nodiscard]] std::uint32_t buffer() const { return buffer_; }
  [[nodiscard]] const model::ElementGrid& grid() const { return grid_; }
  [[nodiscard]] const model::HeatWindow& window() const { return window_; }
  [[nodiscard]] std::uint32_t end() const { return end_; }  ///< positions below it are in the bins
  [[nodiscard]] std::vector<model::HeatBin> read() const;   ///< It waits for the GPU.

  /// Copies the processor's bins; for the same Heat as before, only the rows that have changed since.
  void copy(const model::Heat& heat);

 private:
  friend class HeatRenderer;
  HeatBins(Buffer bins, GlName<GlKind::texture> texels, Buffer sites) noexcept
      : bins_(std::move(bins)), texels_(std::move(texels)), sites_(std::move(sites)) {}
  void clear();

  Buffer bins_;
  GlName<GlKind::texture> texels_;  // the same memory as a texture with one texel for each bin
  Buffer sites_;                    // what the trace's sites do to elements of this size
  std::uint32_t buffer_ = 0;
  model::ElementGrid grid_;
  model::HeatWindow window_;
  std::uint32_t end_ = 0;
  const model::Heat* copied_ = nullptr;  // the Heat whose bins they are, up to end_
  bool may_be_rewritten_ = true;         // some bins may be; it is not known for those that a shader has binned
};

/// The meaning of the colours. The numbers are those of heat.frag.
enum class HeatMode : std::uint32_t {
  cooling = 0,  ///< what the last touch was, and how long ago
  touches = 1,  ///< the number of touches of an element
  arrival = 2   ///< the time of the first touch
};

struct HeatStyle {
  HeatMode mode = HeatMode::cooling;
  double position = 0;   ///< the present position
  double half_life = 1;  ///< positions until half of the heat is gone
  double max_value = 1;  ///< what the last colour stands for: touches of an element, or positions
  Colour ground{22, 26, 33, 255};
  Colour dot{70, 78, 92, 255};
  Colour load_cold{28, 66, 104, 255}, load_hot{214, 240, 255, 255};
  Colour store_cold{110, 62, 10, 255}, store_hot{255, 240, 190, 255};
  Colour hatch{255, 255, 255, 255};  ///< It covers elements that were stored to again.
  Colour line{10, 12, 16, 140};      ///< It is between elements; its alpha counts.
  float stripe_pixels = 8;
  float shapes_from_pixels = 9;  ///< Elements of at least this size have shapes, and lines between them.
  friend bool operator==(const HeatStyle&, const HeatStyle&) = default;
};

/// Returns the colours that a style gives to what its mode shows, from its first to its last: a row for elements that
/// were loaded last, and one for those that were stored last.
[[nodiscard]] Image heat_colours(const HeatStyle& style);
/// Returns whether both styles have the same ones.
[[nodiscard]] bool have_same_colours(const HeatStyle& one, const HeatStyle& other);
/// Returns the factor for what the mode shows, so that the last colour is at 1.
[[nodiscard]] double heat_scale(const HeatStyle& style);
/// Returns whether elements have shapes in such a picture, which has that many pixels.
[[nodiscard]] bool has_shapes(const model::HeatWindow& window, const model::GridPart& part, int width, int height,
                              const HeatStyle& style);
/// Returns the pixels whose middle lies on bins and in the grid. `area` is where the picture is.
[[nodiscard]] PixelArea heat_pixels(const model::HeatWindow& window, const model::ElementGrid& grid,
                                    const model::GridPart& part, const PixelArea& area);

/// Shaders are compiled when they are first needed: heat.comp for records, heat.frag and matrix.vert for drawing.
class HeatRenderer {
 public:
  /// `shaders` is their folder. It compiles nothing.
  explicit HeatRenderer(std::filesystem::path shaders) : shaders_(std::move(shaders)) {}

  /// Brings the bins to the moment when the records at positions below `end` have happened, as Heat::run_to() does. It
  /// fails when the shader cannot be loaded.
  [[nodiscard]] Status run_to(HeatBins& bins, const HeatRecords& records, std::uint32_t end);

  /// Draws a part of the grid into `area` of the target; outside the grid and where there are no bins, nothing changes.
  /// It fails when a shader cannot be loaded.
  [[nodiscard]] Status draw(const Framebuffer& target, const PixelArea& area, const HeatBins& bins,
                            const model::GridPart& part, const HeatStyle& style);

 private:
  /// Returns the colours of a style as a table, so that a pixel costs one look-up and no exponential.
  [[nodiscard]] const Texture& colours_of(const HeatStyle& style);

  std::filesystem::path shaders_;
  std::optional<Program> binning_;
  std::map<std::string, Program> drawing_;  // by their definitions
  std::optional<Texture> colours_;
  HeatStyle coloured_;  // the style that `colours_` was made for
};

}  // namespace lanescope::render
