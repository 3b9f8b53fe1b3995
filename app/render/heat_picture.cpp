#include "render/heat_picture.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>

#include "base/file.h"
#include "render/colour_map.h"

namespace warpscope::render {

namespace {

constexpr std::uint32_t records_per_group = 8;  // of heat.comp
constexpr double half_lives = 10;               // after which the last of the colours is reached
constexpr std::uint32_t most_groups = 65535;    // that every OpenGL takes; the shader goes round

std::array<float, 4> fractions(const Colour& colour) {
  std::array<float, 4> result{};
  for (std::size_t channel = 0; channel < 4; ++channel) result[channel] = static_cast<float>(colour[channel]) / 255.0f;
  return result;
}

Colour mixed(const Colour& one, const Colour& other, double share) {
  Colour result{};
  for (std::size_t channel = 0; channel < 4; ++channel) {
    result[channel] = static_cast<std::uint8_t>(std::lround(one[channel] + (other[channel] - one[channel]) * share));
  }
  return result;
}

/// Of what the mode shows, so that the last colour is at 1.
double scale_of(const HeatStyle& style) {
  switch (style.mode) {
    case HeatMode::cooling:
      return 1 / (half_lives * std::max(style.half_life, 1e-6));
    case HeatMode::touches:
      return 1 / std::log2(1 + std::max(style.most, 1e-6));
    case HeatMode::arrival:
      break;
  }
  return 1 / std::max(style.most, 1.0);
}

template <class T>
Expected<Buffer> buffer_of(const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  GLint64 most = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &most);
  if (static_cast<GLint64>(bytes.size()) > most) {
    return failure(fmt::format("{} records are more than a shader can read at once", values.size()), "",
                   "record fewer blocks");
  }
  auto buffer = Buffer::create(bytes.size());
  if (buffer && !bytes.empty()) buffer->write(bytes);
  return buffer;
}

int log2_of(std::uint32_t power) {
  return std::countr_zero(power);
}

void set_window(const Program& program, const model::HeatWindow& window) {
  program.set("level", std::array{window.level_x, window.level_y});
  program.set("first", std::array{window.first_x, window.first_y});
  program.set("extent", std::array{window.width, window.height});
}

/// `definition` stands behind the line that names the version.
Expected<Program> drawing_program(const std::filesystem::path& shaders, const std::string& definition) {
  const std::filesystem::path vertex = shaders / "matrix.vert", fragment = shaders / "heat.frag";
  auto vertex_text = read_file(vertex), fragment_text = read_file(fragment);
  if (!vertex_text) return failure(std::move(vertex_text.error()));
  if (!fragment_text) return failure(std::move(fragment_text.error()));
  fragment_text->insert(std::min(fragment_text->find('\n'), fragment_text->size() - 1) + 1, definition + "#line 2\n");
  return Program::compile({{ShaderStage::vertex, vertex.string(), std::move(*vertex_text)},
                           {ShaderStage::fragment, fragment.string(), std::move(*fragment_text)}});
}

}  // namespace

Expected<HeatRecords> HeatRecords::create(const trace::Trace& trace, const model::Touches& touches) {
  auto order = buffer_of(touches.order);
  if (!order) return failure(std::move(order.error()));
  auto headers = buffer_of(trace.headers);
  if (!headers) return failure(std::move(headers.error()));
  auto offsets = buffer_of(trace.offsets);
  if (!offsets) return failure(std::move(offsets.error()));
  auto rewriting = buffer_of(touches.rewriting);
  if (!rewriting) return failure(std::move(rewriting.error()));
  HeatRecords records(std::move(*order), std::move(*headers), std::move(*offsets), std::move(*rewriting));
  records.sites_ = touches.sites;
  records.positions_ = static_cast<std::uint32_t>(touches.order.size());
  return records;
}

Expected<HeatBins> HeatBins::create(std::uint32_t buffer, const model::ElementGrid& grid,
                                    const model::HeatWindow& window) {
  auto bins = Buffer::create(window.bins() * sizeof(model::HeatBin));
  if (!bins) return failure(std::move(bins.error()));
  auto sites = Buffer::create(0);
  if (!sites) return failure(std::move(sites.error()));
  GLint most = 0;
  glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &most);
  if (window.bins() > static_cast<std::size_t>(most)) {
    return failure(fmt::format("a picture of {} × {} bins is more than this OpenGL reads", window.width, window.height),
                   "", "make the window smaller");
  }
  GLuint texels = 0;
  glCreateTextures(GL_TEXTURE_BUFFER, 1, &texels);
  HeatBins result(std::move(*bins), GlName<GlKind::texture>(texels), std::move(*sites));
  glTextureBuffer(texels, GL_RGBA32UI, result.bins_.name());
  result.buffer_ = buffer;
  result.grid_ = grid;
  result.window_ = window;
  result.clear();
  return result;
}

