#include "render/gl/program.h"

#include <glad/gl.h>

#include <algorithm>
#include <regex>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"
#include "render/messages.h"

namespace lanescope::render {

namespace {

Expected<GLenum> stage_of(const std::filesystem::path& file) {
  const std::string extension = file.extension().string();
  if (extension == ".vert") return GL_VERTEX_SHADER;
  if (extension == ".frag") return GL_FRAGMENT_SHADER;
  if (extension == ".comp") return GL_COMPUTE_SHADER;
  return failure(message<"shader.extension">(extension), file.string(), message<"shader.extension_remedy">());
}

template <class... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

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

std::string_view or_no_reason(std::string_view log) {
  const std::string_view text = trim(log);
  return text.empty() ? "the driver gives no reason" : text;
}

// The first error decides where to look, because later errors often follow from it.
tl::unexpected<Error> compile_error(const std::string& file, const std::string& log) {
  const std::vector<ShaderMessage> messages = shader_messages(log);
  const auto first = std::ranges::find(messages, true, &ShaderMessage::error);
  const auto errors = std::ranges::count(messages, true, &ShaderMessage::error);
  const std::string what = errors == 0 ? std::string(or_no_reason(log)) : first->text;
  const std::string more = errors > 1 ? fmt::format(" (and {} more)", errors - 1) : std::string();
  return failure(message<"shader.does_not_compile">(what, more), {file, errors > 0 ? first->line : 0},
                 message<"shader.does_not_compile_remedy">());
}

Expected<GlName<GlKind::shader>> compile_shader(const std::filesystem::path& file, const std::string& definitions) {
  TRY(const GLenum stage, stage_of(file));
  TRY(std::string text, read_file(file));
  if (!definitions.empty()) text.insert(std::min(text.find('\n'), text.size() - 1) + 1, definitions + "#line 2\n");
  GlName<GlKind::shader> shader(glCreateShader(stage));
  const char* begin = text.data();
  const auto length = static_cast<GLint>(text.size());
  glShaderSource(shader.get(), 1, &begin, &length);
  glCompileShader(shader.get());
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader.get(), GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return shader;
  return compile_error(file.string(), log_of(shader.get(), glGetShaderiv, glGetShaderInfoLog));
}

}  // namespace

std::vector<ShaderMessage> shader_messages(std::string_view log) {
  // The first number is that of the source string; there is only one.
  static const std::regex line_first(R"(\d+[:(](\d+)[^:]*: *(error|warning) ?\w* *: *(.*))", std::regex::icase);
  static const std::regex severity_first(R"((error|warning): *\d+[:(](\d+)[^:]*: *(.*))", std::regex::icase);
  std::vector<ShaderMessage> messages;
  for (const std::string_view each : split(log, '\n')) {
    const std::string text(trim(each));
    std::smatch found;
    const bool begins_with_line = std::regex_match(text, found, line_first);
    if (!begins_with_line && !std::regex_match(text, found, severity_first)) continue;
    const std::string line = found[begins_with_line ? 1 : 2], severity = found[begins_with_line ? 2 : 1];
    messages.push_back({static_cast<int>(parse_integer(line).value_or(0)), lower(severity) == "error", found[3]});
  }
  return messages;
}

Expected<Program> Program::load(const std::vector<std::filesystem::path>& files, const std::string& definitions) {
  GlName<GlKind::program> program(glCreateProgram());
  std::vector<GlName<GlKind::shader>> shaders;
  for (const std::filesystem::path& file : files) {
    TRY(shaders.emplace_back(), compile_shader(file, definitions));
    glAttachShader(program.get(), shaders.back().get());
  }
  glLinkProgram(program.get());
  for (const auto& shader : shaders) glDetachShader(program.get(), shader.get());
  GLint linked = GL_FALSE;
  glGetProgramiv(program.get(), GL_LINK_STATUS, &linked);
  if (linked == GL_TRUE) return Program(std::move(program));
  const std::string log = log_of(program.get(), glGetProgramiv, glGetProgramInfoLog);
  const std::vector<std::string> names(files.begin(), files.end());
  return failure(message<"shader.does_not_link">(or_no_reason(log)), join(names, ", "),
                 message<"shader.does_not_link_remedy">());
}

Program::Program(GlName<GlKind::program> name) : name_(std::move(name)) {
  std::uint32_t vertices = 0;
  glCreateVertexArrays(1, &vertices);
  vertices_ = GlName<GlKind::vertex_array>(vertices);
}

void Program::use() const {
  glUseProgram(name_.get());
  glBindVertexArray(vertices_.get());
}

void Program::draw(const Framebuffer& target, const PixelArea& area, const PixelArea& clip,
                   const std::array<float, 4>& part) const {
  const auto from_bottom = [&](const PixelArea& of) { return static_cast<int>(target.height()) - of.y - of.height; };
  target.bind();
  glViewport(area.x, from_bottom(area), area.width, area.height);
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glEnable(GL_SCISSOR_TEST);
  glScissor(clip.x, from_bottom(clip), clip.width, clip.height);
  set("part", part);
  set("area", std::array{static_cast<float>(area.x), static_cast<float>(from_bottom(area)),
                         static_cast<float>(area.width), static_cast<float>(area.height)});
  use();
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDisable(GL_SCISSOR_TEST);
  target.bind();
}

void Program::set(const char* name, const Uniform& value) const {
  const GLuint program = name_.get();
  const GLint at = glGetUniformLocation(program, name);
  std::visit(Overloaded{[&](float one) { glProgramUniform1f(program, at, one); },
                        [&](std::int32_t one) { glProgramUniform1i(program, at, one); },
                        [&](std::uint32_t one) { glProgramUniform1ui(program, at, one); },
                        [&](const std::array<float, 2>& two) { glProgramUniform2fv(program, at, 1, two.data()); },
                        [&](const std::array<float, 4>& four) { glProgramUniform4fv(program, at, 1, four.data()); },
                        [&](const std::array<GLuint, 2>& two) { glProgramUniform2uiv(program, at, 1, two.data()); }},
             value);
}

}  // namespace lanescope::render
