#include "cuda/context.h"

#include <fmt/format.h>

#include <thread>

#include "cuda/messages.h"

namespace lanescope::cuda {

Expected<PrimaryContext> PrimaryContext::retain(const Functions& functions, int ordinal) {
  CUdevice device = 0;
  TRY_STATUS(functions.cuDeviceGet(&device, ordinal));
  PrimaryContext context;
  TRY_STATUS(functions.cuDevicePrimaryCtxRetain(&context.context_, device));
  context.device_ = {functions, device};
  TRY_STATUS(context.make_current());
  return context;
}

Status PrimaryContext::make_current() const {
  return device_.functions()->cuCtxSetCurrent(context_);
}

Expected<Stream> Stream::create(const Functions& functions) {
  Stream stream;
  TRY_STATUS(stream.stream_.make(functions, functions.cuStreamCreate, CU_STREAM_NON_BLOCKING));
  return stream;
}

Status Stream::synchronize() const {
  return stream_.functions()->cuStreamSynchronize(stream_.get());
}

Status Stream::synchronize(std::chrono::milliseconds limit) const {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds soon{1};
  const auto begin = Clock::now();
  while (stream_.functions()->cuStreamQuery.call_noexcept(stream_.get()) == CUDA_ERROR_NOT_READY) {
    const auto taken = Clock::now() - begin;
    if (taken > limit) return failure(FaultKind::timeout, message<"cuda.not_finished">(limit.count()));
    if (taken > soon) std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  return synchronize();  // at once, with the error that there may be
}

Expected<Event> Event::create(const Functions& functions) {
  Event event;
  TRY_STATUS(event.event_.make(functions, functions.cuEventCreate, CU_EVENT_DEFAULT));
  return event;
}

Status Event::record(const Stream& stream) const {
  return event_.functions()->cuEventRecord(event_.get(), stream.get());
}

Status Event::synchronize() const {
  return event_.functions()->cuEventSynchronize(event_.get());
}

Expected<float> Event::milliseconds_since(const Event& start) const {
  float milliseconds = 0;
  TRY_STATUS(event_.functions()->cuEventElapsedTime(&milliseconds, start.event_.get(), event_.get()));
  return milliseconds;
}

}  // namespace lanescope::cuda
