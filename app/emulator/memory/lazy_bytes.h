// Zeroed memory that the system commits page by page on first access.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

namespace lanescope::emulator {

/// As with a pointer, what a constant one refers to can be written.
class LazyBytes {
 public:
  LazyBytes() = default;
  explicit LazyBytes(std::uint64_t bytes)
      // One extra line keeps wide moves at the end inside.
      : bytes_(static_cast<std::byte*>(std::calloc(bytes + 64, 1))), size_(bytes) {
    if (!bytes_) throw std::bad_alloc();
  }
  LazyBytes(LazyBytes&& other) noexcept : bytes_(std::move(other.bytes_)), size_(std::exchange(other.size_, 0)) {}
  LazyBytes& operator=(LazyBytes&& other) noexcept {
    bytes_ = std::move(other.bytes_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  LazyBytes(const LazyBytes&) = delete;
  LazyBytes& operator=(const LazyBytes&) = delete;
  ~LazyBytes() = default;

  /// The first so many bytes will all be written: the system may commit them in large pages, which takes less time.
  void use_huge_pages(std::uint64_t bytes) const {
#if defined(MADV_HUGEPAGE)
    constexpr std::uintptr_t page = std::uintptr_t{1} << 21;
    const auto begin = reinterpret_cast<std::uintptr_t>(bytes_.get());
    const std::uintptr_t first = (begin + page - 1) / page * page, end = (begin + bytes) / page * page;
    // What the system makes of it changes nothing else.
    if (end > first) static_cast<void>(madvise(bytes_.get() + (first - begin), end - first, MADV_HUGEPAGE));
#else
    static_cast<void>(bytes);
#endif
  }
  [[nodiscard]] std::byte* data() const noexcept {
    return bytes_.get();
  }
  [[nodiscard]] std::size_t size() const noexcept {
    return size_;
  }
  [[nodiscard]] bool empty() const noexcept {
    return size_ == 0;
  }
  [[nodiscard]] std::byte* begin() const noexcept {
    return data();
  }
  [[nodiscard]] std::byte* end() const noexcept {
    return data() + size_;
  }
  [[nodiscard]] std::byte& operator[](std::size_t index) const noexcept {
    return data()[index];
  }
  explicit operator bool() const noexcept {
    return bytes_ != nullptr;
  }
  /// Whether both hold the same bytes.
  friend bool operator==(const LazyBytes& one, const LazyBytes& other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end());
  }

 private:
  struct Free {
    void operator()(std::byte* bytes) const noexcept { std::free(bytes); }
  };
  std::unique_ptr<std::byte[], Free> bytes_;
  std::size_t size_ = 0;
};

}  // namespace lanescope::emulator
