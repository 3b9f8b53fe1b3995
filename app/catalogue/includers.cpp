#include "catalogue/includers.h"

#include <algorithm>
#include <system_error>

#include "base/file.h"
#include "base/function_name.h"
#include "base/shell_word.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/kernel_files.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {

namespace fs = std::filesystem;

std::vector<fs::path> files_including(const fs::path& file) {
  constexpr std::size_t most_files = 100;
  std::error_code unknown;
  const fs::path own = fs::weakly_canonical(fs::absolute(file, unknown), unknown);
  std::vector<fs::path> beside = entries_of(own.parent_path());
  std::erase_if(beside, [&](const fs::path& each) { return each.extension() != ".cu" || each == own; });
  std::ranges::sort(beside);
  if (beside.size() > most_files) beside.resize(most_files);
  std::erase_if(beside, [&](const fs::path& each) {
    const auto text = stamp_of(each) ? read_source(each) : failure(message<"catalogue.no_file">());
    return !text || std::ranges::none_of(all_includes(*text), [&](const std::string& name) {
      return (own.parent_path() / name).lexically_normal() == own;
    });
  });
  return beside;
}

Message includer_offer(const std::vector<fs::path>& includers, const std::string& entry) {
  if (includers.empty()) return {};
  const std::string name(function_name(entry));
  return message<"includers.offer">(includers.front().filename().string(), shell_word(includers.front().string()),
                                    name.empty() ? name : " --entry " + name);
}

}  // namespace lanescope::catalogue
