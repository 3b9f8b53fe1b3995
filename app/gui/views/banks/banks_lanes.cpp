// The lanes of the warp, the numbers of the banks, and the heading above them.
#include <fmt/format.h>
#include <imgui_internal.h>
#include <algorithm>

#include "gui/views/banks/banks_drawing.h"

namespace warpscope::gui::banks {

namespace {

constexpr float with_pips = 42;  // width from which the wavefronts are drawn in the heading
constexpr float dim = 0.42F;

void draw_pips(const BanksDrawing& drawing, ImVec2 from, float width) {
  const std::uint32_t count = drawing.shown.wavefronts();
  if (count == 0) return;
  const Theme& theme = drawing.frame.theme;
  const float em = drawing.at.em, step = std::min(1.4F * em, width / static_cast<float>(count));
  const float gap = std::min(0.15F * em, 0.25F * step), height = 0.62F * em;
  for (std::uint32_t w = 0; w < count; ++w) {
    const ImVec2 low{from.x + static_cast<float>(w) * step, from.y};
    const ImVec2 high{low.x + step - gap, low.y + height};
    if (w == drawing.shown.at.step) {
      drawing.fill({low, high}, theme.accent);
    } else if (w < drawing.shown.at.step) {
      drawing.fill({low, high}, theme.accent, 0.38F);
    } else {
      drawing.outline({low, high}, theme.faint, std::max(1.0F, 0.07F * em));
    }
  }
  // The number of wavefronts that would do.
  const float ideal = from.x + static_cast<float>(drawing.shown.ideal()) * step - gap;
  drawing.line({from.x, from.y + height + 0.24F * em}, {ideal, from.y + height + 0.24F * em}, theme.good, 0.2F * em);
  name_place(drawing.frame, "banks/wavefronts", from,
             {from.x + step * static_cast<float>(count), from.y + height + 0.4F * em});
}

}  // namespace

void draw_heading(const BanksDrawing& drawing) {
  const Frame& frame = drawing.frame;
  const BanksViewModel& view_model = drawing.shown;
  const float em = drawing.at.em;
  const ImRect& canvas = drawing.at.canvas;
  float numbers_left = canvas.Max.x;
  if (view_model.phases) {
    const std::string now = fmt::format("{}", view_model.at.step + 1),
                      all = fmt::format(" / {}", view_model.wavefronts());
    const std::string ideal = frame.say("banks.ideal", view_model.ideal());
    float width = 0;
    {
      const FontScope large(frame, frame.fonts.bold, 1.7F);
      width = size_of(now).x + size_of(all).x;
      numbers_left = canvas.Max.x - width;
      const bool wasteful = view_model.wavefronts() > view_model.ideal();
      drawing.text({numbers_left, canvas.Min.y - 0.25F * em}, now, frame.theme.accent);
      drawing.text({numbers_left + size_of(now).x, canvas.Min.y - 0.25F * em}, all,
                   wasteful ? frame.theme.wrong : frame.theme.good);
    }
    const FontScope small(frame, frame.fonts.text, 0.9F);
    const float words_left = std::min(numbers_left, canvas.Max.x - size_of(ideal).x);
    drawing.text({canvas.Max.x - size_of(ideal).x, canvas.Min.y + 1.45F * em}, ideal, frame.theme.quiet);
    numbers_left = words_left;
    if (canvas.GetWidth() > with_pips * em) {
      const float pips = 0.34F * canvas.GetWidth();
      numbers_left = words_left - pips - em;
      draw_pips(drawing, {numbers_left, canvas.Min.y + 0.55F * em}, pips);
      drawing.text({numbers_left, canvas.Min.y + 1.45F * em}, frame.say("banks.wavefronts"), frame.theme.quiet);
    }
  }
  const std::string what =
      view_model.merged > 1
          ? frame.say("banks.heading_merged", trace::name_of(view_model.operation), view_model.bytes_per_lane,
                      view_model.merged)
          : frame.say("banks.heading", trace::name_of(view_model.operation), view_model.bytes_per_lane);
  const std::string whose = frame.say("banks.warp_of", view_model.warp.warp, view_model.warp.block);
  const ImRect left(canvas.Min.x, canvas.Min.y, numbers_left - em, canvas.Min.y + heading_height * em);
  ImGui::PushClipRect(left.Min, left.Max, true);
  {
    const FontScope bold(frame, frame.fonts.bold, 1.1F);
    drawing.text(canvas.Min, what, frame.theme.text);
    const float after = canvas.Min.x + size_of(what).x + 0.8F * em;
    const FontScope plain(frame, frame.fonts.text, 1);
    drawing.text({after, canvas.Min.y + 0.05F * em}, whose, frame.theme.quiet);
  }
  if (view_model.line > 0) {
    const FontScope code(frame, frame.fonts.mono, 0.9F);
    const std::string words = fmt::format("{}  {}", view_model.line, view_model.code);
    drawing.text({canvas.Min.x, canvas.Min.y + 1.4F * em}, words, frame.theme.quiet);
  }
  ImGui::PopClipRect();
}

void draw_lanes(const BanksDrawing& drawing) {
  const Theme& theme = drawing.frame.theme;
  const Geometry& at = drawing.at;
  const float gap = std::max(1.0F, 0.08F * at.column), stroke = std::max(1.0F, 0.08F * at.em);
  const float round = 0.2F * at.em;
  draw_label(drawing, drawing.frame.say("banks.lanes"), (at.lanes_top + at.lanes_bottom) / 2);
  const FontScope small(drawing.frame, drawing.frame.fonts.bold, std::min(0.8F, 0.42F * at.column / at.em));
  for (std::uint32_t lane = 0; lane < columns; ++lane) {
    const BankLane& one = drawing.shown.lanes[lane];
    const ImVec2 low{at.x(static_cast<float>(lane)) + gap, at.lanes_top};
    const ImVec2 high{at.x(static_cast<float>(lane + 1)) - gap, at.lanes_bottom};
    const ImVec2 centre{(low.x + high.x) / 2, (low.y + high.y) / 2};
    const std::string number = std::to_string(lane);
    if (!one.active) {
      drawing.outline({low, high}, theme.faint, stroke, 0.7F, round);
      drawing.centred_text(centre, number, theme.faint);
    } else if (drawing.is_now(lane)) {
      const ImVec4 colour = colour_of_lane(drawing, lane);
      drawing.fill({low, high}, colour, 1, round);
      drawing.centred_text(centre, number, text_on(colour));
    } else {
      const bool in_phase = drawing.in_phase(lane);
      const bool served = drawing.shown.phases && one.wavefront < drawing.shown.at.step;
      drawing.fill({low, high}, served ? mixed(theme.raised, theme.accent, 0.3F) : theme.raised, in_phase ? 1 : 0.6F,
                   round);
      if (in_phase) drawing.outline({low, high}, theme.accent, stroke, 0.55F, round);
      drawing.centred_text(centre, number, theme.text, in_phase ? 1 : dim);
    }
    if (drawing.frame.state.playback.lane == lane) {
      drawing.outline({low.x - gap, low.y - 2 * gap, high.x + gap, high.y + 2 * gap}, theme.text, 2 * stroke, 1, round);
    }
    name_place(drawing.frame, "banks/lane/" + number, low, high);
  }
}

void draw_bank_numbers(const BanksDrawing& drawing) {
  const Theme& theme = drawing.frame.theme;
  const Geometry& at = drawing.at;
  const float middle = (at.banks_top + at.grid_top) / 2;
  draw_label(drawing, drawing.frame.say("banks.banks"), middle);
  std::uint32_t busy = 0;
  if (const model::BankWavefront* wavefront = drawing.shown.wavefront()) {
    for (const model::BankWord& word : wavefront->words) {
      for (std::uint32_t part = 0; part < word.width; ++part) busy |= 1u << (word.bank + part);
    }
  }
  const FontScope small(drawing.frame, drawing.frame.fonts.bold, std::min(0.75F, 0.42F * at.column / at.em));
  for (std::uint32_t bank = 0; bank < columns; ++bank) {
    const float left = at.x(static_cast<float>(bank)), right = at.x(static_cast<float>(bank + 1));
    const bool now = (busy >> bank & 1u) != 0;
    drawing.centred_text({(left + right) / 2, middle}, std::to_string(bank), now ? theme.text : theme.quiet,
                         now ? 1 : 0.75F);
    name_place(drawing.frame, "banks/bank/" + std::to_string(bank), {left, at.banks_top}, {right, at.grid_top});
  }
}

void draw_chosen_bank(const BanksDrawing& drawing) {
  const auto& bank = drawing.frame.state.playback.bank;
  if (!bank) return;
  const Geometry& at = drawing.at;
  const float left = at.x(static_cast<float>(*bank)), right = at.x(static_cast<float>(*bank + 1));
  drawing.fill({left, at.banks_top, right, at.grid_bottom}, drawing.frame.theme.text, 0.1F);
  drawing.outline({left, at.banks_top, right, at.grid_bottom}, drawing.frame.theme.text, std::max(1.5F, 0.12F * at.em));
}

}  // namespace warpscope::gui::banks
