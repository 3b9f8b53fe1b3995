#include "gpu/timing/stopwatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include "cuda/functions.h"
#include "gpu/messages.h"
#include "gpu/timing/clock.h"
#include "gpu/timing/statistics.h"

namespace lanescope::gpu {
namespace {

constexpr std::uint64_t block_limit_ns = 1'000'000'000;
constexpr std::size_t empty_readings = 31;

// The mapped memory has two words in lines of their own, then the clocks before and after.
constexpr std::uint64_t released_at = 0;
constexpr std::uint64_t expired_at = 128;
constexpr std::uint64_t clocks_at = 256;

std::uint64_t clocks_bytes(std::uint64_t sm_count) {
  return sm_count * sizeof(ClockRecord);
}

std::uint32_t& word_at(const cuda::MappedMemory& memory, std::uint64_t offset) {
  return *reinterpret_cast<std::uint32_t*>(memory.data() + offset);
}

std::span<ClockRecord> clocks_in(const cuda::MappedMemory& memory, std::uint64_t sm_count, bool after) {
  std::byte* const first = memory.data() + clocks_at + (after ? clocks_bytes(sm_count) : 0);
  return {reinterpret_cast<ClockRecord*>(first), sm_count};
}

}  // namespace

Expected<Stopwatch> Stopwatch::create(const cuda::Functions& functions, const cuda::DeviceInfo& device,
                                      const cuda::Stream& stream, const Tools& tools) {
  Stopwatch watch;
  watch.functions_ = &functions;
  watch.stream_ = &stream;
  watch.tools_ = &tools;
  watch.l2_bytes_ = device.l2_bytes / 16 * 16;
  watch.sm_count_ = static_cast<std::uint64_t>(std::max(device.sm_count, 0));
  TRY(watch.mapped_, with_context<"doing.preparing_stopwatch">(
                         cuda::MappedMemory::allocate(functions, clocks_at + 2 * clocks_bytes(watch.sm_count_))));
  if (watch.l2_bytes_ == 0) {
    watch.why_no_cold_ = message<"timing.no_l2_size">();
  } else if (auto flushed = cuda::DeviceMemory::allocate(functions, 3 * watch.l2_bytes_)) {
    watch.flushed_ = std::move(*flushed);
    TRY_STATUS(watch.flush());
  } else {
    watch.why_no_cold_ = message<"timing.no_flush_memory">(3 * watch.l2_bytes_, flushed.error().what);
  }
  // Every kernel runs once, because the first launch loads its code, which may not happen while the queue is blocked.
  TRY_STATUS(tools.record_clocks(watch.mapped_.address() + clocks_at, watch.sm_count_));
  TRY_STATUS(with_context<"doing.preparing_stopwatch">(stream.synchronize()));
  return watch;
}

Status Stopwatch::Laps::record() {
  if (events_ == limit_) throw MachineError(Error{message<"internal.too_many_laps">(), "Stopwatch::measure", ""});
  return with_context<"doing.reading_clock">(watch_.events_[events_++].record(*watch_.stream_));
}
Status Stopwatch::Laps::start() {
  return record();
}
Status Stopwatch::Laps::stop() {
  return record();
}

Status Stopwatch::make_events(std::size_t count) {
  while (events_.size() < count) {
    TRY(auto event, with_context<"doing.making_event">(cuda::Event::create(*functions_)));
    events_.push_back(std::move(event));
  }
  return {};
}

Status Stopwatch::block_queue() {
  ++ticket_;
  return tools_->block_queue(mapped_.address() + released_at, ticket_, block_limit_ns, mapped_.address() + expired_at);
}

void Stopwatch::unblock_queue() const {
  std::atomic_ref(word_at(mapped_, released_at)).store(ticket_, std::memory_order_release);
}

bool Stopwatch::block_expired() const {
  return std::atomic_ref(word_at(mapped_, expired_at)).load(std::memory_order_acquire) == ticket_;
}

/// Written lines replace all others, but must be written back when others need their place, and the measured work would
/// pay for that. So other lines, twice as many as fit, are read after them.
Status Stopwatch::flush() const {
  TRY_STATUS(with_context<"doing.flushing_l2">(
      functions_->cuMemsetD32Async(flushed_.address(), 0, l2_bytes_ / 4, stream_->get())));
  return tools_->read(flushed_.address() + l2_bytes_, 2 * l2_bytes_);
}

Status Stopwatch::enqueue(const Work& work, Laps& laps) {
  const std::uint64_t clocks = mapped_.address() + clocks_at;
  if (work.caches == Caches::cold) TRY_STATUS(flush());
  TRY_STATUS(tools_->record_clocks(clocks, sm_count_));
  TRY_STATUS(work.queue(laps));
  return tools_->record_clocks(clocks + clocks_bytes(sm_count_), sm_count_);
}

Expected<Reading> Stopwatch::read_once(const Work& work, const Message& doing) {
  if (work.caches == Caches::cold && !why_no_cold_.empty()) {
    throw MachineError(Error{message<"internal.no_cold_time">(), doing, why_no_cold_});
  }
  TRY_STATUS(make_events(2 * work.laps));
  for (const bool after : {false, true}) std::ranges::fill(clocks_in(mapped_, sm_count_, after), ClockRecord{});
  Reading reading;
  reading.queue_blocked = work.launches <= max_blocked_launches;
  if (reading.queue_blocked) TRY_STATUS(block_queue());
  Laps laps(*this, 2 * work.laps);
  const auto queued = enqueue(work, laps);
  if (reading.queue_blocked) unblock_queue();  // whatever happened
  TRY_STATUS(queued);
  TRY_STATUS(with_context(doing, stream_->synchronize()));
  if (reading.queue_blocked && block_expired()) reading.queue_blocked = false;
  for (std::size_t i = 0; i + 1 < laps.events_; i += 2) {
    TRY(const auto lap, with_context<"doing.reading_clock">(events_[i + 1].milliseconds_since(events_[i])));
    reading.milliseconds += std::max(0.0, static_cast<double>(lap) - empty_ms_.value_or(0));
  }
  reading.clock_mhz = gpu::clock_mhz(clocks_in(mapped_, sm_count_, false), clocks_in(mapped_, sm_count_, true));
  return reading;
}

Expected<double> Stopwatch::empty_interval() {
  if (empty_ms_) return *empty_ms_;
  Work nothing;
  nothing.queue = [](Laps& laps) -> Status {
    TRY_STATUS(laps.start());
    return laps.stop();
  };
  std::vector<float> readings;
  for (std::size_t i = 0; i < empty_readings; ++i) {
    TRY(const auto reading, read_once(nothing, message<"doing.measuring_empty_interval">()));
    if (reading.queue_blocked) readings.push_back(static_cast<float>(reading.milliseconds));
  }
  std::sort(readings.begin(), readings.end());
  empty_ms_ = readings.empty() ? 0 : quantile(readings, 0.5);
  return *empty_ms_;
}

Expected<Reading> Stopwatch::measure(const Work& work, const Message& doing) {
  TRY_STATUS(empty_interval());
  return read_once(work, doing);
}

}  // namespace lanescope::gpu
