// An OpenGL 4.5 core context, whatever it draws to. Window and Offscreen are the two kinds.
#pragma once

#include <string>

#include "base/error.h"

namespace lanescope::render {

/// What the driver reports about itself.
struct ContextInfo {
  std::string vendor, renderer, version, shading_language;  ///< the driver's own strings
  std::string platform;              ///< The way it was made: "X11 window", "EGL device 0 (CUDA device 0)", ...
  int major = 0, minor = 0;          ///< the version of OpenGL
  bool is_software = false;          ///< The processor draws (llvmpipe, softpipe, ...).
  std::string no_shader_cache = {};  ///< why the driver keeps no compiled shaders; empty where it may
};

/// One context. It is current on the thread that made it, with the OpenGL functions loaded; objects of this room are
/// made and destroyed while it is current, and before it is destroyed.
///
/// The loaded OpenGL functions belong to the process, not to the context: contexts of the same driver may live side by
/// side, contexts of two drivers (a window on Mesa and an offscreen one on NVIDIA, say) must not.
class Context {
 public:
  virtual ~Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Makes it current on the calling thread. It throws MachineError when the driver refuses.
  virtual void make_current() = 0;
  [[nodiscard]] const ContextInfo& info() const noexcept { return info_; }

 protected:
  Context() = default;
  ContextInfo info_;
};

using GlFunction = void (*)();

/// Loads the OpenGL functions through the context's own look-up. It fails when OpenGL is older than 4.5.
[[nodiscard]] Expected<ContextInfo> load_opengl(GlFunction (*find)(const char* name), std::string platform);

/// Returns whether a renderer's name is that of a software renderer.
[[nodiscard]] bool is_software_renderer(const std::string& renderer);
/// Returns whether the current context draws with a software renderer.
[[nodiscard]] bool draws_in_software();

}  // namespace lanescope::render
