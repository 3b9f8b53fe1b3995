// Writes what the command line and the panels of the window say of each result of a recording, so that two builds can
// be compared (dump.py). Nothing here is a test by itself.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/file.h"
#include "catalogue/catalogue.h"
#include "cli/print/explain_text.h"
#include "cli/print/table.h"
#include "experiments/json/read_json.h"
#include "experiments/setting_text.h"
#include "explanations/explain_json.h"
#include "explanations/findings.h"
#include "gui/readings/comparison_view_model.h"
#include "gui/readings/page_view_model.h"
#include "gui/readings/readout_view_model.h"
#include "gui/readings/roofline_view_model.h"
#include "gui/screens/memory_chart/memory_chart_view_model.h"
#include "gui/screens/memory_tables/memory_tables_view_model.h"
#include "gui/screens/occupancy/occupancy_view_model.h"
#include "gui/screens/scheduler/scheduler_view_model.h"
#include "gui/screens/speed_of_light/speed_of_light_view_model.h"
#include "gui/screens/summary/summary_view_model.h"
#include "gui/screens/warp_states/warp_states_view_model.h"
#include "gui/store/actions.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"
#include "gui/store/state.h"
#include "recordings/recording.h"
#include "recordings/sweep/sweep_row.h"

namespace {

using namespace lanescope;
using namespace lanescope::gui;

void line(const std::string& text) {
  std::cout << "  " << text << "\n";
}

void write(const Language& language, const std::string& name, const Reading& reading) {
  line(fmt::format("{} | {} | {} | {} | {} | {} | {} | {}", name, reading.label, reading.value, reading.unit,
                   reading.spread, reading.detail, reading.missing, word_of(language, reading.origin)));
}
void write(const Language& language, const std::string& name, const QuantityReading& reading) {
  line(fmt::format("{} | {} | {}", name, reading.text(), reading.details(language)));
}
void write(const std::string& name, const PageHeading& heading) {
  line(fmt::format("{} | {} | {} | {} | {}", name, heading.origin, heading.other, heading.absent, heading.missing));
}

void write_readout(const State& state) {
  const Readout readout = read(state);
  const Language& language = state.language();
  write(language, "rate", readout.rate);
  line("limited by " + readout.limited_by);
  if (readout.peak) {
    line(fmt::format("peak {} {} {} | {} | {}", readout.peak->share, readout.peak->low, readout.peak->high,
                     readout.peak->text, readout.peak->copy_text));
  }
  for (const Reading& reading : readout.timing) write(language, "timing", reading);
  for (const Reading& reading : readout.resources) write(language, "resources", reading);
  for (const AccessReading& access : readout.accesses.lines) {
    line(fmt::format("access {} | {} | {} | {} | {} | {} | {}", access.label, access.value, access.ideal, access.unit,
                     access.ratio, access.details, access.missing));
  }
  line(fmt::format("{} | {} | {}", readout.accesses.exact, readout.accesses.blocks, readout.accesses.missing));
  line(fmt::format("verdict {} | {} | {} | {}", readout.verdict_text, readout.first_wrong, readout.wrong_remedy,
                   readout.recorded));
  for (const std::string& note : readout.notes) line("note " + note);
  for (const Problem& problem : readout.problems) line(fmt::format("problem {} | {}", problem.what, problem.remedy));
}

void write_chart(const State& state) {
  const Language& language = state.language();
  const MemoryChartViewModel chart = memory_chart_view_model(state);
  const auto arrow = [&](const ChartArrow& each) {
    write(language, "chart " + each.name, each.amount);
    if (each.instructions) write(language, "  instructions", *each.instructions);
    write(language, "  share", each.share);
    line(each.details);
  };
  write("chart", chart.heading);
  for (const ChartSpace& space : chart.spaces) {
    for (const ChartArrow& each : space.arrows) arrow(each);
  }
  for (const ChartArrow& each : chart.below_l1) arrow(each);
  for (const ChartArrow& each : chart.below_l2) arrow(each);
  for (const ChartArrow& each : chart.host) arrow(each);
  for (const ChartBox* box : {&chart.kernel, &chart.l1, &chart.shared, &chart.l2, &chart.device}) {
    write(language, "chart " + box->name, box->value);
    line(fmt::format("{} | {} | {}", box->word, box->caption, box->details));
  }
}

void write_pages(const State& state) {
  const Language& language = state.language();
  const SummaryViewModel summary = summary_view_model(state);
  write("summary", summary.heading);
  line(fmt::format("time {} {}", summary.time, word_of(language, summary.time_origin)));
  const auto item = [&](const SummaryItem& each) {
    line(fmt::format("{} | {} | {} | {} {} | {} | {}", each.title, each.detail, each.remedy, each.gain, each.gain_share,
                     each.line, word_of(language, each.origin)));
  };
  item(summary.verdict);
  for (const SummaryItem& each : summary.causes) item(each);

  const SpeedOfLightViewModel sol = speed_of_light_view_model(state);
  line("speed of light " + sol.verdict);
  const auto throughput = [&](const Throughput& each) {
    for (const ThroughputSide& side : each.sides) write(language, each.name + side.letter, side.value);
  };
  throughput(sol.compute);
  throughput(sol.memory);
  for (const Throughput& each : sol.compute_parts) throughput(each);
  for (const Throughput& each : sol.memory_parts) throughput(each);
  for (const auto& [name, reading] : sol.facts) write(language, name, reading);

  for (const MemoryTable& table : memory_tables_view_model(state).tables) {
    for (const TableRow& row : table.rows) {
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        write(language, fmt::format("{} {} {}", table.name, row.name, table.columns.at(i).name), row.cells[i].reading);
      }
    }
    line(table.note);
  }
  const WarpStatesViewModel states = warp_states_view_model(state);
  line("warp states " + states.verdict);
  for (const StallReason& each : states.reasons) {
    write(language, fmt::format("{} {}", each.name, each.share), each.clocks);
  }
  for (const auto& [name, reading] : states.facts) write(language, name, reading);
  const SchedulerViewModel scheduler = scheduler_view_model(state);
  line("scheduler " + scheduler.verdict);
  for (const WarpCount& each : scheduler.steps) write(language, each.name, each.warps);
  write(language, "without eligible", scheduler.without_eligible);
  for (const auto& [name, reading] : scheduler.facts) write(language, name, reading);
}

