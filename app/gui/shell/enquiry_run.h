// Finds out about the kernel of a form, in another process and on another thread, while everything else goes on: the
// types of its parameters, headers that lie elsewhere, and files that include it.
#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include "catalogue/kernel.h"
#include "client/client.h"
#include "experiments/experiment.h"
#include "gui/store/open_file_state.h"

namespace lanescope::gui {

class EnquiryRun {
 public:
  /// The client's `wake` is called when there is news.
  explicit EnquiryRun(client::Options worker);
  EnquiryRun(const EnquiryRun&) = delete;
  EnquiryRun& operator=(const EnquiryRun&) = delete;

  /// Asks about Experiment::types_of of its kernel's source, in the place of what was asked before. Without a name
  /// there, no compiler is asked.
  void ask(experiments::Experiment experiment);
  /// Whether that was asked and is still to be answered.
  [[nodiscard]] bool is_asking(const catalogue::KernelSource& source, const std::string& entry) const;
  /// Returns an answer to what was asked last. It never waits.
  [[nodiscard]] std::optional<Enquiry> take();

 private:
  void look_around(Enquiry known, std::vector<catalogue::MissingHeader> missing);

  const std::function<void()> wake_;
  client::Client client_;  ///< Its process starts with the first request.
  experiments::Experiment asked_;
  bool unanswered_ = false;     ///< whether take() has not returned the answer yet
  std::uint64_t request_ = 0;   ///< that the compiler has not answered; 0 means none
  std::future<Enquiry> found_;  ///< in the folders around the file
  std::future<void> search_;    ///< for that; its end is waited for
};

}  // namespace lanescope::gui
