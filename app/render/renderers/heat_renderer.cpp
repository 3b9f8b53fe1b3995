#include "render/renderers/heat_renderer.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "base/rounding.h"
#include "render/image/image.h"
#include "render/messages.h"

namespace lanescope::render {

namespace {

constexpr std::uint32_t records_per_group = 8;  // as in heat.comp
constexpr double half_lives = 10;               // the last colour is reached after them
constexpr std::uint32_t max_groups = 65535;     // every OpenGL has as many; the shader loops over the rest

Colour mixed(const Colour& one, const Colour& other, double share) {
  Colour result{};
  for (std::size_t channel = 0; channel < 4; ++channel) {
    result[channel] = static_cast<std::uint8_t>(std::lround(one[channel] + (other[channel] - one[channel]) * share));
  }
  return result;
}

/// Checks that shaders can read that many records at once.
Status check_size(std::uint64_t bytes) {
  GLint64 max_bytes = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &max_bytes);
  if (bytes <= static_cast<std::uint64_t>(max_bytes)) return {};
  return failure(message<"heat.too_many_records">(bytes / sizeof(model::HeatRecord), max_bytes >> 20), "",
                 message<"heat.too_many_records_remedy">());
}

void set_window(const Program& program, const model::HeatWindow& window) {
  program.set("level", std::array{window.level_x, window.level_y});
  program.set("first", std::array{window.first_x, window.first_y});
  program.set("extent", std::array{window.width, window.height});
}

/// Returns the pixels from the left, or from the top, whose middle lies on bins and before the element `all`: the first
/// of them and the one after the last. There are `count` bins from `first` on, of 2^level elements each. A pixel is
/// `elements` wide, and the first one begins at `from`.
std::pair<int, int> pixels_of(std::uint64_t first, std::uint64_t count, std::uint32_t level, std::uint64_t all,
                              double from, double elements, int pixels) {
  const auto before = [&](std::uint64_t element) {
    const double place = std::ceil((static_cast<double>(element) - from) / elements - 0.5);
    return static_cast<int>(std::clamp(place, 0.0, static_cast<double>(pixels)));
  };
  return {before(first << level), before(std::min((first + count) << level, all))};
}

}  // namespace

bool have_same_colours(const HeatStyle& one, const HeatStyle& other) {
  return one.mode == other.mode && one.load_cold == other.load_cold && one.load_hot == other.load_hot &&
         one.store_cold == other.store_cold && one.store_hot == other.store_hot;
}

double heat_scale(const HeatStyle& style) {
  if (style.mode == HeatMode::cooling) return 1 / (half_lives * std::max(style.half_life, 1e-6));
  return 1 / (style.mode == HeatMode::touches ? std::log2(1 + std::max(style.max_value, 1e-6))
                                              : std::max(style.max_value, 1.0));
}

Image heat_colours(const HeatStyle& style) {
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
  return table;
}

bool has_shapes(const model::HeatWindow& window, const model::GridPart& part, int width, int height,
                const HeatStyle& style) {
  const double columns = part.width / width, rows = part.height / height;  // the size of a pixel
  return window.level_x == 0 && window.level_y == 0 &&
         std::max(columns, rows) * static_cast<double>(style.shapes_from_pixels) <= 1;
}

PixelArea heat_pixels(const model::HeatWindow& window, const model::ElementGrid& grid, const model::GridPart& part,
                      const PixelArea& area) {
  const auto [left, right] = pixels_of(window.first_x, window.width, window.level_x, grid.columns, part.x,
                                       part.width / area.width, area.width);
  const auto [top, bottom] = pixels_of(window.first_y, window.height, window.level_y, grid.rows, part.y,
                                       part.height / area.height, area.height);
  return {area.x + left, area.y + top, std::max(0, right - left), std::max(0, bottom - top)};
}

Expected<HeatRecords> HeatRecords::create() {
  TRY(SharedBuffer records, SharedBuffer::create());
  return HeatRecords(std::move(records));
}

Status HeatRecords::update(std::span<const model::HeatRecord> records, std::vector<model::TouchSite> sites) {
  positions_ = 0;
  TRY_STATUS(check_size(records.size_bytes()));
  TRY_STATUS(records_.update_from_bytes(std::as_bytes(records)));
  sites_ = std::move(sites);
  positions_ = static_cast<std::uint32_t>(records.size());
  return {};
}

Status HeatRecords::update(const IpcSource& source, std::vector<model::TouchSite> sites) {
  positions_ = 0;
  TRY_STATUS(check_size(source.bytes));
  const Status copied = records_.update_from_ipc(source);
  records_.close_source();
  if (!copied) return copied;
  sites_ = std::move(sites);
  positions_ = static_cast<std::uint32_t>(source.bytes / sizeof(model::HeatRecord));
  return {};
}

model::HeatRecord HeatRecords::read(std::uint32_t position) const {
  return records_.buffer().read<model::HeatRecord>(position * sizeof(model::HeatRecord), 1).front();
}

Expected<HeatBins> HeatBins::create(std::uint32_t buffer, const model::ElementGrid& grid,
                                    const model::HeatWindow& window) {
  TRY(Buffer bins, Buffer::create(window.bins() * sizeof(model::HeatBin)));
  TRY(Buffer sites, Buffer::create(0));
  GLint max_bins = 0;
  glGetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &max_bins);
  if (window.bins() > static_cast<std::size_t>(max_bins)) {
    return failure(message<"heat.picture_too_large">(window.width, window.height), "",
                   message<"heat.picture_too_large_remedy">());
  }
  GLuint texels = 0;
  glCreateTextures(GL_TEXTURE_BUFFER, 1, &texels);
  HeatBins result(std::move(bins), GlName<GlKind::texture>(texels), std::move(sites));
  glTextureBuffer(texels, GL_RGBA32UI, result.bins_.name());
  result.buffer_ = buffer;
  result.grid_ = grid;
  result.window_ = window;
  result.clear();
  return result;
}

