#include "render/renderers/field_summary.h"

#include <glad/gl.h>

#include <algorithm>
#include <bit>

namespace lanescope::render {

namespace {

// It is the buffer `Summary` of field_summary.comp.
struct Counted {
  std::uint32_t least = 0xffffffffu, greatest = 0;
  std::uint32_t finite = 0, infinite = 0, not_a_number = 0;
};
static_assert(sizeof(Counted) == 20);

// It is the inverse of ordered() in the shader.
float value_of(std::uint32_t ordered) {
  return std::bit_cast<float>((ordered & 0x80000000u) != 0 ? ordered & 0x7fffffffu : ~ordered);
}

}  // namespace

Expected<FieldSummariser> FieldSummariser::load(const std::filesystem::path& shaders) {
  TRY(Program program, Program::load({shaders / "field_summary.comp"}));
  TRY(Buffer result, Buffer::create(sizeof(Counted)));
  return FieldSummariser(std::move(program), std::move(result));
}

FieldSummary FieldSummariser::summarise(const Buffer& values, const Field& field) {
  check_inside(values, field);
  Counted counted;
  result_.write(std::as_bytes(std::span(&counted, 1)));
  const std::uint32_t count = field.width * field.height;
  program_.set("first", field.first);
  program_.set("count", count);
  program_.use();
  values.bind_storage(0);
  result_.bind_storage(1);
  constexpr std::uint32_t group_size = 256;  // as in field_summary.comp
  constexpr std::uint32_t max_groups = 256;
  glDispatchCompute(std::clamp(count / (4 * group_size), 1u, max_groups), 1, 1);

  counted = result_.read<Counted>(0, 1).front();
  FieldSummary summary{counted.finite, counted.infinite, counted.not_a_number};
  if (counted.finite > 0) summary.range = {value_of(counted.least), value_of(counted.greatest)};
  return summary;
}

}  // namespace lanescope::render
