// The typefaces: one for the interface, its bolder sister, one monospaced for numbers and code, one Chinese behind
// each.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

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

struct Fonts {
  ImFont* text = nullptr;
  ImFont* bold = nullptr;
  ImFont* mono = nullptr;
  std::vector<std::string> missing;  ///< one sentence a typeface that was not found; Dear ImGui's own stands in
  std::vector<MappedFile> files;     ///< must outlive the atlas
};

/// Where typefaces are looked for: the program's own folder, then the system's.
[[nodiscard]] std::vector<std::filesystem::path> font_folders();

/// Adds the typefaces to the atlas of the current Dear ImGui context.
[[nodiscard]] Fonts load_fonts(const std::vector<std::filesystem::path>& folders);

/// Between frames: puts the characters of the last frame into the atlas anew, in an order of their own. A character's
/// edge is sampled a little differently at another place of the atlas: without this, pictures would depend on what was
/// on the screen before, and on the numbers beside them.
void settle_glyphs();

}  // namespace warpscope::gui
