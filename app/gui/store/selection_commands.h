// Commands that choose what is shown and run.
#pragma once

#include <cstddef>
#include <string>

#include "client/remote.h"
#include "gui/store/command.h"

namespace lanescope::gui {

struct SelectKernel {
  std::string kernel;  ///< its id
  LANESCOPE_APPLIES;
};

struct OpenFile {
  std::string file;
  int line = 0;  ///< 0 means no line
  LANESCOPE_APPLIES;
};

/// Selects a kernel with a setting that was measured.
struct GoToRung {
  std::string kernel;   ///< its id
  std::string setting;  ///< "block_x=64 nx=1024"
  LANESCOPE_APPLIES;
};

struct SelectLine {
  int line = 0;  ///< 0 means none
  LANESCOPE_APPLIES;
};

/// Chooses the launch whose occupancy is shown.
struct ChooseLaunch {
  std::size_t launch = 0;
  LANESCOPE_APPLIES;
};

/// Shows times of that GPU.
struct SetTarget {
  std::string target;  ///< the name of its data sheet; empty means the machine's GPU
  LANESCOPE_APPLIES;
};

struct ConnectTo {
  client::Remote remote;
  LANESCOPE_APPLIES;
};

/// Puts the text on the clipboard, and says so.
struct Copy {
  std::string text;
  LANESCOPE_APPLIES;
};

/// Reports which panel is on the stage. The interface sends it when that changes.
struct SetStagePanel {
  std::string panel;
  LANESCOPE_APPLIES;
};

/// Does what the Escape key is for: it closes what is open, else leaves the lecture, else stops what has run for a
/// second.
struct PressEscape {
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
