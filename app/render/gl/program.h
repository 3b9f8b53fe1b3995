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

namespace warpscope::render {

/// What a uniform of a shader can be set to.
using Uniform = std::variant<float, std::int32_t, std::uint32_t, std::array<float, 2>, std::array<float, 4>,
                             std::array<std::uint32_t, 2>>;

/// A linked program.
class Program {
 public:
  /// Reads, compiles and links the files. The stage follows from the extension (.vert, .frag, .comp). `definitions`:
  /// lines that are put behind the first line of every file, which names the version. Error: a file that cannot be
  /// read; the compiler's first error with `where` "file:line"; or the linker's message with all files.
  [[nodiscard]] static Expected<Program> load(const std::vector<std::filesystem::path>& files,
                                              const std::string& definitions = {});

  /// Makes it the current program, with a vertex array that has no inputs: the shaders of this room make their vertices
  /// from gl_VertexID, and a core context still needs one.
  void use() const;
  /// Draws one triangle over `area` of the target, cut off outside `clip`: a flat picture whose fragment shader is told
  /// in the uniforms `part` which part of its subject is shown (x, y, width, height), and in `area` where (pixels,
  /// y upwards). Afterwards the whole target is the viewport again.
  void draw(const Framebuffer& target, const PixelArea& area, const PixelArea& clip,
            const std::array<float, 4>& part) const;

  /// A name that the program does not use is ignored, as OpenGL does: the compiler may have removed the uniform.
  void set(const char* name, const Uniform& value) const;

 private:
  explicit Program(GlName<GlKind::program> name);
  GlName<GlKind::program> name_;
  GlName<GlKind::vertex_array> vertices_;
};

/// One message of a shader compiler's log. Knows the forms of Mesa "0:12(5): error: text", NVIDIA "0(12) : error C0000:
/// text" and "ERROR: 0:12: text"; line 0 when the message carries none.
struct ShaderMessage {
  int line = 0;
  bool error = false;
  std::string text;
};
[[nodiscard]] std::vector<ShaderMessage> shader_messages(std::string_view log);

}  // namespace warpscope::render
