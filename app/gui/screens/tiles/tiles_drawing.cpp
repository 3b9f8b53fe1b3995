// Draws the buffers of the Tiles view, and the shared memory of the block.
#include "gui/screens/tiles/tiles_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "gui/readings/buffer_words.h"

namespace lanescope::gui {
namespace {

constexpr float min_cell = 0.07F, page_cell = 0.4F, max_cell = 2.2F;  // in text heights
constexpr float single_cell = 0.5F;                                   // from here on each element has its own mark
constexpr float number_cell = 1.1F;                                   // from here on cells have the number of uses
constexpr float min_faded_opacity = 0.12F,
                max_faded_opacity = 0.42F;  // opacity of what was fetched and is not in shared memory
constexpr float min_shared_opacity = 0.68F, max_shared_opacity = 1;
// What is in shared memory has a line at the bottom of its cell, too, as a share of its height; from so many pixels on.
constexpr float held_base = 0.12F, min_cell_with_base = 6;

}  // namespace

ImVec4 TilesDrawing::colour_of(std::size_t buffer) const {
  const std::array colours{theme.accent, theme.peak, theme.good, theme.lesson};
  return colours.at(buffer % colours.size());
}

float TilesDrawing::heat_of(std::uint32_t uses) const {
  const float max_heat = std::log2(1.0F + static_cast<float>(shown.flow.max_uses));
  return max_heat <= 0 ? 0 : std::min(1.0F, std::log2(1.0F + static_cast<float>(uses)) / max_heat);
}

TilePicture TilesDrawing::picture_of(const analysis::TileBuffer& buffer, const ImRect& place) const {
  TilePicture picture;
  const float width = place.GetWidth(), height = place.GetHeight();
  const bool whole = frame.state.tiles.whole;
  const std::uint32_t wide = whole ? buffer.grid.columns : buffer.right - buffer.left;
  const std::uint32_t high = whole ? buffer.grid.rows : buffer.bottom - buffer.top;
  const float fitting = std::min(width / static_cast<float>(wide), height / static_cast<float>(high));
  if (whole) {
    picture.page = {0, 0, wide, high};
    picture.cell = std::min(fitting, max_cell * em);
  } else {
    // Where not everything fits, pages turn in one direction, and in the other one all is seen.
    const float along = std::max(width / static_cast<float>(wide), height / static_cast<float>(high));
    picture.cell = std::min(fitting >= min_cell * em ? fitting : std::min(along, page_cell * em), max_cell * em);
    const auto columns = static_cast<std::uint32_t>(std::max(1.0F, std::floor(width / picture.cell + 0.01F)));
    const auto rows = static_cast<std::uint32_t>(std::max(1.0F, std::floor(height / picture.cell + 0.01F)));
    picture.page = page_of(shown, buffer, columns, rows);
  }
  picture.area = {place.Min.x, place.Min.y, place.Min.x + picture.cell * static_cast<float>(picture.page.columns),
                  place.Min.y + picture.cell * static_cast<float>(picture.page.rows)};
  return picture;
}

TilePicture TilesDrawing::draw_buffer(std::size_t number, const ImRect& place) const {
  const analysis::TileBuffer& buffer = shown.flow.buffers[number];
  float top = place.Min.y;
  {
    const FontScope bold(frame, frame.fonts.bold, 1);
    const float side = 0.75F * em;
    fill({place.Min.x, top + 0.2F * em, place.Min.x + side, top + 0.2F * em + side}, colour_of(number), 1, 0.15F * em);
    text({place.Min.x + side + 0.4F * em, top}, title_of(frame.state, shown, buffer), theme.text);
    top += ImGui::GetTextLineHeight() + 0.1F * em;
  }
  {
    const FontScope small(frame, frame.fonts.text, 0.85F);
    list.PushClipRect(place.Min, place.Max, true);
    text({place.Min.x, top}, buffer_summary(frame.state, shown, buffer), theme.quiet);
    list.PopClipRect();
    top += ImGui::GetTextLineHeight() + 0.3F * em;
  }
  const TilePicture picture = picture_of(buffer, {place.Min.x, top, place.Max.x, std::max(top + em, place.Max.y)});
  fill(picture.area, theme.ground);
  draw_cells(number, picture);
  draw_marks(number, picture);
  outline(picture.area, theme.line, std::max(1.0F, 0.06F * em));
  draw_ends(buffer, picture);
  return picture;
}

/// Fills the elements, neighbours of one colour together.
void TilesDrawing::draw_cells(std::size_t number, const TilePicture& picture) const {
  const analysis::TileBuffer& buffer = shown.flow.buffers[number];
  const ImVec4 colour = colour_of(number);
  const auto& elements = shown.moment.elements();
  // Elements smaller than a pixel are drawn by steps: the first one stands for its neighbours.
  const auto stride = static_cast<std::uint32_t>(std::max(1.0F, std::ceil(1 / picture.cell)));
  const float cell = picture.cell * static_cast<float>(stride);
  // Outside of this nothing is ever fetched.
  const std::uint32_t left = std::max(picture.page.column, buffer.left / stride * stride);
  const std::uint32_t right = std::min(picture.page.column + picture.page.columns, buffer.right);
  const std::uint32_t top = std::max(picture.page.row, buffer.top / stride * stride);
  const std::uint32_t bottom = std::min(picture.page.row + picture.page.rows, buffer.bottom);
  for (std::uint32_t row = top; row < bottom; row += stride) {
    const float y = picture.area.Min.y + static_cast<float>(row - picture.page.row) * picture.cell;
    ImU32 ink_now = 0;
    bool held_now = false;
    float begin = 0;
    const auto flush = [&](float end) {
      if (ink_now != 0) list.AddRectFilled({begin, y}, {end, y + cell}, ink_now);
      if (held_now && cell >= min_cell_with_base) {
        list.AddRectFilled({begin, y + (1 - held_base) * cell}, {end, y + cell}, ink(theme.text));
      }
    };
    float x = picture.area.Min.x + static_cast<float>(left - picture.page.column) * picture.cell;
    for (std::uint32_t column = left; column < right; column += stride, x += cell) {
      const std::uint32_t found = shown.flow.number_of(buffer.buffer, row * buffer.grid.columns + column);
      ImU32 wanted = 0;
      bool held = false;
      if (found != analysis::no_element && elements[found].fetches > 0) {
        const float heat = heat_of(elements[found].uses);
        const bool in_shared = elements[found].shared_units > 0;
        const float share = in_shared ? min_shared_opacity + heat * (max_shared_opacity - min_shared_opacity)
                                      : min_faded_opacity + heat * (max_faded_opacity - min_faded_opacity);
        wanted = ink(colour, share);
        held = in_shared;
      }
      if (wanted == ink_now && held == held_now) continue;
      flush(x);
      ink_now = wanted;
      held_now = held;
      begin = x;
    }
    flush(x);
  }
}

/// Draws what is on top of single elements: lines between them, the thread's registers, the present access, and uses.
void TilesDrawing::draw_marks(std::size_t number, const TilePicture& picture) const {
  const analysis::TileBuffer& buffer = shown.flow.buffers[number];
  const float cell = picture.cell;
  const TilePage& page = picture.page;
  if (cell >= 0.28F * em) {
    const float width = std::max(1.0F, 0.05F * em);
    for (std::uint32_t column = 1; column < page.columns; ++column) {
      const float x = picture.area.Min.x + static_cast<float>(column) * cell;
      line({x, picture.area.Min.y}, {x, picture.area.Max.y}, theme.ground, width, 0.75F);
    }
    for (std::uint32_t row = 1; row < page.rows; ++row) {
      const float y = picture.area.Min.y + static_cast<float>(row) * cell;
      line({picture.area.Min.x, y}, {picture.area.Max.x, y}, theme.ground, width, 0.75F);
    }
  }
  if (cell >= number_cell * em) {
    const FontScope small(frame, frame.fonts.text, 0.75F);
    const std::uint32_t units = std::max(1u, buffer.grid.bytes_per_element / shown.flow.unit);
    for (std::size_t n = 0; n < shown.flow.elements.size(); ++n) {
      const analysis::TileMoment::Element& now = shown.moment.elements()[n];
      if (shown.flow.elements[n].buffer != buffer.buffer || now.fetches == 0) continue;
      const auto rect = area_of(buffer, picture, shown.flow.elements[n].element);
      if (!rect) continue;
      const std::string uses = fmt::format("{}", now.uses / units);
      if (size_of(uses).x > 0.9F * cell) continue;
      centred_text(rect->GetCenter(), uses, now.shared_units > 0 ? theme.ground : theme.text);
    }
  }
  // The elements of the present access have a frame.
  std::vector<std::uint32_t> marked;
  if (const analysis::TileStep* now = shown.now()) {
    const std::size_t end =
        shown.steps < shown.flow.steps.size() ? shown.flow.steps[shown.steps].first : shown.flow.moved.size();
    for (std::size_t at = now->first; at < end; ++at) {
      const std::uint32_t moved = shown.flow.moved[at];
      if (moved != analysis::no_element && shown.flow.elements[moved].buffer == buffer.buffer) {
        marked.push_back(shown.flow.elements[moved].element);
      }
    }
  }
  for (ImRect rect : areas_of(buffer, picture, std::move(marked))) {
    rect.Expand(std::max(0.0F, 0.1F * em - cell / 2));
    outline(rect, theme.text, std::max(1.0F, 0.07F * em), 0.9F);
  }
  marked.clear();
  for (const std::uint32_t element : shown.in_registers) {
    if (shown.flow.elements[element].buffer == buffer.buffer) marked.push_back(shown.flow.elements[element].element);
  }
  for (ImRect rect : areas_of(buffer, picture, std::move(marked))) {
    // It is at least so large that it can be seen from the last row.
    rect.Expand(std::max(0.12F * em, 0.3F * em - cell / 2));
    fill(rect, theme.ground);
    rect.Expand(-0.08F * em);
    fill(rect, theme.text);
    const float inner = 0.24F * std::min(rect.GetWidth(), rect.GetHeight());
    fill({rect.Min.x + inner, rect.Min.y + inner, rect.Max.x - inner, rect.Max.y - inner}, colour_of(number));
  }
}

/// Returns where elements are on the page. Where they are too small for marks of their own, neighbours in a row are
/// one area.
std::vector<ImRect> TilesDrawing::areas_of(const analysis::TileBuffer& buffer, const TilePicture& picture,
                                           std::vector<std::uint32_t> elements) const {
  std::ranges::sort(elements);
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  std::vector<ImRect> areas;
  std::uint32_t last = 0;
  for (const std::uint32_t element : elements) {
    const auto rect = area_of(buffer, picture, element);
    if (!rect) continue;
    const bool joins =
        !areas.empty() && element == last + 1 && element % buffer.grid.columns != 0 && picture.cell < single_cell * em;
    if (joins) {
      areas.back().Max = rect->Max;
    } else {
      areas.push_back(*rect);
    }
    last = element;
  }
  return areas;
}

std::optional<ImRect> TilesDrawing::area_of(const analysis::TileBuffer& buffer, const TilePicture& picture,
                                            std::uint32_t element) {
  const TilePage& page = picture.page;
  const std::uint32_t column = element % buffer.grid.columns, row = element / buffer.grid.columns;
  if (column < page.column || row < page.row || column >= page.column + page.columns || row >= page.row + page.rows) {
    return std::nullopt;
  }
  const ImVec2 at{picture.area.Min.x + static_cast<float>(column - page.column) * picture.cell,
                  picture.area.Min.y + static_cast<float>(row - page.row) * picture.cell};
  return ImRect{at.x, at.y, at.x + picture.cell, at.y + picture.cell};
}

/// Names the first and the last element of the page.
void TilesDrawing::draw_ends(const analysis::TileBuffer& buffer, const TilePicture& picture) const {
  const TilePage& page = picture.page;
  const FontScope small(frame, frame.fonts.text, 0.75F);
  const analysis::TracedBuffer& traced = playback.traced()->buffers.at(buffer.buffer);
  const auto name_at = [&](std::uint32_t column, std::uint32_t row) {
    const std::uint64_t element = std::uint64_t{row} * buffer.grid.columns + column;
    return element_name(traced, std::min<std::uint64_t>(element, buffer.grid.elements - 1));
  };
  const std::string from = name_at(page.column, page.row);
  const std::string to = name_at(page.column + page.columns - 1, page.row + page.rows - 1);
  const float y = picture.area.Max.y + 0.15F * em;
  text({picture.area.Min.x, y}, from, theme.quiet);
  if (picture.area.GetWidth() > size_of(from + to).x + em) {
    text({picture.area.Max.x - size_of(to).x, y}, to, theme.quiet);
  }
}

std::uint32_t TilesDrawing::draw_shared(const ImRect& place) const {
  const auto& shared = shown.moment.shared();
  const auto units = static_cast<std::uint32_t>(shared.size());
  const std::uint32_t units_per_word = std::max(1u, 4 / shown.flow.unit), banks = 32 * units_per_word;
  const float least = std::max(2.0F, 0.16F * em);
  const auto max_rows = static_cast<std::uint32_t>(std::max(1.0F, std::floor(place.GetHeight() / least)));
  std::uint32_t columns = banks;
  while ((units + columns - 1) / columns > max_rows) columns += banks;
  // Few rows become wide ones, so that words are about as wide as high.
  while (units > columns && place.GetWidth() / static_cast<float>(columns) >
                                2.5F * place.GetHeight() / static_cast<float>((units + columns - 1) / columns)) {
    columns += banks;
  }
  const std::uint32_t rows = std::max(1u, (units + columns - 1) / columns);
  const float width = place.GetWidth() / static_cast<float>(columns);
  const float height = std::min(place.GetHeight() / static_cast<float>(rows), 1.2F * em);
  for (std::uint32_t row = 0; row < rows; ++row) {
    const float y = place.Min.y + static_cast<float>(row) * height;
    ImU32 ink_now = 0;
    std::uint32_t begin = 0;
    const std::uint32_t count = std::min(columns, units - row * columns);
    const auto x_of = [&](std::uint32_t column) { return place.Min.x + static_cast<float>(column) * width; };
    for (std::uint32_t column = 0; column <= count; ++column) {
      ImU32 wanted = 0;
      if (column < count) {
        const std::uint32_t element = shared[row * columns + column];
        if (element == analysis::TileMoment::computed) {
          wanted = ink(theme.quiet, 0.55F);
        } else if (element != analysis::no_element) {
          const auto buffer =
              std::ranges::find(shown.flow.buffers, shown.flow.elements[element].buffer, &analysis::TileBuffer::buffer);
          wanted = ink(colour_of(static_cast<std::size_t>(buffer - shown.flow.buffers.begin())),
                       min_shared_opacity +
                           heat_of(shown.moment.elements()[element].uses) * (max_shared_opacity - min_shared_opacity));
        } else {
          wanted = ink(theme.faint, 0.25F);
        }
      }
      if (wanted == ink_now) continue;
      if (ink_now != 0) list.AddRectFilled({x_of(begin), y}, {x_of(column), y + height}, ink_now);
      ink_now = wanted;
      begin = column;
    }
    for (std::uint32_t column = 0; column < count; ++column) {
      const std::uint32_t element = shared[row * columns + column];
      if (element >= shown.flow.elements.size() || !shown.has_register(element)) continue;
      const ImRect word{x_of(column), y, std::max(x_of(column + 1), x_of(column) + 0.2F * em), y + height};
      fill(word, theme.text);
    }
  }
  if (width >= 0.25F * em) {
    for (std::uint32_t column = 1; column < columns; ++column) {
      const float x = place.Min.x + static_cast<float>(column) * width;
      line({x, place.Min.y}, {x, place.Min.y + static_cast<float>(rows) * height}, theme.ground,
           std::max(1.0F, 0.05F * em), 0.6F);
    }
  }
  if (height >= 0.25F * em) {
    for (std::uint32_t row = 1; row < rows; ++row) {
      const float y = place.Min.y + static_cast<float>(row) * height;
      line({place.Min.x, y}, {place.Max.x, y}, theme.ground, std::max(1.0F, 0.05F * em), 0.6F);
    }
  }
  name("tiles/shared", {place.Min.x, place.Min.y, place.Max.x, place.Min.y + static_cast<float>(rows) * height});
  return columns;
}

float TilesDrawing::draw_legend(const ImRect& canvas, float top) const {
  const FontScope small(frame, frame.fonts.text, 0.9F);
  Legend legend(*this, canvas, top);
  const ImVec4 colour = colour_of(0);
  const auto graded = [&](const ImRect& at, float min_opacity, float max_opacity) {
    constexpr int parts = 4;
    const float each = at.GetWidth() / parts;
    for (int n = 0; n < parts; ++n) {
      const float from = at.Min.x + each * static_cast<float>(n);
      fill({from, at.Min.y, from + each, at.Max.y}, colour,
           min_opacity + (max_opacity - min_opacity) * static_cast<float>(n) / (parts - 1));
    }
  };
  if (shown.flow.shared_bytes > 0) {
    legend.entry(frame.say("tiles.legend_held"), [&](const ImRect& at) {
      graded(at, min_shared_opacity, max_shared_opacity);
      fill({at.Min.x, at.Max.y - held_base * at.GetHeight(), at.Max.x, at.Max.y}, theme.text);
    });
  }
  legend.entry(frame.say("tiles.legend_fetched"),
               [&](const ImRect& at) { graded(at, min_faded_opacity, max_faded_opacity); });
  if (shown.flow.knows_registers) {
    legend.entry(frame.say("tiles.legend_register"), [&](const ImRect& at) {
      const ImRect box = square_around(at.GetCenter(), 0.36F * em);
      fill(box, theme.text);
      fill(square_around(at.GetCenter(), 0.18F * em), colour);
    });
  }
  legend.entry(frame.say("tiles.legend_now"), [&](const ImRect& at) {
    outline(square_around(at.GetCenter(), 0.36F * em), theme.text, std::max(1.0F, 0.07F * em));
  });
  return legend.end();
}

}  // namespace lanescope::gui
