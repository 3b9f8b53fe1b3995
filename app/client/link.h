// One running worker and its three pipes, without waiting.
#pragma once

#include <poll.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/process.h"
#include "lab/wire.h"

namespace warpscope::client {

/// Takes bytes as they come and gives whole lines.
class LineReader {
 public:
  static constexpr std::size_t longest_line = 4096;  ///< longer ones come in pieces
  /// The lines that are whole now.
  [[nodiscard]] std::vector<std::string> feed(const char* bytes, std::size_t count);
  /// What is left at the end, if anything.
  [[nodiscard]] std::optional<std::string> rest();

 private:
  std::string pending_;
};

/// Must be used by one thread, which lives as long as the worker should (see ChildProcess).
class Link {
 public:
  /// What came since the last call.
  struct Heard {
    std::vector<lab::Frame> frames;
    std::vector<std::string> lines;  ///< of its standard error
    bool ended = false;              ///< its output has ended: it died, or will not say anything more
    std::optional<Error> broken;     ///< what came was no frame
  };

  [[nodiscard]] static Expected<Link> start(const std::vector<std::string>& command,
                                            const std::vector<std::string>& environment);

  void send(const std::vector<std::uint8_t>& bytes);
  /// Whether bytes wait for the worker to read them.
  [[nodiscard]] bool sending() const noexcept { return sent_ < outgoing_.size(); }
  /// What to poll for; descriptors that have ended are negative, which poll() skips.
  [[nodiscard]] std::array<pollfd, 3> descriptors() const;
  /// Reads and writes what is possible now.
  [[nodiscard]] Heard exchange();
  [[nodiscard]] int process() const noexcept { return child_.id(); }

  /// Kills it and reads what it still wrote to standard error.
  struct Death {
    std::string how;                 ///< "exit status 3"
    std::optional<int> exit_status;  ///< empty: a signal
    std::vector<std::string> lines;
  };
  [[nodiscard]] Death kill();
  /// Lets it end by itself within the limit: what is queued is sent if it fits, then its input is closed.
  void part(std::chrono::milliseconds limit);

 private:
  explicit Link(ChildProcess child) : child_(std::move(child)) {}
  void write_queued();
  void read_frames(Heard& heard);
  void read_lines(std::vector<std::string>& lines);
  [[nodiscard]] Death death_of(const std::optional<ExitState>& state);

  ChildProcess child_;
  lab::FrameReader frames_;
  LineReader lines_;
  std::vector<std::uint8_t> outgoing_;
  std::size_t sent_ = 0;  ///< of outgoing_
};

}  // namespace warpscope::client
