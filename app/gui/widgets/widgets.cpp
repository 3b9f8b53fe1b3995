#include "gui/widgets/widgets.h"

#include <imgui_internal.h>

#include <array>
#include <cmath>

namespace warpscope::gui {

void begin_panel(const Frame& frame, const char* name) {
  ImGui::Begin((panel_title(frame, name) + name).c_str(), nullptr, ImGuiWindowFlags_NoFocusOnAppearing);
}

std::string panel_title(const Frame& frame, std::string_view name) {
  return frame.say("panel." + std::string(name.substr(name.find_first_not_of('#'))));
}

void text(std::string_view text) {
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
}

void text(std::string_view text, ImVec4 colour) {
  const ColourScope scope(colour);
  gui::text(text);
}

void number(std::string_view text, ImVec4 colour) {
  constexpr std::string_view thin_space = "\u2009";
  constexpr float gap = 0.2F;  // of the size of the digits
  const ColourScope scope(colour);
  ImGui::BeginGroup();
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(thin_space, from), text.size());
    if (from > 0) ImGui::SameLine(0, gap * ImGui::GetFontSize());
    gui::text(text.substr(from, to - from));
    from = to + thin_space.size();
  }
  ImGui::EndGroup();
}

void wrapped(std::string_view text, ImVec4 colour) {
  const ColourScope scope(colour);
  ImGui::PushTextWrapPos(0.0F);
  gui::text(text);
  ImGui::PopTextWrapPos();
}

void shortened(std::string_view text, ImVec4 colour, float right) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 size = size_of(text);
  const ImVec2 to{std::max(from.x, right), from.y + size.y};
  const ColourScope scope(colour);
  ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), from, to, to.x, text.data(), text.data() + text.size(), &size);
  ImGui::Dummy({std::min(size.x, to.x - from.x), size.y});
  if (from.x + size.x > to.x && ImGui::IsItemHovered())
    ImGui::SetTooltip("%.*s", static_cast<int>(text.size()), text.data());
}

ImVec2 size_of(std::string_view text) {
  return ImGui::CalcTextSize(text.data(), text.data() + text.size());
}

void tooltip(const Frame& frame, std::string_view text) {
  if (!ImGui::BeginTooltip()) return;
  ImGui::PushTextWrapPos(24 * frame.em);
  gui::text(text);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void name_place(const Frame& frame, const std::string& name, ImVec2 from, ImVec2 to) {
  frame.widgets[name] = {from, to};
}

void name_item(const Frame& frame, const std::string& name) {
  name_place(frame, name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

void draw_shape(ImDrawList& list, Shape shape, ImVec2 centre, float size, ImVec4 colour) {
  const ImU32 ink = packed(colour);
  const float r = 0.3F * size, stroke = std::max(1.5F, 0.11F * size);
  const auto at = [&](float x, float y) { return ImVec2(centre.x + x * r, centre.y + y * r); };
  const auto line = [&](ImVec2 from, ImVec2 to) { list.AddLine(from, to, ink, stroke); };
  switch (shape) {
    case Shape::disc:
      list.AddCircleFilled(centre, 0.85F * r, ink);
      break;
    case Shape::square:
      list.AddRect(at(-0.8F, -0.8F), at(0.8F, 0.8F), ink, 0, 0, stroke);
      break;
    case Shape::diamond:
      list.AddQuadFilled(at(0, -1), at(1, 0), at(0, 1), at(-1, 0), ink);
      break;
    case Shape::triangle:
      list.AddTriangle(at(0, -0.9F), at(1, 0.8F), at(-1, 0.8F), ink, stroke);
      break;
    case Shape::hexagon:
      list.AddNgonFilled(centre, 0.95F * r, ink, 6);
      break;
    case Shape::ring:
      list.AddCircle(centre, 0.8F * r, ink, 0, stroke);
      break;
    case Shape::tick: {
      const std::array<ImVec2, 3> points{at(-0.95F, 0.05F), at(-0.25F, 0.75F), at(1.05F, -0.8F)};
      list.AddPolyline(points.data(), static_cast<int>(points.size()), ink, ImDrawFlags_None, stroke);
      break;
    }
    case Shape::cross:
      line(at(-0.8F, -0.8F), at(0.8F, 0.8F));
      line(at(-0.8F, 0.8F), at(0.8F, -0.8F));
      break;
    case Shape::exclamation:
      list.AddTriangle(at(0, -1.15F), at(1.25F, 1), at(-1.25F, 1), ink, 0.8F * stroke);
      line(at(0, -0.35F), at(0, 0.35F));
      list.AddCircleFilled(at(0, 0.68F), 0.55F * stroke, ink);
      break;
    case Shape::exhibit:
      list.AddTriangleFilled(at(0, -1.2F), at(1.2F, -0.35F), at(-1.2F, -0.35F), ink);
      for (const float x : {-0.75F, 0.0F, 0.75F}) line(at(x, -0.2F), at(x, 0.75F));
      line(at(-1.2F, 1), at(1.2F, 1));
      break;
    case Shape::pause:
      for (const float x : {-0.45F, 0.45F}) list.AddRectFilled(at(x - 0.25F, -0.9F), at(x + 0.25F, 0.9F), ink);
      break;
    case Shape::play:
      list.AddTriangleFilled(at(-0.7F, -0.95F), at(1, 0), at(-0.7F, 0.95F), ink);
      break;
    case Shape::dots:
      for (const float x : {-1.0F, 0.0F, 1.0F}) list.AddCircleFilled(at(x, 0), 0.28F * r, ink);
      break;
  }
}

void hatch(ImDrawList& list, ImVec2 from, ImVec2 to, float step, ImU32 ink, float stroke) {
  // Cut to the rectangle by hand: a clipping rectangle for each would be a draw call for each. The corners of a
  // stroke's ends stay inside too.
  const float inset = 0.36F * stroke, height = to.y - from.y;
  for (float x = std::floor((from.x - height) / step) * step; x < to.x; x += step) {
    const float left = std::max(x, from.x) + inset, right = std::min(x + height, to.x) - inset;
    if (right > left) list.AddLine({left, to.y - (left - x)}, {right, to.y - (right - x)}, ink, stroke);
  }
}

void shape_item(const Frame& frame, Shape shape, ImVec4 colour) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight();
  draw_shape(*ImGui::GetWindowDrawList(), shape, {from.x + 0.4F * height, from.y + 0.52F * height}, height, colour);
  ImGui::Dummy({0.8F * height, height});
  ImGui::SameLine(0, 0.25F * frame.em);
}

Shape shape_of(Source source) {
  switch (source) {
    case Source::measured:
      return Shape::disc;
    case Source::recorded:
      return Shape::square;
    case Source::compiler:
      return Shape::diamond;
    case Source::driver:
      return Shape::triangle;
    case Source::derived:
      return Shape::hexagon;
    case Source::predicted:
      return Shape::ring;
  }
  return Shape::disc;
}

Shape shape_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::verified:
      return Shape::tick;
    case Verdict::wrong:
    case Verdict::fault:
      return Shape::cross;
    case Verdict::unverified:
      return Shape::exclamation;
    case Verdict::promised:
    case Verdict::unpromised:
      return Shape::exhibit;
    case Verdict::held:
      return Shape::pause;
    case Verdict::none:
      break;
  }
  return Shape::dots;
}

