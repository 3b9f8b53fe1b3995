// Draws one frame of the window with the contexts of Dear ImGui and ImPlot, typefaces, theme, layout and panels. It
// does not use GLFW, so that a window and an offscreen picture share it.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gui/screens/dialogs/dialogs.h"
#include "gui/screens/dialogs/palette.h"
#include "gui/screens/lesson/lecture_parts.h"
#include "gui/screens/open_file/open_file_dialog.h"
#include "gui/shell/frame_painter.h"
#include "gui/shell/keyboard_focus.h"
#include "gui/shell/keys.h"
#include "gui/shell/layout.h"
#include "gui/shell/pen.h"
#include "gui/store/actions.h"
#include "gui/widgets/panels.h"
#include "gui/widgets/widgets.h"

namespace lanescope::gui {

/// Finds OpenGL functions by name, as glfwGetProcAddress and eglGetProcAddress do.
using OpenGlLoader = void (*(*)(const char*))();

struct InterfaceOptions {
  OpenGlLoader loader = nullptr;
  std::vector<std::filesystem::path> fonts;  ///< folders to search; empty means font_folders()
  std::filesystem::path shaders;             ///< for the picture of the output
  /// Where the panels of workspaces are, by their names, as Interface::layouts() wrote it. The others have the designed
  /// layout.
  std::map<std::string, std::string, std::less<>> layouts;
};

/// The target of drawing. Its size in units is DisplaySize of Dear ImGui.
struct Canvas {
  std::uint32_t width = 0, height = 0;               ///< in pixels
  float scale = 1;                                   ///< of the display: text grows with it
  const render::Framebuffer* framebuffer = nullptr;  ///< null means the window
  bool preserves_previous_frame = false;             ///< whether the framebuffer still holds the previous frame
};

/// Returns the height of normal text: that of the display and the zoom, so that a larger window shows more. In a
/// lecture it is a share of the window's height, so that a projector shows the same picture at any resolution.
[[nodiscard]] float text_height(bool lecture, float window_height, float scale, float zoom);
/// Returns the scale with which a picture of that height shows as much as a usual window.
[[nodiscard]] float scale_of_picture(std::uint32_t height);

/// Begins a frame of Dear ImGui and draws it. When that throws, the frame is ended first, so that another can follow.
void in_new_frame(const std::function<void()>& draw);

class Interface {
 public:
  /// An OpenGL context must stay current on this thread. It fails when OpenGL functions or shaders are not available.
  [[nodiscard]] static Expected<std::unique_ptr<Interface>> create(const InterfaceOptions& options);
  ~Interface();
  Interface(const Interface&) = delete;
  Interface& operator=(const Interface&) = delete;

  /// Carries out the effects in the next draw().
  void carry_out(std::vector<WindowEffect> effects);

  /// Draws a frame. The caller (the GLFW back end, a test) has set Dear ImGui's events and its time. It returns the
  /// commands that the user gave, in order.
  [[nodiscard]] std::vector<Command> draw(const State& state, const Canvas& canvas);

  /// Returns what the panels copied to OpenGL in the last draw(). The session tells the worker.
  [[nodiscard]] const std::vector<AttachmentReceipt>& receipts() const { return receipts_; }
  /// Returns messages for the log, about missing typefaces and pictures that failed to draw, and empties their list.
  [[nodiscard]] std::vector<std::string> take_messages() { return std::exchange(messages_, {}); }
  [[nodiscard]] const WidgetMap& widgets() const { return widgets_; }
  /// Returns the name of the control that has the keyboard's focus while that is shown; empty means none.
  [[nodiscard]] std::string_view focus() const { return focus_.at(); }
  /// Returns the panel of that name, or null.
  [[nodiscard]] const Panel* panel(std::string_view name) const;
  [[nodiscard]] const Fonts& fonts() const { return fonts_; }
  [[nodiscard]] float scale() const { return applied_scale_; }            ///< of the last canvas
  [[nodiscard]] float height_of_text() const { return applied_height_; }  ///< in the last frame, in pixels
  [[nodiscard]] const std::filesystem::path& shaders() const { return shaders_; }
  /// Returns whether something moves by itself, so that another frame is due without an event.
  [[nodiscard]] bool needs_redraw() const { return needs_redraw_; }
  /// Returns where the panels of workspaces are that the user has arranged, by their names, for the next start.
  [[nodiscard]] std::map<std::string, std::string, std::less<>> layouts() const;

 private:
  struct ShownPanel {
    const PanelEntry* entry;
    std::unique_ptr<Panel> panel;
    bool focus = false;       ///< whether it takes the focus as soon as it is drawn
    int frames_to_front = 0;  ///< in how many frames its tab is still selected, until docking has settled
  };

  Interface(std::vector<ShownPanel> panels, std::filesystem::path shaders)
      : panels_(std::move(panels)), shaders_(std::move(shaders)) {}
  /// What the panels are arranged for. `no` means that arrange() has to do it. A lecture may have a place for the
  /// lesson.
  enum class Arranged { no, panels, lecture, lecture_with_lesson };
  [[nodiscard]] bool is_lecture() const { return arranged_ >= Arranged::lecture; }
  /// Where the panels of a workspace are.
  struct Kept {
    std::string layout;  ///< as Dear ImGui writes it
    TabOrder tabs;
    bool is_own = false;  ///< whether the user has arranged it
    Room room;            ///< that it was made for
  };
  using KeptWorkspaces = std::array<std::optional<Kept>, workspace_count>;
  [[nodiscard]] static std::optional<Kept>& kept_of(KeptWorkspaces& kept, Workspace workspace) {
    return kept[static_cast<std::size_t>(workspace)];
  }
  /// Returns what is kept, with where the panels are now.
  [[nodiscard]] KeptWorkspaces kept_now() const;

