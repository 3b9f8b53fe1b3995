// --host and what goes with it: the same for every command that runs experiments.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/commands.h"
#include "client/client.h"

namespace warpscope::cli {

void add_remote(CLI::App& command, RemoteOptions& options);

/// Where it says; empty: here.
[[nodiscard]] std::optional<client::Remote> remote_of(const RemoteOptions& options);
/// For a worker where it says. Error, of what was typed: no such host, an open quote.
[[nodiscard]] Expected<client::Options> client_options(const RemoteOptions& options);

}  // namespace warpscope::cli
