#include "gpu/tools.h"

#include <algorithm>
#include <bit>

#include "catalogue/launch_plan.h"
#include "cuda/functions.h"

namespace warpscope::gpu {
namespace {

constexpr std::uint64_t tool_threads = 256;
constexpr std::uint64_t blocks_per_sm = 16;  // enough to fill any SM with 256-thread blocks
constexpr std::uint64_t report_bytes = std::uint64_t{64} << 10;
constexpr std::uint64_t staging_bytes = std::uint64_t{16} << 20;

constexpr std::array<const char*, 9> tool_names = {"warpscope_fill",    "warpscope_guard_fill", "warpscope_guard_check",
                                                   "warpscope_compare", "warpscope_explain",    "warpscope_preview",
                                                   "warpscope_hold",    "warpscope_read",       "warpscope_clocks"};

// The kernels take these by value: both compilers must see the same bytes.
static_assert(sizeof(Filling) == 32 && sizeof(GuardReport) == 16 &&
              sizeof(CompareReport) == 56 + 8 * max_wrong_listed && sizeof(CompareReport) <= report_bytes);
static_assert(sizeof(Comparison) == 144);

template <class T>
std::span<const std::byte> bytes_of(const T* first, std::size_t count) {
  return std::as_bytes(std::span<const T>(first, count));
}

}  // namespace

Outcome<Tools> Tools::load(const cuda::Functions& functions, const cuda::DeviceInfo& device, const cuda::Stream& stream,
                           const std::vector<std::uint8_t>& cubin) {
  constexpr std::string_view doing = "loading the program's own kernels";
  Tools tools;
  tools.functions_ = &functions;
  tools.stream_ = &stream;
  tools.max_blocks_ = blocks_per_sm * static_cast<std::uint64_t>(std::max(device.sm_count, 1));
  auto module = during(doing, cuda::Module::load(functions, cubin));
  if (!module) return tl::unexpected(module.error());
  tools.module_ = std::move(*module);
  static_assert(tool_names.size() == kernel_count);
  for (std::size_t i = 0; i < tool_names.size(); ++i) {
    auto entry = during(doing, tools.module_.entry(tool_names[i]));
    if (!entry) return tl::unexpected(entry.error());
    tools.kernels_[i] = *entry;
  }
  auto reports = during(doing, cuda::DeviceMemory::allocate(functions, report_bytes));
  if (!reports) return tl::unexpected(reports.error());
  tools.reports_ = std::move(*reports);
  auto staging = during(doing, cuda::DeviceMemory::allocate(functions, staging_bytes));
  if (!staging) return tl::unexpected(staging.error());
  tools.staging_ = std::move(*staging);
  return tools;
}

template <class... Arguments>
Outcome<void> Tools::launch(Kernel kernel, std::uint64_t threads, Arguments... arguments) const {
  if (threads == 0) return {};
  const std::uint64_t wanted = (threads + tool_threads - 1) / tool_threads;
  const auto blocks = static_cast<unsigned>(std::min(wanted, max_blocks_));
  std::array<void*, sizeof...(arguments)> pointers = {&arguments...};
  return during(tool_names[kernel],
                functions_->cuLaunchKernel(kernels_[kernel], blocks, 1, 1, static_cast<unsigned>(tool_threads), 1, 1, 0,
                                           stream_->get(), pointers.data(), nullptr));
}

Outcome<void> Tools::send(std::uint64_t address, std::span<const std::byte> bytes) const {
  return during("sending to the device",
                functions_->cuMemcpyHtoDAsync(address, bytes.data(), bytes.size(), stream_->get()));
}

Outcome<void> Tools::receive(std::span<std::byte> bytes, std::uint64_t address) const {
  auto copied = during("reading from the device",
                       functions_->cuMemcpyDtoHAsync(bytes.data(), address, bytes.size(), stream_->get()));
  if (!copied) return copied;
  return during("reading from the device", stream_->synchronize());
}

Outcome<void> Tools::fill(std::uint64_t address, std::uint64_t elements, const Filling& filling) const {
  return launch(fill_kernel, elements, address, elements, filling);
}

Outcome<void> Tools::fill_guards(std::uint64_t block, const Layout& layout) const {
  for (const Place& place : layout.places) {
    for (const std::uint64_t zone : {place.front_guard(), place.rear_guard()}) {
      if (auto queued = launch(guard_fill_kernel, guard_bytes, block, zone, guard_bytes); !queued) return queued;
    }
  }
  return {};
}

Outcome<std::vector<GuardReport>> Tools::check_guards(std::uint64_t block, const Layout& layout) const {
  std::vector<GuardReport> reports(layout.places.size());
  constexpr std::size_t at_once = report_bytes / sizeof(GuardReport);
  for (std::size_t begin = 0; begin < reports.size(); begin += at_once) {
    const std::size_t count = std::min(at_once, reports.size() - begin);
    if (auto sent = send(reports_.address(), bytes_of(&reports[begin], count)); !sent) {
      return tl::unexpected(sent.error());
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Place& place = layout.places[begin + i];
      const std::uint64_t report = reports_.address() + i * sizeof(GuardReport);
      for (const std::uint64_t zone : {place.front_guard(), place.rear_guard()}) {
        auto queued = launch(guard_check_kernel, guard_bytes, block, zone, guard_bytes, place.start, report);
        if (!queued) return tl::unexpected(queued.error());
      }
    }
    auto received = receive(std::as_writable_bytes(std::span(&reports[begin], count)), reports_.address());
    if (!received) return tl::unexpected(received.error());
  }
  return reports;
}

Outcome<void> Tools::compare_queued(const Comparison& comparison) const {
  auto compared = launch(compare_kernel, comparison.count, comparison, reports_.address());
  if (!compared) return compared;
  return launch(explain_kernel, 1, comparison, reports_.address());
}

Outcome<void> Tools::begin_report() const {
  const CompareReport report;
  return send(reports_.address(), bytes_of(&report, 1));
}

Outcome<CompareReport> Tools::end_report() const {
  CompareReport report;
  auto received = receive(std::as_writable_bytes(std::span(&report, 1)), reports_.address());
  if (!received) return tl::unexpected(received.error());
  return report;
}

/// The magnitudes come first in the staging memory: what follows them is aligned for every type.
Outcome<void> Tools::compare_in_pieces(const Comparison& comparison, std::span<const std::byte> expected,
                                       std::span<const double> magnitudes) const {
  const std::uint64_t value_bytes = catalogue::size_of(static_cast<catalogue::ElementType>(comparison.type));
  const std::uint64_t magnitude_bytes = magnitudes.empty() ? 0 : sizeof(double);
  const std::uint64_t at_once = staging_bytes / (value_bytes + magnitude_bytes);
  for (std::uint64_t done = 0; done < comparison.count; done += at_once) {
    Comparison piece = comparison;
    piece.begin = comparison.begin + done;
    piece.count = std::min(at_once, comparison.count - done);
    piece.expected = staging_.address() + piece.count * magnitude_bytes;
    if (!magnitudes.empty()) {
      piece.magnitudes = staging_.address();
      auto sent = send(piece.magnitudes, std::as_bytes(magnitudes.subspan(done, piece.count)));
      if (!sent) return sent;
    }
    auto sent = send(piece.expected, expected.subspan(done * value_bytes, piece.count * value_bytes));
    if (!sent) return sent;
    if (auto queued = compare_queued(piece); !queued) return queued;
  }
  return {};
}

Outcome<CompareReport> Tools::compare(const Comparison& comparison) const {
  if (auto begun = begin_report(); !begun) return tl::unexpected(begun.error());
  if (auto queued = compare_queued(comparison); !queued) return tl::unexpected(queued.error());
  return end_report();
}

Outcome<CompareReport> Tools::compare(const Comparison& comparison, std::span<const std::byte> expected) const {
  if (auto begun = begin_report(); !begun) return tl::unexpected(begun.error());
  if (auto queued = compare_in_pieces(comparison, expected, {}); !queued) return tl::unexpected(queued.error());
  return end_report();
}

Outcome<CompareReport> Tools::compare(const Comparison& comparison, const catalogue::ExpectedOutput& expected) const {
  if (auto begun = begin_report(); !begun) return tl::unexpected(begun.error());
  const std::uint64_t value_bytes = catalogue::size_of(static_cast<catalogue::ElementType>(comparison.type));
  const std::span<const std::byte> values(expected.values);
  const std::span<const double> magnitudes(expected.magnitudes);
  std::uint64_t done = 0;
  for (const catalogue::ElementRun& elements : expected.runs) {
    Comparison run = comparison;
    run.begin = elements.begin;
    run.count = elements.count;
    auto queued = compare_in_pieces(run, values.subspan(done * value_bytes, run.count * value_bytes),
                                    magnitudes.empty() ? magnitudes : magnitudes.subspan(done, run.count));
    if (!queued) return tl::unexpected(queued.error());
    done += run.count;
  }
  return end_report();
}

Outcome<void> Tools::preview(std::uint64_t elements, std::uint64_t type, std::uint64_t rows, std::uint64_t columns,
                             std::uint64_t picture, std::uint64_t width, std::uint64_t height) const {
  return launch(preview_kernel, width * height, elements, type, rows, columns, picture, width, height);
}

Outcome<void> Tools::hold(std::uint64_t released, std::uint32_t ticket, std::uint64_t limit_ns,
                          std::uint64_t expired) const {
  return launch(hold_kernel, 1, released, ticket, limit_ns, expired);
}

Outcome<void> Tools::read(std::uint64_t address, std::uint64_t bytes) const {
  const std::uint64_t pairs = bytes / 16;
  return launch(read_kernel, pairs, address, pairs, reports_.address());
}

Outcome<void> Tools::note_clocks(std::uint64_t records, std::uint64_t count) const {
  return launch(clocks_kernel, count * tool_threads, records, count);
}

}  // namespace warpscope::gpu
