// Triton's encodings as its IR prints them, with the shape of the tensor: "#ttg.blocked<{...}> 64x64xf16", or the whole
// type, "tensor<64x64xf16, #ttg.blocked<{...}>>". Source: the conversions to linear layouts in Triton's
// lib/Dialect/TritonGPU/IR/LinearLayoutConversions.cpp, of 2024 and 2025.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "layout/messages.h"
#include "layout/read/forms.h"
#include "layout/read/read_mapping.h"

namespace lanescope::layout {
namespace {

/// A value of an attribute: a number, or a list.
struct Value {
  std::int64_t number = 0;
  std::vector<Value> list;

  [[nodiscard]] std::vector<std::int64_t> numbers() const {
    std::vector<std::int64_t> all;
    for (const Value& each : list) all.push_back(each.number);
    return all;
  }
};

/// An encoding with the tensor that has it.
struct Encoding {
  std::string_view name;  ///< "blocked", "swizzled_shared", ...
  std::map<std::string_view, Value> values;
  std::vector<std::int64_t> shape;  ///< of the tensor; empty means not said
  std::optional<unsigned> bits;

  [[nodiscard]] std::int64_t number(std::string_view name) const {
    const auto found = values.find(name);
    return found == values.end() ? 0 : found->second.number;
  }
  [[nodiscard]] std::vector<std::int64_t> list(std::string_view name) const {
    const auto found = values.find(name);
    return found == values.end() ? std::vector<std::int64_t>() : found->second.numbers();
  }
};

Expected<Value> take_value(Cursor& cursor, int depth = 0) {
  constexpr int deepest = 4;
  Value value;
  if (depth < deepest && cursor.skip("[")) {
    while (!cursor.skip("]")) {
      TRY(Value each, take_value(cursor, depth + 1));
      value.list.push_back(std::move(each));
      if (!cursor.sees("]")) TRY_STATUS(cursor.expect(","));
    }
  } else if (cursor.skip("true")) {
    value.number = 1;
  } else if (!cursor.skip("false")) {
    const std::size_t position = cursor.position();
    TRY(value.number, cursor.number());
    if (value.number < 0 || value.number > max_elements) {
      return cursor.refused(position, message<"memory_layout.extent">(),
                            message<"memory_layout.extent_remedy">(max_elements));
    }
  }
  return value;
}

/// Finds 64x64xf16 between other words.
void find_shape(std::string_view text, Encoding& encoding) {
  for (std::size_t first = 0; first < text.size(); ++first) {
    if (!is_digit(text[first]) || (first > 0 && is_word_letter(text[first - 1]))) continue;
    const std::string_view rest = text.substr(first);
    const auto* const end = std::find_if_not(rest.begin(), rest.end(), is_word_letter);
    std::vector<std::int64_t> shape;
    for (const std::string_view part : split(rest.substr(0, static_cast<std::size_t>(end - rest.begin())), 'x')) {
      if (const auto extent = parse_integer(part)) {
        shape.push_back(*extent);
      } else if (const auto bits = element_bits(part)) {
        encoding.bits = *bits;
      }
    }
    encoding.shape = std::move(shape);
    return;
  }
}

Expected<Encoding> take_encoding(std::string_view text) {
  Encoding encoding;
  const std::size_t dialect = std::min(text.find("#ttg."), text.find("#triton_gpu."));
  Cursor cursor(text);
  if (dialect == text.npos)
    return cursor.refused(0, message<"memory_layout.expected">("#ttg."), message<"memory_layout.triton_remedy">());
  const std::size_t kind = text.find('.', dialect) + 1, open = std::min(text.find("<{", kind), text.size());
  const std::size_t close = std::min(text.find("}>", open), text.size());
  encoding.name = text.substr(kind, open - kind);
  find_shape(std::string(text.substr(0, dialect)) + " " + std::string(text.substr(close)), encoding);
  Cursor inside(text.substr(0, close));
  while (inside.position() < std::min(open + 2, close)) inside.skip(text.substr(inside.position(), 1));
  while (!inside.at_end()) {
    const std::string_view name = inside.word();
    TRY_STATUS(inside.expect("="));
    TRY(encoding.values[name], take_value(inside));
    inside.skip(",");
  }
  for (const char* const blocks : {"CTAsPerCGA", "CTASplitNum"}) {
    const auto numbers = encoding.list(blocks);
    if (std::any_of(numbers.begin(), numbers.end(), [](std::int64_t each) { return each != 1; })) {
      return cursor.refused(text.find(blocks), message<"memory_layout.cluster">(),
                            message<"memory_layout.cluster_remedy">());
    }
  }
  return encoding;
}

tl::unexpected<Error> wrong_encoding(const Encoding& encoding) {
  return failure(message<"memory_layout.encoding">(encoding.name), {}, message<"memory_layout.triton_remedy">());
}

/// Whether a tensor of this shape has elements, and at most max_elements.
bool is_small(const std::vector<std::int64_t>& shape) {
  std::int64_t count = 1;
  return std::all_of(shape.begin(), shape.end(), [&](std::int64_t extent) {
    return extent >= 1 && extent <= max_elements && (count *= extent) <= max_elements;
  });
}

bool is_power_of_two(std::int64_t number) {
  return number > 0 && (number & (number - 1)) == 0;
}

/// Builds the threads and values of a tensor from steps: each goes along one dimension, by registers, lanes or warps,
/// from where the steps before it ended. A step beyond the tensor repeats what is there.
class Distribution {
 public:
  explicit Distribution(const std::vector<std::int64_t>& shape) : shape_(shape), reached_(shape.size(), 1) {}

