// Parts of the transport bar, each in a file of its own: transport_buttons, transport_scrub, transport_choices.
#pragma once

#include <string>

#include "gui/views/playback/view_panel.h"

namespace warpscope::gui::transport {

inline constexpr float row = 1.75F;          ///< height of a row of buttons, in heights of text
inline constexpr float scrub_height = 1.5F;  ///< of the line to scrub

/// What the parts are drawn from. `track`: of `view`, which need not be the one in front.
struct Bar {
  const Frame& frame;
  AnimatedView view;
  const Playback& playback;
  const Track& track;

  void emit(Command command) const {
    if (playback.front != view) frame.emit(ChooseView{view});
    frame.emit(std::move(command));
  }
  void name(const std::string& what) const { name_item(frame, "transport/" + std::string(name_of(view)) + "/" + what); }
};

/// Over the last item: what the action does, its key, and why it cannot be done now (`reason`, empty when it can).
void help_of_item(const Frame& frame, const Action& action, const std::string& reason);

void draw_buttons(const Bar& bar);
void draw_speed(const Bar& bar);
/// `at`: the moment, in steps of the track.
void draw_scrub(const Bar& bar, double at);
/// Two words, the chosen one raised: the order of the program, the clock of the GPU.
void draw_sort(const Bar& bar);
[[nodiscard]] float width_of_sort(const Frame& frame);
/// Instruction, block and warp, over `width` pixels.
void draw_choices(const Bar& bar, float width);
/// Blocks are named with their launch: that takes a row of its own.
[[nodiscard]] bool has_long_names(const Playback& playback);

}  // namespace warpscope::gui::transport
