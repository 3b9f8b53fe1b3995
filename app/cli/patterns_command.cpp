#include <iostream>

#include "base/file.h"
#include "cli/commands.h"
#include "model/access/patterns.h"

namespace lanescope::cli {

Expected<int> patterns(const std::filesystem::path& file) {
  TRY(const auto csv, read_file(file));
  const auto filled = model::fill_patterns(csv);
  if (!filled) {
    Error error = filled.error();
    error.where = error.where.empty() ? file.string() : file.string() + ", " + error.where.text();
    return failure(std::move(error));
  }
  std::cout << *filled << std::flush;
  return done;
}

}  // namespace lanescope::cli
