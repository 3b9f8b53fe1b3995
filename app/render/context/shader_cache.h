// The files in which OpenGL drivers keep compiled shaders. It is private to this room.
#pragma once

#include <string>

namespace lanescope::render {

/// Tells the driver to keep no shaders where their folder has no room, and returns why; empty where it has. Mesa maps a
/// file there, and the first look at a part without room ends the process. It comes before a context is made.
[[nodiscard]] std::string disable_shader_cache_if_disk_full();

}  // namespace lanescope::render
