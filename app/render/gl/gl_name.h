// Owns the name of one OpenGL object.
#pragma once

#include <cstdint>
#include <utility>

namespace warpscope::render {

enum class GlKind { buffer, texture, framebuffer, vertex_array, shader, program };
void delete_gl_object(GlKind kind, std::uint32_t name) noexcept;

/// Move-only; 0 is none. The context must be current at destruction.
template <GlKind kind>
class GlName {
 public:
  GlName() = default;
  explicit GlName(std::uint32_t name) noexcept : name_(name) {}
  GlName(GlName&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlName& operator=(GlName&& other) noexcept {
    if (this != &other) reset(std::exchange(other.name_, 0));
    return *this;
  }
  ~GlName() { reset(0); }

  [[nodiscard]] std::uint32_t get() const noexcept { return name_; }

 private:
  void reset(std::uint32_t name) noexcept {
    if (name_ != 0) delete_gl_object(kind, name_);
    name_ = name;
  }
  std::uint32_t name_ = 0;
};

}  // namespace warpscope::render
