// A trace made by hand of a product of matrices from shared tiles: 64 threads multiply 8 rows of a (16 x 16) with 8
// columns of b, two tiles after each other. Each fetched element is used 8 times.
#pragma once

#include <bit>
#include <functional>
#include <memory>

#include "gui/support/playback_fixture.h"

namespace lanescope::gui::test {

inline constexpr std::uint32_t product_tile = 8, product_width = 16, product_block = 3;

/// Writes the records of the block, and counts what it computes.
class TiledProduct {
 public:
  explicit TiledProduct(const State& state) : traced_(std::make_shared<analysis::Traced>()) {
    const std::string& file = state.definition()->source.path;
    const auto site = [&](int line, trace::Space space, trace::Operation operation) {
      traced_->trace.sites.push_back({"product", file, line, 1, line + 100, space, operation, 4});
      traced_->vectorization.push_back(
          {1, static_cast<std::uint32_t>(traced_->vectorization.size()), true, std::string()});
    };
    using trace::Operation;
    using trace::Space;
    for (int matrix = 0; matrix < 2; ++matrix) {
      site(read_line, Space::global, Operation::load);
      site(read_line, Space::shared, Operation::store);
    }
    site(write_line, Space::shared, Operation::load);
    site(write_line, Space::shared, Operation::load);
    site(write_line, Space::global, Operation::store);
    traced_->registers.resize(traced_->trace.sites.size());
    for (std::uint32_t matrix = 0; matrix < 2; ++matrix) {
      traced_->registers[2 * matrix].filled = {matrix};
      traced_->registers[2 * matrix].only_stored = true;
      traced_->registers[2 * matrix].live = {matrix};
      traced_->registers[2 * matrix + 1].copies = {{matrix, 0, 0, 4, 0}};
      traced_->registers[4 + matrix].filled = {2 + matrix};
    }
    traced_->registers[4].live = {2};
    traced_->registers[5].live = {2, 3};
    traced_->trace.buffers = {{"a", 1024, 1}, {"b", 1024, 1}, {"c", 1024, 1}};
    using catalogue::ElementType;
    using catalogue::Role;
    traced_->buffers = {{"a", Role::in, ElementType::f32, {16, 16}},
                        {"b", Role::in, ElementType::f32, {16, 16}},
                        {"c", Role::out, ElementType::f32, {16, 16}}};
    traced_->launches = {{"product", {2, 2, 1}, {8, 8, 1}, 512}};
    traced_->trace.first_block = product_block;
    traced_->trace.blocks = 1;
    traced_->trace.grid_blocks = 4;
    for (std::uint32_t first = 0; first < product_width; first += product_tile) multiply(first);
    for (std::uint32_t warp = 0; warp < 2; ++warp) {
      access(6, warp, 2, [](std::uint32_t x, std::uint32_t y) { return 4 * (16 * (8 + y) + 8 + x); });
    }
  }
  [[nodiscard]] std::shared_ptr<analysis::Traced> traced() const { return traced_; }

 private:
  using Address = std::function<std::uint32_t(std::uint32_t x, std::uint32_t y)>;

  /// `buffer` also tells values apart: what is loaded from an element is stored to shared memory.
  void access(std::uint32_t site, std::uint32_t warp, std::uint32_t buffer, const Address& address,
              const Address& value = nullptr) {
    trace::Trace& trace = traced_->trace;
    trace::Header header;
    header.site = site;
    header.block = product_block;
    header.warp = warp;
    header.active_mask = 0xffffffffu;
    header.buffer = trace::lies_in_buffers(trace.sites[site].space) ? buffer : 0;
    header.order_low = static_cast<std::uint32_t>(trace.headers.size());
    trace::Offsets offsets{};
    trace::Lanes values{};
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      const std::uint32_t x = lane % product_tile, y = 4 * warp + lane / product_tile;
      offsets.at(lane) = address(x, y);
      values.at(lane) = 0x1000 * (buffer + 1) + (value ? value : address)(x, y);
    }
    trace.headers.push_back(header);
    trace.offsets.push_back(offsets);
    trace.values.push_back(values);
    trace.float_operations.push_back(computed_);
  }

  void multiply(std::uint32_t first) {
    const auto word = [](std::uint32_t matrix, std::uint32_t x, std::uint32_t y) {
      return 4 * (64 * matrix + product_tile * y + x);
    };
    for (std::uint32_t warp = 0; warp < 2; ++warp) {
      const Address of_a = [&](std::uint32_t x, std::uint32_t y) { return 4 * (16 * (8 + y) + first + x); };
      const Address of_b = [&](std::uint32_t x, std::uint32_t y) { return 4 * (16 * (first + y) + 8 + x); };
      access(0, warp, 0, of_a);
      access(
          1, warp, 0, [&](std::uint32_t x, std::uint32_t y) { return word(0, x, y); }, of_a);
      access(2, warp, 1, of_b);
      access(
          3, warp, 1, [&](std::uint32_t x, std::uint32_t y) { return word(1, x, y); }, of_b);
    }
    for (std::uint32_t warp = 0; warp < 2; ++warp) {
      for (std::uint32_t i = 0; i < product_tile; ++i) {
        access(4, warp, 0, [&](std::uint32_t, std::uint32_t y) { return word(0, i, y); });
        access(5, warp, 1, [&](std::uint32_t x, std::uint32_t) { return word(1, x, i); });
        computed_ += 64;  // a multiply-add of each lane
      }
    }
  }

  std::shared_ptr<analysis::Traced> traced_;
  std::uint64_t computed_ = 0;
};

}  // namespace lanescope::gui::test
