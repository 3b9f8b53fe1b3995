#include "gui/views/grid/grid_picture.h"

#include <algorithm>
#include <cmath>

namespace warpscope::gui {
namespace {

using render::Colour;

constexpr double least_gap_row = 5;     ///< rows that are this high have a gap below them
constexpr double least_edge_width = 4;  ///< blocks that are this wide have an edge at their beginning
constexpr double least_lane_gap = 4, least_hatched_lane = 2;
constexpr float least_cover = 0.25F;  ///< what is there is seen

Colour mixed(const Colour& from, const Colour& to, float part) {
  Colour colour = to;
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const float a = from.at(channel), b = to.at(channel);
    colour.at(channel) = static_cast<std::uint8_t>(std::lround(a + (b - a) * part));
  }
  return colour;
}

class Painter {
 public:
  Painter(const GridTimes& times, const GridPictureRequest& request)
      : times_(times),
        request_(request),
        lanes_(GridLanes::of(request.height, request.last - request.first, times.most_slots)),
        per_tick_(request.width / (request.to - request.from)) {
    const std::size_t pixels = std::size_t{request.width} * request.height;
    cover_.assign(pixels, 0);
    wave_.assign(pixels, 0);
    // How many lanes share a row of pixels.
    lanes_in_.assign(request.height, 0);
    for (std::uint32_t sm = 0; sm < times.sm_count; ++sm) {
      for (std::uint32_t slot = 0; slot < times.most_slots; ++slot) {
        const double y = std::floor(top_of(sm, slot));
        if (y >= 0 && y < request.height) lanes_in_[static_cast<std::size_t>(y)] += 1;
      }
    }
  }

  render::Image run() {
    for (std::size_t launch = 0; launch < times_.launches.size(); ++launch) {
      const auto runs = times_.runs_of(launch);
      for (std::size_t block = 0; block < runs.size(); ++block) {
        add(runs[block], static_cast<std::uint8_t>(times_.wave_of(launch, block) % grid_colours));
      }
    }
    colour();
    for (const GridLaunch& launch : times_.launches) hatch(launch);
    return std::move(image_);
  }

 private:
  [[nodiscard]] double top_of(std::uint32_t sm, std::uint32_t slot) const {
    return (sm - request_.first) * lanes_.row + slot * lanes_.lane;
  }
  [[nodiscard]] double x_of(double tick) const { return (tick - request_.from) * per_tick_; }

  void add(const trace::BlockRun& run, std::uint8_t wave) {
    if (run.end < request_.from || run.begin > request_.to) return;
    if (run.sm + 1.0 < request_.first || run.sm > request_.last) return;
    const double top = top_of(run.sm, run.slot);
    double bottom = top + lanes_.lane;
    const double left = std::max(0.0, x_of(run.begin)), right = std::min<double>(request_.width, x_of(run.end));
    if (lanes_.lane >= least_lane_gap) bottom -= 1;
    const bool thin = lanes_.lane < 1;
    const auto first_row = static_cast<std::int64_t>(std::floor(top));
    const auto last_row = thin ? first_row + 1 : static_cast<std::int64_t>(std::lround(bottom));
    const bool edged = x_of(run.end) - x_of(run.begin) >= least_edge_width && lanes_.lane >= 2 && x_of(run.begin) >= 0;
    const auto first = static_cast<std::int64_t>(left);
    const auto last = std::min<std::int64_t>(static_cast<std::int64_t>(std::ceil(right)), request_.width);
    for (std::int64_t y = std::max<std::int64_t>(first_row, 0); y < std::min<std::int64_t>(last_row, request_.height);
         ++y) {
      const float weight = thin ? 1.0F / lanes_in_[static_cast<std::size_t>(y)] : 1.0F;
      float* const cover = cover_.data() + y * request_.width;
      std::uint8_t* const waves = wave_.data() + y * request_.width;
      for (std::int64_t x = first; x < last; ++x) {
        const double part =
            std::min<double>(right, static_cast<double>(x + 1)) - std::max<double>(left, static_cast<double>(x));
        const float share = weight * static_cast<float>(std::max(part, 0.0));
        if (share >= 0.5F * weight || cover[x] == 0) waves[x] = wave;
        cover[x] += share;
      }
      if (edged && first < last) cover[first] = 0.4F;
    }
  }

