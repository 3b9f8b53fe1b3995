// An owner of what the system names by a number or a pointer.
#pragma once

#include <utility>

namespace lanescope {

/// A handle that `close_handle` closes once when its owner ends. It is move-only; `none` means no handle.
template <class Handle, Handle none, auto close_handle>
class UniqueHandle {
 public:
  UniqueHandle() = default;
  explicit UniqueHandle(Handle handle) noexcept : handle_(handle) {}
  UniqueHandle(UniqueHandle&& other) noexcept : handle_(other.release()) {}
  UniqueHandle& operator=(UniqueHandle&& other) noexcept {
    if (this != &other) {
      close();
      handle_ = other.release();
    }
    return *this;
  }
  ~UniqueHandle() { close(); }

  [[nodiscard]] Handle get() const noexcept { return handle_; }
  [[nodiscard]] Handle release() noexcept { return std::exchange(handle_, none); }
  void close() noexcept {
    if (handle_ != none) close_handle(release());
  }
  explicit operator bool() const noexcept { return handle_ != none; }

 private:
  Handle handle_ = none;
};

}  // namespace lanescope
