#include "gpu/trace/heat_gatherer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <span>
#include <utility>

#include "base/rounding.h"
#include "cuda/context.h"
#include "cuda/memory.h"
#include "cuda/module.h"
#include "gpu/messages.h"
#include "ptx/instrument/instrument.h"

namespace lanescope::gpu {
namespace {

using Kind = ptx::RecordPoint::Kind;

constexpr std::uint64_t gathering_threads = 128, max_gathering_blocks = 1u << 16;
constexpr std::uint64_t chunk_records = 64;  // for one thread
constexpr std::uint64_t nowhere = ~std::uint64_t{0};

template <class T>
Expected<T> gathering(Expected<T> called) {
  return with_context<"doing.gathering_accesses">(std::move(called));
}

enum Kernel { count_kernel, write_kernel, first_stores_kernel, rewriting_kernel };
constexpr std::array<const char*, 4> gathering_kernels = {"lanescope_heat_count", "lanescope_heat_write",
                                                          "lanescope_heat_first_stores", "lanescope_heat_rewriting"};

// They are declared in the same way in device/heat.cu.
enum DeviceKind : std::uint64_t { reads = 1, writes = 2, plain_store = 4, copy = 8 };
struct DeviceRange {
  std::uint64_t base = 0, bytes = 0, buffer = 0, granule_shift = 0, element_shift = 0, elements = 0, touched = 0;
};
struct DeviceSite {
  std::uint64_t kind = 0, bytes_per_lane = 0;
};
struct DeviceJob {
  std::uint64_t raw = 0, raw_count = 0, raw_bytes = 0;
  std::uint64_t site_of_point = 0, point_count = 0;
  std::uint64_t entry_of_launch = 0, launch_count = 0;
  std::uint64_t sites = 0, ranges = 0, range_count = 0, elsewhere = 0;
  std::uint64_t first_block = 0, block_count = 0;
  std::uint64_t chunks = 0, chunk_records = 0;
  std::uint64_t records = 0, record_count = 0;
  std::uint64_t totals = 0, launch_begins = 0, stored = 0, defects = 0;
  std::uint64_t first_stores = 0, store_range = 0;
};
static_assert(sizeof(DeviceRange) == 56 && sizeof(DeviceSite) == 16 && sizeof(DeviceJob) == 184);

/// Returns, by entry and by its points, the site when it is gathered.
std::vector<std::uint64_t> sites_of_points(const HeatRequest& request, const std::vector<std::string>& entries) {
  using Place = std::pair<std::string_view, std::int32_t>;  // an entry and a line of its PTX
  std::map<Place, std::uint64_t> numbers;
  for (std::size_t site = 0; site < request.decode.sites.size(); ++site) {
    numbers.emplace(Place(request.decode.sites[site].entry, request.decode.sites[site].ptx_line), site);
  }
  std::vector<std::uint64_t> table;
  for (const std::string& entry : entries) {
    for (const ptx::RecordPoint& point : request.decode.points) {
      const auto known = numbers.find(Place(entry, point.ptx_line));
      const bool gathered = (point.kind == Kind::access || point.kind == Kind::copy_source) && known != numbers.end() &&
                            (request.sites[known->second].reads || request.sites[known->second].writes);
      table.push_back(gathered ? known->second : nowhere);
    }
  }
  return table;
}

std::vector<DeviceSite> device_sites(const HeatRequest& request) {
  std::vector<DeviceSite> sites;
  for (std::size_t number = 0; number < request.sites.size(); ++number) {
    const HeatSite& site = request.sites[number];
    const bool copies = trace::is_asynchronous_copy(request.decode.sites[number].operation);
    std::uint64_t kind = site.reads ? reads : std::uint64_t{0};
    if (site.writes) kind |= writes;
    if (site.plain_store) kind |= plain_store;
    if (copies) kind |= copy;
    sites.push_back({kind, site.bytes_per_lane});
  }
  return sites;
}

std::uint64_t log2_of(std::uint32_t power) {
  return static_cast<std::uint64_t>(std::countr_zero(power));
}

}  // namespace

struct HeatGatherer::State {
  const cuda::Functions* functions = nullptr;
  cuda::Stream stream;
  cuda::Module module;
  std::array<CUfunction, gathering_kernels.size()> kernels{};

  // They belong to the last count().
  HeatRequest request;
  DeviceJob job;
  HeatCount counted;
  std::vector<DeviceRange> ranges;
  std::vector<std::uint64_t> stored;  // by buffer
  cuda::DeviceMemory tables, chunks, touched;

