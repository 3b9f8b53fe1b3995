// The client of a worker: starts it, keeps only the newest request, kills one that hangs and restarts a dead one.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "client/remote.h"
#include "experiments/experiment.h"
#include "experiments/result.h"

namespace lanescope::client {

struct Options {
  std::vector<std::string> command;      ///< The command of the worker; empty means this program with "worker".
  std::optional<Remote> remote;          ///< The worker runs there, without `command`; pictures come as bytes.
  std::vector<std::string> environment;  ///< Extra "NAME=VALUE"; with a remote worker, for the remote shell.
  std::function<void()> wake;            ///< called from the client's thread when something new can be taken
  /// The limit for the handshake; to another machine it is twice as long.
  std::chrono::milliseconds start_limit{15'000};
  /// The limit of compiling and of opening the GPU; the other steps have that of each Experiment.
  std::chrono::milliseconds preparation_limit{60'000};
  /// How long a lost connection is retried; the first connection is tried once.
  std::chrono::milliseconds reconnect_limit = std::chrono::hours(24 * 365);
};

/// reconnecting means that the connection to another machine was lost and is tried again.
enum class State { starting, ready, working, restarting, reconnecting, failed };
[[nodiscard]] std::string_view name_of(State state);

/// The reason why there is no connection to another machine.
struct Trouble {
  Error error;
  std::chrono::system_clock::time_point since;                        ///< the time when it was lost or given up
  std::optional<std::chrono::steady_clock::time_point> next_attempt;  ///< empty means that no attempt is planned
  friend bool operator==(const Trouble&, const Trouble&) = default;
};

struct Event {
  enum class Kind { information, warning, error, output };  ///< output is what the worker or its kernels printed
  Kind kind = Kind::information;
  std::chrono::system_clock::time_point time;
  std::string text;
};

/// One thread (the caller's) may use it beside its own.
class Client {
 public:
  explicit Client(Options options);
  ~Client();  ///< It says goodbye, then kills the worker.

  /// Puts the request into the slot and abandons an earlier one that is not yet answered. It never waits. It returns
  /// its request number (from 1, rising).
  std::uint64_t request(const experiments::Experiment& experiment);
  /// Withdraws the request, so that nothing is wanted any more.
  void cancel();

  /// Returns the newest Result that was not taken yet. Results of superseded requests never appear. A worker that died
  /// or was killed answers its request with a failed Result (fault "worker_lost" or "timeout") and is restarted. A lost
  /// connection to another machine is no answer: it is tried again, and the newest request is sent anew. A machine that
  /// cannot be reached at all answers "worker_lost" until reconnect() is called.
  [[nodiscard]] std::shared_ptr<const experiments::Result> take();
  /// Waits until the request has ended (stage refined, or failed) and takes its last Result, for the command line and
  /// tests. It returns null at the limit, or when the request was superseded.
  [[nodiscard]] std::shared_ptr<const experiments::Result> wait(std::uint64_t request, std::chrono::milliseconds limit);
  /// Whether nothing is wanted, or the last Result of the request was taken, with all attachments that follow it. While
  /// it is not idle, a further request would supersede what is still to come.
  [[nodiscard]] bool is_idle() const;
  /// Says that a Preview or HeatTrace handed over by IPC was copied, so that the worker may write its slot again. It is
  /// called once per generation: later stages of a request have the same one, whose slot may hold another by then. The
  /// client itself acknowledges those that were never taken.
  void acknowledge(std::uint64_t generation);

  /// Tries a lost connection at once, also one that was given up. It does nothing while there is a connection.
  void reconnect();

  [[nodiscard]] State state() const;
  [[nodiscard]] std::optional<Trouble> trouble() const;  ///< Empty when there is a connection or none was tried.
  [[nodiscard]] std::optional<experiments::Machine> machine() const;  ///< It comes from the worker's hello.
  [[nodiscard]] std::vector<Event> events();                          ///< The events since the last call.
  [[nodiscard]] int worker_process() const;                           ///< its id, or -1
  [[nodiscard]] int restarts() const;

 private:
  struct Core;
  std::unique_ptr<Core> core_;
};

}  // namespace lanescope::client