  void take_attachments(const State& state);
  void apply_appearance(const State& state, const Canvas& canvas);
  /// Brings back where the panels of the workspace were, before a frame begins.
  void follow_workspace(Workspace workspace);
  /// Notes when the user has moved a panel or an edge.
  void follow_user(ImGuiID dock_space);
  /// Returns whether the layout could be loaded; if not, take_messages() says why.
  bool try_load_layout(const std::string& layout);
  void read_keys(const State& state, std::vector<Command>& commands);
  /// Arranges the panels again within a frame, when that is due.
  void arrange(const State& state, ImGuiID dock_space);
  void draw_windows(const Frame& frame);
  [[nodiscard]] bool is_shown(const State& state, const PanelEntry& entry) const;
  void draw_panel(const Frame& frame, ShownPanel& shown);
  /// Draws what is wrong with the kernel, and the sentence for new users.
  void draw_above_stage(const Frame& frame) const;
  /// Draws the pen over the picture of a lecture.
  void draw_pen(const Frame& frame);
  /// Draws all sections below each other.
  void draw_page(const Frame& frame);
  void draw_section(const Frame& frame, ShownPanel& shown);
  /// Draws the button that splits the stage, behind its tabs, while something is pinned.
  void draw_stage_button(const Frame& frame) const;
  /// Returns the panel below the mouse, else the one with the focus, else the large one.
  [[nodiscard]] const PanelEntry& panel_to_copy() const;
  /// Says which of the things that were drawn the mouse or the keys mean, for the context menu and Ctrl+C.
  void point_at_subject(const Frame& frame);
  void emit_elapsed_time(const Frame& frame) const;
  /// Brings a view that has something to show to the front, until the user has chosen one.
  void follow_kernel(const Frame& frame);
  /// Keeps the tabs as they are when the window that had the focus is gone.
  static void forget_closed_window();

  Theme theme_;
  Fonts fonts_;
  FramePainter painter_;
  std::vector<ShownPanel> panels_;  ///< in the order of panel_table()
  std::filesystem::path shaders_;
  std::vector<AttachmentReceipt> receipts_;
  float applied_height_ = 0, applied_scale_ = 1;
  std::optional<ThemeName> applied_theme_;
  Arranged arranged_ = Arranged::no;
  Workspace workspace_ = Workspace::watch;  ///< the one that the last frame showed
  KeptWorkspaces kept_;                     ///< of the workspaces that are not shown
  /// What a lesson changes.
  struct BeforeLesson {
    KeptWorkspaces kept;
    const PanelEntry* front;
  };
  std::optional<BeforeLesson> before_lesson_;
  bool copies_ = false;      ///< whether the next frame says what Ctrl+C means
  bool opens_menu_ = false;  ///< whether the next frame opens the context menu
  bool comes_back_ = false;  ///< whether the present workspace is brought back, too, before the next frame
  bool is_own_ = false;      ///< whether the user has arranged the present workspace
  Room room_;                ///< that it was arranged for
  LectureBand band_ = LectureBand::plain;  ///< likewise, in a lecture
  /// How the dock space was split when it was arranged, or sized since; in which size.
  struct Baseline {
    Splits splits;
    ImVec2 size;
  };
  std::optional<Baseline> baseline_;
  int page_frames_to_front_ = 0;  ///< as ShownPanel has it, of the page of all sections
  int frames_until_settled_ = 0;  ///< after that a change is the user's
  /// How tabs are sorted as soon as all panels were drawn, in so many frames.
  struct Sorting {
    TabOrder order;
    int frames = 0;
  };
  std::optional<Sorting> sorting_;
  const PanelEntry* front_ = find_panel("banks");  ///< the visible panel of the stage
  bool needs_redraw_ = false;
  bool follows_kernel_ = false;                          ///< whether nobody has chosen a view yet
  const PanelEntry* chosen_view_ = find_panel("banks");  ///< the one that follow_kernel() wants
  int frames_elsewhere_ = 0;                             ///< frames since then with something else in front
  std::string own_focus_;                                ///< the panel that it has asked for
  bool view_was_in_front_ = false;                       ///< whether it has been in front
  double hint_until_ = 0;  ///< how to leave the full screen is said until then, by ImGui::GetTime()
  ConnectForm connect_form_;
  PaletteForm palette_form_;
  OpenFileForm open_file_form_;
  LectureField sentence_field_;
  DrawingPen pen_;
  KeyReader keys_;
  KeyboardFocus focus_;
  std::vector<FocusStop> stops_;  ///< of the last frame
  std::vector<SubjectPlace> subjects_;
  std::vector<WindowEffect> effects_;  ///< to be carried out in the next frame
  WidgetMap widgets_;
  std::vector<std::string> messages_;
};

/// Draws the panel, or that it is covered because it would answer the question of a lesson.
void draw_content(const Frame& frame, const PanelEntry& entry, Panel& panel);

/// The bar with the menus and the most used buttons, above the panels.
void draw_menu_bar(const Frame& frame);
/// The bar below it, in which kernel and GPU are chosen.
void draw_kernel_bar(const Frame& frame);
/// Draws the sentence that says what a new user can do next, until it was done or dismissed.
void draw_first_step(const Frame& frame);
/// Draws a line of a menu for an action.
void draw_entry(const Frame& frame, const Action& action);
/// Draws a menu line for each GPU whose times can be shown.
void draw_targets(const Frame& frame);
/// The bar below the panels, which shows the state of the worker and the machine.
void draw_status_bar(const Frame& frame);

}  // namespace lanescope::gui
