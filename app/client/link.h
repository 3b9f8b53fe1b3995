// One worker process and the frames to and from it. It never blocks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/process.h"
#include "experiments/wire/wire.h"

namespace lanescope::client {

class Link {
 public:
  /// Starts the worker and queues the handshake. It fails when the worker cannot be started.
  [[nodiscard]] static Expected<Link> start(const std::vector<std::string>& command,
                                            const std::vector<std::string>& environment);

  void send(const std::vector<std::uint8_t>& bytes);
  [[nodiscard]] bool has_unsent() const { return written_ < outgoing_.size(); }

  /// Writes what the pipe takes. A worker that stopped reading is sent nothing more; the end of its output tells why.
  void write_some();
  /// Reads available bytes into frames; false at the end of the stream. It fails when they are not the protocol.
  [[nodiscard]] Expected<bool> read_some();
  /// Reads standard error and returns its whole lines, and at its end also a last line without a line end.
  [[nodiscard]] std::vector<std::string> read_lines();

  [[nodiscard]] experiments::FrameReader& frames() { return reader_; }
  [[nodiscard]] ChildProcess& process() { return process_; }

 private:
  explicit Link(ChildProcess process) : process_(std::move(process)) {}
  ChildProcess process_;
  experiments::FrameReader reader_;
  std::vector<std::uint8_t> outgoing_;
  std::size_t written_ = 0;
  std::string unfinished_line_;
};

}  // namespace lanescope::client
