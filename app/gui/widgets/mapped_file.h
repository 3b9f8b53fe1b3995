// A file in memory without being read: a Chinese typeface has 19 MB, of which a window touches a few pages.
#pragma once

#include <cstddef>
#include <filesystem>
#include <utility>

#include "base/error.h"

namespace warpscope::gui {

/// Read-only; the bytes stay where they are while it lives, also when it is moved.
class MappedFile {
 public:
  /// Error: it cannot be opened, or is empty.
  [[nodiscard]] static Expected<MappedFile> open(const std::filesystem::path& file);
  MappedFile(MappedFile&& other) noexcept
      : bytes_(std::exchange(other.bytes_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  [[nodiscard]] void* bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  MappedFile(void* bytes, std::size_t size) noexcept : bytes_(bytes), size_(size) {}
  void* bytes_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace warpscope::gui
