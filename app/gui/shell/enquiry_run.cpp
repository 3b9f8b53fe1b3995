#include "gui/shell/enquiry_run.h"

#include <chrono>
#include <utility>

#include "catalogue/includers.h"
#include "experiments/known_types.h"

namespace lanescope::gui {
namespace {

/// A frame may wait for the end of a search that is no longer wanted.
constexpr catalogue::SearchLimits search_limits{50'000, std::chrono::milliseconds(250)};

}  // namespace

EnquiryRun::EnquiryRun(client::Options worker) : wake_(worker.wake), client_(std::move(worker)) {}

void EnquiryRun::ask(experiments::Experiment experiment) {
  asked_ = std::move(experiment);
  found_ = {};
  unanswered_ = true;
  request_ = 0;
  if (asked_.types_of->empty()) {
    client_.cancel();
    return look_around({}, catalogue::missing_headers(asked_.kernel));
  }
  request_ = client_.request(asked_);
}

bool EnquiryRun::is_asking(const catalogue::KernelSource& source, const std::string& entry) const {
  return unanswered_ && asked_.types_of == entry && asked_.kernel == source;
}

std::optional<Enquiry> EnquiryRun::take() {
  const auto result = client_.take();
  if (result && request_ != 0 && result->request == request_ && result->ended()) {
    request_ = 0;
    experiments::KnownTypes known = experiments::known_types(*result);
    look_around({*asked_.types_of, std::move(known.types), std::move(known.refused), {}, {}}, std::move(known.missing));
  }
  if (!found_.valid() || found_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
  unanswered_ = false;
  return found_.get();
}

void EnquiryRun::look_around(Enquiry known, std::vector<catalogue::MissingHeader> missing) {
  std::promise<Enquiry> promise;
  found_ = promise.get_future();
  search_ =
      std::async(std::launch::async, [promise = std::move(promise), known = std::move(known),
                                      missing = std::move(missing), path = asked_.kernel.path, wake = wake_]() mutable {
        known.elsewhere = catalogue::find_headers(path, missing, search_limits);
        known.includers = catalogue::files_including(path);
        promise.set_value(std::move(known));
        if (wake) wake();
      });
}

}  // namespace lanescope::gui
