// What the window shows in which a file is opened.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "gui/store/open_file_state.h"

namespace lanescope::gui {

struct State;

/// A parameter of the kernel, or a field of one.
struct LaunchRow {
  std::string name, type, value;
  std::string meaning;  ///< "65,536 elements, 256 KiB", "a size", ...
  std::string origin;   ///< where the value comes from: "launch in line 31", "typed", ...
  bool buffer = false;  ///< whether it has a role
  catalogue::Role role = catalogue::Role::in;
};

struct LaunchFormView {
  std::string file;                  ///< its name without the folder
  std::vector<std::string> entries;  ///< "saxpy(float* y, const float* x, float a, int n)"
  std::size_t entry = 0;
  std::string template_parameters;  ///< "T, SIZE"; empty when the kernel is no template
  std::string template_arguments;
  std::vector<LaunchRow> rows;
  std::string grid, block, shared_bytes;
  std::vector<int> launch_lines;  ///< of the launches of this kernel in the file
  int launch_line = 0;            ///< of the one that is followed; 0 for none
  std::string launch;             ///< "256 blocks of 256 threads"; empty while it is not known
  std::string trouble, remedy;    ///< what is wrong; empty when nothing is
  bool can_run = true;
  bool waits = false;                  ///< whether the compiler is still asked for types
  std::string headers;                 ///< those that lie elsewhere: "utils.h (line 3 of a.cu)"
  std::vector<std::string> folders;    ///< theirs, whole paths
  std::string include;                 ///< "Include utilities, common"
  std::vector<std::string> includers;  ///< whole paths of files that include this one, where that would help
  std::string beside;                  ///< name of the file that may hold the front matter
  bool may_be_inside = true;           ///< whether the file itself may hold it
};

[[nodiscard]] LaunchFormView launch_form_view(const State& state, const LaunchForm& form);

/// Returns "launch in line 31".
[[nodiscard]] std::string launch_line_text(const State& state, int line);
/// Returns the word for a role: "read", "written", ...
[[nodiscard]] std::string role_word(const State& state, catalogue::Role role);

}  // namespace lanescope::gui
