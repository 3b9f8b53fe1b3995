// Opens a file in the user's editor, and never waits for it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"

namespace lanescope::gui {

/// Finds environment variables and programs. Tests have their own.
struct EditorLookup {
  std::function<std::string(const char* name)> variable;        ///< returns an environment variable; empty if unset
  std::function<std::string(const std::string& name)> program;  ///< returns its path; empty when there is none
};
[[nodiscard]] EditorLookup machine_lookup();

/// Returns the command that opens a file, from `configured` if that is not empty, or from $VISUAL, $EDITOR or xdg-open.
/// Editors that need a terminal get one. Editors that are known to take a line get it. It fails when there is no
/// editor, and says what to do.
[[nodiscard]] Expected<std::vector<std::string>> editor_command(const std::string& configured,
                                                                const std::filesystem::path& file, int line,
                                                                const EditorLookup& lookup);

/// The editors that were started. They outlive the window.
class Editors {
 public:
  /// Starts an editor without waiting for it. It fails when the editor could not be started.
  [[nodiscard]] Status start(const std::vector<std::string>& command);
  /// Returns one sentence for each editor that ended with an error since the last call.
  [[nodiscard]] std::vector<std::string> take_errors();

 private:
  struct Running {
    pid_t process = -1;
    std::string name;
  };
  std::vector<Running> running_;
};

}  // namespace lanescope::gui
