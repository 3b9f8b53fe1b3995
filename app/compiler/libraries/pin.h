// Libraries that must not be unloaded.
#pragma once

#include "base/library.h"

namespace warpscope::compiler {

/// Keeps the library in the process until its end, whoever closes it. NVRTC and nvJitLink lose 70 KB each time they are
/// unloaded, and loading them again takes milliseconds.
void pin(const SharedLibrary& library);

}  // namespace warpscope::compiler
