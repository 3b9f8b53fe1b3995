// The files in which OpenGL drivers keep compiled shaders. It is private to this room.
#pragma once

#include <string>

namespace lanescope::render {

/// Turns the driver's shader cache off where its folder has no space left, and returns why; empty where it has. Mesa
/// maps a file there, and the first access to a page that no disk space backs ends the process. It must be called
/// before a context is made.
[[nodiscard]] std::string disable_shader_cache_if_disk_full();

}  // namespace lanescope::render
