#include "gui/screens/memory_tables/memory_tables_view_model.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "gui/store/pages/traffic_lines.h"
#include "gui/store/state.h"

namespace lanescope::gui {
namespace {

/// The text keys of a column, and the last part of the names of its quantities.
struct ColumnPlan {
  const char* name;
  const char* help;
  std::string_view quantity;
};
struct RowPlan {
  std::string_view quantity;  ///< the first part of the names of its quantities
  const char* name;
  std::optional<Traffic> traffic;
};
struct TablePlan {
  const char* id;
  const char* name;
  std::vector<ColumnPlan> columns;
  std::vector<RowPlan> rows;
};

const std::vector<TablePlan>& table_plans() {
  static const std::vector<TablePlan> plans{
      {"shared",
       "tables.shared",
       {{"tables.instructions", "tables.instructions_help", "instructions"},
        {"tables.wavefronts", "tables.wavefronts_help", "wavefronts"},
        {"tables.ideal", "tables.wavefronts_ideal_help", "wavefronts_ideal"},
        {"tables.conflicts", "tables.conflicts_help", "conflicts"},
        {"tables.share", "tables.share_help", "share"}},
       {{"shared.load", "tables.loads", Traffic::shared_load},
        {"shared.store", "tables.stores", Traffic::shared_store},
        {"shared.atomic", "tables.atomics", Traffic::shared_atomic}}},
      {"l1",
       "tables.l1",
       {{"tables.instructions", "tables.instructions_help", "instructions"},
        {"tables.requests", "tables.requests_help", "requests"},
        {"tables.tag_wavefronts", "tables.tag_wavefronts_help", "tag_wavefronts"},
        {"tables.sectors", "tables.sectors_help", "sectors"},
        {"tables.ideal", "tables.sectors_ideal_help", "sectors_ideal"},
        {"tables.sectors_per_request", "tables.sectors_per_request_help", "sectors_per_request"},
        {"tables.hit_rate", "tables.hit_rate_help", "hit_rate"},
        {"tables.share", "tables.share_help", "share"}},
       {{"global.load", "tables.global_loads", Traffic::global_load},
        {"global.store", "tables.global_stores", Traffic::global_store},
        {"global.reduce", "tables.global_reductions", Traffic::global_atomic},
        {"global.atomic", "tables.global_atomics", Traffic::global_atomic},
        {"local.load", "tables.local_loads", Traffic::local_load},
        {"local.store", "tables.local_stores", Traffic::local_store},
        {"texture.load", "tables.texture_loads", Traffic::texture_load}}},
      {"l2",
       "tables.l2",
       {{"tables.requests", "tables.l2_requests_help", "requests"},
        {"tables.sectors", "tables.l2_sectors_help", "sectors"},
        {"tables.hits", "tables.hits_help", "sectors_hit"},
        {"tables.misses", "tables.misses_help", "sectors_miss"},
        {"tables.hit_rate", "tables.hit_rate_help", "hit_rate"}},
       {{"l2.read", "tables.reads", Traffic::l2_to_l1},
        {"l2.write", "tables.writes", Traffic::l1_to_l2},
        {"l2.atomic", "tables.atomics", Traffic::global_atomic},
        {"l2.reduce", "tables.reductions", Traffic::global_atomic},
        {"l2.fabric", "tables.fabric", std::nullopt}}},
      {"device",
       "tables.device",
       {{"tables.sectors", "tables.device_sectors_help", "sectors"},
        {"tables.bytes", "tables.bytes_help", "bytes"},
        {"tables.rate", "tables.rate_help", "rate"},
        {"tables.share", "tables.share_help", "share"}},
       {{"memory.read", "tables.reads", Traffic::memory_read},
        {"memory.write", "tables.writes", Traffic::memory_write}}},
  };
  return plans;
}

TableRow row_of(const State& state, const PageValues& sources, const TablePlan& plan, const RowPlan& row) {
  const Language& language = state.language();
  TableRow made{std::string(row.quantity), language.say(row.name), {}, {}};
  double ideal = -1;
  for (const ColumnPlan& column : plan.columns) {
    const std::string id = made.id + "." + std::string(column.quantity);
    TableCell cell{reading_of(language, sources, id), counters::quantity(id) != nullptr, false};
    if (column.quantity.ends_with("_ideal") && cell.reading.known()) ideal = cell.reading.value();
    made.cells.push_back(std::move(cell));
  }
  for (std::size_t i = 0; i < plan.columns.size(); ++i) {
    const std::string_view quantity = plan.columns[i].quantity;
    const double value = made.cells[i].reading.value();
    const bool can_be_ideal = quantity == "sectors" || quantity == "wavefronts";
    made.cells[i].warns = (can_be_ideal && ideal >= 0 && value > ideal) || (quantity == "conflicts" && value > 0);
  }
  if (row.traffic && !traffic_lines(state, *row.traffic).empty()) made.traffic = row.traffic;
  return made;
}

bool has_nonzero_cell(const TableRow& row) {
  return std::ranges::any_of(row.cells, [](const TableCell& cell) { return cell.reading.value() != 0; });
}

/// Returns a note on what arbitration is, because its cycles are easily taken for bank conflicts.
std::string note_of(const Language& language, const PageValues& sources, const TablePlan& plan) {
  if (std::string_view(plan.id) != "shared") return {};
  const QuantityReading arbitration = reading_of(language, sources, "shared.arbitration");
  return arbitration.known() ? language.say("tables.arbitration", arbitration.text()) : std::string();
}

}  // namespace

MemoryTablesViewModel memory_tables_view_model(const State& state) {
  MemoryTablesViewModel view_model;
  view_model.heading = page_heading(state, CounterPage::memory_tables);
  if (!view_model.heading.missing.empty()) return view_model;
  const Language& language = state.language();
  const PageValues sources = present_values(state);
  for (const TablePlan& plan : table_plans()) {
    MemoryTable table{plan.id, language.say(plan.name), {}, {}, note_of(language, sources, plan)};
    for (const ColumnPlan& column : plan.columns) {
      table.columns.push_back({language.say(column.name), language.say(column.help)});
    }
    for (const RowPlan& row : plan.rows) {
      TableRow made = row_of(state, sources, plan, row);
      if (has_nonzero_cell(made)) table.rows.push_back(std::move(made));
    }
    view_model.tables.push_back(std::move(table));
  }
  return view_model;
}

}  // namespace lanescope::gui
