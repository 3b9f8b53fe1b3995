#include "gpu/tools/tools.h"

#include <algorithm>
#include <bit>

#include "base/rounding.h"
#include "catalogue/launch_plan.h"
#include "cuda/functions.h"
#include "gpu/messages.h"

namespace lanescope::gpu {
namespace {

constexpr std::uint64_t tool_threads = 256;
constexpr std::uint64_t blocks_per_sm = 16;  // so many fill any SM with 256-thread blocks
constexpr std::uint64_t report_bytes = std::uint64_t{64} << 10;
constexpr std::uint64_t staging_bytes = std::uint64_t{16} << 20;

constexpr std::array<const char*, 9> tool_names = {"lanescope_fill",    "lanescope_guard_fill", "lanescope_guard_check",
                                                   "lanescope_compare", "lanescope_explain",    "lanescope_preview",
                                                   "lanescope_hold",    "lanescope_read",       "lanescope_clocks"};

// The kernels take these by value, so both compilers must give them the same layout.
static_assert(sizeof(Filling) == 40 && sizeof(GuardReport) == 16 &&
              sizeof(CompareReport) == 56 + 8 * catalogue::max_wrong_listed && sizeof(CompareReport) <= report_bytes);
static_assert(sizeof(Comparison) == 152);

template <class T>
std::span<const std::byte> bytes_of(const T* first, std::size_t count) {
  return std::as_bytes(std::span<const T>(first, count));
}

}  // namespace

Expected<Tools> Tools::load(const cuda::Functions& functions, const cuda::DeviceInfo& device,
                            const cuda::Stream& stream, const std::vector<std::uint8_t>& cubin) {
  const Message doing = message<"doing.loading_tools">();
  Tools tools;
  tools.functions_ = &functions;
  tools.stream_ = &stream;
  tools.max_blocks_ = blocks_per_sm * static_cast<std::uint64_t>(std::max(device.sm_count, 1));
  TRY(tools.module_, with_context(doing, cuda::Module::load(functions, cubin)));
  static_assert(tool_names.size() == kernel_count);
  for (std::size_t i = 0; i < tool_names.size(); ++i) {
    TRY(tools.kernels_[i], with_context(doing, tools.module_.entry(tool_names[i])));
  }
  TRY(tools.reports_, with_context(doing, cuda::DeviceMemory::allocate(functions, report_bytes)));
  TRY(tools.staging_, with_context(doing, cuda::DeviceMemory::allocate(functions, staging_bytes)));
  return tools;
}

template <class... Arguments>
Status Tools::launch(Kernel kernel, std::uint64_t threads, Arguments... arguments) const {
  if (threads == 0) return {};
  const std::uint64_t wanted = ceil_div(threads, tool_threads);
  const auto blocks = static_cast<unsigned>(std::min(wanted, max_blocks_));
  std::array<void*, sizeof...(arguments)> pointers = {&arguments...};
  return with_context(tool_names[kernel],
                      functions_->cuLaunchKernel(kernels_[kernel], blocks, 1, 1, static_cast<unsigned>(tool_threads), 1,
                                                 1, 0, stream_->get(), pointers.data(), nullptr));
}

Status Tools::send(std::uint64_t address, std::span<const std::byte> bytes) const {
  return with_context<"doing.sending_to_device">(
      functions_->cuMemcpyHtoDAsync(address, bytes.data(), bytes.size(), stream_->get()));
}

Status Tools::receive(std::span<std::byte> bytes, std::uint64_t address) const {
  TRY_STATUS(with_context<"doing.reading_from_device">(
      functions_->cuMemcpyDtoHAsync(bytes.data(), address, bytes.size(), stream_->get())));
  return with_context<"doing.reading_from_device">(stream_->synchronize());
}

Status Tools::fill(std::uint64_t address, std::uint64_t elements, const Filling& filling) const {
  return launch(fill_kernel, elements, address, elements, filling);
}

Status Tools::fill_guards(std::uint64_t block, const Layout& layout) const {
  for (const Place& place : layout.places) {
    for (const std::uint64_t zone : {place.front_guard(), place.rear_guard()}) {
      TRY_STATUS(launch(guard_fill_kernel, guard_bytes, block, zone, guard_bytes));
    }
  }
  return {};
}

Expected<std::vector<GuardReport>> Tools::check_guards(std::uint64_t block, const Layout& layout) const {
  std::vector<GuardReport> reports(layout.places.size());
  constexpr std::size_t at_once = report_bytes / sizeof(GuardReport);
  for (std::size_t begin = 0; begin < reports.size(); begin += at_once) {
    const std::size_t count = std::min(at_once, reports.size() - begin);
    TRY_STATUS(send(reports_.address(), bytes_of(&reports[begin], count)));
    for (std::size_t i = 0; i < count; ++i) {
      const Place& place = layout.places[begin + i];
      const std::uint64_t report = reports_.address() + i * sizeof(GuardReport);
      for (const std::uint64_t zone : {place.front_guard(), place.rear_guard()}) {
        TRY_STATUS(launch(guard_check_kernel, guard_bytes, block, zone, guard_bytes, place.start, report));
      }
    }
    TRY_STATUS(receive(std::as_writable_bytes(std::span(&reports[begin], count)), reports_.address()));
  }
  return reports;
}

Status Tools::compare_queued(const Comparison& comparison) const {
  TRY_STATUS(launch(compare_kernel, comparison.count, comparison, reports_.address()));
  return launch(explain_kernel, 1, comparison, reports_.address());
}

Status Tools::begin_report() const {
  const CompareReport report;
  return send(reports_.address(), bytes_of(&report, 1));
}

Expected<CompareReport> Tools::end_report() const {
  CompareReport report;
  TRY_STATUS(receive(std::as_writable_bytes(std::span(&report, 1)), reports_.address()));
  return report;
}

/// The magnitudes come first in the staging memory, so that what follows them is aligned for every type.
Status Tools::compare_in_pieces(const Comparison& comparison, std::span<const std::byte> expected,
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
      TRY_STATUS(send(piece.magnitudes, std::as_bytes(magnitudes.subspan(done, piece.count))));
    }
    TRY_STATUS(send(piece.expected, expected.subspan(done * value_bytes, piece.count * value_bytes)));
    TRY_STATUS(compare_queued(piece));
  }
  return {};
}