  void colour() {
    image_.width = request_.width;
    image_.height = request_.height;
    image_.pixels.resize(cover_.size() * 4);
    for (std::uint32_t y = 0; y < request_.height; ++y) {
      const double place = std::fmod(y + 0.5 + request_.first * lanes_.row, lanes_.row);
      const bool in_gap = place >= lanes_.row - lanes_.gap;
      for (std::uint32_t x = 0; x < request_.width; ++x) {
        const std::size_t pixel = std::size_t{y} * request_.width + x;
        const float cover = cover_[pixel];
        const Colour ground = in_gap ? request_.ground : request_.row;
        const Colour colour =
            cover <= 0 ? ground : mixed(ground, request_.waves.at(wave_[pixel]), std::clamp(cover, least_cover, 1.0F));
        std::ranges::copy(colour, image_.pixels.begin() + static_cast<std::ptrdiff_t>(4 * pixel));
      }
    }
  }

  /// Hatches what stays empty to the end of the launch: places where they can be told apart, or whole multiprocessors.
  void hatch(const GridLaunch& launch) {
    const model::GridSummary& summary = launch.summary;
    if (times_.is_cut()) return;
    const bool single = lanes_.lane >= least_hatched_lane && summary.most_resident > 1;
    for (std::uint32_t sm = 0; sm < times_.sm_count; ++sm) {
      if (sm >= summary.done.size() || summary.done[sm] == 0 || !single) {
        const double top = top_of(sm, 0);
        hatch(sm < summary.done.size() ? summary.done[sm] : 0, summary, top, top + lanes_.row - lanes_.gap);
        continue;
      }
      for (std::uint32_t slot = 0; slot < summary.most_resident; ++slot) {
        const std::uint32_t emptied = summary.emptied[sm * std::size_t{summary.most_resident} + slot];
        const double top = top_of(sm, slot);
        if (emptied > 0) hatch(emptied, summary, top, top + lanes_.lane);
      }
    }
  }

  void hatch(std::uint32_t since, const model::GridSummary& summary, double top, double bottom) {
    const double left = std::max(0.0, x_of(std::max(since, summary.begin)));
    const double right = std::min<double>(request_.width, x_of(summary.end));
    const auto last_row = std::min<std::int64_t>(std::lround(bottom), request_.height);
    for (auto y = std::max<std::int64_t>(std::lround(top), 0); y < last_row; ++y) {
      for (auto x = std::lround(std::ceil(left)); x < std::lround(right); ++x) {
        if ((x + y) % request_.hatch != 0) continue;
        image_.set(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), request_.idle);
      }
    }
  }

  const GridTimes& times_;
  const GridPictureRequest& request_;
  GridLanes lanes_;
  double per_tick_;
  std::vector<float> lanes_in_;  ///< by row of pixels
  std::vector<float> cover_;
  std::vector<std::uint8_t> wave_;
  render::Image image_;
};

}  // namespace

GridLanes GridLanes::of(double height, double rows, std::uint32_t slots) {
  GridLanes lanes;
  lanes.row = height / std::max(rows, 1e-9);
  lanes.gap = lanes.row >= least_gap_row ? std::max(1.0, std::floor(0.12 * lanes.row)) : 0;
  lanes.lane = (lanes.row - lanes.gap) / std::max(1u, slots);
  return lanes;
}

render::Image grid_picture(const GridTimes& times, const GridPictureRequest& request) {
  return Painter(times, request).run();
}

}  // namespace warpscope::gui
