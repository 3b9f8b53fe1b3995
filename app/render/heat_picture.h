// The elements of a buffer light up when they are touched, and cool down: model::Heat as a picture. Binned by the
// processor, or by a compute shader out of the trace itself; both give the same bins, and so the same picture.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "model/heat.h"
#include "render/gl_name.h"
#include "render/gl_objects.h"
#include "render/matrix_picture.h"
#include "render/program.h"

namespace warpscope::render {

/// A trace in OpenGL's memory, for the compute shader.
class HeatRecords {
 public:
  /// Error: OpenGL has no memory for it, or a buffer of this size is more than its shaders can read.
  [[nodiscard]] static Expected<HeatRecords> create(const trace::Trace& trace, const model::Touches& touches);

  [[nodiscard]] std::uint32_t positions() const { return positions_; }

 private:
  friend class HeatPicture;
  HeatRecords(Buffer order, Buffer headers, Buffer offsets, Buffer rewriting) noexcept
      : order_(std::move(order)),
        headers_(std::move(headers)),
        offsets_(std::move(offsets)),
        rewriting_(std::move(rewriting)) {}
  Buffer order_, headers_, offsets_, rewriting_;
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
  [[nodiscard]] std::vector<model::HeatBin> read() const;   ///< waits for the GPU

  /// What the processor has binned, whole.
  void copy(const model::Heat& heat);

 private:
  friend class HeatPicture;
  HeatBins(Buffer bins, GlName<GlKind::texture> texels, Buffer sites) noexcept
      : bins_(std::move(bins)), texels_(std::move(texels)), sites_(std::move(sites)) {}
  void clear();

  Buffer bins_;
  GlName<GlKind::texture> texels_;  // the same memory as a texture: a texel a bin
  Buffer sites_;                    // what the trace's sites do to elements of this size
  std::uint32_t buffer_ = 0;
  model::ElementGrid grid_;
  model::HeatWindow window_;
  std::uint32_t end_ = 0;
};

/// What the colours say. Numbers as in heat.frag.
enum class HeatMode : std::uint32_t {
  cooling = 0,  ///< the last touch: what it was, and how long ago
  touches = 1,  ///< how many there were of an element
  arrival = 2   ///< when the first one came
};

struct HeatStyle {
  HeatMode mode = HeatMode::cooling;
  double position = 0;   ///< now
  double half_life = 1;  ///< positions until half of the heat is gone
  double most = 1;       ///< what the last colour means: touches of an element, or positions
  Colour ground{22, 26, 33, 255};
  Colour dot{70, 78, 92, 255};
  Colour load_cold{28, 66, 104, 255}, load_hot{214, 240, 255, 255};
  Colour store_cold{110, 62, 10, 255}, store_hot{255, 240, 190, 255};
  Colour hatch{255, 255, 255, 255};  ///< over what was stored to again
  Colour line{10, 12, 16, 140};      ///< between elements, by its alpha
  float stripe_pixels = 8;
  float shapes_from_pixels = 9;  ///< elements of at least this size have shapes, and lines between them
};

class HeatPicture {
 public:
  /// Compiles heat.comp, heat.frag and matrix.vert of the folder.
  [[nodiscard]] static Expected<HeatPicture> load(const std::filesystem::path& shaders);

  /// Brings the bins to the moment when the records at positions below `end` have happened, as Heat::run_to() does.
  void run_to(HeatBins& bins, const HeatRecords& records, std::uint32_t end) const;

  /// Draws a part of the grid into `area` of the target; outside the grid, and where there are no bins, everything is
  /// left as it was.
  void draw(const Framebuffer& target, const PixelArea& area, const HeatBins& bins, const model::GridPart& part,
            const HeatStyle& style);

 private:
  HeatPicture(Program binning, Program plain, Program with_shapes) noexcept
      : binning_(std::move(binning)), plain_(std::move(plain)), with_shapes_(std::move(with_shapes)) {}
  /// The colours of a style as a table, so that a pixel costs one look-up and no exponential.
  [[nodiscard]] const Texture& colours_of(const HeatStyle& style);

  Program binning_, plain_, with_shapes_;
  Image table_;
  std::optional<Texture> colours_;
  VertexArray vertices_;
};

}  // namespace warpscope::render
