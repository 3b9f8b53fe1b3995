#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/propose/proposer.h"

namespace lanescope::catalogue {
namespace {

/// "8x8" of numbers, "ceil_div(n, 256) x m" of expressions.
std::string shape_text(const std::vector<std::string>& extents) {
  const bool numbers =
      std::ranges::all_of(extents, [](const std::string& each) { return parse_integer(each).has_value(); });
  return join(extents, numbers ? "x" : " x ");
}

}  // namespace

/// Returns an expression of the launch in the file, in the names of this proposal.
std::string Proposer::of_file(std::string text) const {
  for (const auto& [written, name] : file_names_) text = with_word(std::move(text), written, name);
  // A knob that cannot be turned is the number that it is.
  for (std::size_t axis = 0; axis < knob_names.size(); ++axis) {
    text = with_word(std::move(text), knob_names.at(axis), block_term(axis));
  }
  return text;
}

void Proposer::add_block() {
  block_ = split_list(in_sizes(request_.block));
  block_origin_ = Origin::typed;
  if (block_.empty() && launch_ != nullptr) {
    block_origin_ = Origin::launch;
    for (const std::int64_t extent : launch_->block) block_.push_back(std::to_string(extent));
    for (const std::string& text : launch_->block_text) block_.push_back(of_file(text));
  }
  if (block_.empty() && entry_.block) {
    block_ = split_list(*entry_.block);
    block_origin_ = Origin::declaration;
  }
  if (block_.empty()) {
    block_origin_ = Origin::assumed;
    block_ = usual_block();
  }
  choose_knobs();
}

/// Returns a shape of the block for which the threads fill the arrays of shared memory that they index, and do not
/// leave them.
std::vector<std::string> Proposer::usual_block() const {
  using Shape = std::array<std::int64_t, 3>;
  static const std::array<std::vector<Shape>, 3> shapes = {
      {{{256, 1, 1}, {128, 1, 1}, {64, 1, 1}, {32, 1, 1}, {512, 1, 1}, {1024, 1, 1}, {16, 1, 1}, {8, 1, 1}},
       {{16, 16, 1}, {32, 8, 1}, {32, 32, 1}, {32, 16, 1}, {32, 4, 1}, {8, 8, 1}, {64, 4, 1}, {16, 8, 1}, {4, 4, 1}},
       {{8, 8, 4}, {8, 8, 8}, {4, 4, 4}, {16, 4, 4}, {16, 8, 8}, {32, 4, 4}, {2, 2, 2}}}};
  constexpr std::array<const char*, 3> names{"blockDim.x", "blockDim.y", "blockDim.z"};
  const std::vector<Shape>& usual = shapes.at(static_cast<std::size_t>(use_.thread_axes - 1));
  KnownTerms known = known_terms();
  Shape best = usual.front();
  int most_filled = -1;
  for (const Shape& shape : usual) {
    if (shape[0] * shape[1] * shape[2] > entry_.most_threads) continue;
    for (std::size_t axis = 0; axis < names.size(); ++axis) known[names.at(axis)] = IndexTerm(shape.at(axis));
    std::vector<SharedIndex> indices = reach_of(code_, entry_, known).shared;
    std::erase_if(indices, [](const SharedIndex& index) { return index.extent == 0 || !index.end.value(); });
    const auto leaves = [](const SharedIndex& index) { return *index.end.value() > index.extent; };
    // An element more keeps threads of a column in different banks.
    const auto fills = [](const SharedIndex& index) { return *index.end.value() + 1 >= index.extent; };
    if (std::ranges::any_of(indices, leaves)) continue;
    const auto filled = static_cast<int>(std::ranges::count_if(indices, fills));
    if (filled > most_filled) best = shape;
    most_filled = std::max(most_filled, filled);
    // Without such arrays no other shape is better.
    if (indices.empty()) break;
  }
  std::vector<std::string> texts;
  for (int axis = 0; axis < use_.thread_axes; ++axis) {
    texts.push_back(std::to_string(best.at(static_cast<std::size_t>(axis))));
  }
  return texts;
}

void Proposer::choose_grid() {
  grid_ = split_list(in_sizes(request_.grid));
  grid_origin_ = Origin::typed;
  if (grid_.empty() && launch_ != nullptr && !launch_->grid.empty()) {
    grid_origin_ = Origin::launch;
    for (std::size_t axis = 0; axis < launch_->grid.size(); ++axis) {
      grid_.push_back(grid_of_size(axis, of_file(launch_->grid[axis])));
      if (!reach_one(grid_.back())) return assume_grid();
    }
  }
  if (grid_.empty() && !use_.blocks) {
    // All blocks would do the same work.
    grid_origin_ = Origin::use;
    grid_.push_back("1");
  }
  if (grid_.empty()) assume_grid();
}

/// A thread for each element.
void Proposer::assume_grid() {
  grid_origin_ = Origin::assumed;
  grid_.clear();
  if (use_.axes == 1) grid_.push_back(fmt::format("ceil_div({}, {})", elements(), block_term(0)));
  for (int axis = 0; use_.axes > 1 && axis < use_.axes; ++axis) {
    const auto at = static_cast<std::size_t>(axis);
    // Along an axis on which blocks are not told apart, several would do the same work.
    const bool same = !use_.block_axes.empty() && !use_.block_axes.contains(axis);
    grid_.push_back(same ? "1" : fmt::format("ceil_div({}, {})", extent_along(at), block_term(at)));
  }
}

/// Doubles sizes of which nobody says the value until an extent of the grid has a block; returns whether it has.
bool Proposer::reach_one(const std::string& extent) {
  constexpr std::int64_t largest = std::int64_t{1} << 22;
  const std::vector<ProposedSize> before = sizes_;
  for (bool doubled = true; doubled;) {
    const auto value = known_term(extent).value();
    if (value && *value >= 1) return true;
    doubled = false;
    for (ProposedSize& size : sizes_) {
      if (!value || !size.may_shrink || size.value > largest || !has_word(extent, size.name)) continue;
      size.value *= 2;
      doubled = true;
    }
  }
  sizes_ = before;
  return false;
}

void Proposer::tell_launch() {
  if (grid_origin_ != Origin::typed) tell(fmt::format("grid {}", shape_text(grid_)), grid_origin_);
  if (block_origin_ != Origin::typed) tell(fmt::format("block {}", shape_text(block_)), block_origin_);
  if (!knobs_.empty()) {
    std::vector<std::string> names;
    for (const BlockKnob& knob : knobs_) names.push_back(knob.name);
    tell(fmt::format("{}: {} of the block shape", join(names, ", "), names.size() > 1 ? "knobs" : "a knob"),
         Origin::use);
  }
  if (use_.grid_barrier || (launch_ != nullptr && launch_->cooperative)) {
    tell("a cooperative launch, whose blocks wait for each other",
         launch_ != nullptr && launch_->cooperative ? Origin::launch : Origin::use);
  }
}

/// A grid that the file gives with numbers may follow a size of which it is the number of blocks.
std::string Proposer::grid_of_size(std::size_t axis, const std::string& extent) const {
  const auto blocks = parse_integer(extent);
  if (!blocks) {
    // "(4096 + block_x - 1) / block_x" beside an argument that is 4096.
    std::string text = extent;
    for (const ProposedSize& size : sizes_) {
      const bool small = size.value < 64 || std::ranges::find(launch_->block, size.value) != launch_->block.end();
      if (!small && !size.may_shrink) text = with_word(std::move(text), std::to_string(size.value), size.name);
    }
    return text;
  }
  if (*blocks < 2 || axis >= launch_->block.size()) return extent;
  const std::int64_t threads = launch_->block[axis];
  const std::string preferred = extent_along(axis);
  const ProposedSize* found = nullptr;
  for (const ProposedSize& size : sizes_) {
    if (size.may_shrink || size.value < 1 || (size.value + threads - 1) / threads != *blocks) continue;
    if (found == nullptr || size.name == preferred) found = &size;
  }
  return found == nullptr ? extent : fmt::format("ceil_div({}, {})", found->name, block_term(axis));
}

/// Returns what there is to say about it.
std::optional<Assumption> Proposer::add_shared_bytes() {
  shared_bytes_ = in_sizes(request_.shared_bytes);
  if (!shared_bytes_.empty()) return std::nullopt;
  const auto told = [&](const char* more, Origin origin) {
    return Assumption{fmt::format("{} bytes of dynamic shared memory{}", shared_bytes_, more), origin};
  };
  const bool in_file = launch_ != nullptr && !launch_->shared_bytes_unknown;
  if (in_file && (!use_.dynamic_shared || is_told(launch_->shared_bytes))) {
    shared_bytes_ = of_file(launch_->shared_bytes);
    // The sizes in it may not fit to each other.
    shared_grows_ = std::ranges::any_of(
        sizes_, [&](const ProposedSize& size) { return size.may_shrink && has_word(shared_bytes_, size.name); });
    return shared_bytes_.empty() ? std::nullopt : std::optional(told("", Origin::launch));
  }
  // Where the code does not show it, the kernel shows it when it runs.
  shared_grows_ = true;
  if (!use_.dynamic_shared) return std::nullopt;
  std::optional<IndexTerm> elements;
  for (const SharedIndex& index : reach_.shared) {
    if (index.extent == 0) elements = elements ? IndexTerm::function("max", *elements, index.end) : index.end;
  }
  constexpr std::int64_t most_elements = 227 * 1024;
  if (elements && elements->value() && *elements->value() >= 1 && *elements->value() <= most_elements) {
    shared_bytes_ = (*elements * IndexTerm(*use_.dynamic_shared)).text();
    return told(" or more, as far as the indices go", Origin::use);
  }
  std::vector<std::string> factors;
  for (std::size_t axis = 0; axis < block_.size(); ++axis) factors.push_back(block_term(axis));
  shared_bytes_ = fmt::format("{} * {}", join(factors, " * "), *use_.dynamic_shared);
  return told(" or more, an element for each thread", Origin::assumed);
}

/// Makes knobs of the extents of the block along the axes that the code uses. There are none where the kernel fixes
/// the shape, where an extent is no number, and where the file has a name that the knob would define.
void Proposer::choose_knobs() {
  constexpr std::array<const char*, 3> macros{"BLOCK_X", "BLOCK_Y", "BLOCK_Z"};
  if (entry_.has_fixed_block) return;
  // The file may have written its kernel for the block that it launches.
  const bool written =
      block_origin_ == Origin::launch &&
      (launch_->turnable.empty() || std::ranges::find(launch_->turnable, false) != launch_->turnable.end());
  if (written) return;
  std::int64_t threads = 1;
  std::vector<BlockKnob> knobs;
  for (std::size_t axis = 0; axis < block_.size() && axis < knob_names.size(); ++axis) {
    const auto extent = parse_integer(block_[axis]);
    if (!extent || *extent < 1 || *extent > entry_.most_threads) return;
    threads *= *extent;
    if (axis < static_cast<std::size_t>(use_.thread_axes) || *extent > 1)
      knobs.push_back({knob_names.at(axis), axis, *extent});
    const bool is_taken = std::ranges::find(taken_, knob_names.at(axis)) != taken_.end();
    bool is_in_file = has_word(source_.text, macros.at(axis));
    for (const auto& [path, text] : source_.headers) is_in_file = is_in_file || has_word(text, macros.at(axis));
    if (is_taken || is_in_file) return;
  }
  if (threads <= entry_.most_threads) knobs_ = std::move(knobs);
}

/// Returns the extent of the block along an axis, as the launch has it.
std::string Proposer::block_term(std::size_t axis) const {
  const auto knob = std::ranges::find(knobs_, axis, &BlockKnob::axis);
  if (knob != knobs_.end()) return knob->name;
  return axis < block_.size() ? block_[axis] : "1";
}

std::string Proposer::knobs_text() const {
  if (knobs_.empty()) return {};
  std::string text = "\n[parameters]\n";
  std::vector<std::string> names;
  for (const BlockKnob& knob : knobs_) {
    std::vector<std::int64_t> values{knob.value};
    // On one axis whole warps; on several ones each extent by itself may be small.
    for (std::int64_t value = knobs_.size() == 1 ? 32 : 1; value <= entry_.most_threads; value *= 2) {
      if (value != knob.value) values.push_back(value);
    }
    std::ranges::sort(values);
    text += fmt::format("{} = {{ values = [{}], default = {} }}\n", knob.name, fmt::join(values, ", "), knob.value);
    names.push_back(knob.name);
  }
  if (knobs_.size() == 1) return text;
  text += fmt::format("\n[[require]]\nthat = \"{} <= {}\"\nelse = \"a block has at most {} threads\"\n",
                      join(names, " * "), entry_.most_threads, entry_.most_threads);
  return text;
}

/// Returns the size along an axis: x is usually the width, or the last of rows and columns.
std::string Proposer::extent_along(std::size_t axis) const {
  constexpr std::array<std::array<std::string_view, 6>, 2> words = {
      {{"width", "w", "nx", "cols", "columns", "ncols"}, {"height", "h", "ny", "rows", "nrows", "m"}}};
  if (axis < 2) {
    for (const ProposedSize& size : sizes_) {
      if (std::ranges::find(words.at(axis), lower(size.name)) != words.at(axis).end()) return size.name;
    }
  }
  if (use_.axes == 2 && sizes_.size() > 1) return sizes_[axis == 0 ? 1 : 0].name;
  return sizes_[std::min(axis, sizes_.size() - 1)].name;
}

std::string Proposer::toml() const {
  std::string text = fmt::format("title = \"{}\"\n{}", entry_.name, knobs_text());
  if (!sizes_.empty()) text += "\n[problem]\n";
  for (const ProposedSize& size : sizes_) {
    text += fmt::format("{} = {{ min = 1, max = 2147483647, default = {}{} }}\n", size.name, size.value,
                        size.may_shrink ? ", guessed = true" : "");
  }
  if (!buffers_.empty()) text += "\n[buffers]\n" + buffers_text();
  const std::string& entry = request_.entry.empty() ? entry_.name : request_.entry;
  std::vector<std::string> block;
  for (std::size_t axis = 0; axis < block_.size(); ++axis) block.push_back(block_term(axis));
  text += fmt::format("\n[[launch]]\nentry = \"{}\"\ngrid = {}\nblock = {}\narguments = {}\n", entry, toml_list(grid_),
                      toml_list(block), toml_list(arguments_));
  if (!shared_bytes_.empty()) text += fmt::format("shared_bytes = \"{}\"\n", shared_bytes_);
  if (shared_grows_) text += "shared_grows = true\n";
  if (use_.grid_barrier || (launch_ != nullptr && launch_->cooperative)) text += "cooperative = true\n";
  return text;
}

}  // namespace lanescope::catalogue
