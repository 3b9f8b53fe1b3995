// The typefaces, which are one for the interface, its bold variant, a monospaced one for numbers and code, and a
// Chinese one behind each.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace lanescope::gui {

/// A file that is mapped read-only. Its bytes keep their address while it lives, also when it is moved.
class MappedFile {
 public:
  /// It fails when the file cannot be opened, or is empty.
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
  std::vector<std::string> missing;  ///< one sentence for each missing typeface, which Dear ImGui's own replaces
  std::vector<MappedFile> files;     ///< must outlive the atlas
};

/// Returns the folders that are searched for typefaces, which are the program's own and then the system's.
[[nodiscard]] std::vector<std::filesystem::path> font_folders();

/// Adds the typefaces to the atlas of the current Dear ImGui context.
[[nodiscard]] Fonts load_fonts(const std::vector<std::filesystem::path>& folders);

/// Packs the characters of the last frame into the atlas again, in an order of their own. It must run between frames.
/// The place of a character in the atlas slightly changes how its edge is sampled. Without this call, pictures would
/// depend on what was on the screen before, and on the numbers beside them.
void repack_glyphs();

}  // namespace lanescope::gui
