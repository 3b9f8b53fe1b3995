#include "gui/export/export_file.h"

#include <fmt/format.h>

#include <string>
#include <system_error>

#include "base/file.h"
#include "base/text.h"

namespace warpscope::gui {

namespace {

std::string plain(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    const bool stays = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || is_digit(letter) ||
                       letter == '_' || letter == '.';
    if (stays) {
      result += letter;
    } else if (!result.empty() && result.back() != '-') {
      result += '-';
    }
  }
  return result;
}

}  // namespace

std::filesystem::path free_file(const std::filesystem::path& folder, std::string_view what, std::string_view kernel,
                                std::string_view extension) {
  std::error_code ignored;
  std::filesystem::path place = std::filesystem::absolute(folder, ignored);
  if (ignored) place = folder;
  const std::string stem = "warpscope-" + plain(what) + (kernel.empty() ? "" : "-" + plain(kernel));
  for (unsigned number = 1;; ++number) {
    const std::string name =
        number == 1 ? fmt::format("{}.{}", stem, extension) : fmt::format("{}-{}.{}", stem, number, extension);
    const std::filesystem::path file = (place / name).lexically_normal();
    // What cannot even be looked at is not there for us: writing it says why.
    if (!std::filesystem::exists(std::filesystem::symlink_status(file, ignored))) return file;
  }
}

Expected<std::filesystem::path> write_export(const std::filesystem::path& folder, std::string_view what,
                                             std::string_view kernel, std::string_view extension,
                                             std::string_view bytes) {
  std::filesystem::path file = free_file(folder, what, kernel, extension);
  if (auto written = write_file(file, bytes); !written) {
    Error error = std::move(written.error());
    if (error.remedy.empty()) error.remedy = "start warpscope in a folder that may be written";
    return failure(std::move(error));
  }
  return file;
}

}  // namespace warpscope::gui
