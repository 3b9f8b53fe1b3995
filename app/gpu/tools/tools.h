// Small kernels on the device, compiled from device_source(): filling, guard zones, comparison, preview, timing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "catalogue/reference/expected_output.h"
#include "cuda/context.h"
#include "cuda/driver.h"
#include "cuda/memory.h"
#include "cuda/module.h"
#include "gpu/prepare/layout.h"
#include "gpu/tools/tool_arguments.h"

namespace lanescope::gpu {

/// All calls go to one stream and only queue work unless they say that they wait. Driver and stream must outlive it.
class Tools {
 public:
  /// Fails (launch) when the cubin is not made of device_source(), or not for this device.
  [[nodiscard]] static Expected<Tools> load(const cuda::Functions& functions, const cuda::DeviceInfo& device,
                                            const cuda::Stream& stream, const std::vector<std::uint8_t>& cubin);

  [[nodiscard]] Status fill(std::uint64_t address, std::uint64_t elements, const Filling& filling) const;
  /// Fills both zones of every buffer of the layout.
  [[nodiscard]] Status fill_guards(std::uint64_t block, const Layout& layout) const;
  /// Returns one report for each buffer. It waits.
  [[nodiscard]] Expected<std::vector<GuardReport>> check_guards(std::uint64_t block, const Layout& layout) const;
  /// Compares with Comparison::filling. It waits.
  [[nodiscard]] Expected<CompareReport> compare(const Comparison& comparison) const;
  /// Compares with bytes of this process, sent in pieces; they begin with element comparison.begin. It waits.
  [[nodiscard]] Expected<CompareReport> compare(const Comparison& comparison,
                                                std::span<const std::byte> expected) const;
  /// Compares only the expected elements, by their magnitudes where there are some. It waits.
  [[nodiscard]] Expected<CompareReport> compare(const Comparison& comparison,
                                                const catalogue::ExpectedOutput& expected) const;
  /// Writes the nearest elements of a matrix as f32, row-major.
  [[nodiscard]] Status preview(std::uint64_t elements, std::uint64_t type, std::uint64_t rows, std::uint64_t columns,
                               std::uint64_t picture, std::uint64_t width, std::uint64_t height) const;
  /// Blocks work that is queued after it until the word at `released` reaches `ticket`, at most `limit_ns` nanoseconds;
  /// then it writes the ticket to `expired`. Both words are mapped memory of this process.
  [[nodiscard]] Status block_queue(std::uint64_t released, std::uint32_t ticket, std::uint64_t limit_ns,
                                   std::uint64_t expired) const;
  /// Reads bytes (a multiple of 16) through the L2 cache.
  [[nodiscard]] Status read(std::uint64_t address, std::uint64_t bytes) const;
  /// Writes the ClockRecord of SM i to element i of `records`, for i < count, where a block ran.
  [[nodiscard]] Status record_clocks(std::uint64_t records, std::uint64_t count) const;

 private:
  enum Kernel {
    fill_kernel,
    guard_fill_kernel,
    guard_check_kernel,
    compare_kernel,
    explain_kernel,
    preview_kernel,
    hold_kernel,
    read_kernel,
    clocks_kernel
  };
  static constexpr std::size_t kernel_count = 9;

  template <class... Arguments>
  [[nodiscard]] Status launch(Kernel kernel, std::uint64_t threads, Arguments... arguments) const;
  [[nodiscard]] Status compare_queued(const Comparison& comparison) const;
  [[nodiscard]] Status compare_in_pieces(const Comparison& comparison, std::span<const std::byte> expected,
                                         std::span<const double> magnitudes) const;
  [[nodiscard]] Status begin_report() const;
  [[nodiscard]] Expected<CompareReport> end_report() const;
  [[nodiscard]] Status send(std::uint64_t address, std::span<const std::byte> bytes) const;
  [[nodiscard]] Status receive(std::span<std::byte> bytes, std::uint64_t address) const;

  const cuda::Functions* functions_ = nullptr;
  const cuda::Stream* stream_ = nullptr;
  std::uint64_t max_blocks_ = 0;
  cuda::Module module_;
  std::array<CUfunction, kernel_count> kernels_{};
  cuda::DeviceMemory reports_;
  cuda::DeviceMemory staging_;
};

}  // namespace lanescope::gpu
