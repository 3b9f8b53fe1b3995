// The measured instructions of tests/data/truth, read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/text.h"
#include "model/access/access.h"

namespace warpscope::model {

inline std::string truth_text() {
  const auto text = read_file(std::string(WARPSCOPE_TEST_DATA) + "/truth/h200_single_instruction.csv");
  if (!text) throw MachineError(text.error());
  return *text;
}

struct Measured {
  int line = 0;
  LaneAccess<std::uint64_t> access;
  LaneAddresses<std::uint64_t> addresses{};
  std::optional<std::int64_t> wavefronts, bank_conflicts, sectors;
};

/// access.addresses points nowhere: set it to the row's own.
inline std::vector<Measured> truth() {
  std::vector<Measured> rows;
  const std::string text = truth_text();
  int number = 0;
  for (const auto line : split(text, '\n')) {
    if (++number == 1 || trim(line).empty()) continue;
    const auto cells = split(line, ',');
    Measured row;
    row.line = number;
    row.access.space = cells.at(0) == "shared" ? Space::shared : Space::global;
    for (const auto operation : {Operation::load, Operation::store, Operation::reduce, Operation::atomic,
                                 Operation::matrix_load, Operation::matrix_store}) {
      if (cells.at(1) == name_of(operation)) row.access.operation = operation;
    }
    row.access.bytes_per_lane = static_cast<std::uint32_t>(parse_integer(cells.at(2)).value());
    std::uint32_t lane = 0;
    for (const auto word : split(cells.at(3), ' ')) {
      if (word != "-") {
        row.access.active_mask |= 1u << lane;
        row.addresses.at(lane) = static_cast<std::uint64_t>(parse_integer(word).value());
      }
      ++lane;
    }
    row.wavefronts = parse_integer(cells.at(4));
    row.bank_conflicts = parse_integer(cells.at(5));
    row.sectors = parse_integer(trim(cells.at(6)));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace warpscope::model
