// The pictures and the animation that a session asks for, as files or for the clipboard, between the frames of its
// window.
#pragma once

#include <memory>
#include <string>

#include "gui/application/offscreen_capture.h"
#include "gui/shell/session.h"
#include "render/context/picture_clipboard.h"

namespace lanescope::gui {

class Exporter {
 public:
  /// Both must outlive it.
  Exporter(Interface& interface, Session& session) : interface_(interface), session_(session) {}

  /// Carries out what was asked for since the last frame, and writes on at the animation for a part of a frame.
  void go_on();
  /// Returns the file of the animation that is being written; empty when none is.
  [[nodiscard]] std::string file() const { return animation_ ? animation_->progress().file : std::string(); }

 private:
  void copy(const CopyPicture& wanted);
  void begin(const ExportAnimation& wanted);
  void cancel();
  void write_on();

  Interface& interface_;
  Session& session_;
  std::unique_ptr<AnimationExport> animation_;  ///< null when none is being written
  render::PictureClipboard clipboard_;
};

}  // namespace lanescope::gui
