// `warpscope worker`: serves one pipe until it ends.
#pragma once

namespace warpscope::worker {

/// Exit statuses of a worker.
inline constexpr int exit_served = 0;      ///< goodbye, or the pipe ended
inline constexpr int exit_not_a_pipe = 2;  ///< started by hand
inline constexpr int exit_context_lost =
    70;  ///< after a fault nothing works on the GPU in this process; start another one
inline constexpr int exit_bad_frames = 71;  ///< the client sent something that is no frame

/// Speaks lab/wire/wire.h on standard input and output; what kernels print goes to standard error. Returns after
/// goodbye; ends the process itself when the pipe ends (even inside an endless kernel) and when the context is lost.
[[nodiscard]] int serve();

}  // namespace warpscope::worker
