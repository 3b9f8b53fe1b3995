// Another machine that runs experiments, and how a worker is started there.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/process.h"

namespace lanescope::client {

struct Remote {
  std::string host;  ///< "user@server", or a name from the remote shell's configuration
  /// A program and its options instead of ssh, "ssh -p 2222" or "docker exec -i", with quotes and backslashes as in a
  /// shell. It is run as SHELL HOST PROGRAM worker. Empty means ssh.
  std::string shell = {};
  std::string program = "lanescope";  ///< The shell of that machine reads it, so "~/lanescope/run" is possible.
  friend bool operator==(const Remote&, const Remote&) = default;
};

/// Returns the command to start here. It fails without a host, for a host like "-option", and on an open quote.
[[nodiscard]] Expected<std::vector<std::string>> command_of(const Remote& remote);

/// Returns the words of a command line; as in a shell, quotes and backslashes are special. It fails on an open quote.
[[nodiscard]] Expected<std::vector<std::string>> split_command_line(const std::string& command_line);

/// Returns what a person types for a check by hand: "ssh lab@server", or the other shell with its options.
[[nodiscard]] std::string manual_command(const Remote& remote);

/// The reason why a connection ended or never came about, from how its remote shell ended.
struct DisconnectReason {
  Error error;
  bool permanent = false;          ///< Another attempt would end in the same way until somebody corrects something.
  bool connection_failed = false;  ///< The line or the remote shell ended, not the worker; no request is to blame.
};

/// `ended` belongs to the remote shell, which passes on the worker's exit status and uses 255 for itself. `last_lines`
/// are from its standard error. `hello_received` says that the worker had said hello. It is a pure function.
[[nodiscard]] DisconnectReason disconnect_reason(const Remote& remote, const ExitState& ended,
                                                 const std::deque<std::string>& last_lines, bool hello_received);

}  // namespace lanescope::client
