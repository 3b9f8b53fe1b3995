#include "layout/access.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/text.h"
#include "layout/messages.h"
#include "layout/read/read_mapping.h"
#include "model/access/banks.h"
#include "model/access/sectors.h"

namespace lanescope::layout {
namespace {

using model::lanes_per_warp;

tl::unexpected<Error> unknown_access(std::string_view name) {
  return failure(message<"memory_layout.access">(name), {}, message<"memory_layout.access_remedy">());
}

/// The tile in vectors. Vector (row, column) begins with element row * down + column * across.
struct Vectors {
  std::int64_t rows = 0, columns = 0;  ///< vectors below and beside each other
  std::int64_t down = 0, across = 0;   ///< elements from one to the next
  std::int64_t bits = 0;               ///< of a vector
};

/// Whether `count` elements from each vector's first on, `step` elements apart, have consecutive and aligned offsets.
bool are_whole(const std::vector<std::int64_t>& offsets, const Vectors& vectors, std::int64_t count,
               std::int64_t step) {
  for (std::int64_t column = 0; column < vectors.columns; ++column) {
    for (std::int64_t row = 0; row < vectors.rows; ++row) {
      const std::int64_t first = row * vectors.down + column * vectors.across;
      const std::int64_t start = offsets[static_cast<std::size_t>(first)];
      if (start % count != 0) return false;
      for (std::int64_t i = 1; i < count; ++i) {
        if (offsets[static_cast<std::size_t>(first + i * step)] != start + i) return false;
      }
    }
  }
  return true;
}

/// Cuts the tile into vectors, along the columns or else along the rows.
Expected<Vectors> vectors_of(const Mapping& mapping, const std::vector<std::int64_t>& offsets, unsigned bits) {
  const Matrix grid = mapping.grid();
  const std::int64_t count = std::max(1u, bits / mapping.element_bits);
  if (bits % 8 == 0 && bits >= mapping.element_bits && bits % mapping.element_bits == 0) {
    const Vectors across{grid.rows, grid.columns / count, 1, grid.rows * count, bits};
    if (grid.columns % count == 0 && are_whole(offsets, across, count, grid.rows)) return across;
    const Vectors down{grid.rows / count, grid.columns, count, grid.rows, bits};
    if (grid.rows % count == 0 && are_whole(offsets, down, count, 1)) return down;
  }
  return failure(message<"memory_layout.no_vectors">(bits, mapping.text(), mapping.element_bits), {},
                 message<"memory_layout.no_vectors_remedy">());
}

/// Where one lane's vector lies: its row and its column among the vectors.
struct Place {
  std::int64_t row = 0, column = 0;
};
using Places = std::vector<std::optional<Place>>;  ///< by lane

class Instructions {
 public:
  Instructions(const Access& access, const Vectors& vectors, const std::vector<std::int64_t>& offsets,
               unsigned element_bits)
      : access_(access), vectors_(vectors), offsets_(offsets), element_bits_(element_bits) {}

  void add(const Places& lanes) {
    Instruction next;
    next.operation = access_.kind == Access::Kind::matrices
                         ? (access_.stores ? model::Operation::matrix_store : model::Operation::matrix_load)
                         : (access_.stores ? model::Operation::store : model::Operation::load);
    next.bytes_per_lane = static_cast<std::uint32_t>(vectors_.bits / 8);
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
      if (!lanes[lane]) continue;
      const std::int64_t element = lanes[lane]->row * vectors_.down + lanes[lane]->column * vectors_.across;
      next.lanes |= 1u << lane;
      next.elements.at(lane) = element;
      next.addresses.at(lane) =
          static_cast<std::uint32_t>(offsets_[static_cast<std::size_t>(element)] * element_bits_ / 8);
    }
    if (next.lanes != 0) made_.push_back(next);
  }

  /// Adds instructions for `count` vectors from number 0 on, 32 at a time.
  template <class PlaceOf>
  void add_all(std::int64_t count, const PlaceOf& place_of) {
    for (std::int64_t first = 0; first < count; first += lanes_per_warp) {
      Places lanes;
      for (std::int64_t i = first; i < std::min<std::int64_t>(count, first + lanes_per_warp); ++i)
        lanes.emplace_back(place_of(i));
      add(lanes);
    }
  }