  Expected<cuda::DeviceMemory> allocate(std::uint64_t bytes) const {
    return gathering(cuda::DeviceMemory::allocate(*functions, std::max<std::uint64_t>(bytes, 8)));
  }
  Status wait() const { return gathering(stream.synchronize()); }
  Status send(std::uint64_t address, std::span<const std::byte> bytes) const {
    if (bytes.empty()) return {};
    return gathering(functions->cuMemcpyHtoDAsync(address, bytes.data(), bytes.size(), stream.get()));
  }
  Status receive(std::span<std::byte> bytes, std::uint64_t address) const {
    if (bytes.empty()) return {};
    TRY_STATUS(gathering(functions->cuMemcpyDtoHAsync(bytes.data(), address, bytes.size(), stream.get())));
    return wait();
  }
  Status set(std::uint64_t address, std::uint32_t word, std::uint64_t bytes) const {
    if (bytes < 4) return {};
    return gathering(functions->cuMemsetD32Async(address, word, bytes / 4, stream.get()));
  }
  template <class... Arguments>
  Status launch(Kernel kernel, std::uint64_t threads, Arguments... arguments) const {
    if (threads == 0) return {};
    const auto blocks = static_cast<unsigned>(std::min(ceil_div(threads, gathering_threads), max_gathering_blocks));
    std::array<void*, sizeof...(arguments)> pointers = {&arguments...};
    return gathering(functions->cuLaunchKernel(kernels.at(kernel), blocks, 1, 1,
                                               static_cast<unsigned>(gathering_threads), 1, 1, 0, stream.get(),
                                               pointers.data(), nullptr));
  }

  /// Copies the tables of the job to device memory, one after the other.
  Status send_tables() {
    std::vector<std::string> entries;
    std::vector<std::uint64_t> entry_of_launch;
    for (const std::string& entry : request.decode.entries) {
      if (entry.empty()) {
        entry_of_launch.push_back(nowhere);
        continue;
      }
      const auto known = std::find(entries.begin(), entries.end(), entry);
      entry_of_launch.push_back(static_cast<std::uint64_t>(known - entries.begin()));
      if (known == entries.end()) entries.push_back(entry);
    }
    std::vector<std::byte> bytes;
    const auto append = [&]<class T>(const std::vector<T>& values) {
      const std::uint64_t at = bytes.size();
      const auto raw = std::as_bytes(std::span(values));
      bytes.insert(bytes.end(), raw.begin(), raw.end());
      return at;
    };
    const auto room = [&](std::uint64_t words) { return append(std::vector<std::uint64_t>(words)); };
    job.site_of_point = append(sites_of_points(request, entries));
    job.entry_of_launch = append(entry_of_launch);
    job.sites = append(device_sites(request));
    job.ranges = append(ranges);
    job.totals = room(request.buffers.size() * sizeof(HeatTotals) / 8);
    job.stored = room(request.buffers.size());
    job.launch_begins = append(std::vector<std::uint64_t>(entry_of_launch.size(), nowhere));
    job.defects = room(1);
    TRY(tables, allocate(bytes.size()));
    for (std::uint64_t* address : {&job.site_of_point, &job.entry_of_launch, &job.sites, &job.ranges, &job.totals,
                                   &job.stored, &job.launch_begins, &job.defects}) {
      *address += tables.address();
    }
    job.point_count = request.decode.points.size();
    job.launch_count = entry_of_launch.size();
    job.range_count = ranges.size();
    job.elsewhere = request.decode.unmapped_buffer;
    TRY_STATUS(send(tables.address(), bytes));
    return wait();  // it waits because `bytes` ends here
  }

  /// Clears one bit for each element of all buffers.
  Status clear_touched() {
    std::uint64_t bytes = 0;
    for (const DeviceRange& range : ranges) bytes += (range.elements + 31) / 32 * 4;
    TRY(touched, allocate(bytes));
    std::uint64_t at = touched.address();
    for (DeviceRange& range : ranges) {
      range.touched = range.elements == 0 ? 0 : at;
      at += (range.elements + 31) / 32 * 4;
    }
    return set(touched.address(), 0, bytes);
  }

