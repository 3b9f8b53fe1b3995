// The worker's ends of its two pipes.
#pragma once

#include <functional>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/process.h"
#include "lab/wire/wire.h"

namespace warpscope::worker {

/// The pipes, under numbers that nothing else writes to or reads from.
struct PrivatePipe {
  Descriptor input, output;
};
/// Takes standard input and output away for the protocol. Afterwards standard output goes where standard error does,
/// because device printf writes there, and standard input is empty. Ignores SIGPIPE: a reader that went away is an
/// error of write().
[[nodiscard]] Expected<PrivatePipe> take_standard_pipes();

/// Writes all bytes, waiting as long as it takes. Error: the reader went away.
[[nodiscard]] Status write_all(int descriptor, const std::vector<std::uint8_t>& bytes);

/// Reads frames on a thread of its own.
class PipeReader {
 public:
  struct Handlers {
    std::function<void(lab::WireFrame)> frame;
    /// The pipe ended, or what came is no frame (then with the error). Nothing is read after it.
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

}  // namespace warpscope::worker
