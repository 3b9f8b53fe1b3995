// The worker's end of its two pipes.
#pragma once

#include <functional>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/process.h"
#include "experiments/wire/wire.h"

namespace lanescope::worker {

/// The pipes, under descriptors that nothing else reads or writes.
struct PrivatePipe {
  Descriptor input, output;
};
/// Takes standard input and output away for the protocol. Afterwards standard output goes to standard error, because
/// device printf writes to it, and standard input is empty. It ignores SIGPIPE: write() reports a reader that is gone.
[[nodiscard]] Expected<PrivatePipe> take_standard_pipes();

/// Writes all bytes and waits as long as it takes. It fails when the reader is gone.
[[nodiscard]] Status write_all(int descriptor, const std::vector<std::uint8_t>& bytes);

/// Reads frames on a thread of its own.
class PipeReader {
 public:
  struct Handlers {
    std::function<void(experiments::WireFrame)> frame;
    /// Called when the pipe ended or the input is not a frame (then with the error). Nothing is read after that.
    std::function<void(const Status&)> end;
  };
  /// Both are called on the reader's thread. The descriptor must outlive this object.
  PipeReader(int descriptor, Handlers handlers);
  ~PipeReader();  ///< stops reading
  PipeReader(const PipeReader&) = delete;
  PipeReader& operator=(const PipeReader&) = delete;

 private:
  void read_frames();
  [[nodiscard]] bool wait_for_bytes() const;

  int descriptor_;
  Handlers handlers_;
  Descriptor stop_;  ///< an event that wakes the thread
  std::thread thread_;
};

}  // namespace lanescope::worker
