#include "catalogue/kernel.h"

namespace warpscope::catalogue {

std::vector<std::string> written_values(const Parameter& parameter) {
  if (!parameter.names.empty()) return parameter.names;
  std::vector<std::string> written;
  for (const std::int64_t value : parameter.values) written.push_back(std::to_string(value));
  return written;
}

}  // namespace warpscope::catalogue
