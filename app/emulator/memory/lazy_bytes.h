// Zeroed memory that the system commits page by page on first access.
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
      // One extra line keeps wide moves at the end inside.
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
