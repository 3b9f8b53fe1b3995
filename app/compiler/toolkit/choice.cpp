#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "compiler/messages.h"
#include "compiler/toolkit/toolkit.h"

namespace lanescope::compiler {
namespace {

/// The first NVRTC that has every function and option this program uses.
constexpr std::pair oldest{11, 8};

bool compiles_for(const Toolkit& toolkit, ComputeCapability target) {
  const int wanted = 10 * target.major + target.minor;
  return std::find(toolkit.architectures.begin(), toolkit.architectures.end(), wanted) != toolkit.architectures.end();
}

/// Returns why the toolkit cannot be used; empty when it can.
Message reason_unusable(const Toolkit& toolkit, ComputeCapability target, int driver_version) {
  if (!toolkit.problem.empty()) return toolkit.problem;
  if (std::pair(toolkit.major, toolkit.minor) < oldest) return message<"toolkit.too_old">();
  if (driver_version > 0 && toolkit.major > driver_version / 1000) {
    return message<"toolkit.newer_than_driver">(driver_version / 1000, driver_version % 1000 / 10);
  }
  if (!compiles_for(toolkit, target)) {
    std::vector<std::string> list;
    for (const int architecture : toolkit.architectures) {
      list.push_back(fmt::format("{}.{}", architecture / 10, architecture % 10));
    }
    return message<"toolkit.compiles_only_for">(join(list, ", "));
  }
  return {};
}

Message remedy(ComputeCapability target, int driver_version) {
  int major = driver_version > 0 ? std::min(driver_version / 1000, 13) : 13;
  Message reason = driver_version > 0 ? message<"toolkit.that_driver_can_use">() : Message();
  if (target < ComputeCapability{7, 5}) {
    major = std::min(major, 12);  // 13 removed all architectures before Turing
    reason = message<"toolkit.last_for_device">();
  }
  if (target < ComputeCapability{5, 0}) major = 11;
  if (target >= ComputeCapability{10, 0} && major < 12) return message<"toolkit.update_driver">();
  const std::string suffix = major >= 13 ? "" : fmt::format("-cu{}", major);
  return reason.empty() ? message<"toolkit.install">(major, suffix, suffix)
                        : message<"toolkit.install_which">(major, reason, suffix, suffix);
}

}  // namespace

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
  // In "sm_120" a minor version of two digits could not be told from a major one.
  if (!major || !minor || *major < 1 || *major > 999 || *minor > 9) {
    return failure(message<"target.no_capability">(text), "", message<"target.no_capability_remedy">());
  }
  return ComputeCapability{static_cast<int>(*major), static_cast<int>(*minor)};
}

Expected<Toolkit> choose_toolkit(const std::vector<Toolkit>& toolkits, ComputeCapability target, int driver_version) {
  std::vector<Toolkit> candidates = toolkits;
  std::stable_sort(candidates.begin(), candidates.end(), [](const Toolkit& a, const Toolkit& b) {
    return std::pair(a.major, a.minor) > std::pair(b.major, b.minor);
  });
  std::vector<std::string> objections;
  for (Toolkit& candidate : candidates) {
    // A library that is too new for the driver is not opened, because that needs no list of architectures.
    const bool too_new = driver_version > 0 && candidate.major > driver_version / 1000;
    if (candidate.architectures.empty() && candidate.problem.empty() && !too_new)
      candidate = inspect(std::move(candidate));
    const Message why = reason_unusable(candidate, target, driver_version);
    if (why.empty()) return std::move(candidate);
    const std::string name =
        candidate.minor >= 0 ? fmt::format("NVRTC {}.{}", candidate.major, candidate.minor) : std::string("NVRTC");
    objections.push_back(fmt::format("{} ({}): {}", name, candidate.nvrtc.string(), why));
  }
  if (objections.empty()) {
    return failure(message<"toolkit.none">(), "", remedy(target, driver_version));
  }
  return failure(message<"toolkit.none_for_capability">(target.text(), join(objections, "; ")), "",
                 remedy(target, driver_version));
}

}  // namespace lanescope::compiler