  [[nodiscard]] std::vector<Instruction> made() && { return std::move(made_); }

 private:
  const Access& access_;
  const Vectors& vectors_;
  const std::vector<std::int64_t>& offsets_;
  std::int64_t element_bits_;
  std::vector<Instruction> made_;
};

/// The copy by threads in an order, warp by warp.
Status add_copies(Instructions& instructions, const Vectors& vectors, const Layout& threads) {
  const std::int64_t rows = size(threads.mode(0)), count = size(threads);
  const std::int64_t columns = count / rows;
  std::vector<std::optional<Place>> place_of(static_cast<std::size_t>(count));
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t thread = offset(threads, i);
    if (thread < 0 || thread >= count || place_of[static_cast<std::size_t>(thread)]) {
      return failure(message<"memory_layout.threads">(text(threads), count), {},
                     message<"memory_layout.threads_remedy">());
    }
    place_of[static_cast<std::size_t>(thread)] = Place{i % rows, i / rows};
  }
  if (vectors.rows % rows != 0 || vectors.columns % columns != 0) {
    return failure(message<"memory_layout.threads_do_not_fit">(text(threads), vectors.rows, vectors.columns), {},
                   message<"memory_layout.threads_remedy">());
  }
  for (std::int64_t column = 0; column < vectors.columns; column += columns) {
    for (std::int64_t row = 0; row < vectors.rows; row += rows) {
      instructions.add_all(count, [&](std::int64_t thread) {
        const Place place = *place_of[static_cast<std::size_t>(thread)];
        return Place{row + place.row, column + place.column};
      });
    }
  }
  return {};
}

/// ldmatrix and stmatrix: lane n has row n % 8 of matrix n / 8.
Status add_matrices(Instructions& instructions, const Vectors& vectors, unsigned at_once) {
  constexpr std::int64_t matrix_rows = 8;
  // The vectors of a matrix lie beside each other in the mode that they do not fill themselves.
  const bool along_columns = vectors.down == 1;
  const std::int64_t rows = along_columns ? vectors.rows : vectors.columns;
  const std::int64_t down = rows / matrix_rows, matrices = down * (along_columns ? vectors.columns : vectors.rows);
  if (rows % matrix_rows != 0 || matrices % at_once != 0) {
    return failure(message<"memory_layout.no_matrices">(rows, matrices, at_once), {},
                   message<"memory_layout.no_matrices_remedy">());
  }
  for (std::int64_t first = 0; first < matrices; first += at_once) {
    Places lanes;
    for (std::int64_t i = 0; i < at_once * matrix_rows; ++i) {
      const std::int64_t matrix = first + i / matrix_rows;
      const std::int64_t row = matrix % down * matrix_rows + i % matrix_rows, vector = matrix / down;
      lanes.emplace_back(along_columns ? Place{row, vector} : Place{vector, row});
    }
    instructions.add(lanes);
  }
  return {};
}

