#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "base/text.h"
#include "compiler/toolkit/toolkit.h"

namespace warpscope::compiler {

Expected<ComputeCapability> compute_capability(const std::string& text) {
  std::string_view rest = text;
  for (const std::string_view prefix : {"sm_", "compute_"}) {
    if (rest.starts_with(prefix)) rest.remove_prefix(prefix.size());
  }
  const std::size_t dot = rest.find('.');
  const bool written_as_one = dot == std::string_view::npos;
  const std::string_view digits = rest.substr(0, written_as_one ? rest.size() - !rest.empty() : dot);
  const auto major = parse_number<unsigned>(digits);
  const auto minor = parse_number<unsigned>(rest.substr(written_as_one ? digits.size() : dot + 1));
  // A minor version of two digits could not be told from a major one in "sm_120".
  if (!major || !minor || *major < 1 || *major > 999 || *minor > 9) {
    return failure(fmt::format("'{}' is not a compute capability", text), "", "write it as 9.0, 90 or sm_90");
  }
  return ComputeCapability{static_cast<int>(*major), static_cast<int>(*minor)};
}

}  // namespace warpscope::compiler
