// Whether this is a build under a sanitizer, which makes everything several times slower: limits of time are wider
// there.
#pragma once

#include <chrono>

namespace lanescope {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// For an experiment that is to answer on every machine, however slow: only one that hangs meets this limit.
inline constexpr std::chrono::minutes ample_time{sanitized ? 10 : 2};

}  // namespace lanescope
