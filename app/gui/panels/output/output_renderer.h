// The picture of the checked output: takes what the worker sent to OpenGL and draws it, once for each new one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/error.h"
#include "gui/state/taken_attachment.h"
#include "lab/result.h"
#include "render/interop/shared_buffer.h"
#include "render/renderers/field_summary.h"
#include "render/renderers/matrix_renderer.h"

namespace warpscope::gui {

/// A texture with the checked output, made by OutputRenderer.
struct OutputView {
  std::uint32_t texture = 0;  ///< OpenGL name, first row at the bottom; 0: none
  float width = 0, height = 0;
  std::uint32_t rows = 0, columns = 0;  ///< elements of the output that it shows
  double least = 0, greatest = 0;       ///< of the elements that are numbers
  std::uint64_t odd = 0;                ///< elements that are no number or infinite
  std::string path;                     ///< how it came to OpenGL, in words
};

class OutputRenderer {
 public:
  /// Compiles the shaders of the folder; an OpenGL context is current. Error: a shader, or memory.
  [[nodiscard]] static Expected<OutputRenderer> create(const std::filesystem::path& shaders);

  /// Draws the result's picture when it is another one than before. Empty: nothing was new. Error: it could not be
  /// drawn; the picture before stays.
  [[nodiscard]] Expected<std::optional<TakenAttachment>> update(const lab::Result& result);
  /// Forgets the picture: it belongs to another kernel.
  void clear();

  [[nodiscard]] const OutputView& view() const { return view_; }

 private:
  OutputRenderer(render::SharedBuffer values, render::FieldSummariser summariser, render::MatrixRenderer matrix);
  [[nodiscard]] Status copy_bytes(const lab::Preview& preview);
  [[nodiscard]] Status draw(const lab::Preview& preview);

  render::SharedBuffer values_;
  render::FieldSummariser summariser_;
  render::MatrixRenderer matrix_;
  std::optional<render::Framebuffer> picture_;
  OutputView view_;
  std::uint64_t request_ = 0, generation_ = 0;  ///< of the picture drawn
};

}  // namespace warpscope::gui
