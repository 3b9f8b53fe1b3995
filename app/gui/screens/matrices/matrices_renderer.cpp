#include "gui/screens/matrices/matrices_renderer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/store/playback/stage_halves.h"
#include "gui/store/state.h"
#include "render/context/context.h"

namespace lanescope::gui {
namespace {

/// Limit of the bins that are read back from the GPU to find what the mouse points at. It costs at most a few frames.
constexpr std::size_t max_read_back = std::size_t{1} << 16;
/// A longer list of records is binned by the compute shader, which reads it in place.
constexpr std::size_t max_on_processor = std::size_t{1} << 18;

bool is_for_shader(const experiments::HeatTrace& heat) {
  return !heat.sent || heat.sent->size() > max_on_processor;
}

/// Returns whether records of the grid go to the buffers of the trace. They do not when the trace is of smaller sizes.
bool have_same_buffers(const experiments::HeatTrace& heat, const analysis::Traced& traced) {
  return std::equal(
      heat.buffers.begin(), heat.buffers.end(), traced.buffers.begin(), traced.buffers.end(),
      [](const experiments::HeatBuffer& one, const analysis::TracedBuffer& other) { return one.what == other; });
}

/// Returns the index of an element in the bins of a picture, when it has a bin of its own.
std::optional<std::size_t> index_of_element(const model::HeatWindow& window, std::uint32_t column, std::uint32_t row) {
  if (window.level_x != 0 || window.level_y != 0) return std::nullopt;
  const std::uint32_t x = column - window.first_x, y = row - window.first_y;
  if (x >= window.width || y >= window.height) return std::nullopt;
  return std::size_t{y} * window.width + x;
}

}  // namespace

Expected<std::optional<AttachmentReceipt>> MatricesRenderer::take(const Playback& playback,
                                                                  const std::string& device_uuid) {
  if (playback.heat == taken_) return std::nullopt;
  taken_ = playback.heat;
  available_ = false;
  grid_.reset();
  forget_textures();
  if (!taken_) return std::nullopt;
  grid_sites_ = model::touch_sites(taken_->sites);
  AttachmentReceipt result{experiments::AttachmentKind::heat, 0, render::SharedBuffer::sent_as_bytes(), false};
  if (is_for_shader(*taken_)) {
    if (grid_records_.use_count() != 1) {
      TRY(auto records, render::HeatRecords::create());
      grid_records_ = std::make_shared<render::HeatRecords>(std::move(records));
    }
    if (taken_->sent) {
      TRY_STATUS(grid_records_->update(*taken_->sent, grid_sites_));
      result.transport = grid_records_->transport();
    } else {
      const render::IpcSource source{taken_->slot.handle, device_uuid, taken_->slot.offset,
                                     taken_->records * sizeof(model::HeatRecord)};
      const Status copied = grid_records_->update(source, grid_sites_);
      result = {experiments::AttachmentKind::heat, taken_->slot.generation,
                copied ? grid_records_->transport() : copied.error().message(), !copied};
    }
  }
  available_ = !result.refused;
  return result;
}

void MatricesRenderer::copy_settings_from(const MatricesRenderer& other) {
  viewports = other.viewports;
  mode = other.mode;
  show_sectors = other.show_sectors;
  show_blocks = other.show_blocks;
  show_values = other.show_values;
  show_whole_grid = other.show_whole_grid;
  taken_ = other.taken_;
  available_ = other.available_;
  grid_sites_ = other.grid_sites_;
  grid_records_ = other.grid_records_;
}

void MatricesRenderer::forget_textures() {
  slots_.clear();
  slots_.resize(2 * images_.size());
}

void MatricesRenderer::choose_images() {
  images_ = matrices_of(*sequence_->traced, grid_.get());
  areas_.clear();
  for (const MatrixImage& image : images_) {
    areas_.push_back(model::block_areas(sequence_->traced->trace, touches_, image.buffer, image.grid));
  }
  forget_textures();
}

void MatricesRenderer::follow(const State& state) {
  const Playback& playback = state.playback;
  if (!playback.sequence) return;
  const bool is_new = playback.sequence != sequence_;
  const std::shared_ptr<const experiments::Result> judged = state.current() != nullptr ? state.known.result : nullptr;
  if (is_new || judged != checked_result_) {
    checked_result_ = judged;
    wrong_ = wrong_element(state);
  }
  const trace::Trace& trace = playback.sequence->traced->trace;
  if (is_new) {
    sequence_ = playback.sequence;
    touches_ = model::touches_of(trace, analysis::grids_of(*sequence_->traced), sequence_->records);
    records_ = model::heat_records(trace, touches_);
    counter_ = {};
  }
  end_ = end_position(playback);
  counter_.count_to(trace, touches_, end_);
  // Only the present setting has the whole grid: beside another one, both show the recorded blocks.
  const bool drawable =
      available_ && !is_split(state) && taken_ == playback.heat && have_same_buffers(*taken_, *sequence_->traced);
  const auto before = std::exchange(grid_, drawable ? taken_ : nullptr);
  if (is_new || grid_ != before) choose_images();
  if (std::exchange(drew_grid_, shows_grid()) != shows_grid()) forget_textures();
  grid_end_ = grid_ ? grid_end_position(playback, *grid_) : 0;
}

const model::TouchTotals& MatricesRenderer::grid_totals(std::size_t image) const {
  return grid_->buffers.at(images_.at(image).buffer).totals;
}

bool MatricesRenderer::update_bins(Slot& slot, const MatrixImage& image, const model::ElementGrid& grid,
                                   const model::HeatWindow& window) {
  const std::uint32_t end = drew_grid_ ? grid_end_ : end_;
  const bool is_new = !slot.bins || slot.bins->window() != window;
  if (is_new) {
    auto bins = render::HeatBins::create(image.buffer, grid, window);
    if (!bins) return false;
    slot.bins = std::move(*bins);
    slot.traced = model::Heat(image.buffer, grid, window);
    slot.grid = drew_grid_ && !is_for_shader(*grid_) ? model::Heat(image.buffer, grid, window) : model::Heat();
  }
  slot.traced.run_to(records_, touches_.sites, end_);
  if (slot.end == end && !is_new) return true;
  slot.end = end;
  slot.drawn = false;
  slot.read_back.clear();
  if (!drew_grid_) return true;
  if (is_for_shader(*grid_)) return heat_.run_to(*slot.bins, *grid_records_, end).has_value();
  slot.grid.run_to(*grid_->sent, grid_sites_, end);
  return true;
}

const model::Heat* MatricesRenderer::cpu_bins(const Slot& slot) const {
  if (!drew_grid_) return &slot.traced;
  return is_for_shader(*grid_) ? nullptr : &slot.grid;
}

/// Draws the bins of the slot into its target.
bool MatricesRenderer::paint(Slot& slot, const model::GridPart& part, render::Colour ground,
                             const render::HeatStyle& style) {
  const render::PixelArea all{0, 0, static_cast<int>(slot.target->width()), static_cast<int>(slot.target->height())};
  const model::Heat* heat = cpu_bins(slot);
  if (!in_software_) in_software_ = render::draws_in_software();
  if (heat != nullptr && *in_software_ && render::HeatPainter::draws(*heat, part, all.width, all.height, style)) {
    painter_.draw(*slot.target, *heat, part, ground, style);
    return true;
  }
  if (heat != nullptr) slot.bins->copy(*heat);
  slot.target->clear(ground);
  return heat_.draw(*slot.target, all, *slot.bins, part, style).has_value();
}

std::uint32_t MatricesRenderer::draw(std::size_t image, bool strip, const model::GridPart& part, ImVec2 pixels,
                                     render::Colour ground, const render::HeatStyle& style) {
  Slot& slot = slots_.at(2 * image + (strip ? 1 : 0));
  const auto width = static_cast<std::uint32_t>(std::max(1.0F, std::round(pixels.x)));
  const auto height = static_cast<std::uint32_t>(std::max(1.0F, std::round(pixels.y)));
  const model::ElementGrid grid = strip ? strip_of(images_[image].grid) : images_[image].grid;
  if (!update_bins(slot, images_[image], grid, model::heat_window(grid, part, width, height))) return 0;
  if (!slot.target || slot.target->width() != width || slot.target->height() != height) {
    auto target = render::Framebuffer::create(width, height);
    if (!target) return 0;
    slot.target = std::move(*target);
    slot.target->make_opaque();
    slot.drawn = false;
  }
  if (!slot.drawn || !(slot.part == part) || !(slot.style == style) || slot.ground != ground) {
    if (!paint(slot, part, ground, style)) return 0;
    slot.part = part;
    slot.style = style;
    slot.ground = ground;
    slot.drawn = true;
  }
  return slot.target->texture();
}

std::optional<model::HeatBin> MatricesRenderer::bin_of(std::size_t image, std::uint32_t column,
                                                       std::uint32_t row) const {
  const Slot& slot = slots_.at(2 * image);
  if (!slot.bins) return std::nullopt;
  const auto index = index_of_element(slot.traced.window(), column, row);
  return index ? std::optional(slot.traced.bins()[*index]) : std::nullopt;
}

std::optional<model::HeatBin> MatricesRenderer::grid_bin_of(std::size_t image, std::uint32_t column,
                                                            std::uint32_t row) {
  Slot& slot = slots_.at(2 * image);
  if (!slot.bins || !drew_grid_) return std::nullopt;
  const auto index = index_of_element(slot.bins->window(), column, row);
  if (!index) return std::nullopt;
  if (const model::Heat* heat = cpu_bins(slot)) return heat->bins()[*index];
  if (slot.bins->window().bins() > max_read_back) return std::nullopt;
  if (slot.read_back.empty()) slot.read_back = slot.bins->read();
  return slot.read_back[*index];
}

model::HeatRecord MatricesRenderer::grid_record(std::uint32_t position) const {
  return is_for_shader(*grid_) ? grid_records_->read(position) : grid_->sent->at(position);
}

std::optional<std::uint32_t> MatricesRenderer::record_at(std::size_t image, std::uint32_t column,
                                                         std::uint32_t row) const {
  const Slot& slot = slots_.at(2 * image);
  if (!slot.bins) return std::nullopt;
  const model::HeatWindow& window = slot.bins->window();
  const model::ElementGrid& grid = images_[image].grid;
  const trace::Trace& trace = sequence_->traced->trace;
  const std::uint32_t bin_x = column >> window.level_x, bin_y = row >> window.level_y;
  const auto touches_bin = [&](std::uint32_t record) {
    const trace::Header& header = trace.headers[record];
    bool found = false;
    if (header.buffer != images_[image].buffer || touches_.sites[header.site].touch == 0) return found;
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      const auto [first, count] = model::elements_of(trace, record, lane, grid);
      for (std::uint32_t element = first; element < first + count; ++element) {
        found |= element % grid.columns >> window.level_x == bin_x && element / grid.columns >> window.level_y == bin_y;
      }
    }
    return found;
  };
  // This takes the last one that has happened, or otherwise the first one to come.
  if (const model::HeatBin* bin = slot.traced.bin_of(column, row); bin != nullptr && bin->touched()) {
    return touches_.order[bin->last_position()];
  }
  const auto next = std::find_if(touches_.order.begin() + end_, touches_.order.end(), touches_bin);
  return next == touches_.order.end() ? std::nullopt : std::optional(*next);
}

}  // namespace lanescope::gui
