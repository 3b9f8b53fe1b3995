#include "gui/matrices_scene.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpscope::gui {

namespace {

/// More records than this are binned by the compute shader, which reads them where they lie.
constexpr std::size_t most_on_processor = std::size_t{1} << 18;
/// Bins that are read back from the GPU, to find out what the mouse points at: not more than a few frames' worth.
constexpr std::size_t most_read_back = std::size_t{1} << 16;

bool same(const render::HeatStyle& one, const render::HeatStyle& other) {
  return one.mode == other.mode && one.position == other.position && one.half_life == other.half_life &&
         one.most == other.most && one.ground == other.ground && one.load_hot == other.load_hot &&
         one.store_hot == other.store_hot && one.stripe_pixels == other.stripe_pixels &&
         one.shapes_from_pixels == other.shapes_from_pixels;
}

}  // namespace

Expected<MatricesScene> MatricesScene::create(const std::filesystem::path& shaders) {
  auto picture = render::HeatPicture::load(shaders);
  if (!picture) return failure(std::move(picture.error()));
  return MatricesScene(std::move(*picture));
}

void MatricesScene::follow(const Watch& watch) {
  if (!watch.timeline) return;
  const bool is_new = watch.timeline != timeline_;
  const trace::Trace& trace = watch.timeline->traced->trace;
  if (is_new) {
    timeline_ = watch.timeline;
    images_ = matrices_of(*timeline_->traced);
    touches_ = model::touches_of(trace, grids_of(*timeline_->traced), timeline_->records);
    counter_ = {};
    areas_.clear();
    for (const MatrixImage& image : images_) {
      areas_.push_back(model::block_areas(trace, touches_, image.buffer, image.grid));
    }
    slots_.clear();
    slots_.resize(2 * images_.size());
    records_.reset();
    if (trace.headers.size() > most_on_processor) {
      if (auto records = render::HeatRecords::create(trace, touches_)) records_ = std::move(*records);
    }
  }
  end_ = happened(watch);
  counter_.count_to(trace, touches_, end_);
}

bool MatricesScene::bring_bins(Slot& slot, const MatrixImage& image, const model::ElementGrid& grid,
                               const model::HeatWindow& window) {
  const trace::Trace& trace = timeline_->traced->trace;
  const bool is_new = !slot.bins || slot.bins->window() != window;
  if (is_new) {
    auto bins = render::HeatBins::create(image.buffer, grid, window);
    if (!bins) return false;
    slot.bins = std::move(*bins);
    slot.heat = records_ ? model::Heat() : model::Heat(image.buffer, grid, window);
    slot.drawn = false;
  }
  if (slot.bins->end() == end_ && !is_new) return true;
  slot.drawn = false;
  if (records_) {
    picture_.run_to(*slot.bins, *records_, end_);
    slot.read_back = window.bins() <= most_read_back ? slot.bins->read() : std::vector<model::HeatBin>();
  } else {
    slot.heat.run_to(trace, touches_, end_);
    slot.bins->copy(slot.heat);
  }
  return true;
}

std::uint32_t MatricesScene::draw(std::size_t image, bool strip, const model::GridPart& part, ImVec2 pixels,
                                  const render::HeatStyle& style) {
  Slot& slot = slots_.at(2 * image + (strip ? 1 : 0));
  const auto width = static_cast<std::uint32_t>(std::max(1.0F, std::round(pixels.x)));
  const auto height = static_cast<std::uint32_t>(std::max(1.0F, std::round(pixels.y)));
  const model::ElementGrid grid = strip ? strip_of(images_[image].grid) : images_[image].grid;
  if (!bring_bins(slot, images_[image], grid, model::heat_window(grid, part, width, height))) return 0;
  if (!slot.target || slot.target->width() != width || slot.target->height() != height) {
    auto target = render::Framebuffer::create(width, height);
    if (!target) return 0;
    slot.target = std::move(*target);
    slot.drawn = false;
  }
  if (!slot.drawn || !(slot.part == part) || !same(slot.style, style)) {
    slot.target->clear({0, 0, 0, 0});
    picture_.draw(*slot.target, {0, 0, static_cast<int>(width), static_cast<int>(height)}, *slot.bins, part, style);
    slot.part = part;
    slot.style = style;
    slot.drawn = true;
  }
  return slot.target->texture();
}

std::optional<model::HeatBin> MatricesScene::bin_of(std::size_t image, std::uint32_t column, std::uint32_t row) const {
  const Slot& slot = slots_.at(2 * image);
  if (!slot.bins) return std::nullopt;
  const model::HeatWindow& window = slot.bins->window();
  if (window.level_x != 0 || window.level_y != 0) return std::nullopt;
  const std::uint32_t x = column - window.first_x, y = row - window.first_y;
  if (x >= window.width || y >= window.height) return std::nullopt;
  const std::size_t index = std::size_t{y} * window.width + x;
  if (records_) return index < slot.read_back.size() ? std::optional(slot.read_back[index]) : std::nullopt;
  return slot.heat.bins()[index];
}

std::optional<std::uint32_t> MatricesScene::record_at(std::size_t image, std::uint32_t column,
                                                      std::uint32_t row) const {
  const Slot& slot = slots_.at(2 * image);
  if (!slot.bins) return std::nullopt;
  const model::HeatWindow& window = slot.bins->window();
  const model::ElementGrid& grid = images_[image].grid;
  const trace::Trace& trace = timeline_->traced->trace;
  const std::uint32_t bin_x = column >> window.level_x, bin_y = row >> window.level_y;
  const auto touches_bin = [&](std::uint32_t record) {
    const trace::Header& header = trace.headers[record];
    if (header.buffer != images_[image].buffer || touches_.sites[header.site].touch == 0) return false;
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      const model::LaneElements elements = model::elements_of(trace, record, lane, grid);
      for (std::uint32_t element = elements.first; element < elements.first + elements.count; ++element) {
        if (element % grid.columns >> window.level_x == bin_x && element / grid.columns >> window.level_y == bin_y) {
          return true;
        }
      }
    }
    return false;
  };
  // The last one that happened, else the first one that will.
  if (const model::HeatBin* bin = records_ ? nullptr : slot.heat.bin_of(column, row); bin != nullptr) {
    if (bin->touched()) return touches_.order[bin->last_position()];
  }
  for (std::uint32_t position = end_; position-- > 0;) {
    if (touches_bin(touches_.order[position])) return touches_.order[position];
  }
  for (std::uint32_t position = end_; position < touches_.order.size(); ++position) {
    if (touches_bin(touches_.order[position])) return touches_.order[position];
  }
  return std::nullopt;
}

}  // namespace warpscope::gui
