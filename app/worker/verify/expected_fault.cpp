#include "worker/verify/verify_on_host.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"

namespace warpscope::worker {

void verify_expected_fault(lab::Result& result) {
  if (result.expected == FaultKind::none) return;
  std::vector<std::string> others;
  bool appeared = false;
  for (const lab::Fault& fault : result.faults) {
    if (fault.kind == result.expected) {
      appeared = true;
    } else if (std::find(others.begin(), others.end(), name_of(fault.kind)) == others.end()) {
      others.emplace_back(name_of(fault.kind));
    }
  }
  if (!result.verification) result.verification = catalogue::Verification{};
  catalogue::Verification& verification = *result.verification;
  verification.passed = appeared && others.empty();
  verification.method = fmt::format("the fault that this kernel promises{}: {}", verification.passed ? " appeared" : "",
                                    name_of(result.expected));
  if (verification.passed) return;
  lab::Fault fault;
  fault.kind = FaultKind::expectation;
  fault.message = fmt::format("the kernel promises the fault {}, but {}", name_of(result.expected),
                              others.empty() ? "nothing was wrong"
                              : appeared     ? join(others, ", ") + " appeared too"
                                             : join(others, ", ") + " appeared");
  fault.remedy = "try the default settings, with which it does appear";
  result.faults.push_back(std::move(fault));
}

}  // namespace warpscope::worker
