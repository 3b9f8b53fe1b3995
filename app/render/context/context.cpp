#include "render/context/context.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "render/messages.h"

namespace lanescope::render {

namespace {

std::string driver_string(GLenum name) {
  const GLubyte* text = glGetString(name);
  return text == nullptr ? std::string() : reinterpret_cast<const char*>(text);
}

}  // namespace

bool is_software_renderer(const std::string& renderer) {
  constexpr std::array names{"llvmpipe", "softpipe", "swrast", "software rasterizer", "swiftshader", "openswr"};
  const std::string low = lower(renderer);
  return std::any_of(names.begin(), names.end(), [&](const char* name) { return low.find(name) != std::string::npos; });
}

bool draws_in_software() {
  return is_software_renderer(driver_string(GL_RENDERER));
}

Expected<ContextInfo> load_opengl(GlFunction (*find)(const char* name), std::string platform) {
  const int version = gladLoadGL(find);
  if (version == 0) {
    return failure(message<"opengl.no_functions">(), std::move(platform), message<"opengl.no_functions_remedy">());
  }
  ContextInfo info;
  info.vendor = driver_string(GL_VENDOR);
  info.renderer = driver_string(GL_RENDERER);
  info.version = driver_string(GL_VERSION);
  info.shading_language = driver_string(GL_SHADING_LANGUAGE_VERSION);
  info.major = GLAD_VERSION_MAJOR(version);
  info.minor = GLAD_VERSION_MINOR(version);
  info.is_software = is_software_renderer(info.renderer);
  info.platform = std::move(platform);
  if (GLAD_GL_VERSION_4_5 == 0) {
    return failure(message<"opengl.too_old">(info.renderer, info.major, info.minor), info.platform,
                   message<"opengl.too_old_remedy">());
  }
  return info;
}

}  // namespace lanescope::render
