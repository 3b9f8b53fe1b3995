// Which options NVRTC may be given: a kernel file comes from anybody, and some of NVRTC's options write and read files.
#pragma once

#include <string_view>

namespace lanescope::compiler {

/// Whether an option affects only the generated code. Every option that is not known to be so is refused, because any
/// release of NVRTC or ptxas may have new ones, and has some that no guide lists.
[[nodiscard]] bool is_harmless_option(std::string_view option);

}  // namespace lanescope::compiler