  enum class By : std::size_t { registers, lanes, warps };
  void step(By by, std::size_t dimension, std::int64_t extent) {
    // The offset of a tensor counts down the columns of the matrix that its first dimension makes.
    std::int64_t stride = reached_[dimension];
    for (std::size_t i = 0; i < dimension; ++i) stride *= shape_[i];
    const std::int64_t left = std::max<std::int64_t>(1, shape_[dimension] / reached_[dimension]);
    const std::int64_t taken = std::min(extent, left);
    auto& modes = modes_.at(static_cast<std::size_t>(by));
    if (taken > 1) modes.push_back({taken, stride, {}});
    if (extent > taken) modes.push_back({extent / taken, 0, {}});
    reached_[dimension] *= extent;
  }
  /// Repeats the registers until the tensor is covered.
  void cover(const std::vector<std::int64_t>& order) {
    for (const std::int64_t dimension : order) {
      const auto at = static_cast<std::size_t>(dimension);
      if (shape_[at] > reached_[at]) step(By::registers, at, shape_[at] / reached_[at]);
    }
  }
  [[nodiscard]] Layout layout() const {
    std::vector<Layout> threads = modes_[1];
    threads.insert(threads.end(), modes_[2].begin(), modes_[2].end());
    return {1, 0, {of_modes(std::move(threads)), of_modes(modes_[0])}};
  }

