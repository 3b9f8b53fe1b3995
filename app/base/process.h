// Child processes with three pipes, and file descriptors that close themselves.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/unique_handle.h"

namespace warpscope {

void close_descriptor(int descriptor) noexcept;
/// Owns one file descriptor; -1 is none.
using Descriptor = UniqueHandle<int, -1, close_descriptor>;

/// How a child ended: exit status, or the signal that killed it.
struct ExitState {
  std::optional<int> status;
  std::optional<int> signal;
  [[nodiscard]] std::string text() const;  ///< "exit status 3" or "killed by signal 9 (Killed)"
};

/// A child process whose standard input, output and error are pipes. Destruction kills and reaps it, and the child is
/// killed when the *thread* that started it ends (Linux ties the parent-death signal to the thread): start children
/// from a thread that lives as long as they should.
class ChildProcess {
 public:
  ChildProcess() = default;
  ChildProcess(ChildProcess&& other) noexcept { *this = std::move(other); }
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess();

  /// Starts arguments[0] (searched in PATH). Extra environment entries are "NAME=VALUE". Error: why it did not start.
  [[nodiscard]] static Expected<ChildProcess> start(const std::vector<std::string>& arguments,
                                                    const std::vector<std::string>& environment = {});

  [[nodiscard]] Descriptor& input() noexcept { return input_; }    ///< we write, the child reads
  [[nodiscard]] Descriptor& output() noexcept { return output_; }  ///< the child writes, we read
  [[nodiscard]] Descriptor& error() noexcept { return error_; }
  [[nodiscard]] pid_t id() const noexcept { return id_; }

  void kill() noexcept;  ///< SIGKILL; harmless when it has ended
  [[nodiscard]] std::optional<ExitState> wait(std::chrono::milliseconds limit);  ///< empty when it still runs
  explicit operator bool() const noexcept { return id_ > 0; }

 private:
  pid_t id_ = -1;
  Descriptor input_, output_, error_;
  std::optional<ExitState> ended_;
};

/// Runs a program to its end, standard input empty. Error: it could not be started or outlived the limit (then killed).
struct FinishedProcess {
  ExitState state;
  std::string output;
  std::string error;
};
[[nodiscard]] Expected<FinishedProcess> run_process(const std::vector<std::string>& arguments,
                                                    std::chrono::milliseconds limit);

}  // namespace warpscope
