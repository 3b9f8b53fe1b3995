// The primary context of a device, streams and events.
#pragma once

#include <chrono>

#include "cuda/owned.h"

namespace lanescope::cuda {

/// Retains the primary context while it lives. Calls use the context that is current on the calling thread.
class PrimaryContext {
 public:
  PrimaryContext() = default;
  /// Retains the context and makes it current on the calling thread.
  [[nodiscard]] static Expected<PrimaryContext> retain(const Functions& functions, int ordinal);
  [[nodiscard]] Status make_current() const;
  [[nodiscard]] CUcontext get() const noexcept { return context_; }

 private:
  Owned<CUdevice, &Functions::cuDevicePrimaryCtxRelease> device_;
  CUcontext context_ = nullptr;
};

/// A stream that does not wait for the default stream.
class Stream {
 public:
  Stream() = default;
  [[nodiscard]] static Expected<Stream> create(const Functions& functions);
  [[nodiscard]] Status synchronize() const;
  /// It fails (timeout) where that takes longer; what was begun goes on.
  [[nodiscard]] Status synchronize(std::chrono::milliseconds limit) const;
  [[nodiscard]] CUstream get() const noexcept { return stream_.get(); }

 private:
  Owned<CUstream, &Functions::cuStreamDestroy> stream_;
};

/// A point in a stream, with the device's time.
class Event {
 public:
  Event() = default;
  [[nodiscard]] static Expected<Event> create(const Functions& functions);
  [[nodiscard]] Status record(const Stream& stream) const;
  [[nodiscard]] Status synchronize() const;
  /// Returns the milliseconds from `start` to this event; both must have happened.
  [[nodiscard]] Expected<float> milliseconds_since(const Event& start) const;

 private:
  Owned<CUevent, &Functions::cuEventDestroy> event_;
};

}  // namespace lanescope::cuda
