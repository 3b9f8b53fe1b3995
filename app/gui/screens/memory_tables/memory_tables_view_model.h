// What the Memory tables show: for each level of memory what its accesses cost, by kind of access.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/readings/page_view_model.h"

namespace lanescope::gui {

struct State;

struct TableColumn {
  std::string name;  ///< "sectors"
  std::string help;  ///< one sentence
};

struct TableCell {
  QuantityReading reading;
  bool exists = true;  ///< whether this kind of access has such a number
  bool warns = false;  ///< whether it is more than is necessary
};

struct TableRow {
  std::string id;                  ///< "shared.load"
  std::string name;                ///< "loads"
  std::vector<TableCell> cells;    ///< one for each column
  std::optional<Traffic> traffic;  ///< a click shows its lines in the Source panel; empty where there are none
};

struct MemoryTable {
  std::string id;  ///< "shared"
  std::string name;
  std::vector<TableColumn> columns;
  std::vector<TableRow> rows;  ///< those of which something is known that is not 0
  std::string note;            ///< one sentence below the table; may be empty
};

struct MemoryTablesViewModel {
  PageHeading heading;
  std::vector<MemoryTable> tables;  ///< shared memory, L1, L2, device memory
};

[[nodiscard]] MemoryTablesViewModel memory_tables_view_model(const State& state);

}  // namespace lanescope::gui
