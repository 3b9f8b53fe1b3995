#include "gui/shell/keys.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "base/text.h"

namespace lanescope::gui {
namespace {

constexpr std::array<std::pair<std::string_view, ImGuiKey>, 9> modifiers_and_signs{{
    {"Ctrl", static_cast<ImGuiKey>(ImGuiMod_Ctrl)},
    {"Shift", static_cast<ImGuiKey>(ImGuiMod_Shift)},
    {"Alt", static_cast<ImGuiKey>(ImGuiMod_Alt)},
    {"=", ImGuiKey_Equal},
    {"-", ImGuiKey_Minus},
    {",", ImGuiKey_Comma},
    {".", ImGuiKey_Period},
    {"[", ImGuiKey_LeftBracket},
    {"]", ImGuiKey_RightBracket},
}};

std::optional<ImGuiKey> key_of(std::string_view part) {
  for (const auto& [name, key] : modifiers_and_signs) {
    if (part == name) return key;
  }
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key) {
    if (part == ImGui::GetKeyName(static_cast<ImGuiKey>(key))) return static_cast<ImGuiKey>(key);
  }
  return std::nullopt;
}

bool is_of_keyboard(const ImGuiInputEvent& event) {
  return event.Type == ImGuiInputEventType_Key || event.Type == ImGuiInputEventType_Text ||
         event.Type == ImGuiInputEventType_Focus;
}

/// The keys that open a field are let go while it opens.
bool is_release(const ImGuiInputEvent& event) {
  return event.Type == ImGuiInputEventType_Key && !event.Key.Down;
}

/// Returns whether no text field has a use for the keys.
bool works_in_text_field(ImGuiKeyChord chord) {
  constexpr std::array of_fields{ImGuiKey_A,         ImGuiKey_C,         ImGuiKey_V,         ImGuiKey_X,
                                 ImGuiKey_Y,         ImGuiKey_Z,         ImGuiKey_LeftArrow, ImGuiKey_RightArrow,
                                 ImGuiKey_UpArrow,   ImGuiKey_DownArrow, ImGuiKey_Home,      ImGuiKey_End,
                                 ImGuiKey_Backspace, ImGuiKey_Delete,    ImGuiKey_Insert,    ImGuiKey_Enter};
  const auto key = static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_);
  if (key >= ImGuiKey_F1 && key <= ImGuiKey_F24) return true;
  return (chord & ImGuiMod_Ctrl) != 0 && std::ranges::find(of_fields, key) == of_fields.end();
}

/// Returns whether the action may be invoked while the keyboard is where it is. A written sign has no chord.
bool accepts_key(const Action& action, ImGuiKeyChord chord, bool typing, const SmallWindow* focused) {
  if (action.name == "cancel") return !typing || (focused != nullptr && focused->is_one_field);
  if (works_in_text_field(chord)) return true;
  return !typing && (focused == nullptr || action.name == focused->close_action);
}

/// Returns whether a control that has the focus uses the key.
bool is_of_control(ImGuiKeyChord chord) {
  constexpr std::array keys{ImGuiKey_Space,      ImGuiKey_Enter,   ImGuiKey_KeypadEnter, ImGuiKey_LeftArrow,
                            ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow};
  return std::ranges::find(keys, static_cast<ImGuiKey>(chord)) != keys.end();
}

bool is_alt(ImGuiKey key) {
  return key == ImGuiKey_LeftAlt || key == ImGuiKey_RightAlt;
}

/// More than a field takes until it has the keyboard. Where none opens, the keys count after that.
constexpr int frames_until_a_field_types = 6;

}  // namespace

std::optional<ImGuiKeyChord> key_chord(std::string_view shortcut) {
  if (shortcut.empty()) return std::nullopt;
  ImGuiKeyChord chord = 0;
  for (const std::string_view part : split(shortcut, '+')) {
    const std::optional<ImGuiKey> key = key_of(part);
    if (!key) return std::nullopt;
    chord |= *key;
  }
  return chord;
}

