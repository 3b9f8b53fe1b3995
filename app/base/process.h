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

namespace lanescope {

void close_descriptor(int descriptor) noexcept;
/// Owns one file descriptor; -1 means none.
using Descriptor = UniqueHandle<int, -1, close_descriptor>;

/// How a child ended: with an exit status, or by a signal that killed it.
struct ExitState {
  std::optional<int> status;
  std::optional<int> signal;
  [[nodiscard]] std::string text() const;  ///< "exit status 3" or "killed by signal 9 (Killed)"
};

/// A child process whose standard input, output and error are pipes. Destruction kills and reaps it. The child is also
/// killed when the *thread* that started it ends (Linux ties the parent-death signal to the thread), so children are to
/// be started from a thread that lives as long as they should.
class ChildProcess {
 public:
  ChildProcess() = default;
  ChildProcess(ChildProcess&& other) noexcept { *this = std::move(other); }
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ~ChildProcess();

  /// Starts arguments[0] (found in PATH) with extra environment entries "NAME=VALUE", or says why it did not start.
  [[nodiscard]] static Expected<ChildProcess> start(const std::vector<std::string>& arguments,
                                                    const std::vector<std::string>& environment = {});

  [[nodiscard]] Descriptor& input() noexcept { return input_; }    ///< we write to it, the child reads
  [[nodiscard]] Descriptor& output() noexcept { return output_; }  ///< the child writes to it, we read
  [[nodiscard]] Descriptor& error() noexcept { return error_; }
  [[nodiscard]] pid_t id() const noexcept { return id_; }

  void kill() noexcept;  ///< Sends SIGKILL; it is harmless when the child has ended.
  /// Whether the child is held by a signal (SIGSTOP) or a debugger, and so does nothing.
  [[nodiscard]] bool is_stopped() const;
  [[nodiscard]] std::optional<ExitState> wait(std::chrono::milliseconds limit);  ///< It is empty while the child runs.
  explicit operator bool() const noexcept { return id_ > 0; }

 private:
  pid_t id_ = -1;
  Descriptor input_, output_, error_;
  std::optional<ExitState> ended_;
};

struct FinishedProcess {
  ExitState state;
  std::string output;
  std::string error;
};
/// Runs a program with empty standard input to its end. It fails when the program does not start or exceeds the limit.
[[nodiscard]] Expected<FinishedProcess> run_process(const std::vector<std::string>& arguments,
                                                    std::chrono::milliseconds limit);

}  // namespace lanescope
