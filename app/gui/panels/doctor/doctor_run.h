// One look at a machine by another process, beside everything else that happens.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "gui/panels/doctor/doctor_view_model.h"

namespace warpscope::gui {

class DoctorRun {
 public:
  /// Runs the command on a thread of its own; `wake` (may be empty) is called from it at the end.
  DoctorRun(Expected<std::vector<std::string>> command, std::function<void()> wake);
  ~DoctorRun();  ///< ends the process where it still runs; takes a few hundredths of a second at most
  DoctorRun(const DoctorRun&) = delete;
  DoctorRun& operator=(const DoctorRun&) = delete;

  [[nodiscard]] bool ended() const { return ended_; }
  /// Once it has ended. Error: it did not start, took too long, or said something else than checks.
  [[nodiscard]] Expected<std::vector<DoctorCheck>> result();

 private:
  [[nodiscard]] Expected<std::vector<DoctorCheck>> examine(const std::vector<std::string>& command) const;

  std::atomic<bool> ended_ = false, left_ = false;
  Expected<std::vector<DoctorCheck>> found_ = failure("it has not ended");  ///< the thread's until ended_
  std::thread thread_;
};

}  // namespace warpscope::gui
