#include "render/gl/gl_objects.h"

#include <glad/gl.h>

#include <fmt/format.h>

#include "base/narrow.h"
#include "base/text.h"
#include "render/messages.h"

namespace lanescope::render {

namespace {

// It drops errors of earlier calls, which are not reported here.
void clear_gl_errors() {
  while (glGetError() != GL_NO_ERROR) {
  }
}

}  // namespace

void delete_gl_object(GlKind kind, std::uint32_t name) noexcept {
  switch (kind) {
    case GlKind::buffer:
      return glDeleteBuffers(1, &name);
    case GlKind::texture:
      return glDeleteTextures(1, &name);
    case GlKind::framebuffer:
      return glDeleteFramebuffers(1, &name);
    case GlKind::vertex_array:
      return glDeleteVertexArrays(1, &name);
    case GlKind::shader:
      return glDeleteShader(name);
    case GlKind::program:
      return glDeleteProgram(name);
  }
}

Expected<Buffer> Buffer::create(std::uint64_t bytes) {
  if (bytes == 0) bytes = 4;
  TRY(const auto size, narrow<GLsizeiptr>(bytes, "the size of an OpenGL buffer"));
  clear_gl_errors();
  std::uint32_t name = 0;
  glCreateBuffers(1, &name);
  GlName<GlKind::buffer> owned(name);
  // The storage is mutable, because every driver lets CUDA register such a buffer.
  glNamedBufferData(name, size, nullptr, GL_DYNAMIC_DRAW);
  if (glGetError() != GL_NO_ERROR) {
    return failure(message<"opengl.no_buffer_memory">(human_bytes(bytes)), "", message<"opengl.smaller_remedy">());
  }
  return Buffer(std::move(owned), bytes);
}

void Buffer::check_range(std::string_view doing, std::uint64_t offset, std::uint64_t bytes) const {
  if (offset <= bytes_ && bytes <= bytes_ - offset) return;
  throw MachineError({message<"opengl.buffer_range">(doing, bytes, offset, bytes_), "", ""});
}

void Buffer::write(std::span<const std::byte> bytes, std::uint64_t offset) {
  check_range("writing", offset, bytes.size());
  glNamedBufferSubData(name_.get(), static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes.size()), bytes.data());
}

void Buffer::read_into(std::uint64_t offset, std::span<std::byte> bytes) const {
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);  // a shader may have written to it
  glGetNamedBufferSubData(name(), static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes.size()), bytes.data());
}

void Buffer::bind_storage(std::uint32_t binding) const {
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, name_.get());
}

Expected<Texture> Texture::create(std::uint32_t width, std::uint32_t height, Filter filter) {
  GLint max_size = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &max_size);
  const auto limit = static_cast<std::uint32_t>(max_size);
  if (width == 0 || height == 0 || width > limit || height > limit) {
    return failure(message<"opengl.picture_size">(width, height), "", message<"opengl.picture_size_remedy">(limit));
  }
  clear_gl_errors();
  std::uint32_t name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  GlName<GlKind::texture> owned(name);
  glTextureStorage2D(name, 1, GL_RGBA8, static_cast<GLsizei>(width), static_cast<GLsizei>(height));
  const GLint sampling = filter == Filter::linear ? GL_LINEAR : GL_NEAREST;
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, sampling);
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, sampling);
  glTextureParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  if (glGetError() != GL_NO_ERROR) {
    return failure(message<"opengl.no_picture_memory">(width, height), "",
                   message<"opengl.no_picture_memory_remedy">());
  }
  return Texture(std::move(owned), width, height);
}

Expected<Texture> Texture::from_image(const Image& image, Filter filter) {
  TRY(Texture texture, create(image.width, image.height, filter));
  check_size(image);
  glTextureSubImage2D(texture.name(), 0, 0, 0, static_cast<GLsizei>(image.width), static_cast<GLsizei>(image.height),
                      GL_RGBA, GL_UNSIGNED_BYTE, image.pixels.data());
  return texture;
}

void Texture::bind(std::uint32_t unit) const {
  glBindTextureUnit(unit, name_.get());
}

Expected<Framebuffer> Framebuffer::create(std::uint32_t width, std::uint32_t height) {
  TRY(Texture texture, Texture::create(width, height, Filter::linear));
  std::uint32_t name = 0;
  glCreateFramebuffers(1, &name);
  GlName<GlKind::framebuffer> owned(name);
  glNamedFramebufferTexture(name, GL_COLOR_ATTACHMENT0, texture.name(), 0);
  if (glCheckNamedFramebufferStatus(name, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    return failure(message<"opengl.cannot_draw_picture">(width, height), "",
                   message<"opengl.no_picture_memory_remedy">());
  }
  return Framebuffer(std::move(owned), std::move(texture));
}

void Framebuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, name_.get());
  glViewport(0, 0, static_cast<GLsizei>(width()), static_cast<GLsizei>(height()));
}

void Framebuffer::clear(Colour colour) const {
  glDisable(GL_SCISSOR_TEST);  // the scissor test would clip the clearing as well
  glClearNamedFramebufferfv(name_.get(), GL_COLOR, 0, fractions(colour).data());
}

void Framebuffer::make_opaque() const {
  glTextureParameteri(texture(), GL_TEXTURE_SWIZZLE_A, GL_ONE);
}

Image Framebuffer::read() const {
  const std::size_t row = std::size_t{4} * width();
  std::vector<std::uint8_t> upside_down(row * height());
  glGetTextureImage(texture(), 0, GL_RGBA, GL_UNSIGNED_BYTE, narrow_or_throw<GLsizei>(upside_down.size()),
                    upside_down.data());
  Image image{width(), height(), {}};
  image.pixels.reserve(upside_down.size());
  for (std::size_t y = image.height; y-- > 0;) {
    const auto from = upside_down.begin() + static_cast<std::ptrdiff_t>(y * row);
    image.pixels.insert(image.pixels.end(), from, from + static_cast<std::ptrdiff_t>(row));
  }
  return image;
}

void Framebuffer::write(std::span<const std::byte> pixels) const {
  if (pixels.size() != std::size_t{4} * width() * height()) {
    throw MachineError({message<"opengl.picture_bytes">(pixels.size(), width(), height()), "", ""});
  }
  glTextureSubImage2D(texture(), 0, 0, 0, static_cast<GLsizei>(width()), static_cast<GLsizei>(height()), GL_RGBA,
                      GL_UNSIGNED_BYTE, pixels.data());
}

void bind_window(std::uint32_t width, std::uint32_t height) {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(height));
}

}  // namespace lanescope::render
