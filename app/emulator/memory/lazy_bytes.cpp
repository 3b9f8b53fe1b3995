#include "emulator/memory/lazy_bytes.h"

#include <cstdlib>
#include <new>

namespace warpscope::emulator {

LazyBytes::LazyBytes(std::uint64_t bytes) {
  // One line more, so that wide moves at the end stay inside.
  bytes_.reset(static_cast<std::byte*>(std::calloc(bytes + 64, 1)));
  if (!bytes_) throw std::bad_alloc();
}

void LazyBytes::Free::operator()(std::byte* bytes) const noexcept {
  std::free(bytes);
}

}  // namespace warpscope::emulator