bool KeyReader::asks_for_focus(const ImGuiInputEvent& event, const SmallWindow* focused, bool walks) {
  using Kind = FocusRequest::Kind;
  if (event.Type != ImGuiInputEventType_Key) return false;
  const ImGuiKey key = event.Key.Key;
  const auto asks = [&](FocusRequest request) {
    focus_requests_.push_back(request);
    return true;
  };
  if (!event.Key.Down) return is_alt(key) && std::exchange(alt_alone_, false) && asks({Kind::menu_bar});
  alt_alone_ = is_alt(key) && (modifiers_ & ~ImGuiMod_Alt) == 0;
  if (key == ImGuiKey_Tab && modifiers_ == 0) return asks({Kind::next});
  if (key == ImGuiKey_Tab && modifiers_ == ImGuiMod_Shift) return asks({Kind::previous});
  const bool is_letter = key >= ImGuiKey_A && key <= ImGuiKey_Z;
  if (is_letter && modifiers_ == ImGuiMod_Alt) {
    return asks({Kind::menu, static_cast<char>('A' + (key - ImGuiKey_A))});
  }
  if (!walks || modifiers_ != 0) return false;
  const bool types = ImGui::GetIO().WantTextInput;
  if (key == ImGuiKey_Escape && !types && focused == nullptr) return asks({Kind::leave});
  return is_of_control(key);
}

std::vector<std::string_view> KeyReader::read(const SmallWindow* focused, bool walks) {
  std::vector<std::string_view> found;
  focus_requests_.clear();
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const bool typing = context.IO.WantTextInput, in_popup = !context.OpenPopupStack.empty();
  if (in_popup || std::ranges::any_of(context.IO.MouseDown, std::identity())) alt_alone_ = false;
  const bool opened = typing && context.ActiveId != 0 && context.ActiveId != left_field_;
  frames_to_wait_ = opened ? 0 : std::max(0, frames_to_wait_ - 1);
  const bool opens_menu = context.NavNextActivateId != 0 && context.NavLayer == ImGuiNavLayer_Menu;
  for (const ImGuiInputEvent& event : context.InputEventsQueue) {
    if (!is_of_keyboard(event) || event.EventId <= last_event_) continue;
    if ((frames_to_wait_ > 0 || opens_menu) && !is_release(event)) {
      hold_remaining_keys();
      break;
    }
    last_event_ = event.EventId;
    if (event.Type == ImGuiInputEventType_Focus) {
      modifiers_ = 0;
      alt_alone_ = false;
    }
    const bool is_key = event.Type == ImGuiInputEventType_Key, is_text = event.Type == ImGuiInputEventType_Text;
    const ImGuiKeyChord key = is_key ? static_cast<ImGuiKeyChord>(event.Key.Key) : 0;
    const bool is_modifier = (key & ImGuiMod_Mask_) != 0;
    if (is_modifier) modifiers_ = event.Key.Down ? modifiers_ | key : modifiers_ & ~key;
    const bool is_escape = is_key && event.Key.Down && event.Key.Key == ImGuiKey_Escape;
    // In a slow frame it may have been pressed twice.
    if (is_escape && !context.OpenPopupStack.empty()) {
      // Dear ImGui would close one level, and a submenu below the mouse opens again at once.
      ImGui::ClosePopupToLevel(0, true);
    }
    if (in_popup || is_modifier) continue;
    if (asks_for_focus(event, focused, walks) || (is_key ? !event.Key.Down : !is_text)) continue;
    for (const Action& action : actions()) {
      const bool pressed = is_key && (key_chord(action.shortcut) == (key | modifiers_) ||
                                      key_chord(action.second_shortcut) == (key | modifiers_));
      const auto writes = [&](std::string_view sign) {
        return is_text && sign.size() == 1 && event.Text.Char == static_cast<unsigned char>(sign.front());
      };
      const bool is_sign = !key_chord(action.shortcut);
      const bool written = writes(action.second_shortcut) || (is_sign && writes(action.shortcut));
      if (!(pressed || written) || !accepts_key(action, pressed ? key | modifiers_ : 0, typing, focused)) continue;
      found.push_back(action.name);
      if (!action.opens_text_field) continue;
      frames_to_wait_ = frames_until_a_field_types;
      left_field_ = typing ? context.ActiveId : 0;
    }
  }
  return found;
}

void KeyReader::hold_remaining_keys() {
  ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
  const auto rest = std::stable_partition(queue.begin(), queue.end(), [&](const ImGuiInputEvent& event) {
    return !is_of_keyboard(event) || event.EventId <= last_event_;
  });
  waiting_.assign(rest, queue.end());
  queue.resize(static_cast<int>(rest - queue.begin()));
}

void KeyReader::requeue_held_keys() {
  for (const ImGuiInputEvent& event : waiting_) ImGui::GetCurrentContext()->InputEventsQueue.push_back(event);
  waiting_.clear();
}

}  // namespace lanescope::gui