void HeatBins::clear() {
  end_ = 0;
  constexpr std::uint32_t zero = 0;
  glClearNamedBufferData(bins_.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
}

std::vector<model::HeatBin> HeatBins::read() const {
  std::vector<model::HeatBin> result(window_.bins());
  if (result.empty()) return result;
  const std::vector<std::byte> bytes = bins_.read(0, window_.bins() * sizeof(model::HeatBin));
  std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

void HeatBins::copy(const model::Heat& heat) {
  buffer_ = heat.buffer();
  end_ = heat.end();
  if (!heat.bins().empty()) bins_.write(std::as_bytes(heat.bins()));
}

Expected<HeatPicture> HeatPicture::load(const std::filesystem::path& shaders) {
  auto binning = Program::load({shaders / "heat.comp"});
  if (!binning) return failure(binning.error());
  auto plain = drawing_program(shaders, "");
  if (!plain) return failure(plain.error());
  auto with_shapes = drawing_program(shaders, "#define SHAPES\n");
  if (!with_shapes) return failure(with_shapes.error());
  return HeatPicture(std::move(*binning), std::move(*plain), std::move(*with_shapes));
}

const Texture& HeatPicture::colours_of(const HeatStyle& style) {
  Image table{colour_steps, 2, {}};
  for (const bool stored : {false, true}) {
    for (std::size_t step = 0; step < colour_steps; ++step) {
      const double place = static_cast<double>(step) / (colour_steps - 1);
      const double heat = std::exp2(-half_lives * place);
      const Colour colour = style.mode != HeatMode::cooling ? viridis(place)
                            : stored                        ? mixed(style.store_cold, style.store_hot, heat)
                                                            : mixed(style.load_cold, style.load_hot, heat);
      table.pixels.insert(table.pixels.end(), colour.begin(), colour.end());
    }
  }
  if (!colours_ || !(table == table_)) {
    colours_ = Texture::from_image(table, Filter::nearest).value();
    table_ = std::move(table);
  }
  return *colours_;
}

void HeatPicture::run_to(HeatBins& bins, const HeatRecords& records, std::uint32_t end) const {
  end = std::min(end, records.positions_);
  if (end < bins.end_) bins.clear();
  if (end == bins.end_ || bins.window_.bins() == 0) {
    bins.end_ = end;
    return;
  }
  const model::ElementGrid& grid = bins.grid_;
  std::vector<std::array<std::uint32_t, 2>> sites;
  for (const model::TouchSite& site : records.sites_) sites.push_back({site.touch, model::elements_of(site, grid)});
  const auto site_bytes = std::as_bytes(std::span(sites));
  if (bins.sites_.size() < site_bytes.size()) bins.sites_ = Buffer::create(site_bytes.size()).value();
  bins.sites_.write(site_bytes);

  binning_.set("from", bins.end_);
  binning_.set("to", end);
  binning_.set("chosen", bins.buffer_);
  binning_.set("columns", grid.columns);
  binning_.set("elements", grid.elements);
  binning_.set("shift", std::int32_t{log2_of(grid.bytes_per_element) - log2_of(grid.granule)});
  set_window(binning_, bins.window_);
  binning_.use();
  records.order_.bind_storage(0);
  records.headers_.bind_storage(1);
  records.offsets_.bind_storage(2);
  bins.sites_.bind_storage(3);
  records.rewriting_.bind_storage(4);
  bins.bins_.bind_storage(5);
  const std::uint32_t groups = (end - bins.end_ + records_per_group - 1) / records_per_group;
  glDispatchCompute(std::min(groups, most_groups), 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  bins.end_ = end;
}

void HeatPicture::draw(const Framebuffer& target, const PixelArea& area, const HeatBins& bins,
                       const model::GridPart& part, const HeatStyle& style) {
  if (area.width <= 0 || area.height <= 0 || bins.window_.bins() == 0) return;
  target.bind();
  const int from_bottom = static_cast<int>(target.height()) - area.y - area.height;
  glViewport(area.x, from_bottom, area.width, area.height);
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_SCISSOR_TEST);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);

  const double columns = part.width / area.width, rows = part.height / area.height;  // of a pixel
  const bool single = bins.window_.level_x == 0 && bins.window_.level_y == 0;
  const bool large = std::max(columns, rows) * static_cast<double>(style.shapes_from_pixels) <= 1;
  const Program& drawing = single && large ? with_shapes_ : plain_;
  drawing.set("grid_size", std::array{bins.grid_.columns, bins.grid_.rows});
  drawing.set("elements", bins.grid_.elements);
  set_window(drawing, bins.window_);
  drawing.set("part", std::array{static_cast<float>(part.x), static_cast<float>(part.y), static_cast<float>(part.width),
                                 static_cast<float>(part.height)});
  drawing.set("area", std::array{static_cast<float>(area.x), static_cast<float>(from_bottom),
                                 static_cast<float>(area.width), static_cast<float>(area.height)});
  drawing.set("mode", static_cast<std::uint32_t>(style.mode));
  drawing.set("position", static_cast<float>(style.position));
  drawing.set("scale", static_cast<float>(scale_of(style)));
  drawing.set("ground", fractions(style.ground));
  drawing.set("dot_colour", fractions(style.dot));
  drawing.set("hatch", fractions(style.hatch));
  drawing.set("line_colour", fractions(style.line));
  drawing.set("stripe_pixels", style.stripe_pixels);
  drawing.use();
  colours_of(style).bind(0);
  glBindTextureUnit(1, bins.texels_.get());
  vertices_.bind();
  glDrawArrays(GL_TRIANGLES, 0, 3);
  target.bind();  // the whole of it is the viewport again
}

}  // namespace warpscope::render
