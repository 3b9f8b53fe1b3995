// An experiment in a worker of its own, and the exit status that its Result means.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "client/client.h"
#include "lab/experiment.h"
#include "lab/result.h"

namespace warpscope::cli {

/// On this machine, or where the options say. The last Result; what the worker and its kernels print goes to standard
/// error. Null: the worker gave no answer, which has been said there.
[[nodiscard]] std::shared_ptr<const lab::Result> perform(const lab::Experiment& experiment,
                                                         const RemoteOptions& remote);

[[nodiscard]] int status_of(const lab::Result& result);

/// Adds --host and what goes with it, the same for every command that runs experiments.
void add_remote(CLI::App& command, RemoteOptions& options);

/// Where it says; empty: here.
[[nodiscard]] std::optional<client::Remote> remote_of(const RemoteOptions& options);
/// For a worker where it says. Error, of what was typed: no such host, an open quote.
[[nodiscard]] Expected<client::Options> client_options(const RemoteOptions& options);

}  // namespace warpscope::cli
