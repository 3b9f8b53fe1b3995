#include "render/program.h"

#include <glad/gl.h>

#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"

namespace warpscope::render {

namespace {

GLenum gl_stage(ShaderStage stage) {
  switch (stage) {
    case ShaderStage::vertex:
      return GL_VERTEX_SHADER;
    case ShaderStage::fragment:
      return GL_FRAGMENT_SHADER;
    case ShaderStage::compute:
      return GL_COMPUTE_SHADER;
  }
  throw MachineError({"a shader stage that does not exist", "", ""});
}

template <class GetInteger, class GetLog>
std::string log_of(std::uint32_t name, GetInteger get_integer, GetLog get_log) {
  GLint length = 0;
  get_integer(name, GL_INFO_LOG_LENGTH, &length);
  if (length <= 1) return {};
  std::string log(static_cast<std::size_t>(length), '\0');
  GLsizei written = 0;
  get_log(name, length, &written, log.data());
  log.resize(static_cast<std::size_t>(written));
  return log;
}

// The first error decides where to look; those behind it often follow from it.
Error compile_error(const std::string& file, const std::string& log) {
  const std::vector<ShaderMessage> messages = shader_messages(log);
  const ShaderMessage* first = nullptr;
  std::size_t errors = 0;
  for (const ShaderMessage& message : messages) {
    if (!message.error) continue;
    if (first == nullptr) first = &message;
    ++errors;
  }
  constexpr const char* remedy = "correct the shader, or restore the file of the installed version";
  if (first == nullptr) {
    const std::string_view words = trim(log);
    return {fmt::format("the shader does not compile: {}", words.empty() ? "the driver gives no reason" : words), file,
            remedy};
  }
  const std::string more = errors > 1 ? fmt::format(" (and {} more)", errors - 1) : std::string();
  return {fmt::format("the shader does not compile: {}{}", first->text, more),
          first->line > 0 ? fmt::format("{}:{}", file, first->line) : file, remedy};
}

Expected<GlName<GlKind::shader>> compile_stage(const ShaderSource& source) {
  GlName<GlKind::shader> shader(glCreateShader(gl_stage(source.stage)));
  const char* text = source.text.data();
  const auto length = static_cast<GLint>(source.text.size());
  glShaderSource(shader.get(), 1, &text, &length);
  glCompileShader(shader.get());
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader.get(), GL_COMPILE_STATUS, &compiled);
  if (compiled != GL_TRUE) {
    return failure(compile_error(source.file, log_of(shader.get(), glGetShaderiv, glGetShaderInfoLog)));
  }
  return shader;
}

Expected<ShaderStage> stage_of(const std::filesystem::path& file) {
  const std::string extension = file.extension().string();
  if (extension == ".vert") return ShaderStage::vertex;
  if (extension == ".frag") return ShaderStage::fragment;
  if (extension == ".comp") return ShaderStage::compute;
  return failure(fmt::format("'{}' is no extension of a shader", extension), file.string(),
                 "name it .vert, .frag or .comp");
}

// Takes a decimal number off the front; nothing when there is none or it is beyond any line.
std::optional<int> take_number(std::string_view& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value < 0) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool take(std::string_view& text, std::string_view prefix) {
  if (lower(text.substr(0, prefix.size())) != prefix) return false;
  text.remove_prefix(prefix.size());
  return true;
}

// "error", with NVIDIA's number "error C1503" or without, and the colon behind it.
std::optional<bool> take_severity(std::string_view& text) {
  const bool error = take(text, "error");
  if (!error && !take(text, "warning")) return {};
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || trim(text.substr(0, colon)).find(' ') != std::string_view::npos) return {};
  text.remove_prefix(colon + 1);
  return error;
}

// "0:12(5): error: text" (Mesa), "0(12) : error C1008: text" (NVIDIA), "ERROR: 0:12: text" (others). The first number
// is that of the source string, of which there is one.
std::optional<ShaderMessage> message_of(std::string_view line) {
  std::optional<bool> error = take_severity(line);
  const bool word_first = error.has_value();
  if (word_first) line = trim(line);
  if (!take_number(line)) return {};
  const bool colon = take(line, ":");
  if (!colon && !take(line, "(")) return {};
  const std::optional<int> number = take_number(line);
  if (!number) return {};
  // What is left of the place: "(5)" and the like.
  const std::size_t end = line.find(':');
  if (end == std::string_view::npos) return {};
  line = trim(line.substr(end + 1));
  if (!word_first) error = take_severity(line);
  if (!error) return {};
  return ShaderMessage{*number, *error, std::string(trim(line))};
}

}  // namespace

std::vector<ShaderMessage> shader_messages(std::string_view log) {
  std::vector<ShaderMessage> messages;
  for (const std::string_view line : split(log, '\n')) {
    if (auto message = message_of(trim(line))) messages.push_back(std::move(*message));
  }
  return messages;
}

Expected<Program> Program::compile(const std::vector<ShaderSource>& sources) {
  GlName<GlKind::program> program(glCreateProgram());
  std::vector<GlName<GlKind::shader>> shaders;
  std::vector<std::string> files;
  for (const ShaderSource& source : sources) {
    auto shader = compile_stage(source);
    if (!shader) return failure(shader.error());
    glAttachShader(program.get(), shader->get());
    shaders.push_back(std::move(*shader));
    files.push_back(source.file);
  }
  glLinkProgram(program.get());
  for (const auto& shader : shaders) glDetachShader(program.get(), shader.get());
  GLint linked = GL_FALSE;
  glGetProgramiv(program.get(), GL_LINK_STATUS, &linked);
  if (linked != GL_TRUE) {
    const std::string log = log_of(program.get(), glGetProgramiv, glGetProgramInfoLog);
    const std::string_view words = trim(log);
    return failure(
        fmt::format("the shaders do not fit together: {}", words.empty() ? "the driver gives no reason" : words),
        join(files, ", "), "correct the shaders, or restore the files of the installed version");
  }
  return Program(std::move(program));
}

Expected<Program> Program::load(const std::vector<std::filesystem::path>& files) {
  std::vector<ShaderSource> sources;
  for (const std::filesystem::path& file : files) {
    const auto stage = stage_of(file);
    if (!stage) return failure(stage.error());
    auto text = read_file(file);
    if (!text) return failure(text.error());
    sources.push_back({*stage, file.string(), std::move(*text)});
  }
  return compile(sources);
}

void Program::use() const {
  glUseProgram(name_.get());
}

void Program::set(const char* name, float value) const {
  glProgramUniform1f(name_.get(), glGetUniformLocation(name_.get(), name), value);
}
void Program::set(const char* name, std::int32_t value) const {
  glProgramUniform1i(name_.get(), glGetUniformLocation(name_.get(), name), value);
}
void Program::set(const char* name, std::uint32_t value) const {
  glProgramUniform1ui(name_.get(), glGetUniformLocation(name_.get(), name), value);
}
void Program::set(const char* name, const std::array<float, 2>& value) const {
  glProgramUniform2fv(name_.get(), glGetUniformLocation(name_.get(), name), 1, value.data());
}
void Program::set(const char* name, const std::array<float, 4>& value) const {
  glProgramUniform4fv(name_.get(), glGetUniformLocation(name_.get(), name), 1, value.data());
}
void Program::set(const char* name, const std::array<std::uint32_t, 2>& value) const {
  glProgramUniform2uiv(name_.get(), glGetUniformLocation(name_.get(), name), 1, value.data());
}

}  // namespace warpscope::render
