// The lanes of the warp, the links to their words and what travels along them, and the heading above.
#include <fmt/format.h>
#include <imgui_internal.h>
#include <algorithm>
#include <array>
#include <bit>

#include "gui/views/banks/banks_drawing.h"

namespace warpscope::gui {

namespace {

constexpr float with_pips = 42;  // width from which the wavefronts are drawn in the heading
constexpr float dim = 0.42F;

}  // namespace

ImVec4 BanksDrawing::text_on(ImVec4 colour) {
  const ImVec4 black{0, 0, 0, 1}, white{1, 1, 1, 1};
  return contrast(colour, black) > contrast(colour, white) ? black : white;
}

void BanksDrawing::draw_label(const std::string& words, float middle) const {
  const FontScope small(frame, frame.fonts.text, 0.85F);
  text({at.canvas.Min.x, middle - ImGui::GetTextLineHeight() / 2}, words, theme.quiet);
}

/// A word of one lane has the colour of what happens now; words that several lanes share have others, one each.
ImVec4 BanksDrawing::colour_of_lane(std::uint32_t lane) const {
  const std::array shared{theme.peak, theme.recorded, theme.good};
  const model::BankWavefront* wavefront = shown.wavefront();
  if (wavefront == nullptr) return theme.accent;
  std::size_t number = 0;
  for (const model::BankWord& word : wavefront->words) {
    const bool several = std::popcount(word.lanes) > 1;
    if (word.word == shown.lanes[lane].word) return several ? shared.at(number % shared.size()) : theme.accent;
    if (several) ++number;
  }
  return theme.accent;
}

/// The wavefronts in a row, and below them a line as long as those that would do.
void BanksDrawing::draw_pips(ImVec2 from, float width) const {
  const std::uint32_t count = shown.wavefronts();
  if (count == 0) return;
  const float step = std::min(1.4F * em, width / static_cast<float>(count));
  const float gap = std::min(0.15F * em, 0.25F * step), height = 0.62F * em;
  for (std::uint32_t w = 0; w < count; ++w) {
    const float left = from.x + static_cast<float>(w) * step;
    const ImRect pip{left, from.y, left + step - gap, from.y + height};
    if (w > shown.at.step) {
      outline(pip, theme.faint, std::max(1.0F, 0.07F * em));
    } else {
      fill(pip, theme.accent, w == shown.at.step ? 1 : 0.38F);
    }
  }
  const float ideal = from.x + static_cast<float>(shown.ideal()) * step - gap, below = from.y + height + 0.24F * em;
  line({from.x, below}, {ideal, below}, theme.good, 0.2F * em);
  name("banks/wavefronts", {from, {from.x + step * static_cast<float>(count), from.y + height + 0.4F * em}});
}

void BanksDrawing::draw_heading() const {
  const ImRect& canvas = at.canvas;
  const float second = canvas.Min.y + 1.45F * em;
  float numbers_left = canvas.Max.x;
  if (shown.phases) {
    const std::string now = fmt::format("{}", shown.at.step + 1), all = fmt::format(" / {}", shown.wavefronts());
    {
      const FontScope large(frame, frame.fonts.bold, 1.7F);
      const float now_width = size_of(now).x, top = canvas.Min.y - 0.25F * em;
      numbers_left = canvas.Max.x - (now_width + size_of(all).x);
      text({numbers_left, top}, now, theme.accent);
      text({numbers_left + now_width, top}, all, shown.wavefronts() > shown.ideal() ? theme.wrong : theme.good);
    }
    const FontScope small(frame, frame.fonts.text, 0.9F);
    const std::string ideal = frame.say("banks.ideal", shown.ideal());
    const float words_left = canvas.Max.x - size_of(ideal).x;
    text({words_left, second}, ideal, theme.quiet);
    numbers_left = std::min(numbers_left, words_left);
    if (canvas.GetWidth() > with_pips * em) {
      const float pips = 0.34F * canvas.GetWidth();
      numbers_left = numbers_left - pips - em;
      draw_pips({numbers_left, canvas.Min.y + 0.55F * em}, pips);
      text({numbers_left, second}, frame.say("banks.wavefronts"), theme.quiet);
    }
  }
  const auto operation = trace::name_of(shown.operation);
  const std::string what = shown.merged > 1
                               ? frame.say("banks.heading_merged", operation, shown.bytes_per_lane, shown.merged)
                               : frame.say("banks.heading", operation, shown.bytes_per_lane);
  ImGui::PushClipRect(canvas.Min, {numbers_left - em, canvas.Min.y + heading_height * em}, true);
  {
    const FontScope bold(frame, frame.fonts.bold, 1.1F);
    text(canvas.Min, what, theme.text);
    const float after = canvas.Min.x + size_of(what).x + 0.8F * em;
    const FontScope plain(frame, frame.fonts.text, 1);
    const std::string whose = frame.say("banks.warp_of", shown.warp.warp, shown.warp.block);
    text({after, canvas.Min.y + 0.05F * em}, whose, theme.quiet);
  }
  if (shown.line > 0) {
    const FontScope code(frame, frame.fonts.mono, 0.9F);
    text({canvas.Min.x, canvas.Min.y + 1.4F * em}, fmt::format("{}  {}", shown.line, shown.code), theme.quiet);
  }
  ImGui::PopClipRect();
}

void BanksDrawing::draw_lanes() const {
  const float gap = std::max(1.0F, 0.08F * at.column), stroke = std::max(1.0F, 0.08F * em), round = 0.2F * em;
  draw_label(frame.say("banks.lanes"), (at.lanes_top + at.lanes_bottom) / 2);
  const FontScope small(frame, frame.fonts.bold, std::min(0.8F, 0.42F * at.column / em));
  for (std::uint32_t lane = 0; lane < columns; ++lane) {
    const BankLane& one = shown.lanes[lane];
    const ImRect place = at.place(lane, at.lanes_top, at.lanes_bottom, gap);
    const std::string number = std::to_string(lane);
    if (!one.active) {
      outline(place, theme.faint, stroke, 0.7F, round);
      centred_text(place.GetCenter(), number, theme.faint);
    } else if (is_now(lane)) {
      const ImVec4 colour = colour_of_lane(lane);
      fill(place, colour, 1, round);
      centred_text(place.GetCenter(), number, text_on(colour));
    } else {
      const bool takes_part = in_phase(lane);
      const bool served = shown.phases && one.wavefront < shown.at.step;
      fill(place, served ? mixed(theme.raised, theme.accent, 0.3F) : theme.raised, takes_part ? 1 : 0.6F, round);
      if (takes_part) outline(place, theme.accent, stroke, 0.55F, round);
      centred_text(place.GetCenter(), number, theme.text, takes_part ? 1 : dim);
    }
    if (playback.lane == lane) {
      outline({place.Min.x - gap, place.Min.y - 2 * gap, place.Max.x + gap, place.Max.y + 2 * gap}, theme.text,
              2 * stroke, 1, round);
    }
    name("banks/lane/" + number, place);
  }
}

struct BanksDrawing::LanePath {
  ImVec2 lane, bend_down, bend_up, bank;  ///< a curve between the lane and the stack of its bank
  ImVec2 word;                            ///< and straight on to the word
};

BanksDrawing::LanePath BanksDrawing::path_of(std::uint32_t lane) const {
  const BankPoint point = motion.lane(lane);
  const float x = at.x(point.bank + 0.5F * static_cast<float>(shown.width));
  const std::uint32_t bank = shown.lanes[lane].word % columns;
  std::uint32_t degree = shown.degrees.at(bank);
  if (shown.phases && in_phase(lane) && !shown.phases->phases.empty()) {
    degree = shown.phases->phases[shown.phase].degrees.at(bank);
  }
  LanePath path;
  path.lane = {at.x(static_cast<float>(lane) + 0.5F), at.lanes_bottom};
  path.bank = {x, at.stack_top(degree) - (degree > 1 ? 0.95F * em : 0)};
  const float reach = 0.55F * (path.bank.y - path.lane.y);
  path.bend_down = {path.lane.x, path.lane.y + reach};
  path.bend_up = {path.bank.x, path.bank.y - reach};
  path.word = {x, std::clamp(at.y(point.row + 0.5F), at.grid_top, at.grid_bottom)};
  return path;
}

/// What is moved, on its way: down to the word when it is written, up to the lane when it is read.
void BanksDrawing::draw_load(const LanePath& path, ImU32 colour) const {
  const auto part = static_cast<float>(shown.at.part);
  if (!shown.at.now || part <= 0.02F || part >= 0.98F) return;
  const float along = shown.writes() ? part : 1 - part;
  constexpr float curve = 0.6F;  // of the way
  // Between stack and memory stand the numbers of the banks.
  ImVec2 load{path.word.x, at.grid_top + (along - curve) / (1 - curve) * (path.word.y - at.grid_top)};
  if (along < curve) load = ImBezierCubicCalc(path.lane, path.bend_down, path.bend_up, path.bank, along / curve);
  list.AddCircleFilled(load, 0.3F * em, colour);
}

void BanksDrawing::draw_links() const {
  const float thin = std::max(1.0F, 0.07F * em), thick = std::max(2.0F, 0.17F * em);
  for (const bool now : {false, true}) {
    for (std::uint32_t lane = 0; lane < columns; ++lane) {
      const BankLane& one = shown.lanes[lane];
      if (!one.active || is_now(lane) != now) continue;
      const LanePath path = path_of(lane);
      const bool served = shown.phases && one.wavefront < shown.at.step;
      const float share = !shown.phases ? 0.8F : !in_phase(lane) ? 0.14F : served ? 0.22F : 0.5F;
      const ImU32 colour = now ? ink(colour_of_lane(lane)) : ink(theme.quiet, share);
      list.AddBezierCubic(path.lane, path.bend_down, path.bend_up, path.bank, colour, now ? thick : thin, 24);
      if (!now) continue;
      list.AddLine({path.word.x, at.grid_top}, path.word, colour, thick);
      const bool down = shown.writes();  // towards the word
      const ImVec2 tip =
          down ? ImVec2(path.word.x, path.bank.y + 0.1F * em) : ImVec2(path.lane.x, path.lane.y + 0.05F * em);
      const float half = (down ? 0.34F : -0.34F) * em, back = -1.5F * half;
      list.AddTriangleFilled(tip, {tip.x - half, tip.y + back}, {tip.x + half, tip.y + back}, colour);
      draw_load(path, colour);
    }
  }
}

}  // namespace warpscope::gui