void write_roofs(const State& state) {
  const RooflineViewModel roofline = roofline_view_model(state);
  line(fmt::format("roofline {} | {} | {} | {}", roofline.missing, roofline.sentence, roofline.note, roofline.caption));
  for (const Roof& roof : roofline.roofs) line(fmt::format("roof {} {} {}", roof.name, roof.value, roof.detail));
  for (const RooflinePoint& point : roofline.points) {
    line(fmt::format("point {} {} [{} {}] {}", point.intensity, point.number, point.low(), point.high(), point.detail));
  }
  const OccupancyViewModel occupancy = occupancy_view_model(state);
  line(fmt::format("occupancy {} | {} | {} | {}", occupancy.headline, occupancy.reason, occupancy.machine,
                   occupancy.missing));
  for (const auto& limit : occupancy.limits) line(fmt::format("limit {} {}", limit.resource, limit.blocks));
  if (const auto comparison = comparison_of(state)) {
    line("comparison " + comparison->sentence);
    for (const ComparedRow& row : comparison->rows) {
      line(fmt::format("{} | {} | {} | {} | {} | {} | {}", row.label, row.unit, row.cells[0].value, row.cells[1].value,
                       row.difference, row.uncertainty, row.detail));
    }
  }
}

/// The setting before is pinned as A, so that both are compared.
void show(State& state, const experiments::Result& result) {
  const std::set<std::string> known = [&] {
    std::set<std::string> names;
    for (const auto& [id, kernel] : state.known.catalogue->kernels) names.insert(id);
    return names;
  }();
  if (!known.contains(result.kernel)) return line("the catalogue has no such kernel");
  perform(state, SelectKernel{result.kernel}, 0);
  for (const auto& [name, value] : result.parameters) perform(state, SetKnob{name, value}, 0);
  for (const auto& [name, value] : result.sizes) perform(state, SetSize{name, value}, 0);
  (void)accept(state, std::make_shared<const experiments::Result>(result), 1);
  write_readout(state);
  write_pages(state);
  write_chart(state);
  write_roofs(state);
  state.pins.pins[0] = pin_of(state);
}

int dump(const std::string& file) {
  const auto data = data_folder();
  const auto recording = recordings::read_recording(file);
  if (!data || !recording) {
    std::cerr << (data ? recording.error() : data.error()).text() << "\n";
    return 1;
  }
  catalogue::Catalogue kernels(*data / "kernels");
  State state;
  state.known.connected = true;
  state.known.worker = client::State::ready;
  state.known.machine = recording->machine;
  accept(state, kernels.snapshot(), 0);
  for (const experiments::Result& result : recording->results) {
    const experiments::Sheet known = experiments::sheet_of(result);
    const explanations::Summary summary = explanations::summary_of(result, known);
    std::cout << result.kernel << " " << experiments::setting_text(result) << "\n"
              << cli::table(result) << cli::explain_text(result, known, summary)
              << explanations::explain_json(result, known, summary).dump() << "\n"
              << recordings::point_json(result, "", "").dump() << "\n";
    show(state, result);
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::cerr << "usage: dump RECORDING.jsonl\n";
    return 2;
  }
  return dump(words[1]);
}
