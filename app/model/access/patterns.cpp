#include "model/access/patterns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "base/text.h"
#include "model/access/access.h"
#include "model/messages.h"

namespace lanescope::model {
namespace {

using Cells = std::vector<std::string>;

const std::vector<std::string> needed_columns{"space", "operation", "bytes_per_lane", "lane_byte_addresses"};
const std::vector<std::string> filled_columns{"wavefronts", "bank_conflicts", "sectors"};

tl::unexpected<Error> wrong(std::size_t line, Message what, Message remedy) {
  return failure(std::move(what), fmt::format("line {}", line), std::move(remedy));
}

/// Returns the cells with their quotes, so that other columns stay unchanged; nothing when a quote does not end.
std::optional<Cells> cells_of(std::string_view line) {
  Cells cells{""};
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  if (quoted) return std::nullopt;
  return cells;
}

std::string_view value_of(std::string_view cell) {
  cell = trim(cell);
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') cell = trim(cell.substr(1, cell.size() - 2));
  return cell;
}

/// The place of each column, by name.
using Columns = std::map<std::string_view, std::size_t>;

/// Appends the missing ones of the filled columns to `names`.
Expected<Columns> read_columns(Cells& names, std::size_t line) {
  const auto count_of = [&](const std::string& column) {
    return std::count_if(names.begin(), names.end(), [&](const auto& name) { return value_of(name) == column; });
  };
  for (const std::string& name : needed_columns) {
    if (count_of(name) > 0) continue;
    return wrong(line, message<"patterns.no_column">(name),
                 message<"patterns.no_column_remedy">(join(needed_columns, ", ")));
  }
  Columns columns;
  for (const std::vector<std::string>& ours : {std::cref(needed_columns), std::cref(filled_columns)}) {
    for (const std::string& name : ours) {
      if (count_of(name) > 1) {
        return wrong(line, message<"patterns.column_twice">(name), message<"patterns.column_twice_remedy">());
      }
      if (count_of(name) == 0) names.push_back(name);
      columns[name] = static_cast<std::size_t>(
          std::find_if(names.begin(), names.end(), [&](const auto& each) { return value_of(each) == name; }) -
          names.begin());
    }
  }
  return columns;
}

struct Row {
  LaneAccess<std::uint64_t> access;
  LaneAddresses<std::uint64_t> addresses{};
};

Status read_addresses(std::string_view text, std::size_t line, Row& row) {
  std::vector<std::string_view> words;
  for (const std::string_view word : split(text, ' ')) {
    if (!word.empty()) words.push_back(word);
  }
  if (words.size() != lanes_per_warp) {
    return wrong(line, message<"patterns.address_count">(words.size()), message<"patterns.address_count_remedy">());
  }
  for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
    if (words[lane] == "-") continue;
    const auto address = parse_number<std::uint64_t>(words[lane]);
    if (!address) {
      return wrong(line, message<"patterns.address">(lane, words[lane]), message<"patterns.address_remedy">());
    }
    if (*address % row.access.bytes_per_lane != 0) {
      return wrong(line, message<"patterns.misaligned">(*address, lane, row.access.bytes_per_lane),
                   message<"patterns.misaligned_remedy">());
    }
    row.addresses[lane] = *address;
    row.access.active_mask |= 1u << lane;
  }
  return {};
}

Status read_row(const Cells& cells, const Columns& columns, std::size_t line, Row& row) {
  const std::string_view space = value_of(cells[columns.at("space")]);
  if (space != "shared" && space != "global") {
    return wrong(line, message<"patterns.space">(space), message<"patterns.space_remedy">());
  }
  row.access.space = space == "shared" ? Space::shared : Space::global;

  const std::string_view operation = value_of(cells[columns.at("operation")]);
  constexpr std::array operations{Operation::load,   Operation::store,       Operation::reduce,
                                  Operation::atomic, Operation::matrix_load, Operation::matrix_store};
  const auto* const known =
      std::find_if(operations.begin(), operations.end(), [&](Operation each) { return name_of(each) == operation; });
  if (known == operations.end()) {
    return wrong(line, message<"patterns.operation">(operation), message<"patterns.operation_remedy">());
  }
  row.access.operation = *known;

  const std::string_view bytes = value_of(cells[columns.at("bytes_per_lane")]);
  const auto width = parse_number<std::uint32_t>(bytes);
  if (!width || !std::has_single_bit(*width) || *width > 16) {
    return wrong(line, message<"patterns.bytes_per_lane">(bytes), "write 1, 2, 4, 8 or 16");
  }
  row.access.bytes_per_lane = *width;
  return read_addresses(value_of(cells[columns.at("lane_byte_addresses")]), line, row);
}

Status fill(Cells& cells, const Columns& columns, std::size_t line) {
  Row row;
  TRY_STATUS(read_row(cells, columns, line, row));
  row.access.addresses = &row.addresses;
  const AccessCounts counts = count(row.access);
  const bool shared = row.access.space == Space::shared;
  if (!counts.known) {
    return wrong(line, message<"patterns.no_rule">(name_of(row.access.operation), row.access.bytes_per_lane),
                 message<"patterns.no_rule_remedy">());
  }
  cells[columns.at("wavefronts")] = shared ? fmt::to_string(counts.wavefronts) : "";
  cells[columns.at("bank_conflicts")] = shared ? fmt::to_string(counts.bank_conflicts) : "";
  cells[columns.at("sectors")] = shared ? "" : fmt::to_string(counts.sectors);
  return {};
}

}  // namespace

Expected<std::string> fill_patterns(std::string_view csv) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (csv.starts_with(byte_order_mark)) csv.remove_prefix(byte_order_mark.size());
  std::optional<Columns> columns;
  std::size_t width_in = 0, width_out = 0, line_number = 0;
  std::string out;
  for (std::string_view line : split(csv, '\n')) {
    ++line_number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (trim(line).empty()) continue;
    auto cells = cells_of(line);
    if (!cells)
      return wrong(line_number, message<"patterns.quotation_mark">(), message<"patterns.quotation_mark_remedy">());
    if (!columns) {
      width_in = cells->size();
      TRY(columns, read_columns(*cells, line_number));
      width_out = cells->size();
    } else {
      // Only the filled cells may be missing at the end of a line.
      if (cells->size() > width_in) {
        return wrong(line_number, message<"patterns.cell_count">(cells->size(), width_in),
                     message<"patterns.cell_count_remedy">());
      }
      cells->resize(width_out);
      TRY_STATUS(fill(*cells, *columns, line_number));
    }
    out += join(*cells, ",");
    out += '\n';
  }
  if (!columns) {
    return wrong(1, message<"patterns.empty">(), message<"patterns.no_column_remedy">(join(needed_columns, ", ")));
  }
  return out;
}

}  // namespace lanescope::model
