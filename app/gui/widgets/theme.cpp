#include "gui/widgets/theme.h"

#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

namespace warpscope::gui {

namespace {

ImVec4 hex(std::uint32_t rgb) {
  const auto channel = [rgb](int shift) { return static_cast<float>((rgb >> shift) & 0xFFU) / 255.0F; };
  return {channel(16), channel(8), channel(0), 1.0F};
}

void apply_colours(const Theme& theme, ImGuiStyle& style) {
  const std::array<std::pair<ImGuiCol, ImVec4>, 43> table{{
      {ImGuiCol_Text, theme.text},
      {ImGuiCol_TextDisabled, theme.quiet},
      {ImGuiCol_WindowBg, theme.panel},
      {ImGuiCol_ChildBg, faded(theme.panel, 0)},
      {ImGuiCol_PopupBg, theme.raised},
      {ImGuiCol_Border, theme.line},
      {ImGuiCol_BorderShadow, faded(theme.ground, 0)},
      {ImGuiCol_FrameBg, theme.raised},
      {ImGuiCol_FrameBgHovered, theme.hovered},
      {ImGuiCol_FrameBgActive, theme.pressed},
      {ImGuiCol_TitleBg, theme.ground},
      {ImGuiCol_TitleBgActive, theme.ground},
      {ImGuiCol_TitleBgCollapsed, theme.ground},
      {ImGuiCol_MenuBarBg, theme.ground},
      {ImGuiCol_ScrollbarBg, faded(theme.ground, 0)},
      {ImGuiCol_ScrollbarGrab, theme.line},
      {ImGuiCol_ScrollbarGrabHovered, theme.faint},
      {ImGuiCol_ScrollbarGrabActive, theme.quiet},
      {ImGuiCol_CheckMark, theme.accent},
      {ImGuiCol_Button, theme.raised},
      {ImGuiCol_ButtonHovered, theme.hovered},
      {ImGuiCol_ButtonActive, theme.pressed},
      {ImGuiCol_Header, theme.raised},
      {ImGuiCol_HeaderHovered, theme.hovered},
      {ImGuiCol_HeaderActive, theme.pressed},
      {ImGuiCol_Separator, theme.ground},
      {ImGuiCol_SeparatorHovered, theme.accent},
      {ImGuiCol_SeparatorActive, theme.accent},
      {ImGuiCol_Tab, theme.ground},
      {ImGuiCol_TabHovered, theme.hovered},
      {ImGuiCol_TabSelected, theme.panel},
      {ImGuiCol_TabSelectedOverline, theme.accent},
      {ImGuiCol_TabDimmed, theme.ground},
      {ImGuiCol_TabDimmedSelected, theme.panel},
      {ImGuiCol_TabDimmedSelectedOverline, faded(theme.accent, 0)},
      {ImGuiCol_DockingPreview, faded(theme.accent, 0.5F)},
      {ImGuiCol_DockingEmptyBg, theme.ground},
      {ImGuiCol_TableBorderLight, theme.line},
      {ImGuiCol_TableBorderStrong, theme.line},
      {ImGuiCol_TextSelectedBg, faded(theme.accent, 0.35F)},
      {ImGuiCol_NavCursor, theme.accent},
      {ImGuiCol_ResizeGrip, faded(theme.line, 0)},
      {ImGuiCol_ModalWindowDimBg, faded(theme.ground, 0.7F)},
  }};
  for (const auto& [index, colour] : table) style.Colors[index] = colour;
}

/// Relative luminance of the WCAG: of linear light.
double luminance(ImVec4 colour) {
  const auto linear = [](float channel) {
    return channel <= 0.04045F ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.x) + 0.7152 * linear(colour.y) + 0.0722 * linear(colour.z);
}

/// The colours of Okabe and Ito, darkened until they stand out from white.
Theme light_theme() {
  Theme theme;
  theme.ground = hex(0xE8ECF1);
  theme.panel = hex(0xFBFCFD);
  theme.raised = hex(0xE2E8EF);
  theme.hovered = hex(0xD2DCE7);
  theme.pressed = hex(0xBCCADA);
  theme.line = hex(0xB4C0CE);
  theme.text = hex(0x10151C);
  theme.quiet = hex(0x3F4956);
  theme.faint = hex(0x6F7B89);
  theme.accent = hex(0x0063A3);
  theme.recorded = hex(0x9C3A75);
  theme.stated = theme.quiet;
  theme.derived = theme.quiet;
  theme.lesson = hex(0x6E6000);
  theme.good = hex(0x006B4E);
  theme.warning = hex(0x946800);
  theme.wrong = hex(0x9A1B00);
  theme.peak = hex(0x6E6000);
  theme.keyword = hex(0x7A1F5C);
  theme.type = hex(0x004A80);
  theme.builtin = hex(0x544800);
  theme.literal = hex(0x00543B);
  theme.comment = hex(0x475260);
  theme.preprocessor = hex(0x6A4000);
  theme.outlined = true;
  return theme;
}

Theme projector_theme() {
  Theme theme = light_theme();
  theme.ground = hex(0xEEF1F4);
  theme.panel = hex(0xFFFFFF);
  theme.raised = hex(0xDCE2E9);
  theme.hovered = hex(0xC6D0DB);
  theme.pressed = hex(0xA9B7C6);
  theme.line = hex(0x6B7783);
  theme.text = hex(0x000000);
  theme.quiet = hex(0x23292F);
  theme.faint = hex(0x56616C);
  theme.accent = hex(0x00508A);
  theme.recorded = hex(0x85245F);
  theme.stated = theme.quiet;
  theme.derived = theme.quiet;
  theme.lesson = hex(0x5A4E00);
  theme.good = hex(0x00583F);
  theme.warning = hex(0x8A6000);
  theme.wrong = hex(0x8C1500);
  theme.peak = hex(0x5A4E00);
  theme.keyword = hex(0x66114A);
  theme.type = hex(0x003B69);
  theme.builtin = hex(0x453B00);
  theme.literal = hex(0x00452F);
  theme.comment = hex(0x38414B);
  theme.preprocessor = hex(0x573400);
  theme.stroke = 1.6F;
  return theme;
}

/// Meaning from blue (right) over yellow to orange (wrong), each of another lightness: the axis that people without
/// red or without green cones keep.
Theme colour_blind_theme() {
  Theme theme = dark_theme();
  theme.recorded = hex(0xD5DBE2);
  theme.lesson = hex(0xFBF5B0);
  theme.good = hex(0xBFE3FA);
  theme.warning = hex(0xF0E442);
  theme.wrong = hex(0xDB6A00);
  theme.keyword = hex(0xF2C879);
  theme.literal = hex(0xC4E4F8);
  theme.preprocessor = hex(0xF2B866);
  return theme;
}

void apply_plot(const Theme& theme, float em) {
  ImPlotStyle& plot = ImPlot::GetStyle();
  plot = ImPlotStyle();
  plot.Colors[ImPlotCol_FrameBg] = faded(theme.panel, 0);
  plot.Colors[ImPlotCol_PlotBg] = theme.ground;
  plot.Colors[ImPlotCol_PlotBorder] = theme.line;
  plot.Colors[ImPlotCol_AxisText] = theme.quiet;
  plot.Colors[ImPlotCol_AxisGrid] = faded(theme.line, 0.8F);
  plot.Colors[ImPlotCol_AxisTick] = theme.line;
  plot.PlotPadding = {0.4F * em, 0.5F * em};
  plot.LabelPadding = {0.4F * em, 0.3F * em};
  plot.MajorTickLen = {0.35F * em, 0.35F * em};
  plot.MinorTickLen = {0.2F * em, 0.2F * em};
  plot.PlotMinSize = {6 * em, 4 * em};
  plot.AnnotationPadding = {0.2F * em, 0.1F * em};
}

}  // namespace

Theme dark_theme() {
  Theme theme;
  theme.ground = hex(0x0B0E13);
  theme.panel = hex(0x141920);
  theme.raised = hex(0x202833);
  theme.hovered = hex(0x2B3645);
  theme.pressed = hex(0x37465A);
  theme.line = hex(0x323D4C);
  theme.text = hex(0xF0F3F7);
  theme.quiet = hex(0xABB6C4);
  theme.faint = hex(0x6B7889);
  theme.accent = hex(0x56B4E9);
  theme.recorded = hex(0xCC79A7);
  theme.stated = hex(0xABB6C4);
  theme.derived = hex(0xABB6C4);
  theme.lesson = hex(0xF0E442);
  theme.good = hex(0x009E73);
  theme.warning = hex(0xE69F00);
  theme.wrong = hex(0xD55E00);
  theme.peak = hex(0xF0E442);
  theme.keyword = hex(0xE6A8CB);
  theme.type = hex(0x7CC8F2);
  theme.builtin = hex(0xF0E442);
  theme.literal = hex(0x6FDDB8);
  theme.comment = hex(0xA3AEBB);
  theme.preprocessor = hex(0xF2B866);
  return theme;
}

Theme theme_of(ThemeName name) {
  switch (name) {
    case ThemeName::dark:
      break;
    case ThemeName::light:
      return light_theme();
    case ThemeName::projector:
      return projector_theme();
    case ThemeName::colour_blind:
      return colour_blind_theme();
  }
  return dark_theme();
}

double contrast(ImVec4 one, ImVec4 other) {
  const double first = luminance(one), second = luminance(other);
  return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

void apply(const Theme& theme, float em) {
  ImGuiStyle style;
  apply_colours(theme, style);
  const float hairline = std::max(1.0F, std::round(0.06F * theme.stroke * em));
  style.FontSizeBase = em;
  style.WindowPadding = {0.7F * em, 0.6F * em};
  style.FramePadding = {0.55F * em, 0.28F * em};
  style.ItemSpacing = {0.5F * em, 0.35F * em};
  style.ItemInnerSpacing = {0.35F * em, 0.25F * em};
  style.CellPadding = {0.35F * em, 0.16F * em};
  style.IndentSpacing = em;
  style.ScrollbarSize = 0.6F * em;
  style.ScrollbarPadding = hairline;
  style.GrabMinSize = 0.6F * em;
  style.WindowMinSize = {4 * em, 3 * em};
  style.WindowRounding = 0;
  style.ChildRounding = 0;
  style.PopupRounding = 0.25F * em;
  style.FrameRounding = 0.25F * em;
  style.GrabRounding = 0.25F * em;
  style.ScrollbarRounding = 0.3F * em;
  style.TabRounding = 0;
  style.WindowBorderSize = 0;
  style.PopupBorderSize = hairline;
  style.FrameBorderSize = theme.outlined ? hairline : 0;
  style.TabBarBorderSize = 0;
  style.TabBarOverlineSize = 2 * hairline;
  style.DockingSeparatorSize = 3 * hairline;
  style.WindowMenuButtonPosition = ImGuiDir_None;
  style.SeparatorTextBorderSize = hairline;
  style.DisabledAlpha = 0.5F;
  ImGui::GetStyle() = style;
  apply_plot(theme, em);
}

ImVec4 colour_of(const Theme& theme, Source source) {
  switch (source) {
    case Source::measured:
      return theme.accent;
    case Source::recorded:
      return theme.recorded;
    case Source::derived:
      return theme.derived;
    case Source::compiler:
    case Source::driver:
    case Source::predicted:
      break;
  }
  return theme.stated;
}

ImVec4 colour_of(const Theme& theme, Verdict verdict) {
  switch (verdict) {
    case Verdict::verified:
      return theme.good;
    case Verdict::unverified:
    case Verdict::held:
      return theme.warning;
    case Verdict::wrong:
    case Verdict::fault:
      return theme.wrong;
    case Verdict::promised:
    case Verdict::unpromised:
      return theme.lesson;
    case Verdict::none:
      break;
  }
  return theme.quiet;
}

ImVec4 colour_of(const Theme& theme, Problem::Kind kind) {
  switch (kind) {
    case Problem::Kind::fault:
      return theme.wrong;
    case Problem::Kind::lack:
    case Problem::Kind::held:
      return theme.warning;
    case Problem::Kind::lesson:
      break;
  }
  return theme.lesson;
}

ImVec4 colour_of(const Theme& theme, SourceMessage::Kind kind) {
  switch (kind) {
    case SourceMessage::Kind::error:
    case SourceMessage::Kind::fault:
      return theme.wrong;
    case SourceMessage::Kind::lesson:
      return theme.lesson;
    case SourceMessage::Kind::warning:
      return theme.warning;
    case SourceMessage::Kind::remark:
      break;
  }
  return theme.quiet;
}

ImVec4 colour_of(const Theme& theme, SourceWord word) {
  switch (word) {
    case SourceWord::keyword:
      return theme.keyword;
    case SourceWord::type:
      return theme.type;
    case SourceWord::builtin:
      return theme.builtin;
    case SourceWord::number:
    case SourceWord::quoted:
      return theme.literal;
    case SourceWord::comment:
      return theme.comment;
    case SourceWord::preprocessor:
      return theme.preprocessor;
    case SourceWord::text:
      break;
  }
  return theme.text;
}

ImVec4 faded(ImVec4 colour, float opacity) {
  return {colour.x, colour.y, colour.z, colour.w * opacity};
}

ImVec4 mixed(ImVec4 from, ImVec4 to, float part) {
  return {from.x + part * (to.x - from.x), from.y + part * (to.y - from.y), from.z + part * (to.z - from.z),
          from.w + part * (to.w - from.w)};
}

ImU32 packed(ImVec4 colour) {
  return ImGui::ColorConvertFloat4ToU32(colour);
}

}  // namespace warpscope::gui