Expected<CompareReport> Tools::compare(const Comparison& comparison) const {
  TRY_STATUS(begin_report());
  TRY_STATUS(compare_queued(comparison));
  return end_report();
}

Expected<CompareReport> Tools::compare(const Comparison& comparison, std::span<const std::byte> expected) const {
  TRY_STATUS(begin_report());
  TRY_STATUS(compare_in_pieces(comparison, expected, {}));
  return end_report();
}

Expected<CompareReport> Tools::compare(const Comparison& comparison, const catalogue::ExpectedOutput& expected) const {
  TRY_STATUS(begin_report());
  const std::uint64_t value_bytes = catalogue::size_of(static_cast<catalogue::ElementType>(comparison.type));
  const std::span<const std::byte> values(expected.values);
  const std::span<const double> magnitudes(expected.magnitudes);
  std::uint64_t done = 0;
  for (const catalogue::ElementRun& elements : expected.runs) {
    Comparison run = comparison;
    run.begin = elements.begin;
    run.count = elements.count;
    TRY_STATUS(compare_in_pieces(run, values.subspan(done * value_bytes, run.count * value_bytes),
                                 magnitudes.empty() ? magnitudes : magnitudes.subspan(done, run.count)));
    done += run.count;
  }
  return end_report();
}

Status Tools::preview(std::uint64_t elements, std::uint64_t type, std::uint64_t rows, std::uint64_t columns,
                      std::uint64_t picture, std::uint64_t width, std::uint64_t height) const {
  return launch(preview_kernel, width * height, elements, type, rows, columns, picture, width, height);
}

Status Tools::block_queue(std::uint64_t released, std::uint32_t ticket, std::uint64_t limit_ns,
                          std::uint64_t expired) const {
  return launch(hold_kernel, 1, released, ticket, limit_ns, expired);
}

Status Tools::read(std::uint64_t address, std::uint64_t bytes) const {
  const std::uint64_t pairs = bytes / 16;
  return launch(read_kernel, pairs, address, pairs, reports_.address());
}

Status Tools::record_clocks(std::uint64_t records, std::uint64_t count) const {
  return launch(clocks_kernel, count * tool_threads, records, count);
}

}  // namespace lanescope::gpu
