#include "compiler/cache.h"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file.h"

namespace lanescope::compiler {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view suffix = ".compiled";

struct Entry {
  fs::file_time_type used;
  std::uint64_t bytes = 0;
  fs::path path;
};

/// Lists only files of this cache, also those that an interrupted write left behind ("....compiled.1234.part").
std::vector<Entry> cached_entries(const fs::path& folder) {
  std::vector<Entry> entries;
  for (const fs::path& path : entries_of(folder)) {
    if (path.filename().string().find(suffix) == std::string::npos) continue;
    std::error_code gone;  // another process may clean up at the same time
    Entry entry{fs::last_write_time(path, gone), 0, path};
    if (!gone) entry.bytes = fs::file_size(path, gone);
    if (!gone) entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace

Cache::Cache(fs::path folder, std::uint64_t limit) : folder_(std::move(folder)), limit_(limit) {}

fs::path Cache::file_of(const std::string& key) const {
  return folder_ / (key + std::string(suffix));
}

std::optional<Compiled> Cache::load(const std::string& key) const {
  if (folder_.empty()) return std::nullopt;
  const fs::path file = file_of(key);
  const Expected<std::string> bytes = read_own_file(file);
  if (!bytes) return std::nullopt;
  std::optional<Compiled> compiled = from_bytes(key, *bytes);
  std::error_code ignored;
  if (compiled) fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
  return compiled;
}

void Cache::store(const std::string& key, const Compiled& compiled) {
  if (folder_.empty()) return;
  const std::string bytes = to_bytes(key, compiled);
  const std::lock_guard lock(mutex_);
  if (!write_file(file_of(key), bytes, Durable::no)) return;
  if (bytes_) *bytes_ += bytes.size();
  if (!bytes_ || *bytes_ > limit_) shrink();
}

void Cache::shrink() {
  std::vector<Entry> entries = cached_entries(folder_);
  std::uint64_t sum = 0;
  for (const Entry& entry : entries) sum += entry.bytes;
  if (sum > limit_) {
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used < b.used; });
    // It removes to a quarter below the limit, so that not every store has to look through the folder again.
    for (const Entry& entry : entries) {
      if (sum <= limit_ / 4 * 3) break;
      std::error_code ignored;
      fs::remove(entry.path, ignored);
      sum -= entry.bytes;
    }
  }
  bytes_ = sum;
}

}  // namespace lanescope::compiler
