#include "render/gl/program.h"

#include <gtest/gtest.h>

#include <glad/gl.h>

#include <filesystem>
#include <string>

#include "base/file.h"
#include "render/drawing.h"
#include "temporary_folder.h"

namespace lanescope::render {
namespace {

class Shader : public Drawing {
 protected:
  TemporaryFolder temporary_;
  const std::filesystem::path folder_ = temporary_.path();

  std::filesystem::path file(const std::string& name, const std::string& text) const {
    EXPECT_TRUE(write_file(folder_ / name, text));
    return folder_ / name;
  }
};

constexpr const char* corner_triangle = R"(#version 450 core
void main() {
  const vec2 corner = vec2(gl_VertexID == 1 ? 1.0 : -1.0, gl_VertexID == 2 ? 1.0 : -1.0);
  gl_Position = vec4(corner, 0.0, 1.0);
}
)";

TEST_F(Shader, ATriangleCoversItsPixelsAndNoOthers) {
  const auto program = Program::load({file("t.vert", corner_triangle), file("t.frag", R"(#version 450 core
uniform vec4 shown;
out vec4 colour;
void main() { colour = shown; }
)")});
  ASSERT_TRUE(program) << program.error().text();
  const Framebuffer target = Framebuffer::create(64, 64).value();
  target.clear({0, 0, 255, 255});
  target.bind();
  program->set("shown", std::array{1.0f, 0.5f, 0.0f, 1.0f});
  program->use();
  glDrawArrays(GL_TRIANGLES, 0, 3);
  const Image image = target.read();

  // The lower left half: a pixel belongs to it when its middle lies below the diagonal.
  for (std::uint32_t y = 0; y < 64; ++y) {
    for (std::uint32_t x = 0; x < 64; ++x) {
      if (x == y) continue;  // the diagonal itself is the driver's to decide
      const Colour expected = x < y ? Colour{255, 128, 0, 255} : Colour{0, 0, 255, 255};
      ASSERT_LE(distance(image.at(x, y), expected), 1) << "pixel " << x << ", " << y;
    }
  }
}

TEST_F(Shader, AnErrorIsReportedWithItsFileAndLine) {
  const auto wrong = file("wrong.frag", R"(#version 450 core
out vec4 colour;
void main() {
  colour = vec4(1.0);
  colour = undeclared_thing;
}
)");
  const auto program = Program::load({file("t.vert", corner_triangle), wrong});
  ASSERT_FALSE(program);
  EXPECT_EQ(program.error().where.text(), wrong.string() + ":5") << program.error().text();
  EXPECT_NE(program.error().what.text().find("undeclared_thing"), std::string::npos) << program.error().text();
  EXPECT_FALSE(program.error().remedy.empty());
}

TEST_F(Shader, StagesThatDoNotFitTogetherAreReportedWithBothFiles) {
  const auto program = Program::load({file("t.vert", corner_triangle), file("needs_more.frag", R"(#version 450 core
in vec3 never_written;
out vec4 colour;
void main() { colour = vec4(never_written, 1.0); }
)")});
  ASSERT_FALSE(program);
  EXPECT_NE(program.error().where.text().find("t.vert"), std::string::npos) << program.error().text();
  EXPECT_NE(program.error().where.text().find("needs_more.frag"), std::string::npos) << program.error().text();
}

TEST_F(Shader, AMissingFileAndAStrangeExtensionAreNamed) {
  const auto missing = Program::load({folder_ / "missing.vert"});
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().text().find("missing.vert"), std::string::npos);

  const auto strange = Program::load({file("shader.txt", corner_triangle)});
  ASSERT_FALSE(strange);
  EXPECT_NE(strange.error().what.text().find(".txt"), std::string::npos);
}

TEST_F(Shader, EveryShaderOfTheProgramCompiles) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(shaders_folder())) {
    const auto extension = entry.path().extension();
    if (extension == ".comp") {
      const auto program = Program::load({entry.path()});
      EXPECT_TRUE(program) << program.error().text();
      ++count;
    } else if (extension == ".frag") {
      // Flat pictures share one vertex shader.
      auto vertex = entry.path();
      if (!std::filesystem::exists(vertex.replace_extension(".vert"))) vertex.replace_filename("matrix.vert");
      const auto program = Program::load({vertex, entry.path()});
      EXPECT_TRUE(program) << program.error().text();
      ++count;
    }
  }
  EXPECT_GE(count, 2u);
}

TEST(ShaderMessages, TheLogsOfTheThreeFamiliesOfCompilersAreUnderstood) {
  const auto mesa = shader_messages("0:12(5): error: `a' undeclared\n0:13(1): warning: unused\n");
  ASSERT_EQ(mesa.size(), 2u);
  EXPECT_EQ(mesa[0].line, 12);
  EXPECT_TRUE(mesa[0].error);
  EXPECT_EQ(mesa[0].text, "`a' undeclared");
  EXPECT_EQ(mesa[1].line, 13);
  EXPECT_FALSE(mesa[1].error);

  const auto nvidia = shader_messages("0(7) : error C1503: undefined variable \"a\"\n");
  ASSERT_EQ(nvidia.size(), 1u);
  EXPECT_EQ(nvidia[0].line, 7);
  EXPECT_TRUE(nvidia[0].error);
  EXPECT_EQ(nvidia[0].text, "undefined variable \"a\"");

  const auto other = shader_messages("ERROR: 0:9: 'a' : undeclared identifier\n");
  ASSERT_EQ(other.size(), 1u);
  EXPECT_EQ(other[0].line, 9);
  EXPECT_TRUE(other[0].error);
  EXPECT_EQ(other[0].text, "'a' : undeclared identifier");
}

TEST(ShaderMessages, OtherLinesAreNoMessages) {
  EXPECT_TRUE(shader_messages("").empty());
  EXPECT_TRUE(shader_messages("\n\nFragment shader failed to compile\n").empty());
}

}  // namespace
}  // namespace lanescope::render
