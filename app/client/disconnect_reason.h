// Why a connection to another machine ended or never came about, from how its remote shell ended.
#pragma once

#include <deque>
#include <string>

#include "base/error.h"
#include "base/process.h"
#include "client/remote.h"

namespace warpscope::client {

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
