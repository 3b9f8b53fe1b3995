// Draws the parts of the Banks view, which are its heading, the lanes, their links, the banks and memory.
#include <fmt/format.h>
#include <imgui_internal.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>

#include "base/rounding.h"
#include "gui/readings/access_words.h"
#include "gui/readings/lane_words.h"
#include "gui/screens/banks/banks_caption.h"
#include "gui/screens/banks/banks_drawing.h"

namespace lanescope::gui {
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

/// A word of one lane has the colour of the present wavefront. Each word that several lanes share has another colour.
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

/// Draws the wavefronts in a row, and below them a line whose length is that of the ideal number of wavefronts.
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
  if (shown.takes_no_wavefront()) {
    const FontScope bold(frame, frame.fonts.bold, 1.1F);
    const std::string none = frame.say("banks.no_wavefront");
    numbers_left = canvas.Max.x - size_of(none).x;
    text({numbers_left, canvas.Min.y}, none, theme.good);
  } else if (shown.phases) {
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
  const std::string operation = word_of(frame.language(), shown.operation);
  const std::string what = shown.has_pieces() ? frame.say("banks.heading_pieces", operation)
                           : shown.merged > 1
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
  draw_label(frame.say(shown.has_pieces() ? "banks.pieces" : "banks.lanes"), (at.lanes_top + at.lanes_bottom) / 2);
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
      // Its share of the colour would be lost on a projector.
      if (served) {
        fill({place.Min.x + 0.2F * place.GetWidth(), place.Max.y - 3 * stroke, place.Max.x - 0.2F * place.GetWidth(),
              place.Max.y - stroke},
             theme.accent);
      }
      centred_text(place.GetCenter(), number, theme.text, takes_part ? 1 : dim);
    }
    if (playback.levels && one.active) {
      const Level level = level_of_value(*playback.sequence, shown.at.index, lane);
      fill(place, level_colour(level), level == Level::unknown ? 0.25F : 1, round);
      mark_level(place, level);
    }
    if (playback.focus.lane == lane) {
      outline({place.Min.x - gap, place.Min.y - 2 * gap, place.Max.x + gap, place.Max.y + 2 * gap}, theme.text,
              2 * stroke, 1, round);
    }
    name("banks/lane/" + number, place);
  }
}