void HeatBins::clear() {
  end_ = 0;
  copied_ = nullptr;
  constexpr std::uint32_t zero = 0;
  glClearNamedBufferData(bins_.name(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &zero);
}

std::vector<model::HeatBin> HeatBins::read() const {
  return bins_.read<model::HeatBin>(0, window_.bins());
}

void HeatBins::copy(const model::Heat& heat) {
  const bool goes_on = copied_ == &heat && heat.end() >= end_;
  const std::uint32_t known = goes_on ? end_ : 0;
  const std::span<const std::uint32_t> changes = heat.changes();
  const std::size_t row_bytes = std::size_t{window_.width} * sizeof(model::HeatBin);
  const auto bytes = std::as_bytes(heat.bins());
  for (std::size_t row = 0; row < changes.size() && !bytes.empty();) {
    std::size_t end = row;
    while (end < changes.size() && (!goes_on || changes[end] > known)) ++end;
    if (end > row) bins_.write(bytes.subspan(row * row_bytes, (end - row) * row_bytes), row * row_bytes);
    row = end + 1;
  }
  buffer_ = heat.buffer();
  end_ = heat.end();
  copied_ = &heat;
  may_be_rewritten_ = heat.has_rewritten();
}

const Texture& HeatRenderer::colours_of(const HeatStyle& style) {
  if (colours_ && have_same_colours(coloured_, style)) return *colours_;
  colours_ = Texture::from_image(heat_colours(style), Filter::nearest).value();
  coloured_ = style;
  return *colours_;
}

Status HeatRenderer::run_to(HeatBins& bins, const HeatRecords& records, std::uint32_t end) {
  end = std::min(end, records.positions_);
  if (end < bins.end_) bins.clear();
  if (end == bins.end_ || bins.window_.bins() == 0) {
    bins.end_ = end;
    return {};
  }
  if (!binning_) {
    TRY(binning_, Program::load({shaders_ / "heat.comp"}));
  }
  const Program& binning = *binning_;
  const model::ElementGrid& grid = bins.grid_;
  std::vector<std::array<std::uint32_t, 2>> sites;
  for (const model::TouchSite& site : records.sites_) sites.push_back({site.touch, model::elements_of(site, grid)});
  const auto site_bytes = std::as_bytes(std::span(sites));
  if (bins.sites_.size() < site_bytes.size()) bins.sites_ = Buffer::create(site_bytes.size()).value();
  bins.sites_.write(site_bytes);

  binning.set("from", bins.end_);
  binning.set("to", end);
  binning.set("site_count", static_cast<std::uint32_t>(sites.size()));
  binning.set("chosen", bins.buffer_);
  binning.set("columns", grid.columns);
  binning.set("elements", grid.elements);
  binning.set("shift", std::int32_t{std::countr_zero(grid.bytes_per_element) - std::countr_zero(grid.granule)});
  set_window(binning, bins.window_);
  binning.use();
  records.records_.buffer().bind_storage(0);
  bins.sites_.bind_storage(1);
  bins.bins_.bind_storage(2);
  const std::uint32_t groups = ceil_div(end - bins.end_, records_per_group);
  glDispatchCompute(std::min(groups, max_groups), 1, 1);
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
  bins.end_ = end;
  return {};
}

Status HeatRenderer::draw(const Framebuffer& target, const PixelArea& area, const HeatBins& bins,
                          const model::GridPart& part, const HeatStyle& style) {
  if (area.width <= 0 || area.height <= 0 || bins.window_.bins() == 0) return {};
  const bool single = bins.window_.level_x == 0 && bins.window_.level_y == 0;
  const bool short_row = std::uint64_t{bins.grid_.columns} * bins.grid_.rows != bins.grid_.elements;
  std::string definitions = fmt::format("#define MODE {}\n", static_cast<std::uint32_t>(style.mode));
  if (has_shapes(bins.window_, part, area.width, area.height, style)) definitions += "#define SHAPES\n";
  if (bins.may_be_rewritten_) definitions += "#define HATCH\n";
  if (single && short_row) definitions += "#define SHORT_ROW\n";
  auto known = drawing_.find(definitions);
  if (known == drawing_.end()) {
    TRY(Program made, Program::load({shaders_ / "matrix.vert", shaders_ / "heat.frag"}, definitions));
    known = drawing_.emplace(definitions, std::move(made)).first;
  }
  const Program& drawing = known->second;
  const PixelArea pixels = heat_pixels(bins.window_, bins.grid_, part, area);
  if (pixels.width == 0 || pixels.height == 0) return {};
  drawing.set("grid_size", std::array{bins.grid_.columns, bins.grid_.rows});
  drawing.set("elements", bins.grid_.elements);
  set_window(drawing, bins.window_);
  drawing.set("position", static_cast<float>(style.position));
  drawing.set("scale", static_cast<float>(heat_scale(style)));
  drawing.set("ground", fractions(style.ground));
  drawing.set("dot_colour", fractions(style.dot));
  drawing.set("hatch", fractions(style.hatch));
  drawing.set("line_colour", fractions(style.line));
  drawing.set("stripe_pixels", style.stripe_pixels);
  colours_of(style).bind(0);
  glBindTextureUnit(1, bins.texels_.get());
  drawing.draw(target, area, pixels,
               {static_cast<float>(part.x), static_cast<float>(part.y), static_cast<float>(part.width),
                static_cast<float>(part.height)});
  return {};
}

}  // namespace lanescope::render
