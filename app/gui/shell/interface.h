// One frame of the window, whoever shows it: the contexts of Dear ImGui and ImPlot, typefaces, theme, layout, panels.
// Knows no GLFW: a window and an offscreen picture use it alike.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gui/dialogs/dialogs.h"
#include "gui/dialogs/palette.h"
#include "gui/offscreen/frame_painter.h"
#include "gui/panels/panels.h"
#include "gui/shell/keys.h"
#include "gui/shell/layout.h"
#include "gui/state/actions.h"
#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// Finds OpenGL functions by name, as glfwGetProcAddress and eglGetProcAddress do.
using OpenGlLoader = void (*(*)(const char*))();

struct InterfaceOptions {
  OpenGlLoader loader = nullptr;
  std::vector<std::filesystem::path> fonts;  ///< folders to search; empty: font_folders()
  std::filesystem::path shaders;             ///< for the picture of the output
  std::string layout;                        ///< as Interface::layout() wrote it; empty: the designed one
};

/// What is drawn into. Dear ImGui's own DisplaySize says how large it is.
struct Canvas {
  std::uint32_t width = 0, height = 0;               ///< pixels
  float scale = 1;                                   ///< of the display: the smallest text grows with it
  const render::Framebuffer* framebuffer = nullptr;  ///< null: the window
  bool kept = false;                                 ///< the framebuffer holds the frame before
};

/// Height of normal text: a 48th of the window's height, so that a projector shows the same picture whatever its
/// resolution, never smaller than one can read.
[[nodiscard]] float text_height(float window_height, float scale, float zoom);

class Interface {
 public:
  /// An OpenGL context is current on this thread and stays so. Error: the OpenGL functions or shaders.
  [[nodiscard]] static Expected<std::unique_ptr<Interface>> create(const InterfaceOptions& options);
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  /// For the next draw(): panels that come to the front, layouts, the clipboard. Effects that others carry out are
  /// passed over.
  void carry_out(Effects effects);

  /// Whoever takes the input (the GLFW back end, a test) has filled Dear ImGui's events, and its time.
  /// Returns what was asked for, in order.
  [[nodiscard]] std::vector<Command> draw(const State& state, const Canvas& canvas);

  /// What the panels copied to OpenGL in the last draw(): the session tells the worker.
  [[nodiscard]] const std::vector<TakenAttachment>& taken() const { return taken_; }
  /// Typefaces that were not found, pictures that could not be drawn: for the log. Empties the list.
  [[nodiscard]] std::vector<std::string> notes() { return std::exchange(notes_, {}); }
  [[nodiscard]] const WidgetMap& widgets() const { return widgets_; }
  /// Something moves by itself: another frame is wanted without an event.
  [[nodiscard]] bool moving() const { return moving_; }
  /// Where the panels are now, or were before the lecture's layout: for the next start.
  [[nodiscard]] std::string layout() const { return lecture_ ? before_lecture_ : arrangement(); }

 private:
  struct ShownPanel {
    const PanelEntry* entry;
    std::unique_ptr<Panel> panel;
    bool focus = false;  ///< it comes to the front as soon as it is drawn
  };

  explicit Interface(std::vector<ShownPanel> panels) : panels_(std::move(panels)) {}
  void take_attachments(const State& state);
  void follow_appearance(const State& state, const Canvas& canvas);
  /// Before a frame begins: loads the layout that was chosen.
  void follow_layouts(const Layouts& layouts);
  void read_keys(const State& state, std::vector<Command>& commands);
  /// Within a frame: arranges the panels anew when that is due.
  void arrange(const State& state, ImGuiID dock_space);
  void draw_panel(const Frame& frame, ShownPanel& shown);
  void let_time_pass(const Frame& frame) const;

  Theme theme_;
  Fonts fonts_;
  FramePainter painter_;
  std::vector<ShownPanel> panels_;  ///< in the order of panel_table()
  std::vector<TakenAttachment> taken_;
  float applied_height_ = 0;
  std::optional<ThemeName> applied_theme_;
  bool lecture_ = false;                            ///< the panels are arranged for a lecture
  std::string before_lecture_;                      ///< the arrangement to go back to
  bool loaded_ = false;                             ///< the panels stand where a kept layout says
  bool arranged_ = false;                           ///< the panels stand where the layout has them
  const PanelEntry* front_ = find_panel("source");  ///< the one of the large place that is seen
  bool moving_ = false;
  PictureForm picture_form_;
  ConnectForm connect_form_;
  PaletteForm palette_form_;
  LayoutForm layout_form_;
  KeyReader keys_;
  Effects effects_;               ///< for the next frame
  std::vector<Command> answers_;  ///< what the next draw() returns first
  WidgetMap widgets_;
  std::vector<std::string> notes_;
};

/// The bar with the menus and the most used buttons, above the panels.
void draw_menu_bar(const Frame& frame);
/// The bar with the state of things, below the panels.
void draw_status_bar(const Frame& frame);

}  // namespace warpscope::gui
