#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "gui/readings/connection.h"
#include "gui/screens/open_file/open_file_commands.h"
#include "gui/shell/interface.h"

namespace lanescope::gui {
namespace {

constexpr std::array<const char*, 3> buttons{"toggle_continuous", "run", "cancel"};

}  // namespace

void draw_entry(const Frame& frame, const Action& action) {
  const std::string reason = action.why_not(frame.state);
  const std::string title = title_of(frame.state, action), shortcut(action.shortcut);
  const bool ticked = action.ticked != nullptr && action.ticked(frame.state);
  if (ImGui::MenuItem(title.c_str(), shortcut.c_str(), ticked, reason.empty())) frame.emit(Invoke(action.name));
  name_item(frame, "menu/" + std::string(action.name));
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) tooltip(frame, help_with_reason(frame, action));
}

namespace {

/// Draws the entries whose menu is "Views/Theme", for example, in a menu of their own.
void draw_submenu(const Frame& frame, std::string_view menu) {
  const std::string name(menu.substr(menu.find('/') + 1));
  const bool open = ImGui::BeginMenu((menu_title(frame, name) + "###" + name).c_str());
  name_item(frame, "menu/" + std::string(menu));
  if (!open) return;
  for (const Action& action : actions()) {
    if (action.menu == menu) draw_entry(frame, action);
  }
  if (name == "Recent") {
    ImGui::Separator();
    for (const std::string& file : frame.state.ui.recent_files) {
      if (ImGui::MenuItem(file.c_str())) frame.emit(OpenPath{file});
      name_item(frame, "recent/" + file);
    }
  }
  if (name == "Target") {
    ImGui::Separator();
    draw_targets(frame);
  }
  ImGui::EndMenu();
}

void draw_menu(const Frame& frame, const char* menu) {
  const bool open = ImGui::BeginMenu((menu_title(frame, menu) + "###" + menu).c_str());
  name_item(frame, std::string("menu/") + menu);
  if (!open) return;
  const std::string prefix = std::string(menu) + "/";
  std::set<std::string_view> drawn;  // submenus, each at the place of its first entry
  for (const Action& action : actions()) {
    if (action.menu == menu) draw_entry(frame, action);
    if (action.menu.starts_with(prefix) && drawn.insert(action.menu).second) draw_submenu(frame, action.menu);
  }
  ImGui::EndMenu();
}

/// Draws as many menus as fit into `room` pixels, and the others in one that is called "…".
void draw_menus(const Frame& frame, float room) {
  const float gap = 2 * ImGui::GetStyle().ItemSpacing.x, rest = size_of("…").x + gap;
  std::array<float, menus.size()> widths{};
  float all = 0;
  for (std::size_t i = 0; i < menus.size(); ++i) all += widths[i] = size_of(menu_title(frame, menus[i])).x + gap;
  std::size_t shown = menus.size();
  while (shown > 0 && all + (shown < menus.size() ? rest : 0) > room) all -= widths[--shown];
  for (std::size_t i = 0; i < shown; ++i) draw_menu(frame, menus[i]);
  if (shown == menus.size()) return;
  const bool open = ImGui::BeginMenu("…###more");
  name_item(frame, "menu/more");
  if (!open) return;
  for (std::size_t i = shown; i < menus.size(); ++i) draw_menu(frame, menus[i]);
  ImGui::EndMenu();
}

float width_of_buttons(const Frame& frame) {
  const ImGuiStyle& style = ImGui::GetStyle();
  float width = 0;
  for (const char* name : buttons) {
    const Action* action = find_action(name);
    width += size_of(title_of(frame.state, *action)).x + style.ItemSpacing.x;
    width += action->ticked != nullptr ? ImGui::GetFrameHeight() + style.ItemInnerSpacing.x : 2 * style.FramePadding.x;
  }
  return width + 0.2F * frame.em;
}

}  // namespace

void draw_menu_bar(const Frame& frame) {
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.55F * frame.em, 0.42F * frame.em});
  if (ImGui::BeginMainMenuBar()) {
    {
      const FontScope bold(frame, frame.fonts.bold, 1);
      text("lanescope");
    }
    ImGui::SameLine(0, frame.em);
    draw_menus(frame, ImGui::GetWindowWidth() - width_of_buttons(frame) - ImGui::GetCursorPosX());
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.6F * frame.em, 0.14F * frame.em});
    ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), ImGui::GetWindowWidth() - width_of_buttons(frame)));
    for (const char* name : buttons) {
      ImGui::SetCursorPosY((ImGui::GetWindowHeight() - ImGui::GetFrameHeight()) / 2);
      action_button(frame, name);
    }
    ImGui::PopStyleVar();
    ImGui::EndMainMenuBar();
  }
  ImGui::PopStyleVar();
}

