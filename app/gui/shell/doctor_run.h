// Examines a machine once in another process, while everything else goes on.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "gui/messages.h"
#include "gui/screens/doctor/doctor_view_model.h"

namespace lanescope::gui {

class DoctorRun {
 public:
  /// Runs the command on a thread of its own; `wake` (may be empty) is called from it at the end.
  DoctorRun(Expected<std::vector<std::string>> command, std::function<void()> wake);
  ~DoctorRun();  ///< ends the process if it still runs; this takes a few hundredths of a second at most
  DoctorRun(const DoctorRun&) = delete;
  DoctorRun& operator=(const DoctorRun&) = delete;

  [[nodiscard]] bool ended() const { return ended_; }
  /// Returns the checks after the end. It fails when the process did not start, took too long, or printed other text.
  [[nodiscard]] Expected<std::vector<DoctorCheck>> result();

 private:
  [[nodiscard]] Expected<std::vector<DoctorCheck>> examine(const std::vector<std::string>& command) const;

  std::atomic<bool> ended_ = false, stop_requested_ = false;
  Expected<std::vector<DoctorCheck>> found_ =
      failure(message<"doctor.not_ended">());  ///< belongs to the thread until ended_
  std::thread thread_;
};

}  // namespace lanescope::gui
