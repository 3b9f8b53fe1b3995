#include "cuda/context.h"

namespace warpscope::cuda {

Called<PrimaryContext> PrimaryContext::retain(const Functions& functions, int ordinal) {
  CUdevice device = 0;
  if (auto got = functions.cuDeviceGet(&device, ordinal); !got) return tl::unexpected(got.error());
  PrimaryContext context;
  if (auto got = functions.cuDevicePrimaryCtxRetain(&context.context_, device); !got) {
    return tl::unexpected(got.error());
  }
  context.device_ = {functions, device};
  if (auto done = context.make_current(); !done) return tl::unexpected(done.error());
  return context;
}

Called<void> PrimaryContext::make_current() const {
  return device_.functions()->cuCtxSetCurrent(context_);
}

Called<Stream> Stream::create(const Functions& functions) {
  CUstream handle = nullptr;
  if (auto made = functions.cuStreamCreate(&handle, CU_STREAM_NON_BLOCKING); !made) return tl::unexpected(made.error());
  Stream stream;
  stream.stream_ = {functions, handle};
  return stream;
}

Called<void> Stream::synchronize() const {
  return stream_.functions()->cuStreamSynchronize(stream_.get());
}

Called<Event> Event::create(const Functions& functions) {
  CUevent handle = nullptr;
  if (auto made = functions.cuEventCreate(&handle, CU_EVENT_DEFAULT); !made) return tl::unexpected(made.error());
  Event event;
  event.event_ = {functions, handle};
  return event;
}

Called<void> Event::record(const Stream& stream) const {
  return event_.functions()->cuEventRecord(event_.get(), stream.get());
}

Called<void> Event::synchronize() const {
  return event_.functions()->cuEventSynchronize(event_.get());
}

Called<float> Event::milliseconds_since(const Event& start) const {
  float milliseconds = 0;
  auto got = event_.functions()->cuEventElapsedTime(&milliseconds, start.event_.get(), event_.get());
  if (!got) return tl::unexpected(got.error());
  return milliseconds;
}

}  // namespace warpscope::cuda
