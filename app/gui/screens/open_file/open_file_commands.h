// Commands of the window in which a file is opened.
#pragma once

#include <cstddef>
#include <string>

#include "catalogue/kernel.h"
#include "gui/store/command.h"
#include "gui/store/open_file_state.h"

namespace lanescope::gui {

/// Shows a folder, or opens a file: it is selected, or gets the form when it does not say how it is launched.
struct OpenPath {
  std::string path;
  LANESCOPE_APPLIES;
};

/// Opens the file that includes the one of the form, with the same kernel.
struct OpenIncluder {
  std::string path;
  LANESCOPE_APPLIES;
};

/// Lets the headers of the file be read that lie elsewhere in its project.
struct IncludeFolders {
  LANESCOPE_APPLIES;
};

/// Chooses the kernel of the file whose launch the form is about.
struct ChooseEntry {
  std::size_t index = 0;
  LANESCOPE_APPLIES;
};

/// Chooses which launch of the kernel in the file the form follows.
struct ChooseFileLaunch {
  int line = 0;
  LANESCOPE_APPLIES;
};

enum class LaunchField { argument, template_arguments, grid, block, shared_bytes };

struct SetLaunchText {
  LaunchField field = LaunchField::argument;
  std::string name;  ///< of the parameter
  std::string text;  ///< empty means that it is proposed
  LANESCOPE_APPLIES;
};

struct SetLaunchRole {
  std::string name;  ///< of the parameter
  catalogue::Role role = catalogue::Role::in;
  LANESCOPE_APPLIES;
};

struct SetFrontMatterDestination {
  FrontMatterDestination destination = FrontMatterDestination::nowhere;
  LANESCOPE_APPLIES;
};

/// Runs the kernel as the form says.
struct RunLaunch {
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
