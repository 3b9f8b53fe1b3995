#include <fmt/format.h>

#include <memory>

#include "gui/screens/memory_chart/memory_chart_drawing.h"
#include "gui/store/pages/show_page.h"
#include "gui/widgets/page_panel.h"
#include "gui/widgets/panels.h"

namespace lanescope::gui {
namespace {

class MemoryChartPanel : public PagePanel {
 public:
  MemoryChartPanel() : PagePanel(CounterPage::memory_chart) {}

 private:
  void draw_page(const Frame& frame, const PageHeading&, float opacity) override {
    const MemoryChartViewModel view_model = memory_chart_view_model(frame.state);
    if (motion_.follow(view_model, ImGui::GetIO().DeltaTime)) frame.needs_redraw = true;
    const ImVec2 from = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    draw_memory_chart(frame, view_model, motion_, {from.x, from.y, from.x + room.x, from.y + room.y}, opacity);
  }

  ArrowMotion motion_;
};

/// Returns the rates of hits of the caches, and the bytes between L2 and device memory.
std::string chart_words(const State& state) {
  const MemoryChartViewModel chart = memory_chart_view_model(state);
  std::string words;
  for (const ChartBox* const box : {&chart.l1, &chart.l2})
    words += fmt::format("{}: {} {}. ", box->name, box->value.text(), box->word);
  return words + fmt::format("{}: {}, {}.", chart.device.name, chart.below_l2[0].amount.text(),
                             chart.below_l2[1].amount.text());
}

}  // namespace

PanelEntry memory_chart_panel() {
  return {.window = "###memory_chart",
          .place = PanelPlace::section,
          .make = make_panel<MemoryChartPanel>,
          .show = Action{"show_memory_chart", "Memory chart", "", "Views/Why",
                         "Shows the traffic between the kernel, the caches and device memory.",
                         shows_page<CounterPage::memory_chart>},
          .section_height = 25,
          .reveals_answers = true,
          .caption = chart_words};
}

}  // namespace lanescope::gui