Shape shape_of(Problem::Kind kind) {
  switch (kind) {
    case Problem::Kind::fault:
      return Shape::cross;
    case Problem::Kind::lack:
      return Shape::exclamation;
    case Problem::Kind::lesson:
      return Shape::exhibit;
    case Problem::Kind::held:
      break;
  }
  return Shape::pause;
}

Shape shape_of(SourceMessage::Kind kind) {
  switch (kind) {
    case SourceMessage::Kind::error:
    case SourceMessage::Kind::fault:
      return Shape::cross;
    case SourceMessage::Kind::lesson:
      return Shape::exhibit;
    case SourceMessage::Kind::warning:
      return Shape::exclamation;
    case SourceMessage::Kind::remark:
      break;
  }
  return Shape::dots;
}

float badge_width(const Frame& frame, std::string_view word) {
  return size_of(word).x + 2.1F * frame.em;
}

void badge(const Frame& frame, Shape shape, std::string_view word, ImVec4 colour) {
  const float em = frame.em;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 size{badge_width(frame, word), 1.6F * em};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to{from.x + size.x, from.y + size.y};
  list.AddRectFilled(from, to, packed(faded(colour, 0.22F)), 0.8F * em);
  list.AddRect(from, to, packed(colour), 0.8F * em, 0, std::max(1.0F, 0.08F * em));
  draw_shape(list, shape, {from.x + 0.85F * em, from.y + size.y / 2}, 1.05F * em, colour);
  list.AddText({from.x + 1.5F * em, from.y + (size.y - ImGui::GetTextLineHeight()) / 2}, packed(frame.theme.text),
               word.data(), word.data() + word.size());
  ImGui::Dummy(size);
}

std::string menu_title(const Frame& frame, std::string_view menu) {
  const std::string* text = frame.state.ui.language->find("menu." + std::string(menu));
  return text == nullptr ? std::string(menu) : *text;
}

std::string not_now(const Frame& frame, std::string_view reason) {
  for (const std::string_view stop : {".", "。"}) {  // some reasons are whole sentences
    if (reason.ends_with(stop)) reason.remove_suffix(stop.size());
  }
  return frame.say("palette.not_now", reason);
}

std::string help_with_reason(const Frame& frame, const Action& action) {
  const std::string help = help_of(frame.state, action), reason = action.why_not(frame.state);
  return reason.empty() ? help : help + "\n" + not_now(frame, reason);
}

void action_button(const Frame& frame, std::string_view name) {
  const Action* action = find_action(name);
  if (action == nullptr) return;
  const std::string reason = action->why_not(frame.state);
  const bool on = action->ticked != nullptr && action->ticked(frame.state);
  const std::string label = title_of(frame.state, *action) + "###" + std::string(name);
  ImGui::BeginDisabled(!reason.empty());
  bool pressed = false;
  if (action->ticked != nullptr) {
    bool value = on;
    pressed = ImGui::Checkbox(label.c_str(), &value);
  } else {
    pressed = ImGui::Button(label.c_str());
  }
  if (pressed) frame.emit({std::string(name)});
  ImGui::EndDisabled();
  name_item(frame, "action/" + std::string(name));
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
    const std::string keys = keys_of(*action);
    tooltip(frame, keys.empty() ? help_with_reason(frame, *action) : help_with_reason(frame, *action) + "\n" + keys);
  }
}

}  // namespace warpscope::gui
