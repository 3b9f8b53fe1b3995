#include "gui/widgets/theme.h"

#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "experiments/sheet/value.h"

namespace lanescope::gui {
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
      {ImGuiCol_TabDimmedSelectedOverline, theme.quiet},
      {ImGuiCol_DockingPreview, faded(theme.accent, 0.5F)},
      {ImGuiCol_DockingEmptyBg, theme.ground},
      {ImGuiCol_TableBorderLight, theme.line},
      {ImGuiCol_TableBorderStrong, theme.line},
      {ImGuiCol_TextSelectedBg, faded(theme.accent, 0.35F)},
      {ImGuiCol_NavCursor, faded(theme.focus, 0)},
      {ImGuiCol_ResizeGrip, faded(theme.line, 0)},
      {ImGuiCol_ModalWindowDimBg, faded(theme.ground, 0.7F)},
  }};
  for (const auto& [index, colour] : table) style.Colors[index] = colour;
}

/// Returns the relative luminance as the WCAG define it, which is that of linear light.
double luminance(ImVec4 colour) {
  const auto linear = [](float channel) {
    return channel <= 0.04045F ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.x) + 0.7152 * linear(colour.y) + 0.0722 * linear(colour.z);
}

struct ThemeColour {
  ImVec4 Theme::*member;
  std::array<std::uint32_t, theme_names.size()> rgb;  ///< indexed by ThemeName
};

using experiments::Origin;
constexpr ThemeColour colour_of_origin(ImVec4 Theme::*member, Origin origin, std::uint32_t projector,
                                       std::uint32_t colour_blind_safe, std::uint32_t contrast_dark,
                                       std::uint32_t contrast_light) {
  const experiments::OriginMark& mark = experiments::mark_of(origin);
  return {member, {mark.on_dark, mark.on_light, projector, colour_blind_safe, contrast_dark, contrast_light}};
}