struct BanksDrawing::LanePath {
  ImVec2 lane, bend_down, bend_up, bank;  ///< a curve between the lane and the stack of its bank
  ImVec2 word;                            ///< the end of a straight line from there
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

/// Draws the moving data on its way, down to the word when it is written, and up to the lane when it is read.
void BanksDrawing::draw_load(const LanePath& path, ImU32 colour) const {
  const auto part = static_cast<float>(shown.at.part);
  if (!shown.at.now || part <= 0.02F || part >= 0.98F) return;
  const float along = shown.writes() ? part : 1 - part;
  constexpr float curve = 0.6F;  // as a fraction of the way
  // The numbers of the banks are between stack and memory.
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

namespace {

constexpr float row_with_outlines = 0.5F, row_with_values = 0.85F;
constexpr float min_glow = 0.35F;

}  // namespace

void BanksDrawing::draw_word(std::uint32_t lane) const {
  const float stroke = std::max(1.0F, 0.08F * em);
  const BankPoint point = motion.lane(lane);
  const ImRect word{at.x(point.bank), std::max(at.y(point.row), at.grid_top),
                    at.x(point.bank + static_cast<float>(shown.width)), std::min(at.y(point.row + 1), at.grid_bottom)};
  if (word.Max.y <= word.Min.y) return;
  const float strength = in_phase(lane) ? 1 : 0.45F;
  if (is_now(lane)) {
    fill(word, colour_of_lane(lane));
    outline(word, theme.text, stroke);
  } else if (at.row > row_with_outlines * em) {
    outline(word, theme.accent, stroke, 0.8F * strength);
  } else if (shown.heat_of(shown.lanes[lane].word) < min_glow) {
    // Outlines of low rows would touch each other.
    fill({word.Min.x + stroke, word.Min.y + 0.5F, word.Max.x - stroke, word.Max.y - 0.5F}, theme.accent,
         0.42F * strength);
  }
}

std::string BanksDrawing::text_of(std::uint32_t bits, int digits) const {
  std::set<catalogue::ElementType> types;
  for (const analysis::TracedBuffer& buffer : playback.traced()->buffers) {
    if (buffer.role == catalogue::Role::in || buffer.role == catalogue::Role::inout) types.insert(buffer.type);
  }
  if (types.size() == 1 && catalogue::size_of(*types.begin()) == sizeof(bits)) {
    return value_text(*types.begin(), bits, digits);
  }
  return fmt::format("0x{:08x}", bits);
}

void BanksDrawing::draw_memory() const {
  const float gap = std::clamp(0.06F * at.column, 0.5F, 2.0F), seam = at.row < 3 ? 0 : std::max(1.0F, 0.1F * at.row);
  // The area itself is filled, so that words which nobody uses (padding) appear as holes.
  fill(at.grid(), theme.ground);
  for (std::size_t index = 0; index < motion.footprint.words.size(); ++index) {
    const UsedWord& used = motion.footprint.words[index];
    const BankPoint point = motion.word(index);
    // Whole pixels make all gaps alike.
    const float top = std::round(at.y(point.row)), bottom = std::round(at.y(point.row + 1));
    if (bottom < at.grid_top || top > at.grid_bottom) continue;
    // The shade alternates with the first access of the words, so that a row that wraps around the banks has one shade.
    const ImVec4 base = used.access % 2 == 0 ? theme.hovered : mixed(theme.raised, theme.hovered, 0.25F);
    fill({at.x(point.bank) + gap, std::max(top, at.grid_top), at.x(point.bank + 1) - gap,
          std::min(bottom - seam, at.grid_bottom)},
         mixed(base, theme.accent, 0.75F * shown.heat_of(used.word)));
  }
  outline(at.grid(), theme.line, 1);
  name("banks/memory", at.grid());
}

void BanksDrawing::draw_words() const {
  for (const bool now : {false, true}) {
    std::set<std::uint32_t> drawn;
    for (std::uint32_t lane = 0; lane < columns; ++lane) {
      const BankLane& one = shown.lanes[lane];
      if (one.active && is_now(lane) == now && drawn.insert(one.word).second) draw_word(lane);
    }
  }
}

void BanksDrawing::draw_values() const {
  if (at.row < row_with_values * em || motion.moving()) return;
  const FontScope small(frame, frame.fonts.mono, 0.58F);
  for (const auto& [word, bits] : motion.contents.words) {
    const BankPoint point = bank_point(word);
    const float middle = at.y(point.row + 0.5F);
    if (middle < at.grid_top || middle > at.grid_bottom) continue;
    std::string value = text_of(bits, 3);
    if (size_of(value).x > 0.96F * at.column) value = text_of(bits, 1);
    if (size_of(value).x > 0.96F * at.column) continue;
    const bool now = shown.heat_of(word) >= 1;
    centred_text({at.x(point.bank + 0.5F), middle}, value, now ? text_on(theme.accent) : theme.text, now ? 1 : 0.85F);
  }
}

void BanksDrawing::draw_chosen_word() const {
  const auto& byte = playback.focus.byte;
  if (!byte || byte->space != trace::Space::shared) return;
  const BankPoint point = bank_point(static_cast<std::uint32_t>(byte->offset / model::bytes_per_bank));
  const ImRect place{at.x(point.bank), at.y(point.row), at.x(point.bank + 1), at.y(point.row + 1)};
  if (place.Max.y < at.grid_top || place.Min.y > at.grid_bottom) return;
  outline(place, theme.text, std::max(2.0F, 0.16F * em));
}

void BanksDrawing::draw_row_labels() const {
  const FontScope small(frame, frame.fonts.mono, 0.72F);
  const float height = ImGui::GetTextLineHeight();
  std::uint32_t each = 1;
  while (static_cast<float>(each) * at.row < 1.25F * height) each *= 2;
  const auto first = static_cast<std::uint32_t>(std::max(0.0F, std::ceil(at.first_row)));
  for (std::uint32_t row = round_up(first, each); row < motion.footprint.rows; row += each) {
    const float middle = at.y(static_cast<float>(row) + 0.5F);
    if (middle + height / 2 > at.canvas.Max.y) break;
    const std::string byte = std::to_string(row * columns * model::bytes_per_bank);
    text({at.left - 0.5F * em - size_of(byte).x, middle - height / 2}, byte, theme.quiet, 0.85F);
  }
}

namespace {

constexpr float min_block = 3.5F;  // in pixels; lower blocks are drawn as one

}  // namespace

/// Draws the blocks of a stack from `from` to `to` (exclusive).
void BanksDrawing::draw_blocks(const ImRect& column, std::uint32_t from, std::uint32_t to, ImU32 colour) const {
  if (from >= to) return;
  const float left = column.Min.x, right = column.Max.x;
  if (at.block < min_block) return list.AddRectFilled({left, at.stack_top(to)}, {right, at.stack_top(from)}, colour);
  for (std::uint32_t block = from; block < to; ++block) {
    list.AddRectFilled({left, std::round(at.stack_top(block + 1)) + 1}, {right, std::round(at.stack_top(block))},
                       colour);
  }
}

void BanksDrawing::draw_stacks() const {
  if (!shown.phases || shown.phases->phases.empty()) return;
  const model::BankPhase& phase = shown.phases->phases[shown.phase];
  const std::uint32_t now = shown.at.step - phase.first_wavefront;
  const float gap = std::max(1.0F, 0.1F * at.column), stroke = std::max(1.0F, 0.06F * em);
  const FontScope bold(frame, frame.fonts.bold, std::min(0.95F, 0.5F * at.column / em));
  for (std::uint32_t bank = 0; bank < columns; ++bank) {
    const std::uint32_t degree = phase.degrees.at(bank);
    if (degree == 0) continue;
    const bool conflict = degree > 1;
    const ImVec4 colour = conflict ? theme.wrong : theme.good;
    const ImRect stack = at.place(bank, at.stack_top(degree), at.stack_bottom, gap);
    draw_blocks(stack, 0, std::min(now, degree), ink(colour, 0.3F));
    draw_blocks(stack, std::min(now + 1, degree), degree, ink(colour, 0.85F));
    if (now < degree) {
      // The mark is never too thin to see.
      const float middle = (at.stack_top(now) + at.stack_top(now + 1)) / 2, half = std::max(at.block / 2, 1.5F);
      fill({stack.Min.x, middle - half, stack.Max.x, middle + half}, theme.accent);
    }
    outline(stack, colour, stroke);
    if (!conflict) continue;
    centred_text({stack.GetCenter().x, stack.Min.y - ImGui::GetTextLineHeight() / 2}, std::to_string(degree) + "×",
                 colour);
    name("banks/conflict/" + std::to_string(bank), stack);
  }
}

void BanksDrawing::draw_bank_numbers() const {
  const float middle = (at.banks_top + at.grid_top) / 2;
  draw_label(frame.say("banks.banks"), middle);
  const FontScope small(frame, frame.fonts.bold, std::min(0.75F, 0.42F * at.column / em));
  for (std::uint32_t bank = 0; bank < columns; ++bank) {
    const ImRect place = at.place(bank, at.banks_top, at.grid_top);
    const bool now = (shown.busy_banks() >> bank & 1u) != 0;
    const std::string number = std::to_string(bank);
    centred_text({place.GetCenter().x, middle}, number, now ? theme.text : theme.quiet, now ? 1 : 0.75F);
    name("banks/bank/" + number, place);
  }
}

void BanksDrawing::draw_chosen_bank() const {
  if (!playback.focus.bank) return;
  const ImRect place = at.place(*playback.focus.bank, at.banks_top, at.grid_bottom);
  fill(place, theme.text, 0.1F);
  outline(place, theme.text, std::max(1.5F, 0.12F * em));
}

}  // namespace lanescope::gui