namespace {

/// Shape and colour of each Condition.
constexpr std::array<Marker, 4> condition_markers{{{Shape::tick, &Theme::good},
                                                   {Shape::dots, &Theme::accent},
                                                   {Shape::exclamation, &Theme::warning},
                                                   {Shape::cross, &Theme::wrong}}};

constexpr float bar_width = 6, job_width = 34, min_facts_width = 16;  // in text heights

/// Returns the width of one job. Its words have what is left.
float width_of_job(const Frame& frame, const Job& job) {
  const float bar = job.share ? (bar_width + 0.7F) * frame.em : 0;
  const float button = size_of(frame.say("job.cancel")).x + 2 * ImGui::GetStyle().FramePadding.x + 2 * frame.em;
  return std::min(size_of(job.words).x + bar + button, job_width * frame.em);
}

/// Draws what is done, how far it is, and the button that ends it, between two places of the line.
void draw_job(const Frame& frame, const Job& job, float left, float right) {
  const Action& cancel = *find_action(job.cancel);
  const std::string name = "job/" + std::string(job.cancel), label = frame.say("job.cancel");
  const float em = frame.em, top = ImGui::GetCursorScreenPos().y;
  const float button = size_of(label).x + 2 * ImGui::GetStyle().FramePadding.x;
  const float bar = job.share ? bar_width * em : 0, end = right - button - 0.5F * em;
  ImGui::SetCursorScreenPos({left, top});
  shape_item(frame, Shape::dots, frame.theme.accent);
  draw_elided(job.words, frame.theme.text, end - bar - 0.5F * em);
  name_item(frame, name + "/words");
  if (job.share) {
    ImGui::SetCursorScreenPos({end - bar, top + 0.15F * ImGui::GetTextLineHeight()});
    ImGui::ProgressBar(static_cast<float>(*job.share), {bar, 0.7F * ImGui::GetTextLineHeight()}, "");
    name_item(frame, name + "/share");
  }
  ImGui::SetCursorScreenPos({right - button, top});
  if (ImGui::SmallButton(fmt::format("{}##{}", label, name).c_str())) frame.emit(Invoke(job.cancel));
  name_item(frame, name);
  if (ImGui::IsItemHovered()) tooltip(frame, help_with_reason(frame, cancel, true));
}

/// Draws as many jobs as there is room for at the right end of the line, the first one always. Returns where they
/// begin.
float draw_jobs(const Frame& frame, float left, float right) {
  if (frame.state.ui.hide_private_words) return right;
  const float top = ImGui::GetCursorScreenPos().y;
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, frame.theme.accent);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, frame.theme.hovered);
  for (const Job& job : frame.state.ui.jobs) {
    const float begin = right - width_of_job(frame, job);
    if (&job != &frame.state.ui.jobs.front() && begin < left + min_facts_width * frame.em) break;
    draw_job(frame, job, std::max(begin, left), right);
    ImGui::SetCursorScreenPos({left, top});
    right = begin - 1.2F * frame.em;
  }
  ImGui::PopStyleColor(2);
  return right;
}

}  // namespace

void draw_status_bar(const Frame& frame) {
  const StatusLine status = status_of(frame.state, frame.readout);
  const Theme& theme = frame.theme;
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme.ground);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.7F * frame.em, 0.25F * frame.em});
  if (ImGui::BeginViewportSideBar("##status", ImGui::GetMainViewport(), ImGuiDir_Down, 1.6F * frame.em,
                                  ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoSavedSettings)) {
    const FontScope small(frame, frame.fonts.text, 0.9F);
    const float right = draw_jobs(frame, ImGui::GetCursorScreenPos().x,
                                  ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - 0.7F * frame.em);
    const Marker& marker = condition_markers.at(static_cast<std::size_t>(status.condition));
    const ImVec2 from = ImGui::GetCursorScreenPos();
    shape_item(frame, marker.shape, theme.*marker.colour);
    text(status.worker, theme.text);
    const ImVec2 to = ImGui::GetItemRectMax();
    ImGui::SetCursorScreenPos(from);
    if (blank_button("machine", {to.x - from.x, to.y - from.y})) frame.emit("machine");
    name_item(frame, "status/machine");
    if (ImGui::IsItemHovered()) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      tooltip(frame, help_with_reason(frame, *find_action("machine"), true));
    }
    for (const std::string& fact : status.facts) {
      ImGui::SameLine(0, 0.7F * frame.em);
      text("·", theme.faint);
      ImGui::SameLine(0, 0.7F * frame.em);
      draw_elided(fact, theme.quiet, right);
    }
    const auto warn = [&](const std::string& words, ImVec4 colour, const char* name) {
      if (words.empty()) return;
      ImGui::SameLine(0, 1.4F * frame.em);
      shape_item(frame, Shape::exclamation, theme.warning);
      draw_elided(words, colour, right);
      name_item(frame, name);
    };
    warn(status.version, theme.text, "status/version");
    warn(status.lacking, theme.quiet, "status/lacking");
  }
  ImGui::End();
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

}  // namespace lanescope::gui
