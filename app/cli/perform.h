// An experiment in a worker of its own, and the exit status that its Result means.
#pragma once

#include <memory>

#include "cli/commands.h"
#include "lab/experiment.h"
#include "lab/result.h"

namespace warpscope::cli {

/// On this machine, or where the options say. The last Result; what the worker and its kernels print goes to standard
/// error. Null: the worker gave no answer, which has been said there.
[[nodiscard]] std::shared_ptr<const lab::Result> perform(const lab::Experiment& experiment,
                                                         const RemoteOptions& remote);

[[nodiscard]] int status_of(const lab::Result& result);

}  // namespace warpscope::cli
