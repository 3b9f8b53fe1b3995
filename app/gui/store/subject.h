// Something that is drawn, as a context menu and Ctrl+C see it: a number, a line, a lane, a knob, a panel.
#pragma once

#include <string>

#include "gui/store/command.h"

namespace lanescope::gui {

struct Subject {
  enum class Kind { panel, number, line, access, knob, pin };
  Kind kind = Kind::panel;
  std::string panel = {};   ///< name of the one that it is in
  std::string text = {};    ///< what of it is copied: "2 871 GB/s", a line, an address; empty means a picture
  std::string origin = {};  ///< of a number: its name, the number, its spread and where it comes from
  std::string help = {};    ///< of a number: what it says
  int line = 0;             ///< of the source that it belongs to; 0 means none
  std::string name = {};    ///< of a knob or a size; "A" or "B"
  friend bool operator==(const Subject&, const Subject&) = default;
};

/// Opens the context menu about it.
struct OpenMenu {
  Subject subject;
  LANESCOPE_APPLIES;
};

/// Copies it, as Ctrl+C does.
struct CopySubject {
  Subject subject;
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