/// Loads of the registers of a fragment from each part of the tile that is as large as its matrix. A register of 32
/// bits is loaded at once where its elements are consecutive and aligned in all lanes and registers, else element by
/// element.
Expected<std::vector<Instruction>> fragment_instructions(const Mapping& mapping,
                                                         const std::vector<std::int64_t>& offsets,
                                                         const Access& access) {
  const Matrix grid = mapping.grid(), part = access.fragment;
  if (grid.rows % part.rows != 0 || grid.columns % part.columns != 0) {
    return failure(message<"memory_layout.fragment_does_not_fit">(part.rows, part.columns, grid.rows, grid.columns), {},
                   message<"memory_layout.no_matrices_remedy">());
  }
  const std::int64_t values = size(access.threads.mode(1));
  const auto element_of = [&](std::int64_t lane, std::int64_t value, const Place& corner) {
    const std::int64_t place = offset(access.threads, lane + lanes_per_warp * value);
    return corner.row + place % part.rows + grid.rows * (corner.column + place / part.rows);
  };
  std::int64_t at_once = std::max(1u, 32 / mapping.element_bits);
  for (std::int64_t i = 0; i < lanes_per_warp * values; ++i) {
    const std::int64_t lane = i % lanes_per_warp, value = i / lanes_per_warp, first = value / at_once * at_once;
    const std::int64_t start = offsets[static_cast<std::size_t>(element_of(lane, first, {}))];
    const std::int64_t here = offsets[static_cast<std::size_t>(element_of(lane, value, {}))];
    if (values % at_once != 0 || start % at_once != 0 || here != start + value - first) {
      at_once = 1;
      break;
    }
  }
  const Vectors vectors{grid.rows, grid.columns, 1, grid.rows, at_once * mapping.element_bits};
  if (vectors.bits % 8 != 0) {
    return failure(message<"memory_layout.no_vectors">(vectors.bits, mapping.text(), mapping.element_bits), {},
                   message<"memory_layout.no_vectors_remedy">());
  }
  Instructions instructions(access, vectors, offsets, mapping.element_bits);
  for (std::int64_t column = 0; column < grid.columns; column += part.columns) {
    for (std::int64_t row = 0; row < grid.rows; row += part.rows) {
      for (std::int64_t value = 0; value < values; value += at_once) {
        instructions.add_all(lanes_per_warp, [&](std::int64_t lane) {
          const std::int64_t element = element_of(lane, value, {row, column});
          return Place{element % grid.rows, element / grid.rows};
        });
      }
    }
  }
  return std::move(instructions).made();
}

/// Reads an operand of mma or of an atom of a warp.
Expected<Access> read_fragment(Access access, std::string_view text) {
  TRY(const Mapping mapping, read_mapping(text));
  if (!mapping.matrix || size(mapping.layout.mode(0)) != lanes_per_warp) return unknown_access(access.name);
  access.kind = Access::Kind::fragment;
  access.threads = mapping.layout;
  access.fragment = *mapping.matrix;
  return access;
}

}  // namespace

Expected<Access> read_access(std::string_view name) {
  Access access;
  access.name = trim(name);
  access.stores = access.name.starts_with("store.");
  const std::string_view operand = std::string_view(access.name).substr(access.stores ? 6 : 0);
  if (operand.starts_with("mma.") || operand.starts_with("SM")) return read_fragment(access, operand);
  const std::size_t blank = access.name.find(' ');
  const std::string_view first = std::string_view(access.name).substr(0, blank);
  std::optional<Access::Kind> kind;
  for (const std::string_view word : split(first, '.')) {
    const bool by_columns = kind == Access::Kind::tile_by_rows;
    if (word == "store") {
      access.stores = true;
    } else if (word == "load" || word == "shared" || word == "trans" || word == "sync" || word == "aligned" ||
               word == "m8n8" || word == "b16") {
      // These change no address; b16 is a part of the names of ldmatrix and stmatrix.
    } else if (word == "global") {
      access.space = model::Space::global;
    } else if (word == "row") {
      kind = by_columns ? Access::Kind::tile_by_rows : Access::Kind::row;
    } else if (word == "column") {
      kind = by_columns ? Access::Kind::tile_by_columns : Access::Kind::column;
    } else if (word == "tile") {
      kind = Access::Kind::tile_by_rows;
    } else if (word == "copy") {
      kind = Access::Kind::threads;
    } else if (word == "ldmatrix" || word == "stmatrix") {
      kind = Access::Kind::matrices;
      access.stores = word == "stmatrix";
      access.matrices = 1;
      access.vector_bits = 128;
    } else if (access.matrices != 0 && (word == "x1" || word == "x2" || word == "x4")) {
      access.matrices = static_cast<unsigned>(word[1] - '0');
    } else if (access.matrices == 0 && (word == "b8" || word == "b32" || word == "b64" || word == "b128")) {
      TRY(access.vector_bits, element_bits(word));
    } else {
      return unknown_access(access.name);
    }
  }
  if (!kind || (access.matrices != 0 && access.space != model::Space::shared)) return unknown_access(access.name);
  access.kind = *kind;
  if ((blank != std::string::npos) != (*kind == Access::Kind::threads)) return unknown_access(access.name);
  if (blank != std::string::npos) {
    TRY(access.threads, read_layout(std::string_view(access.name).substr(blank)));
  }
  return access;
}