 private:
  const std::vector<std::int64_t>& shape_;
  std::vector<std::int64_t> reached_;
  std::array<std::vector<Layout>, 3> modes_;
};

using By = Distribution::By;

/// Whether the numbers are those of dimensions, each once.
bool is_order(std::vector<std::int64_t> order, std::size_t rank) {
  std::sort(order.begin(), order.end());
  bool is = order.size() == rank;
  for (std::size_t i = 0; is && i < rank; ++i) is = order[i] == static_cast<std::int64_t>(i);
  return is;
}

Expected<Layout> blocked_layout(Encoding& encoding) {
  const auto registers = encoding.list("sizePerThread"), lanes = encoding.list("threadsPerWarp"),
             warps = encoding.list("warpsPerCTA"), order = encoding.list("order");
  const std::size_t rank = order.size();
  if (rank < 1 || rank > 2 || !is_order(order, rank) || registers.size() != rank || lanes.size() != rank ||
      warps.size() != rank || (!encoding.shape.empty() && encoding.shape.size() != rank)) {
    return wrong_encoding(encoding);
  }
  if (encoding.shape.empty()) {
    for (std::size_t i = 0; i < rank; ++i) encoding.shape.push_back(registers[i] * lanes[i] * warps[i]);
  }
  if (!is_small(encoding.shape)) return wrong_encoding(encoding);
  Distribution distribution(encoding.shape);
  for (const auto& [by, extents] : {std::pair(By::registers, registers), {By::lanes, lanes}, {By::warps, warps}}) {
    for (const std::int64_t dimension : order) {
      const auto at = static_cast<std::size_t>(dimension);
      if (!is_power_of_two(extents[at]) || !is_power_of_two(encoding.shape[at])) return wrong_encoding(encoding);
      distribution.step(by, at, extents[at]);
    }
  }
  distribution.cover(order);
  return checked(distribution.layout());
}

/// The accumulators of mma (version 2) and wgmma (version 3), warp by warp.
Expected<Layout> mma_layout(Encoding& encoding) {
  const auto warps = encoding.list("warpsPerCTA"), instruction = encoding.list("instrShape");
  const std::int64_t version = encoding.number("versionMajor");
  if ((version != 2 && version != 3) || warps.size() != 2 || instruction.size() < 2) return wrong_encoding(encoding);
  // Three numbers are m, n and k.
  const std::int64_t m = instruction[0], n = instruction[1];
  if (m != 16 || n % 8 != 0) return wrong_encoding(encoding);
  if (encoding.shape.empty()) encoding.shape = {m * warps[0], n * warps[1]};
  if (encoding.shape.size() != 2 || !is_small(encoding.shape)) return wrong_encoding(encoding);
  for (const std::int64_t each : {n, warps[0], warps[1], encoding.shape[0], encoding.shape[1]}) {
    if (!is_power_of_two(each)) return wrong_encoding(encoding);
  }
  Distribution distribution(encoding.shape);
  distribution.step(By::registers, 1, 2);
  distribution.step(By::lanes, 1, 4);
  distribution.step(By::lanes, 0, 8);
  distribution.step(By::registers, 0, m / 8);
  distribution.step(By::registers, 1, n / 8);
  const std::array<std::size_t, 2> order =
      version == 2 ? std::array<std::size_t, 2>{1, 0} : std::array<std::size_t, 2>{0, 1};
  for (const std::size_t dimension : order) distribution.step(By::warps, dimension, warps[dimension]);
  distribution.cover({1, 0});
  return checked(distribution.layout());
}

/// A linear layout: each bit of register, lane and warp has the place that it adds by exclusive or.
Expected<Mapping> linear_mapping(Encoding& encoding) {
  std::vector<std::vector<std::int64_t>> places;  // of the bits of lane, warp and register
  std::size_t thread_bits = 0, rank = 0;
  for (const char* const input : {"lane", "warp", "register"}) {
    for (const Value& base : encoding.values[input].list) places.push_back(base.numbers());
    if (std::string_view(input) == "warp") thread_bits = places.size();
  }
  constexpr std::size_t most_bits = 16;
  if (places.empty() || places.size() > most_bits || !encoding.values["block"].list.empty())
    return wrong_encoding(encoding);
  rank = places.front().size();
  std::vector<std::int64_t> shape(rank, 1);
  for (const auto& place : places) {
    if (place.size() != rank || rank < 1 || rank > 2) return wrong_encoding(encoding);
    for (std::size_t i = 0; i < rank; ++i) {
      if (place[i] < 0 || place[i] > max_elements) return wrong_encoding(encoding);
      while (shape[i] <= place[i]) shape[i] *= 2;
    }
  }
  if (encoding.shape.empty()) encoding.shape = shape;
  if (encoding.shape != shape) return wrong_encoding(encoding);
  std::vector<std::int64_t> offsets;
  for (std::size_t index = 0; index < std::size_t{1} << places.size(); ++index) {
    std::array<std::int64_t, 2> at{};
    for (std::size_t bit = 0; bit < places.size(); ++bit) {
      for (std::size_t i = 0; i < rank && (index >> bit & 1u) != 0; ++i) at.at(i) ^= places[bit][i];
    }
    offsets.push_back(at[0] + (rank == 2 ? shape[0] * at[1] : 0));
  }
  const std::vector<std::int64_t> sizes{std::int64_t{1} << thread_bits,
                                        std::int64_t{1} << (places.size() - thread_bits)};
  if (auto found = fit(offsets, sizes)) return *std::move(found);
  Mapping mapping;
  mapping.layout = {1, 0, {{sizes[0], 0, {}}, {sizes[1], 0, {}}}};
  mapping.table = std::move(offsets);
  return mapping;
}

/// Shared memory whose vectors of a row change places by the phase of the row.
Expected<Mapping> swizzled_mapping(const Encoding& encoding) {
  const auto order = encoding.list("order");
  const std::int64_t vector = encoding.number("vec"), per_phase = encoding.number("perPhase"),
                     phases = encoding.number("maxPhase");
  if (!is_order(order, 2) || vector < 1 || per_phase < 1 || phases < 1) return wrong_encoding(encoding);
  const std::int64_t rows = encoding.shape[static_cast<std::size_t>(order[1])],
                     columns = encoding.shape[static_cast<std::size_t>(order[0])];
  if (!is_power_of_two(columns)) return wrong_encoding(encoding);
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(rows * columns));
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t phase = vector * (row / per_phase % phases) % columns;
    for (std::int64_t column = 0; column < columns; ++column) {
      const std::int64_t index = order[0] == 1 ? row + rows * column : column + columns * row;
      offsets[static_cast<std::size_t>(index)] = row * columns + (column ^ phase);
    }
  }
  if (auto found = fit(offsets, encoding.shape)) return *std::move(found);
  Mapping mapping;
  mapping.layout = {1, 0, {{encoding.shape[0], 0, {}}, {encoding.shape[1], 0, {}}}};
  mapping.table = std::move(offsets);
  return mapping;
}

