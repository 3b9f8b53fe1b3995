// Puts the Tiles view together (tiles_view_model.h says what it shows) and handles the mouse.
#include <imgui.h>
#include <imgui_internal.h>

#include <fmt/format.h>

#include <algorithm>

#include "gui/screens/tiles/tiles_drawing.h"
#include "gui/store/playback/playback_commands.h"
#include "gui/store/playback/show_view.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

// Sizes are in text heights.
constexpr float numbers_width = 21, narrow = 52, numbers_height = 13;
constexpr float shared_share = 0.2F;  // of the height, at most
constexpr std::size_t max_tile_buffers = 4;

class TilesPanel : public ViewPanel {
 public:
  TilesPanel() : ViewPanel(AnimatedView::tiles) {}

 private:
  std::string draw_view(const Frame& frame, const ImRect& canvas, float opacity) override {
    renew(view_model_, frame.state);
    if (const std::string missing = why_no_tiles(frame.state, view_model_); !missing.empty()) {
      const FontScope larger(frame, frame.fonts.text, 1.25F);
      ImGui::SetCursorScreenPos({canvas.Min.x, canvas.Min.y + frame.em});
      draw_wrapped(missing, faded(frame.theme.text, opacity));
      name_item(frame, "tiles/none");
      return {};
    }
    draw_picture({{frame, opacity}, view_model_}, canvas);
    return tiles_caption(frame.state, view_model_);
  }

  static void draw_picture(const TilesDrawing& drawing, const ImRect& canvas) {
    const Frame& frame = drawing.frame;
    const float em = frame.em;
    const std::vector<ViewCanvas::Choice> choices{{"toggle_whole_buffers", "tiles.whole", frame.state.tiles.whole}};
    float top =
        drawing.draw_heading(canvas, "tiles", frame.say("tiles.title"), summary(frame.state, drawing.shown), choices);
    top = drawing.draw_legend(canvas, top + 0.2F * em);
    ImRect pictures{canvas.Min.x, top, canvas.Max.x, canvas.Max.y};
    ImRect numbers = pictures;
    if (canvas.GetWidth() >= narrow * em) {
      pictures.Max.x -= (numbers_width + 1.5F) * em;
      numbers.Min.x = canvas.Max.x - numbers_width * em;
    } else {
      pictures.Max.y -= std::min(numbers_height * em, 0.4F * pictures.GetHeight());
      numbers.Min.y = pictures.Max.y + 0.5F * em;
    }
    draw_numbers(drawing, numbers);
    if (drawing.shown.flow.shared_bytes > 0 && !drawing.shown.moment.shared().empty()) {
      // Beside one buffer there is room for shared memory; below several ones it is a strip.
      const bool beside = drawing.shown.flow.buffers.size() == 1;
      const float middle = pictures.GetCenter().x;
      if (beside) {
        const float top_of_cells = 2.45F * em;
        draw_shared(drawing, {middle + em, pictures.Min.y + top_of_cells, pictures.Max.x, pictures.Max.y - 1.2F * em},
                    true);
        pictures.Max.x = middle - em;
      } else {
        pictures.Max.y = draw_shared(drawing, pictures, false) - 0.6F * em;
      }
    }
    draw_buffers(drawing, pictures);
  }

  static void draw_numbers(const TilesDrawing& drawing, const ImRect& place) {
    const float em = drawing.em;
    const bool beside = place.GetWidth() > 2 * place.GetHeight();
    ImRect readings = place, curve = place;
    if (beside) {
      readings.Max.x = place.GetCenter().x - em;
      curve.Min.x = place.GetCenter().x + em;
      drawing.draw_readings(readings);
    } else {
      curve.Min.y = drawing.draw_readings(readings) + 0.6F * em;
      curve.Max.y = std::min(curve.Max.y, curve.Min.y + 22 * em);
    }
    drawing.draw_curve(curve);
  }

