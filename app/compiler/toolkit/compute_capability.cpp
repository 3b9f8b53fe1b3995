#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "compiler/toolkit/toolkit.h"

namespace warpscope::compiler {
namespace {

std::optional<int> number(std::string_view digits) {
  int value = 0;
  const char* end = digits.data() + digits.size();
  if (digits.empty() || digits.size() > 3 || digits.front() < '0' || digits.front() > '9') return std::nullopt;
  const auto [stopped, error] = std::from_chars(digits.data(), end, value);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return value;
}

}  // namespace

std::string ComputeCapability::text() const {
  return fmt::format("{}.{}", major, minor);
}

std::string ComputeCapability::number() const {
  return fmt::format("{}{}", major, minor);
}

Expected<ComputeCapability> compute_capability(const std::string& text) {
  std::string_view rest = text;
  for (const std::string_view prefix : {"sm_", "compute_"}) {
    if (rest.starts_with(prefix)) rest.remove_prefix(prefix.size());
  }
  std::optional<int> major;
  std::optional<int> minor;
  if (const std::size_t dot = rest.find('.'); dot != std::string_view::npos) {
    major = number(rest.substr(0, dot));
    minor = number(rest.substr(dot + 1));
  } else if (rest.size() >= 2) {
    major = number(rest.substr(0, rest.size() - 1));
    minor = number(rest.substr(rest.size() - 1));
  }
  // A minor version of two digits could not be told from a major one in "sm_120".
  if (!major || !minor || *major < 1 || *minor > 9) {
    return failure(fmt::format("'{}' is not a compute capability", text), "", "write it as 9.0, 90 or sm_90");
  }
  return ComputeCapability{*major, *minor};
}

}  // namespace warpscope::compiler
