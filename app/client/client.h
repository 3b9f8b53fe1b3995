// The other end of a worker: starts it, keeps only the newest request, kills what hangs, restarts what died.
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
#include "lab/experiment.h"
#include "lab/result.h"

namespace warpscope::client {

struct Options {
  std::vector<std::string> command;      ///< of the worker; empty: this program with "worker"
  std::optional<Remote> remote;          ///< the worker is started there, pictures come as bytes; no `command` then
  std::vector<std::string> environment;  ///< extra "NAME=VALUE"; of a remote worker: of the remote shell
  std::function<void()> wake;            ///< called from the client's thread when something new can be taken
  /// For the handshake; to another machine twice as long.
  std::chrono::milliseconds start_limit{15'000};
  /// How long a lost connection is tried again; the first one is tried once.
  std::chrono::milliseconds reconnect_limit = std::chrono::hours(24 * 365);
};

/// reconnecting: the connection to another machine was lost, and is tried again.
enum class State { starting, ready, working, restarting, reconnecting, failed };
[[nodiscard]] std::string_view name_of(State state);

/// Why there is no connection to another machine.
struct Trouble {
  Error error;
  std::chrono::system_clock::time_point since;                        ///< when it was lost, or given up
  std::optional<std::chrono::steady_clock::time_point> next_attempt;  ///< empty: nothing is tried by itself
  friend bool operator==(const Trouble&, const Trouble&) = default;
};

struct Event {
  enum class Kind { information, warning, error, output };  ///< output: what the worker or its kernels printed
  Kind kind = Kind::information;
  std::chrono::system_clock::time_point time;
  std::string text;
};

/// Safe to use from one thread (the caller's) beside its own.
class Client {
 public:
  explicit Client(Options options);
  ~Client();  ///< says goodbye, then kills

  /// Puts the request into the slot; what was there and not yet answered is abandoned. Never waits.
  /// Returns its request number (from 1, rising).
  std::uint64_t request(const lab::Experiment& experiment);
  /// Nothing is wanted any more.
  void cancel();

  /// The newest Result that was not taken yet. Results of overtaken requests never appear. A worker that died or was
  /// killed answers its request with a failed Result (fault "worker_lost" or "timeout") and is restarted. A connection
  /// to another machine that was lost is no answer: it is tried again, and the newest request is sent anew. A machine
  /// that cannot be reached at all answers "worker_lost" until reconnect().
  [[nodiscard]] std::shared_ptr<const lab::Result> take();
  /// Waits until the request has ended (stage refined, or failed) and takes its last Result; for the command line and
  /// tests. Empty on limit, or when the request was overtaken.
  [[nodiscard]] std::shared_ptr<const lab::Result> wait(std::uint64_t request, std::chrono::milliseconds limit);
  /// Nothing is wanted, or the last Result of what is wanted was taken, with all that follows it in pieces. Until then
  /// a further request would overtake what is still to come.
  [[nodiscard]] bool at_rest() const;
  /// A Preview or HeatTrace handed over by IPC was copied: the worker may write its slot again. Once a generation:
  /// later stages of a request carry the same one, whose slot may hold another by then. Those that were never taken are
  /// acknowledged by the client itself.
  void acknowledge(std::uint64_t generation);

  /// Tries a lost connection at once, and one that was given up again. Nothing happens while there is one.
  void reconnect();

  [[nodiscard]] State state() const;
  [[nodiscard]] std::optional<Trouble> trouble() const;  ///< of the connection; empty: there is one, or none was tried
  [[nodiscard]] std::optional<lab::Machine> machine() const;  ///< from the worker's hello
  [[nodiscard]] std::vector<Event> events();                  ///< since the last call
  [[nodiscard]] int worker_process() const;                   ///< id, or -1
  [[nodiscard]] int restarts() const;

 private:
  struct Core;
  std::unique_ptr<Core> core_;
};

}  // namespace warpscope::client
