// `lanescope worker` serves one pipe until it ends.
#pragma once

namespace lanescope::worker {

/// Exit statuses of a worker.
inline constexpr int exit_served = 0;      ///< goodbye, or the pipe ended
inline constexpr int exit_not_a_pipe = 2;  ///< it was started by hand
inline constexpr int exit_context_lost =
    70;  ///< a fault has made the GPU unusable in this process; start another process
inline constexpr int exit_bad_frames = 71;  ///< the client sent something that is not a frame
inline constexpr int exit_memory = 72;      ///< it took more memory than it may (worker/serve/memory_watch.h)

/// Speaks the protocol of experiments/wire/wire.h on standard input and output; what kernels print goes to standard
/// error. Returns after goodbye. Ends the process when the pipe ends (even inside an endless kernel) or the context is
/// lost.
[[nodiscard]] int serve();

}  // namespace lanescope::worker
