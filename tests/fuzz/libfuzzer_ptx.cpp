// The entry that libFuzzer calls.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lanescope::fuzz::fuzz_ptx(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
