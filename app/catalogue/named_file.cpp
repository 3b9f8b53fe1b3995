#include "catalogue/named_file.h"

#include <algorithm>

#include "base/file.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

namespace fs = std::filesystem;

/// Walks down from the folder, and returns where a relative path ends when that is a plain file and no step is a link,
/// leads upwards or is hidden.
std::optional<fs::path> plain_file_below(const fs::path& folder, const fs::path& way) {
  fs::path at = folder;
  std::error_code error;
  for (auto part = way.begin(); part != way.end(); ++part) {
    if (part->empty() || part->string().starts_with('.')) return std::nullopt;
    at /= *part;
    const fs::file_type kind = fs::symlink_status(at, error).type();
    if (kind != (std::next(part) == way.end() ? fs::file_type::regular : fs::file_type::directory)) return std::nullopt;
  }
  return at == folder ? std::nullopt : std::optional(at);
}

}  // namespace

std::optional<fs::path> named_file_beside(const fs::path& opened, std::string_view named) {
  if (named.find('\0') != std::string_view::npos) return std::nullopt;
  std::error_code error;
  const fs::path written = fs::absolute(opened, error).lexically_normal().parent_path();
  const fs::path folder = fs::canonical(written, error);
  if (error) return std::nullopt;
  const fs::path path(named);
  if (path.is_relative()) {
    if (auto found = plain_file_below(folder, path)) return found;
  }
  for (const fs::path& own : {written, folder}) {
    const auto [end, rest] = std::mismatch(own.begin(), own.end(), path.begin(), path.end());
    if (end != own.end()) continue;
    fs::path way;
    for (auto part = rest; part != path.end(); ++part) way /= *part;
    if (auto found = plain_file_below(folder, way)) return found;
  }
  return plain_file_below(folder, path.filename());
}

Expected<std::string> read_named_file(const fs::path& file) {
  constexpr std::uint64_t max_bytes = std::uint64_t{4} << 20;  // a source that people wrote has less
  std::error_code error;
  // A device may do something when it is only opened.
  const fs::file_status status = fs::symlink_status(file, error);
  if (status.type() != fs::file_type::regular && fs::exists(status)) {
    return failure(message<"named_file.no_plain_file">(), file.string(), message<"named_file.remedy">());
  }
  TRY(auto text, read_file(file, max_bytes));
  if (text.find('\0') != std::string::npos) {
    return failure(message<"named_file.no_text">(), file.string(), message<"named_file.remedy">());
  }
  return text;
}

}  // namespace lanescope::catalogue
