// Shader programs, compiled from files when the program starts.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "render/gl/gl_objects.h"

namespace lanescope::render {

/// The possible values of a shader's uniform.
using Uniform = std::variant<float, std::int32_t, std::uint32_t, std::array<float, 2>, std::array<float, 4>,
                             std::array<std::uint32_t, 2>>;

/// A linked program.
class Program {
 public:
  /// Reads, compiles and links the files. The stage follows from the extension (.vert, .frag, .comp). `definitions` are
  /// lines that are put after the first line of every file, which names the version. It fails when a file cannot be
  /// read, with the compiler's first error (`where` is "file:line"), or with the linker's message and all files.
  [[nodiscard]] static Expected<Program> load(const std::vector<std::filesystem::path>& files,
                                              const std::string& definitions = {});

  /// Makes it the current program, with a vertex array that has no inputs. The shaders of this room make their vertices
  /// from gl_VertexID, and a core context still needs a vertex array.
  void use() const;
  /// Draws one triangle over `area` of the target, clipped to `clip`. The fragment shader makes a flat picture of it:
  /// the uniform `part` tells which part of its subject is shown (x, y, width, height), and `area` where (pixels, y
  /// upwards). Afterwards the whole target is the viewport again.
  void draw(const Framebuffer& target, const PixelArea& area, const PixelArea& clip,
            const std::array<float, 4>& part) const;

  /// OpenGL ignores a name that the program does not use, because the compiler may have removed the uniform.
  void set(const char* name, const Uniform& value) const;

 private:
  explicit Program(GlName<GlKind::program> name);
  GlName<GlKind::program> name_;
  GlName<GlKind::vertex_array> vertices_;
};

/// One message of a shader compiler's log, in the form of Mesa "0:12(5): error: text", of NVIDIA "0(12) : error C0000:
/// text", or "ERROR: 0:12: text". The line is 0 when the message has none.
struct ShaderMessage {
  int line = 0;
  bool error = false;
  std::string text;
};
[[nodiscard]] std::vector<ShaderMessage> shader_messages(std::string_view log);

}  // namespace lanescope::render