Expected<std::vector<Instruction>> instructions_of(const Mapping& mapping, const Access& access) {
  if (size(mapping.layout) > max_elements) {
    return failure(message<"memory_layout.too_many_elements">(mapping.text(), size(mapping.layout)), {},
                   message<"memory_layout.extent_remedy">(max_elements));
  }
  const std::vector<std::int64_t> offsets = mapping.offsets();
  const auto [least, most] = std::minmax_element(offsets.begin(), offsets.end());
  constexpr std::int64_t most_bits = std::int64_t{8} * std::numeric_limits<std::uint32_t>::max();
  if (*least < 0 || *most >= most_bits / mapping.element_bits) {
    return failure(message<"memory_layout.no_address">(mapping.text(), *least, *most), {},
                   message<"memory_layout.no_address_remedy">());
  }
  if (access.kind == Access::Kind::fragment) return fragment_instructions(mapping, offsets, access);
  TRY(const Vectors vectors,
      vectors_of(mapping, offsets, access.vector_bits != 0 ? access.vector_bits : mapping.element_bits));
  Instructions instructions(access, vectors, offsets, mapping.element_bits);
  switch (access.kind) {
    case Access::Kind::row:
      for (std::int64_t row = 0; row < vectors.rows; ++row)
        instructions.add_all(vectors.columns, [&](std::int64_t i) { return Place{row, i}; });
      break;
    case Access::Kind::column:
      for (std::int64_t column = 0; column < vectors.columns; ++column)
        instructions.add_all(vectors.rows, [&](std::int64_t i) { return Place{i, column}; });
      break;
    case Access::Kind::tile_by_rows:
      instructions.add_all(vectors.rows * vectors.columns, [&](std::int64_t i) {
        return Place{i / vectors.columns, i % vectors.columns};
      });
      break;
    case Access::Kind::tile_by_columns:
      instructions.add_all(vectors.rows * vectors.columns, [&](std::int64_t i) {
        return Place{i % vectors.rows, i / vectors.rows};
      });
      break;
    case Access::Kind::threads:
      TRY_STATUS(add_copies(instructions, vectors, access.threads));
      break;
    case Access::Kind::fragment:  // returned above
      break;
    case Access::Kind::matrices:
      TRY_STATUS(add_matrices(instructions, vectors, access.matrices));
      break;
  }
  return std::move(instructions).made();
}

Expected<AccessCost> cost_of(const Mapping& mapping, const Access& access) {
  TRY(const auto instructions, instructions_of(mapping, access));
  AccessCost cost;
  for (const Instruction& each : instructions) {
    const model::LaneAccess<std::uint32_t> lanes{access.space, each.operation, each.bytes_per_lane, each.lanes,
                                                 &each.addresses};
    InstructionCost counted{each, 0, 0, {}};
    if (access.space == model::Space::global) {
      const model::Sectors sectors = model::global_sectors(lanes);
      counted.count = sectors.sectors;
      counted.ideal = sectors.sectors_ideal;
    } else {
      const auto wavefronts = model::shared_wavefronts(lanes);
      auto phases = model::bank_phases(lanes);
      if (!wavefronts || !phases) {
        return failure(message<"memory_layout.not_measured">(access.name), {},
                       message<"memory_layout.access_remedy">());
      }
      counted.count = wavefronts->wavefronts;
      counted.ideal = wavefronts->groups;
      counted.phases = *std::move(phases);
    }
    cost.count += counted.count;
    cost.ideal += counted.ideal;
    cost.instructions.push_back(std::move(counted));
  }
  return cost;
}

}  // namespace lanescope::layout