  Status mark(std::uint64_t records);
};

HeatGatherer::HeatGatherer(std::unique_ptr<State> state) : state_(std::move(state)) {}
HeatGatherer::HeatGatherer(HeatGatherer&&) noexcept = default;
HeatGatherer& HeatGatherer::operator=(HeatGatherer&&) noexcept = default;
HeatGatherer::~HeatGatherer() = default;

Expected<HeatGatherer> HeatGatherer::load(const cuda::Functions& functions, const std::vector<std::uint8_t>& cubin) {
  auto state = std::make_unique<State>();
  state->functions = &functions;
  TRY(state->stream, gathering(cuda::Stream::create(functions)));
  TRY(state->module, gathering(cuda::Module::load(functions, cubin)));
  for (std::size_t kernel = 0; kernel < gathering_kernels.size(); ++kernel) {
    TRY(state->kernels.at(kernel), gathering(state->module.entry(gathering_kernels.at(kernel))));
  }
  return HeatGatherer(std::move(state));
}

Expected<HeatCount> HeatGatherer::count(Execution& execution, const RecordingPlan& recording, HeatRequest request) {
  State& state = *state_;
  const TraceBuffer& buffer = recording.buffer;
  ptx::RecordCounters counters;
  TRY_STATUS(execution.read(buffer.index, 0, std::as_writable_bytes(std::span(&counters, 1))));
  set_address_ranges(execution, recording, request.decode);
  state.request = std::move(request);
  state.ranges.clear();
  for (const AddressRange& range : state.request.decode.ranges) {
    const HeatBuffer& elements = state.request.buffers.at(range.buffer);
    state.ranges.push_back({range.base, range.bytes, range.buffer, log2_of(elements.granule),
                            log2_of(elements.bytes_per_element), elements.elements, 0});
  }
  if (state.ranges.size() > 256) {
    return failure(message<"trace.too_many_buffers">());
  }
  state.job = {};
  state.job.raw = execution.address(buffer.index) + buffer.records;
  state.job.raw_count = std::min(counters.accesses, buffer.max_records);
  state.job.raw_bytes = ptx::record_bytes(buffer.values);
  state.job.first_block = buffer.first_block;
  state.job.block_count = buffer.blocks;
  state.job.chunk_records = chunk_records;
  TRY_STATUS(state.send_tables());

  std::vector<std::uint64_t> chunks(ceil_div(state.job.raw_count, chunk_records));
  TRY(state.chunks, state.allocate(chunks.size() * 8));
  state.job.chunks = state.chunks.address();
  TRY_STATUS(state.launch(count_kernel, chunks.size(), state.job));
  std::uint64_t defects = 0;
  TRY_STATUS(state.receive(std::as_writable_bytes(std::span(&defects, 1)), state.job.defects));
  TRY_STATUS(state.receive(std::as_writable_bytes(std::span(chunks)), state.job.chunks));
  state.stored.assign(state.request.buffers.size(), 0);
  TRY_STATUS(state.receive(std::as_writable_bytes(std::span(state.stored)), state.job.stored));
  if (defects != 0) {
    return failure(message<"trace.heat_not_of_kernel">(), "", message<"trace.block_without_time_remedy">());
  }
  std::uint64_t records = 0;
  for (std::uint64_t& chunk : chunks) records += std::exchange(chunk, records);
  TRY_STATUS(state.send(state.job.chunks, std::as_bytes(std::span(chunks))));
  TRY_STATUS(state.wait());
  state.counted = {records, counters.accesses - state.job.raw_count};
  return state.counted;
}

std::uint64_t HeatGatherer::bytes_for_marks() const {
  std::uint64_t most = 0;
  for (const DeviceRange& range : state_->ranges) {
    if (state_->stored.at(range.buffer) != 0) most = std::max(most, 4 * range.elements);
  }
  return most;
}

/// Marks one launch after the other, and in each one buffer after the other.
Status HeatGatherer::State::mark(std::uint64_t records) {
  std::vector<std::uint64_t> begins(request.decode.entries.size());
  TRY_STATUS(receive(std::as_writable_bytes(std::span(begins)), job.launch_begins));
  std::erase(begins, nowhere);
  std::sort(begins.begin(), begins.end());
  begins.push_back(records);
  for (std::size_t number = 0; number < ranges.size(); ++number) {
    const DeviceRange& range = ranges[number];
    if (stored.at(range.buffer) == 0 || range.elements == 0) continue;
    TRY(auto first_stores, allocate(4 * range.elements));
    job.first_stores = first_stores.address();
    job.store_range = number;
    for (std::size_t launch = 0; launch + 1 < begins.size(); ++launch) {
      const std::uint64_t begin = begins[launch], end = begins[launch + 1];
      const std::uint64_t lanes = (end - begin) * trace::lanes_per_warp;
      TRY_STATUS(set(job.first_stores, 0xffffffffu, 4 * range.elements));
      TRY_STATUS(this->launch(first_stores_kernel, lanes, job, begin, end));
      TRY_STATUS(this->launch(rewriting_kernel, lanes, job, begin, end));
    }
    TRY_STATUS(wait());  // it waits before the memory ends
  }
  return {};
}

Expected<std::vector<HeatTotals>> HeatGatherer::write(std::uint64_t destination, std::uint64_t max_records,
                                                      bool marks) {
  State& state = *state_;
  const std::uint64_t records = std::min({state.counted.records, max_records, max_heat_records});
  state.job.records = destination;
  state.job.record_count = records;
  TRY_STATUS(state.clear_touched());
  auto done = state.send(state.job.ranges, std::as_bytes(std::span(state.ranges)));
  const std::uint64_t chunks = ceil_div(state.job.raw_count, chunk_records);
  if (done) done = state.launch(write_kernel, chunks, state.job);
  if (done) done = state.wait();
  if (done && marks) done = state.mark(records);
  std::vector<HeatTotals> totals(state.request.buffers.size());
  if (done) done = state.receive(std::as_writable_bytes(std::span(totals)), state.job.totals);
  state.touched = {};
  state.chunks = {};
  TRY_STATUS(done);
  return totals;
}

Status HeatGatherer::read(std::span<std::byte> bytes, std::uint64_t address) const {
  return state_->receive(bytes, address);
}

}  // namespace lanescope::gpu
