#include "gui/screens/grid/grid_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

namespace lanescope::gui {
namespace {

using render::Colour;

constexpr double min_row_with_gap = 5;     ///< rows that are this high have a gap below them
constexpr double min_block_with_edge = 4;  ///< blocks that are this wide have an edge at their beginning
constexpr double min_lane_with_gap = 4, min_hatched_lane = 2;
constexpr float min_cover = 0.25F;  ///< what is there is seen
constexpr float edge_cover = 0.4F;

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
  Painter(const analysis::GridTimes& times, const GridPictureRequest& request)
      : times_(times),
        request_(request),
        lanes_(GridLanes::of(request.height, request.last - request.first, times.max_slots_per_sm)),
        per_tick_(static_cast<float>(request.width / (request.to - request.from))),
        change_(std::size_t{request.width} + 2) {
    const std::size_t pixels = std::size_t{request.width} * request.height;
    cover_.assign(pixels, 0);
    wave_.assign(pixels, 0);
    place_lanes();
  }

  GridPicture run() {
    for (std::size_t launch = 0; launch < times_.launches.size(); ++launch) {
      const std::uint64_t wave_blocks = std::max<std::uint64_t>(1, times_.launches[launch].summary.wave_blocks);
      std::uint64_t left_of_wave = wave_blocks;
      std::uint8_t wave = 0;
      for (const trace::BlockRun& run : times_.runs_of(launch)) {
        add(run, wave);
        if (--left_of_wave > 0) continue;
        left_of_wave = wave_blocks;
        wave = static_cast<std::uint8_t>((wave + 1) % grid_colours);
      }
    }
    colour();
    for (const analysis::GridLaunch& launch : times_.launches) hatch(launch);
    std::vector<float> resident(request_.width);
    double sum = 0;
    for (std::size_t column = 0; column < resident.size(); ++column) {
      sum += change_[column];
      resident[column] = static_cast<float>(std::max(0.0, sum));
    }
    return {std::move(image_), std::move(resident)};
  }

 private:
  /// The rows of pixels of a place for blocks, those in sight.
  struct Lane {
    std::uint32_t first = 0, last = 0;
    float weight = 1;  ///< of a block that covers the whole of a pixel's time
  };

  void place_lanes() {
    std::vector<std::uint32_t> in_row(request_.height, 0);  // how many lanes share a row of pixels
    lane_of_.resize(std::size_t{times_.sm_count} * times_.max_slots_per_sm);
    const bool thin = lanes_.lane < 1;
    const auto row_in_sight = [&](double y) {
      return static_cast<std::uint32_t>(std::clamp(y, 0.0, static_cast<double>(request_.height)));
    };
    for (std::uint32_t sm = 0; sm < times_.sm_count; ++sm) {
      for (std::uint32_t slot = 0; slot < times_.max_slots_per_sm; ++slot) {
        Lane& lane = lane_of_[std::size_t{sm} * times_.max_slots_per_sm + slot];
        const double top = std::floor(top_of(sm, slot));
        double bottom = top_of(sm, slot) + lanes_.lane;
        if (lanes_.lane >= min_lane_with_gap) bottom -= 1;
        lane = {row_in_sight(top), row_in_sight(thin ? top + 1 : std::round(bottom)), 1};
        if (thin && lane.first < lane.last) ++in_row[lane.first];
      }
    }
    if (!thin) return;
    for (Lane& lane : lane_of_) {
      if (lane.first < lane.last) lane.weight = 1 / static_cast<float>(std::max(1u, in_row[lane.first]));
    }
  }

  [[nodiscard]] double top_of(std::uint32_t sm, std::uint32_t slot) const {
    return (sm - request_.first) * lanes_.row + slot * lanes_.lane;
  }
  [[nodiscard]] double x_of(double tick) const { return (tick - request_.from) * per_tick_; }

  void change(float x, float by) {
    const auto column = static_cast<std::uint32_t>(x);
    const float rest = 1 - (x - static_cast<float>(column));
    change_[column] += by * rest;
    change_[column + 1] += by * (1 - rest);
  }

  void add(const trace::BlockRun& run, std::uint8_t wave) {
    if (run.end < request_.from || run.begin > request_.to) return;
    const auto width = static_cast<float>(request_.width);
    const auto whole_left = static_cast<float>(run.begin - request_.from) * per_tick_;
    const float left = std::max(0.0F, whole_left);
    const float right = std::min(width, static_cast<float>(run.end - request_.from) * per_tick_);
    change(left, 1);
    change(right, -1);
    const Lane& lane = lane_of_[std::size_t{run.sm} * times_.max_slots_per_sm + run.slot];
    if (lane.first >= lane.last || left >= width) return;
    const auto first = static_cast<std::uint32_t>(left);
    const auto last = std::max(first + 1, std::min(static_cast<std::uint32_t>(std::ceil(right)), request_.width));
    const bool edged = right - whole_left >= min_block_with_edge && lanes_.lane >= 2 && whole_left >= 0;
    for (std::uint32_t y = lane.first; y < lane.last; ++y) {
      float* const cover = cover_.data() + std::size_t{y} * request_.width;
      std::uint8_t* const waves = wave_.data() + std::size_t{y} * request_.width;
      const float begins = std::min(right, static_cast<float>(first + 1)) - left;
      if (begins >= 0.5F || cover[first] == 0) waves[first] = wave;
      cover[first] = edged ? edge_cover : cover[first] + lane.weight * begins;
      if (last - first < 2) continue;
      for (std::uint32_t x = first + 1; x + 1 < last; ++x) cover[x] += lane.weight;
      std::fill(waves + first + 1, waves + last - 1, wave);
      const float ends = right - static_cast<float>(last - 1);
      if (ends >= 0.5F || cover[last - 1] == 0) waves[last - 1] = wave;
      cover[last - 1] += lane.weight * ends;
    }
  }

