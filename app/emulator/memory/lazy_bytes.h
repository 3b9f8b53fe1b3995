// Zeroed memory that the system commits page by page as it is touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace warpscope::emulator {

class LazyBytes {
 public:
  LazyBytes() = default;
  explicit LazyBytes(std::uint64_t bytes);
  [[nodiscard]] std::byte* data() const noexcept { return bytes_.get(); }
  explicit operator bool() const noexcept { return bytes_ != nullptr; }

 private:
  struct Free {
    void operator()(std::byte* bytes) const noexcept;
  };
  std::unique_ptr<std::byte[], Free> bytes_;
};

}  // namespace warpscope::emulator
