// The measured instructions of tests/data/truth, read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/text.h"
#include "model/access/access.h"

namespace lanescope::model {

inline std::string truth_text() {
  const auto text = read_file(std::string(LANESCOPE_TEST_DATA) + "/truth/h200_single_instruction.csv");
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

/// A line of h100_copies_and_operands.csv: an instruction as the accesses that make it up.
struct MeasuredCopy {
  int line = 0;
  std::string instruction;
  std::uint32_t bytes_per_lane = 16;
  Operation operation = Operation::asynchronous_copy;
  std::vector<LaneAddresses<std::uint32_t>> shared;  ///< 32 lanes or pieces each
  std::vector<std::uint32_t> masks;                  ///< of their lanes
  LaneAddresses<std::uint64_t> global{};             ///< of cp.async
  std::uint32_t wavefronts = 0, bank_conflicts = 0;

  /// The bytes from `first` on, in pieces of 16 bytes.
  void add_pieces(std::uint32_t first, std::uint32_t bytes) {
    for (std::uint32_t done = 0; done < bytes; done += 16) {
      if (done / 16 % lanes_per_warp == 0) shared.emplace_back(), masks.push_back(0);
      shared.back().at(done / 16 % lanes_per_warp) = first + done;
      masks.back() |= 1u << done / 16 % lanes_per_warp;
    }
  }
};

inline std::vector<MeasuredCopy> measured_copies() {
  const auto text = read_file(std::string(LANESCOPE_TEST_DATA) + "/truth/h100_copies_and_operands.csv");
  if (!text) throw MachineError(text.error());
  const auto number = [](std::string_view word) {
    return static_cast<std::uint32_t>(parse_integer(trim(word)).value());
  };
  std::vector<MeasuredCopy> rows;
  int line = 0;
  for (const auto each : split(*text, '\n')) {
    ++line;
    if (each.starts_with('#') || trim(each).empty()) continue;
    const auto cells = split(each, ',');
    MeasuredCopy row;
    row.line = line;
    row.instruction = std::string(cells.at(0));
    row.wavefronts = number(cells.at(4));
    row.bank_conflicts = number(cells.at(5));
    if (row.instruction.starts_with("cp.async")) {
      row.operation = row.instruction == "cp.async.ca" ? Operation::asynchronous_copy : Operation::asynchronous_bypass;
      row.bytes_per_lane = number(cells.at(1));
      row.shared.emplace_back(), row.masks.push_back(0);
      const auto to = split(cells.at(2), ' '), from = split(cells.at(3), ' ');
      for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
        if (to.at(lane) == "-") continue;
        row.masks[0] |= 1u << lane;
        row.shared[0].at(lane) = number(to[lane]);
        row.global.at(lane) = number(from.at(lane));
      }
    } else if (row.instruction == "wgmma") {
      row.operation = Operation::matrix_operand;
      row.add_pieces(0, number(cells.at(1)));
      row.add_pieces(number(split(cells.at(3), ' ').at(2)), number(cells.at(2)));
    } else {
      const bool tensor = row.instruction.starts_with("tensor");
      row.operation = row.instruction.ends_with("load") ? Operation::bulk_load : Operation::bulk_store;
      row.add_pieces(tensor ? 0 : number(cells.at(2)), number(cells.at(1)) * (tensor ? number(cells.at(2)) : 1));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace lanescope::model
