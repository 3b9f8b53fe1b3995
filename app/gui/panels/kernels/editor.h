// Opening a file in the editor that somebody likes, without ever waiting for it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpscope::gui {

/// How a machine answers; tests have their own.
struct EditorSurroundings {
  std::function<std::string(const char* name)> variable;        ///< of the environment; empty: unset
  std::function<std::string(const std::string& name)> program;  ///< its path; empty: there is none
};
[[nodiscard]] EditorSurroundings this_machine();

/// The command that opens a file: `configured` where it is not empty, else $VISUAL, $EDITOR, xdg-open. Editors that
/// need a terminal get one. The line is passed to editors that are known to take it. Error: none can be had, and what
/// to do.
[[nodiscard]] Expected<std::vector<std::string>> editor_command(const std::string& configured,
                                                                const std::filesystem::path& file, int line,
                                                                const EditorSurroundings& surroundings);

/// Editors that were started. They outlive the window.
class Editors {
 public:
  /// Never waits. Error: it could not be started.
  [[nodiscard]] Status start(const std::vector<std::string>& command);
  /// One sentence for each editor that ended with an error since the last call.
  [[nodiscard]] std::vector<std::string> complaints();

 private:
  struct Running {
    pid_t process = -1;
    std::string name;
  };
  std::vector<Running> running_;
};

}  // namespace warpscope::gui
