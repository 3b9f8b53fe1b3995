#include "cli/perform.h"

#include <algorithm>
#include <iostream>
#include <string_view>

#include "cli/commands.h"
#include "client/client.h"

namespace warpscope::cli {
namespace {

bool has_fault(const lab::Result& result, std::string_view kind) {
  return std::any_of(result.faults.begin(), result.faults.end(),
                     [&](const lab::Fault& fault) { return fault.kind == kind; });
}

void print_events(client::Client& worker) {
  for (const client::Event& event : worker.events()) {
    if (event.kind != client::Event::Kind::information) std::cerr << event.text << '\n';
  }
}

}  // namespace

std::shared_ptr<const lab::Result> perform(const lab::Experiment& experiment) {
  client::Client worker({});
  const std::uint64_t request = worker.request(experiment);
  // The client's own watchdog ends what hangs; this limit only bounds a start that never succeeds.
  const auto result = worker.wait(request, experiment.timeout + std::chrono::minutes(10));
  print_events(worker);
  if (!result) std::cerr << "the worker gave no answer; `warpscope doctor` says what this machine lacks\n";
  return result;
}

int status_of(const lab::Result& result) {
  if (has_fault(result, "no_device")) return backend_missing;
  // A size that is refused, as any other setting that is.
  if (has_fault(result, "too_large")) return wrong_usage;
  if (result.failed()) return run_failed;
  if (result.as_expected()) return done;
  if (!result.faults.empty()) return run_failed;
  if (result.verification && !result.verification->passed) return run_failed;
  return done;
}

}  // namespace warpscope::cli
