// The launches of its kernels that a file itself makes, as host code writes them: <<<grid, block, shared>>>(arguments),
// cudaLaunchKernel, cudaLaunchCooperativeKernel and cudaLaunchKernelEx.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catalogue/host/host_code.h"
#include "catalogue/propose/entries.h"
#include "catalogue/propose/file_fill.h"

namespace lanescope::catalogue {

/// A number of the host code that sizes a problem.
struct FileSize {
  std::string name;                   ///< of the kernel's parameter, else as the host code calls it
  std::optional<std::int64_t> value;  ///< nothing where it is known only when the program runs
};

/// A launch, as far as the file tells it. Expressions are in the language of front matters, in the names of `sizes` and
/// of the knobs block_x, block_y, block_z. An empty text is not known.
struct FileLaunch {
  std::string kernel;  ///< its name
  std::string entry;   ///< with the arguments of its template: "copy<float, 32>"
  int line = 0;
  std::vector<std::string> grid;        ///< one to three expressions
  std::vector<std::int64_t> block;      ///< one to three numbers
  std::vector<std::string> block_text;  ///< instead of `block`, where an extent depends on a size
  std::vector<bool> turnable;           ///< by extent of `block`: nothing in the kernel is written for that number
  std::string shared_bytes;             ///< of dynamic shared memory; empty for none
  bool shared_bytes_unknown = false;    ///< The file gives some, but not how many is told.
  bool cooperative = false;             ///< by cudaLaunchCooperativeKernel
  std::vector<FileSize> sizes;          ///< Each is used by an argument, the grid or a buffer.
  std::map<std::string, std::string> values;  ///< by parameter, of numbers
  std::map<std::string, std::string> counts;  ///< by parameter, the elements of the buffer behind a pointer
  /// By parameter, how many elements behind the begin of its buffer a pointer points: "4" of `in + 4`.
  std::map<std::string, std::string> offsets;
  std::map<std::string, FileFill> fills;  ///< by parameter, what the file puts into the buffer before
};

/// The knobs of the extents of a block.
inline constexpr std::array<const char*, 3> knob_names{"block_x", "block_y", "block_z"};

/// Returns the launches of `entries` in their order in the file. What the host code computes, reads or receives is
/// followed through its names, constants, macros and functions, as far as they are in the file.
[[nodiscard]] std::vector<FileLaunch> launches_in(const HostCode& code, const std::vector<EntryDeclaration>& entries);

/// Returns the text with each whole word `name` replaced.
[[nodiscard]] std::string with_word(std::string text, std::string_view name, std::string_view value);

}  // namespace lanescope::catalogue