  /// Draws shared memory, in the whole place or at its bottom, and returns where it begins.
  static float draw_shared(const TilesDrawing& drawing, const ImRect& place, bool whole) {
    const Frame& frame = drawing.frame;
    const float em = frame.em;
    const auto& shared = drawing.shown.moment.shared();
    const float label = 1.3F * em;
    const float words = static_cast<float>(shared.size() * drawing.shown.flow.unit) / 4;
    // A row of 32 words is half a text height high, as far as there is room.
    const float wanted = std::max(1.2F * em, std::min(shared_share * place.GetHeight(), words / 64 * 0.55F * em));
    const ImRect area{place.Min.x, whole ? place.Min.y : place.Max.y - wanted, place.Max.x, place.Max.y};
    {
      const FontScope small(frame, frame.fonts.text, 0.85F);
      drawing.text({area.Min.x, area.Min.y - label}, frame.say("tiles.shared_heading"), drawing.theme.quiet);
    }
    const std::uint32_t columns = drawing.draw_shared(area);
    const ImRect drawn = frame.widgets.at("tiles/shared");
    const PictureMouse mouse("##tiles/shared", drawn, em);
    if (mouse.hovered) {
      const std::size_t rows = (shared.size() + columns - 1) / columns;
      const auto column = static_cast<std::size_t>(mouse.x * columns);
      const auto unit = static_cast<std::size_t>(mouse.y * static_cast<double>(rows)) * columns + column;
      if (unit < shared.size()) {
        tooltip(frame, sentence_of_shared(frame.state, drawing.shown, static_cast<std::uint32_t>(unit)));
        if (mouse.clicked && shared[unit] < drawing.shown.flow.elements.size()) choose(drawing, shared[unit]);
      }
    }
    return area.Min.y - label;
  }

  static void draw_buffers(const TilesDrawing& drawing, const ImRect& place) {
    const auto count = std::min(drawing.shown.flow.buffers.size(), max_tile_buffers);
    const std::size_t columns = count <= 1 ? 1 : 2, rows = (count + columns - 1) / columns;
    const float gap = 1.5F * drawing.em, below = 1.2F * drawing.em;
    const float width = (place.GetWidth() - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
    const float height = place.GetHeight() / static_cast<float>(rows);
    for (std::size_t n = 0; n < count; ++n) {
      const float x = place.Min.x + (width + gap) * static_cast<float>(n % columns);
      const std::size_t row = n / columns;
      const float y = place.Min.y + height * static_cast<float>(row);
      const TilePicture picture = drawing.draw_buffer(n, {x, y, x + width, y + height - below});
      answer_mouse(drawing, n, picture);
    }
  }

  static void answer_mouse(const TilesDrawing& drawing, std::size_t number, const TilePicture& picture) {
    const Frame& frame = drawing.frame;
    const analysis::TileBuffer& buffer = drawing.shown.flow.buffers[number];
    const std::string id = fmt::format("##tiles/buffer/{}", number);
    const PictureMouse mouse(id.c_str(), picture.area, frame.em);
    name_item(frame, id.substr(2));
    if (!mouse.hovered) return;
    const auto column = picture.page.column + static_cast<std::uint32_t>(std::max(0.0, mouse.x) * picture.page.columns);
    const auto row = picture.page.row + static_cast<std::uint32_t>(std::max(0.0, mouse.y) * picture.page.rows);
    const std::uint64_t element = std::uint64_t{row} * buffer.grid.columns + column;
    if (column >= buffer.grid.columns || element >= buffer.grid.elements) return;
    const auto at = static_cast<std::uint32_t>(element);
    tooltip(frame, sentence_of_element(frame.state, drawing.shown, buffer, at));
    const std::uint32_t found = drawing.shown.flow.number_of(buffer.buffer, at);
    if (mouse.clicked && found != analysis::no_element) choose(drawing, found);
  }

  /// Selects the access that moved the element last.
  static void choose(const TilesDrawing& drawing, std::uint32_t element) {
    const auto access = access_of(drawing.shown, element);
    if (!access) return;
    if (drawing.playback.front != AnimatedView::tiles) drawing.frame.emit(ChooseView{AnimatedView::tiles});
    drawing.frame.emit(ChooseLane{access->lane});
    drawing.frame.emit(ChooseRecord{access->record});
  }

  TilesViewModel view_model_;
};

}  // namespace

std::span<const Action> tiles_actions();

PanelEntry tiles_panel() {
  return {.window = "###tiles",
          .place = PanelPlace::view,
          .make = make_view<TilesPanel>,
          .show = Action{"show_tiles", "Tiles", "6", "Views",
                         "Shows what a block holds in shared memory, and how often it is used.",
                         shows_view<AnimatedView::tiles>},
          .actions = tiles_actions};
}

}  // namespace lanescope::gui
