// Zeroed memory that the system commits page by page on first access.
#pragma once

#include <sys/mman.h>

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
  /// The first so many bytes will all be written: the system may commit them in large pages, which takes less time.
  void expect_all(std::uint64_t bytes) const { expect_all(bytes_.get(), bytes); }
  /// Tells the same of other memory.
  static void expect_all(std::byte* memory, std::uint64_t bytes) {
#if defined(MADV_HUGEPAGE)
    constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const std::uintptr_t first = (begin + page - 1) / page * page, end = (begin + bytes) / page * page;
    // What the system makes of it changes nothing else.
    if (end > first) static_cast<void>(madvise(memory + (first - begin), end - first, MADV_HUGEPAGE));
#else
    static_cast<void>(memory);
    static_cast<void>(bytes);
#endif
  }
  /// Gives the pages within these bytes back to the system. Nobody reads them any more.
  void forget(std::uint64_t begin, std::uint64_t end) const {
    constexpr std::uintptr_t page = 4096;
    const auto at = reinterpret_cast<std::uintptr_t>(bytes_.get());
    const std::uintptr_t first = (at + begin + page - 1) / page * page, last = (at + end) / page * page;
    // Where the system does not do it, the memory is only held longer.
    if (last > first) static_cast<void>(madvise(bytes_.get() + (first - at), last - first, MADV_DONTNEED));
  }
  [[nodiscard]] std::byte* data() const noexcept {
    return bytes_.get();
  }
  explicit operator bool() const noexcept {
    return bytes_ != nullptr;
  }

 private:
  struct Free {
    void operator()(std::byte* bytes) const noexcept { std::free(bytes); }
  };
  std::unique_ptr<std::byte[], Free> bytes_;
};

}  // namespace warpscope::emulator