/// Shared memory for wgmma and TMA: tiles of as many columns as the swizzle is wide, one after the other.
Expected<Mapping> nvmma_mapping(const Encoding& encoding, unsigned bits) {
  const std::int64_t swizzle = encoding.number("swizzlingByteWidth");
  const bool transposed = encoding.number("transposed") != 0;
  const std::int64_t rows = encoding.shape[transposed ? 1 : 0], columns = encoding.shape[transposed ? 0 : 1];
  const bool swizzles = swizzle == 32 || swizzle == 64 || swizzle == 128;
  constexpr std::int64_t most_rows = 256;  // of a box of TMA
  if ((swizzle != 0 && !swizzles) || encoding.number("fp4Padded") != 0 || rows > most_rows)
    return wrong_encoding(encoding);
  const std::int64_t width = swizzles ? swizzle * 8 / bits : columns;
  if (columns % width != 0) return wrong_encoding(encoding);
  Mapping mapping;
  Layout down{rows, width, {}}, across = of_modes({{width, 1, {}}, {columns / width, rows * width, {}}});
  if (columns == width) across = {width, 1, {}};
  if (transposed) std::swap(down, across);
  mapping.layout = {1, 0, {std::move(down), std::move(across)}};
  if (swizzles) {
    TRY(mapping.swizzle, of_elements({swizzle == 128 ? 3 : swizzle == 64 ? 2 : 1, 4, 3}, bits));
  }
  return mapping;
}

}  // namespace

Expected<Mapping> read_triton(std::string_view text, std::optional<unsigned> wanted) {
  TRY(Encoding encoding, take_encoding(text));
  const bool shared = encoding.name == "swizzled_shared" || encoding.name == "nvmma_shared";
  if (shared && !encoding.bits && encoding.number("elementBitWidth") != 0) {
    TRY(encoding.bits, element_bits("b" + std::to_string(encoding.number("elementBitWidth"))));
  }
  TRY(const unsigned bits, agreed_bits(encoding.bits, wanted));
  if (!is_small(encoding.shape)) return wrong_encoding(encoding);
  if (shared && encoding.shape.size() != 2) {
    return failure(message<"memory_layout.no_extents">(), {}, message<"memory_layout.triton_shape_remedy">());
  }
  Mapping mapping;
  if (encoding.name == "swizzled_shared") {
    TRY(mapping, swizzled_mapping(encoding));
  } else if (encoding.name == "nvmma_shared") {
    TRY(mapping, nvmma_mapping(encoding, bits));
  } else if (encoding.name == "linear") {
    TRY(mapping, linear_mapping(encoding));
  } else if (encoding.name == "blocked") {
    TRY(mapping.layout, blocked_layout(encoding));
  } else if (encoding.name == "nvidia_mma") {
    TRY(mapping.layout, mma_layout(encoding));
  } else {
    return wrong_encoding(encoding);
  }
  if (!shared) mapping.matrix = Matrix{encoding.shape[0], encoding.shape.size() == 1 ? 1 : encoding.shape[1]};
  mapping.element_bits = bits;
  if (!mapping.table.empty()) mapping.name = text;
  return mapping;
}

}  // namespace lanescope::layout
