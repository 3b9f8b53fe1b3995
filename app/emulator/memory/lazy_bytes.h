// Zeroed memory that the system commits page by page as it is touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace warpscope::emulator {

class LazyBytes {
 public:
  LazyBytes() = default;
  explicit LazyBytes(std::uint64_t bytes)
      // One line more, so that wide moves at the end stay inside.
      : bytes_(static_cast<std::byte*>(std::calloc(bytes + 64, 1))) {
    if (!bytes_) throw std::bad_alloc();
  }
  [[nodiscard]] std::byte* data() const noexcept { return bytes_.get(); }
  explicit operator bool() const noexcept { return bytes_ != nullptr; }

 private:
  struct Free {
    void operator()(std::byte* bytes) const noexcept { std::free(bytes); }
  };
  std::unique_ptr<std::byte[], Free> bytes_;
};

}  // namespace warpscope::emulator
