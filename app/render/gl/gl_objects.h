// OpenGL objects that own themselves: buffers, textures, framebuffers to draw into. Names are plain integers here, so
// no header of this room includes the OpenGL loader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/unique_handle.h"
#include "render/image/image.h"

namespace lanescope::render {

/// The kinds of OpenGL objects that this room owns.
enum class GlKind { buffer, texture, framebuffer, vertex_array, shader, program };
void delete_gl_object(GlKind kind, std::uint32_t name) noexcept;

template <GlKind kind>
void delete_gl_name(std::uint32_t name) noexcept {
  delete_gl_object(kind, name);
}
/// Owns the name of one OpenGL object; 0 means none. The context must be current at destruction.
template <GlKind kind>
using GlName = UniqueHandle<std::uint32_t, 0u, delete_gl_name<kind>>;

/// A buffer of fixed size in the memory of the device that draws.
class Buffer {
 public:
  /// Fails when OpenGL has no memory for it. 0 bytes become 4, because OpenGL has no empty buffers.
  [[nodiscard]] static Expected<Buffer> create(std::uint64_t bytes);

  /// Throws MachineError when the range is not inside the buffer.
  void write(std::span<const std::byte> bytes, std::uint64_t offset = 0);
  /// Returns `count` values from byte `offset` on. It waits for the GPU.
  template <class Value = std::byte>
  [[nodiscard]] std::vector<Value> read(std::uint64_t offset, std::uint64_t count) const {
    check_range("reading", offset, count * sizeof(Value));
    std::vector<Value> values(count);
    read_into(offset, std::as_writable_bytes(std::span(values)));
    return values;
  }

  /// Binds it to the binding point of `layout(std430, binding = N)`.
  void bind_storage(std::uint32_t binding) const;

  [[nodiscard]] std::uint64_t size() const noexcept { return bytes_; }
  [[nodiscard]] std::uint32_t name() const noexcept { return name_.get(); }

 private:
  Buffer(GlName<GlKind::buffer> name, std::uint64_t bytes) noexcept : name_(std::move(name)), bytes_(bytes) {}
  void read_into(std::uint64_t offset, std::span<std::byte> bytes) const;
  void check_range(std::string_view doing, std::uint64_t offset, std::uint64_t bytes) const;

  GlName<GlKind::buffer> name_;
  std::uint64_t bytes_;
};

/// An area in pixels, measured from the top left corner of the target.
struct PixelArea {
  int x = 0, y = 0, width = 0, height = 0;
  friend bool operator==(const PixelArea&, const PixelArea&) = default;
};

enum class Filter { nearest, linear };

/// A two-dimensional RGBA8 texture, clamped at its edges.
class Texture {
 public:
  /// Fails for an empty image, and for one larger than the driver allows.
  [[nodiscard]] static Expected<Texture> from_image(const Image& image, Filter filter);
  [[nodiscard]] static Expected<Texture> create(std::uint32_t width, std::uint32_t height, Filter filter);

  /// Binds it to the binding point of `layout(binding = N) uniform sampler2D`.
  void bind(std::uint32_t unit) const;

  [[nodiscard]] std::uint32_t width() const noexcept { return width_; }
  [[nodiscard]] std::uint32_t height() const noexcept { return height_; }
  [[nodiscard]] std::uint32_t name() const noexcept { return name_.get(); }

 private:
  Texture(GlName<GlKind::texture> name, std::uint32_t width, std::uint32_t height) noexcept
      : name_(std::move(name)), width_(width), height_(height) {}
  GlName<GlKind::texture> name_;
  std::uint32_t width_, height_;
};

/// A picture to draw into: one RGBA8 texture. OpenGL's first row is the bottom row, so an interface that shows the
/// texture flips it (Dear ImGui: uv0 = (0, 1), uv1 = (1, 0)); read() returns the top row first.
class Framebuffer {
 public:
  /// Fails for 0 pixels, and for more than the driver allows.
  [[nodiscard]] static Expected<Framebuffer> create(std::uint32_t width, std::uint32_t height);

  /// Directs all drawing here; the viewport covers the picture.
  void bind() const;
  void clear(Colour colour) const;
  /// Makes its alpha read as 1, so that an interface may copy the pixels that it shows instead of blending them.
  void make_opaque() const;
  [[nodiscard]] Image read() const;  ///< It waits for the GPU.
  /// Replaces all pixels, which come as RGBA8 in rows from the bottom.
  void write(std::span<const std::byte> pixels) const;

  [[nodiscard]] std::uint32_t width() const noexcept { return texture_.width(); }
  [[nodiscard]] std::uint32_t height() const noexcept { return texture_.height(); }
  [[nodiscard]] std::uint32_t texture() const noexcept { return texture_.name(); }
  [[nodiscard]] std::uint32_t name() const noexcept { return name_.get(); }

 private:
  Framebuffer(GlName<GlKind::framebuffer> name, Texture texture) noexcept
      : name_(std::move(name)), texture_(std::move(texture)) {}
  GlName<GlKind::framebuffer> name_;
  Texture texture_;
};

/// Directs all drawing to the window again; the viewport covers width × height pixels.
void bind_window(std::uint32_t width, std::uint32_t height);

}  // namespace lanescope::render
