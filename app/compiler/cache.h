// Finished compilations on disk. Losing any of them costs only time, so nothing here fails: what cannot be read counts
// as missing, and what cannot be written is not kept.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/compiler.h"

namespace lanescope::compiler {

/// Returns the key of a compilation for Cache: a hash of everything that its result depends on. `compiler` identifies
/// the NVRTC; `options` are all options, in order.
[[nodiscard]] std::string cache_key(const std::string& compiler, const Request& request,
                                    const std::vector<std::string>& options);

/// Each entry is one file of the user's own, written whole and then renamed, so that several processes can share the
/// folder.
class Cache {
 public:
  static constexpr std::uint64_t default_limit = std::uint64_t{256} << 20;

  /// An empty folder keeps nothing. `limit` is the bytes of all entries together; the least recently used go first.
  explicit Cache(std::filesystem::path folder, std::uint64_t limit = default_limit);

  [[nodiscard]] std::optional<Compiled> load(const std::string& key) const;
  void store(const std::string& key, const Compiled& compiled);

 private:
  [[nodiscard]] std::filesystem::path file_of(const std::string& key) const;
  void shrink();

  std::filesystem::path folder_;
  std::uint64_t limit_;
  std::mutex mutex_;
  /// The bytes in the folder as far as this process knows; empty until the first store has looked.
  std::optional<std::uint64_t> bytes_;
};

/// Returns the content of an entry's file: its key, what was compiled, and the fingerprint of both in front.
[[nodiscard]] std::string to_bytes(const std::string& key, const Compiled& compiled);
/// Returns nothing when the bytes are cut off, changed, of another format, or those of another key: a file that was
/// copied or renamed is not what its name says.
[[nodiscard]] std::optional<Compiled> from_bytes(const std::string& key, std::string_view bytes);

}  // namespace lanescope::compiler
