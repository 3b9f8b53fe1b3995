// What both kinds of context do once they are current: load OpenGL, ask the driver who it is.
#pragma once

#include <string>

#include "base/error.h"
#include "render/context/context.h"

namespace warpscope::render {

using GlFunction = void (*)();

/// Loads the OpenGL functions through the context's own look-up. Error: the driver's OpenGL is older than 4.5.
[[nodiscard]] Expected<ContextInfo> load_opengl(GlFunction (*find)(const char* name), std::string platform);

/// Whether a renderer's name is one of the software renderers'.
[[nodiscard]] bool is_software_renderer(const std::string& renderer);

}  // namespace warpscope::render