  void colour() {
    constexpr std::size_t levels = 64;
    std::array<std::array<std::array<Colour, levels + 1>, grid_colours>, 2> table{};
    for (std::size_t ground = 0; ground < table.size(); ++ground) {
      for (std::size_t wave = 0; wave < grid_colours; ++wave) {
        for (std::size_t level = 0; level <= levels; ++level) {
          const Colour& below = ground == 0 ? request_.row : request_.ground;
          const float part = static_cast<float>(level) / levels;
          table.at(ground).at(wave).at(level) =
              mixed(below, request_.waves.at(wave), level == 0 ? 0 : std::max(part, min_cover));
        }
      }
    }
    image_.width = request_.width;
    image_.height = request_.height;
    image_.pixels.resize(cover_.size() * 4);
    std::uint8_t* to = image_.pixels.data();
    for (std::uint32_t y = 0; y < request_.height; ++y) {
      const double place = std::fmod(y + 0.5 + request_.first * lanes_.row, lanes_.row);
      const auto& of_row = table[place >= lanes_.row - lanes_.gap ? 1 : 0];
      std::array<float, grid_colours> strength{};
      for (std::size_t wave = 0; wave < grid_colours; ++wave) {
        const double part = std::fmod(place, lanes_.lane) / lanes_.lane;
        const bool is_gap = lanes_.lane >= min_lane_with_wave_gaps &&
                            std::any_of(wave_gaps.begin(), wave_gaps.begin() + static_cast<std::ptrdiff_t>(wave),
                                        [&](double middle) { return std::fabs(part - middle) < wave_gap / 2; });
        strength.at(wave) = is_gap ? 0.4F : 1;
      }
      const std::size_t begin = std::size_t{y} * request_.width;
      for (std::size_t pixel = begin; pixel < begin + request_.width; ++pixel, to += 4) {
        const float cover = std::min(cover_[pixel], 1.0F) * strength[wave_[pixel]];
        // What is there at all has one level.
        const auto level = static_cast<std::uint32_t>(cover * levels + (cover > 0 ? 0.999F : 0));
        std::memcpy(to, of_row[wave_[pixel]][std::min<std::uint32_t>(level, levels)].data(), 4);
      }
    }
  }

  /// Hatches what stays empty to the end of the launch: places where they can be told apart, or whole multiprocessors.
  void hatch(const analysis::GridLaunch& launch) {
    const model::GridSummary& summary = launch.summary;
    if (times_.is_cut()) return;
    const bool single = lanes_.lane >= min_hatched_lane && summary.max_resident_blocks > 1;
    for (std::uint32_t sm = 0; sm < times_.sm_count; ++sm) {
      if (sm >= summary.sm_ends.size() || summary.sm_ends[sm] == 0 || !single) {
        const double top = top_of(sm, 0);
        hatch(sm < summary.sm_ends.size() ? summary.sm_ends[sm] : 0, summary, top, top + lanes_.row - lanes_.gap);
        continue;
      }
      for (std::uint32_t slot = 0; slot < summary.max_resident_blocks; ++slot) {
        const std::uint32_t emptied = summary.slot_ends[sm * std::size_t{summary.max_resident_blocks} + slot];
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

  const analysis::GridTimes& times_;
  const GridPictureRequest& request_;
  GridLanes lanes_;
  float per_tick_;
  std::vector<Lane> lane_of_;  ///< by multiprocessor and place
  std::vector<float> cover_;   ///< by pixel: the share of it that blocks cover
  std::vector<std::uint8_t> wave_;
  std::vector<float> change_;  ///< of the mean of resident blocks, from column to column
  render::Image image_;
};

}  // namespace

GridLanes GridLanes::of(double height, double rows, std::uint32_t slots) {
  GridLanes lanes;
  lanes.row = height / std::max(rows, 1e-9);
  lanes.gap = lanes.row >= min_row_with_gap ? std::max(1.0, std::floor(0.12 * lanes.row)) : 0;
  lanes.lane = (lanes.row - lanes.gap) / std::max(1u, slots);
  return lanes;
}

GridPicture grid_picture(const analysis::GridTimes& times, const GridPictureRequest& request) {
  return Painter(times, request).run();
}

}  // namespace lanescope::gui
