// Whether this is a build under a sanitizer, which makes everything several times slower: limits of time are wider
// there.
#pragma once

namespace warpscope {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace warpscope