/// Dark and light use the colours of Okabe and Ito, which the light themes darken until they stand out from white. The
/// colour-blind safe theme goes from blue (right) over yellow to orange (wrong), each with another lightness. This is
/// the axis that people without red or without green cones can see.
/// Those of high contrast have black or white grounds.
constexpr std::array theme_colours{
    // The columns are dark, light, projector, colour-blind safe, and dark and light of high contrast.
    ThemeColour{&Theme::ground, {0x0B0E13, 0xE8ECF1, 0xEEF1F4, 0x0B0E13, 0x000000, 0xFFFFFF}},
    ThemeColour{&Theme::panel, {0x141920, 0xFBFCFD, 0xFFFFFF, 0x141920, 0x000000, 0xFFFFFF}},
    ThemeColour{&Theme::raised, {0x202833, 0xE2E8EF, 0xDCE2E9, 0x202833, 0x1F1F1F, 0xEBEBEB}},
    ThemeColour{&Theme::hovered, {0x2B3645, 0xD2DCE7, 0xC6D0DB, 0x2B3645, 0x333333, 0xD6D6D6}},
    ThemeColour{&Theme::pressed, {0x37465A, 0xBCCADA, 0xA9B7C6, 0x37465A, 0x474747, 0xC2C2C2}},
    ThemeColour{&Theme::line, {0x323D4C, 0xB4C0CE, 0x6B7783, 0x323D4C, 0x9C9C9C, 0x5C5C5C}},
    ThemeColour{&Theme::text, {0xF0F3F7, 0x10151C, 0x000000, 0xF0F3F7, 0xFFFFFF, 0x000000}},
    ThemeColour{&Theme::quiet, {0xABB6C4, 0x3F4956, 0x23292F, 0xABB6C4, 0xE4E4E4, 0x1A1A1A}},
    ThemeColour{&Theme::faint, {0x6B7889, 0x6F7B89, 0x56616C, 0x6B7889, 0xABABAB, 0x4D4D4D}},
    colour_of_origin(&Theme::accent, Origin::measured, 0x00508A, 0x56B4E9, 0x6CCBFF, 0x004477),
    colour_of_origin(&Theme::recorded, Origin::recorded, 0x85245F, 0xD5DBE2, 0xFF9AD0, 0x7A0E52),
    colour_of_origin(&Theme::counted, Origin::counted, 0x004C49, 0xA6D8F5, 0x4FE3D2, 0x00403D),
    colour_of_origin(&Theme::predicted, Origin::predicted, 0x46299E, 0xD9B98A, 0xC9B1FF, 0x3A1C8C),
    colour_of_origin(&Theme::stated, Origin::compiler, 0x23292F, 0xABB6C4, 0xE4E4E4, 0x1A1A1A),
    colour_of_origin(&Theme::derived, Origin::derived, 0x23292F, 0xABB6C4, 0xE4E4E4, 0x1A1A1A),
    ThemeColour{&Theme::lesson, {0xF0E442, 0x6E6000, 0x5A4E00, 0xFBF5B0, 0xFFF58A, 0x4A4000}},
    ThemeColour{&Theme::good, {0x009E73, 0x006B4E, 0x00583F, 0xBFE3FA, 0x35E0A0, 0x004A36}},
    ThemeColour{&Theme::warning, {0xE69F00, 0x946800, 0x8A6000, 0xF0E442, 0xFFB52E, 0x8A6000}},
    ThemeColour{&Theme::wrong, {0xD55E00, 0x9A1B00, 0x8C1500, 0xDB6A00, 0xFF7A4D, 0x8C1500}},
    ThemeColour{&Theme::peak, {0xF0E442, 0x6E6000, 0x5A4E00, 0xF0E442, 0xFFF58A, 0x4A4000}},
    ThemeColour{&Theme::focus, {0xFFFFFF, 0x004A80, 0x000000, 0xFFFFFF, 0xFFE500, 0x0000C8}},
    ThemeColour{&Theme::keyword, {0xE6A8CB, 0x7A1F5C, 0x66114A, 0xF2C879, 0xFFC2E2, 0x66114A}},
    ThemeColour{&Theme::type, {0x7CC8F2, 0x004A80, 0x003B69, 0x7CC8F2, 0x9CDAFF, 0x003B69}},
    ThemeColour{&Theme::builtin, {0xF0E442, 0x544800, 0x453B00, 0xF0E442, 0xFFF58A, 0x453B00}},
    ThemeColour{&Theme::literal, {0x6FDDB8, 0x00543B, 0x00452F, 0xC4E4F8, 0x8FF0CF, 0x00452F}},
    ThemeColour{&Theme::comment, {0xA3AEBB, 0x475260, 0x38414B, 0xA3AEBB, 0xD0D0D0, 0x333333}},
    ThemeColour{&Theme::preprocessor, {0xF2B866, 0x6A4000, 0x573400, 0xF2B866, 0xFFCB80, 0x573400}},
};

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

Theme theme_of(ThemeName name) {
  Theme theme;
  for (const ThemeColour& colour : theme_colours)
    theme.*colour.member = hex(colour.rgb[static_cast<std::size_t>(name)]);
  theme.outlined = name != ThemeName::dark && name != ThemeName::colour_blind;
  if (name == ThemeName::projector) theme.stroke = 1.6F;
  if (name == ThemeName::high_contrast_dark || name == ThemeName::high_contrast_light) theme.stroke = 1.3F;
  return theme;
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
  style.WindowMinSize = {4 * em, 1.5F * em};
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
  style.TabMinWidthShrink = 100 * em;  // tabs that do not fit are scrolled, and keep their titles
  style.TabBarOverlineSize = 2 * hairline;
  style.DockingSeparatorSize = 3 * hairline;
  style.WindowMenuButtonPosition = ImGuiDir_None;
  style.SeparatorTextBorderSize = hairline;
  style.DisabledAlpha = 0.5F;
  ImGui::GetStyle() = style;
  apply_plot(theme, em);
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

}  // namespace lanescope::gui
