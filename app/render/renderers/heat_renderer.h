// The elements of a buffer light up when they are touched, and cool down: model::Heat as a picture. Binned by the
// processor, or by a compute shader out of the trace itself; both give the same bins, and so the same picture.
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
#include "render/interop/shared_buffer.h"
#include "render/renderers/matrix_renderer.h"

namespace warpscope::render {

/// Records in OpenGL's memory, for the compute shader: sent as bytes, or copied on the GPU out of a worker's memory.
class HeatRecords {
 public:
  [[nodiscard]] static Expected<HeatRecords> create();

  /// `sites`: what each site that the records name does. Error: OpenGL has no memory for them, or a buffer of this size
  /// is more than its shaders can read.
  [[nodiscard]] Status update(std::span<const model::HeatRecord> records, std::vector<model::TouchSite> sites);
  /// The source's bytes are model::HeatRecord. The copy is complete when it returns, and the worker's memory closed:
  /// it may be written or freed. Error also: as SharedBuffer::update_from_ipc().
  [[nodiscard]] Status update(const IpcSource& source, std::vector<model::TouchSite> sites);

  [[nodiscard]] std::uint32_t positions() const { return positions_; }
  /// One of them, read back: waits for the GPU.
  [[nodiscard]] model::HeatRecord read(std::uint32_t position) const;
  /// What SharedBuffer::path() and by_ipc() say of the records.
  [[nodiscard]] const std::string& path() const { return records_.path(); }
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
  [[nodiscard]] std::vector<model::HeatBin> read() const;   ///< waits for the GPU

  /// What the processor has binned: of the same Heat as before only the rows that have changed since.
  void copy(const model::Heat& heat);

 private:
  friend class HeatRenderer;
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
  const model::Heat* copied_ = nullptr;  // whose bins they are, up to end_
  bool may_be_rewritten_ = true;         // some of them; not known of those that a shader has binned
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
  friend bool operator==(const HeatStyle&, const HeatStyle&) = default;
};

/// Shaders are compiled when they are first needed: heat.comp for records, heat.frag and matrix.vert to draw.
class HeatRenderer {
 public:
  /// `shaders`: their folder. Compiles nothing.
  explicit HeatRenderer(std::filesystem::path shaders) : shaders_(std::move(shaders)) {}

  /// Brings the bins to the moment when the records at positions below `end` have happened, as Heat::run_to() does.
  /// Error: the shader.
  [[nodiscard]] Status run_to(HeatBins& bins, const HeatRecords& records, std::uint32_t end);

  /// Draws a part of the grid into `area` of the target; outside the grid, and where there are no bins, everything is
  /// left as it was. Error: a shader.
  [[nodiscard]] Status draw(const Framebuffer& target, const PixelArea& area, const HeatBins& bins,
                            const model::GridPart& part, const HeatStyle& style);

 private:
  /// The colours of a style as a table, so that a pixel costs one look-up and no exponential.
  [[nodiscard]] const Texture& colours_of(const HeatStyle& style);

  std::filesystem::path shaders_;
  std::optional<Program> binning_;
  std::map<std::string, Program> drawing_;  // by its definitions
  std::optional<Texture> colours_;
  HeatStyle coloured_;  // the style that `colours_` was made for
};

}  // namespace warpscope::render
