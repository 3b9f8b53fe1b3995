#include <iostream>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/print/report.h"
#include "model/access/patterns.h"

namespace warpscope::cli {

int patterns(const std::filesystem::path& file) {
  const auto csv = read_file(file);
  if (!csv) return report(csv.error());
  auto filled = model::fill_patterns(*csv);
  if (!filled) {
    Error error = filled.error();
    error.where = error.where.empty() ? file.string() : file.string() + ", " + error.where;
    return report(error);
  }
  std::cout << *filled << std::flush;
  return done;
}

}  // namespace warpscope::cli
