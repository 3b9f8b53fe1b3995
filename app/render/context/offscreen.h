// OpenGL without a display, for snapshots and tests, on a GPU or in software. EGL is opened at run time.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/error.h"
#include "render/context/context.h"

namespace lanescope::render {

struct Egl;  // the functions of EGL, see egl.h

struct OffscreenOptions {
  /// Use only the GPU with this CUDA ordinal; empty means any device.
  std::optional<int> cuda_device;
  /// Use only the GPU with this CUDA UUID ("GPU-..."), looked up through the CUDA driver; empty means any device.
  std::string device_uuid;
  /// Use only a software renderer, so that pictures are the same on every machine.
  bool software = false;
};

/// A context without any surface, for drawing into a Framebuffer.
class Offscreen final : public Context {
 public:
  /// Tries NVIDIA's devices, other GPUs, then software rendering, each through EGL. An error lists why each try failed.
  [[nodiscard]] static Expected<std::unique_ptr<Offscreen>> open(const OffscreenOptions& options = {});
  ~Offscreen() override;

  void make_current() override;
  /// The CUDA ordinal of the GPU that draws; empty for other GPUs and software.
  [[nodiscard]] std::optional<int> cuda_device() const noexcept { return cuda_device_; }

 private:
  Offscreen(std::unique_ptr<const Egl> egl, void* display, void* context, std::optional<int> cuda_device) noexcept;
  std::unique_ptr<const Egl> egl_;
  void* display_;  // EGLDisplay
  void* context_;  // EGLContext
  std::optional<int> cuda_device_;
};

}  // namespace lanescope::render
