// What `lanescope doctor` found on the machine that kernels run on.
#pragma once

#include <string>
#include <vector>

namespace lanescope::gui {

struct DoctorCheck {
  std::string name;
  bool present = false;
  std::vector<std::string> details;  ///< what there is, or why there is nothing
  std::string remedy;                ///< one sentence; empty when nothing needs to be done
  std::string command;               ///< a shell line that does it; empty when there is none
  friend bool operator==(const DoctorCheck&, const DoctorCheck&) = default;
};

/// Whether the machine was examined, and the results.
struct DoctorState {
  bool requested = false;  ///< whether an examination was asked for in this session
  bool running = false;
  double began = 0;                 ///< when, in seconds since the session began
  std::vector<DoctorCheck> checks;  ///< those of the machine that runs kernels; empty before an examination
  std::string place;                ///< the machine that was examined
  std::string trouble;              ///< why the examination failed; empty when it succeeded, or did not run
};

}  // namespace lanescope::gui
