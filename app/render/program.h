// Shader programs, compiled from files when the program starts.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "render/gl_name.h"

namespace warpscope::render {

enum class ShaderStage { vertex, fragment, compute };

struct ShaderSource {
  ShaderStage stage = ShaderStage::vertex;
  std::string file;  ///< only named in errors
  std::string text;
};

/// A linked program.
class Program {
 public:
  /// Error: the compiler's first error with `where` "file:line", or the linker's words with all files.
  [[nodiscard]] static Expected<Program> compile(const std::vector<ShaderSource>& sources);

  /// Reads and compiles the files; the stage follows from the extension (.vert, .frag, .comp).
  [[nodiscard]] static Expected<Program> load(const std::vector<std::filesystem::path>& files);

  void use() const;

  /// Uniforms by name. A name that the program does not use is ignored, as OpenGL does: the compiler may have removed
  /// it.
  void set(const char* name, float value) const;
  void set(const char* name, std::int32_t value) const;
  void set(const char* name, std::uint32_t value) const;
  void set(const char* name, const std::array<float, 2>& value) const;
  void set(const char* name, const std::array<float, 4>& value) const;
  void set(const char* name, const std::array<std::uint32_t, 2>& value) const;

  [[nodiscard]] std::uint32_t name() const noexcept { return name_.get(); }

 private:
  explicit Program(GlName<GlKind::program> name) noexcept : name_(std::move(name)) {}
  GlName<GlKind::program> name_;
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
