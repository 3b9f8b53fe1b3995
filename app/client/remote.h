// Another machine that experiments run on, and how a worker is started there.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/process.h"

namespace warpscope::client {

struct Remote {
  std::string host;  ///< "user@server", or a name of the remote shell's own configuration
  /// Instead of ssh: a program and its options, "ssh -p 2222" or "docker exec -i"; quotes and backslashes as in a
  /// shell. Run as SHELL HOST PROGRAM worker. Empty: ssh.
  std::string shell = {};
  std::string program = "warpscope";  ///< there; the shell of that machine reads it, so "~/warpscope/run" will do
  friend bool operator==(const Remote&, const Remote&) = default;
};

/// What to start here. Error: no host, a host that ssh would take for an option, a shell with an open quote.
[[nodiscard]] Expected<std::vector<std::string>> command_of(const Remote& remote);

/// The words of a command line: quotes and backslashes as in a shell, nothing else is special. Error: an open quote.
[[nodiscard]] Expected<std::vector<std::string>> words_of(const std::string& command_line);

/// What to type for a look by hand: "ssh lab@server", or the stand-in with its options.
[[nodiscard]] std::string by_hand(const Remote& remote);

/// Why a connection ended or never came about, from how its remote shell ended.
struct DisconnectReason {
  Error error;
  bool hopeless = false;  ///< another attempt would end in the same way until somebody does something about it
  bool of_line = false;   ///< the line or the remote shell ended, not the worker: no request is to blame
};

/// `ended`: of the remote shell, which passes on the exit status of the worker and has 255 for itself. `last_lines`: of
/// its standard error. `hello_received`: the worker had said hello. Pure.
[[nodiscard]] DisconnectReason disconnect_reason(const Remote& remote, const ExitState& ended,
                                                 const std::deque<std::string>& last_lines, bool hello_received);

}  // namespace warpscope::client
