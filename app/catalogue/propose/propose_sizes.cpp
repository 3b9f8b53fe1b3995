#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "catalogue/element.h"
#include "catalogue/expression/expression.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/propose/proposer.h"

namespace lanescope::catalogue {
namespace {

/// What the buffers of a proposal take together unless the user or the file asks for more.
constexpr std::uint64_t most_proposed_bytes = std::uint64_t{256} << 20;
/// Likewise its dynamic shared memory: what a block has without further calls.
constexpr std::int64_t most_proposed_shared_bytes = 48 << 10;
/// Likewise the blocks along an axis of its grid.
constexpr std::int64_t most_proposed_blocks = 1 << 24;

/// Whether a number of this name says how large a problem is.
bool is_size_name(const std::string& name) {
  constexpr std::array<std::string_view, 38> names = {
      "n",      "m",    "k",     "l",       "nx",       "ny",    "nz",     "w",     "h",          "d",
      "dim",    "len",  "size",  "count",   "length",   "width", "height", "depth", "rows",       "cols",
      "row",    "col",  "total", "columns", "elements", "num",   "dimx",   "dimy",  "n_elements", "numelements",
      "number", "nrow", "ncol",  "nrows",   "ncols",    "sizex", "sizey",  "items"};
  const std::string small = lower(name);
  if (std::ranges::find(names, small) != names.end()) return true;
  return small.starts_with("num") || small.starts_with("n_") || small.ends_with("size") || small.ends_with("count") ||
         small.ends_with("length") || small.ends_with("_n") || small.ends_with("elements");
}

/// The largest number of a type of integers, as far as sizes go.
std::int64_t largest_number(ElementType integer) {
  const bool has_sign = name_of(integer).starts_with('i');
  return size_of(integer) >= 4 ? max_exact_integer
                               : (std::int64_t{1} << (8 * size_of(integer) - (has_sign ? 1 : 0))) - 1;
}

}  // namespace

std::string last_part(const std::string& name) {
  return name.substr(name.rfind('.') + 1);  // npos + 1 is 0
}

std::string Proposer::given(const EntryParameter& parameter) const {
  const auto found = request_.arguments.find(parameter.name);
  return found == request_.arguments.end() ? std::string() : found->second;
}

/// Returns what the launch in the file passes for a number.
std::string Proposer::in_file(const EntryParameter& parameter) const {
  if (launch_ == nullptr) return {};
  const auto found = launch_->values.find(parameter.name);
  if (found == launch_->values.end()) return {};
  // Sizes do not fit into a byte.
  const bool byte = parameter.element && size_of(*parameter.element) == 1 && !parse_integer(found->second);
  return byte ? std::string() : found->second;
}

bool Proposer::is_number(const EntryParameter& parameter) const {
  return !parameter.pointer && parameter.element && is_integer(*parameter.element) && parameter.vector == 1 &&
         parameter.array.empty() && parameter.enumerators.empty();
}

/// Whether it is a stride in a structure with a pointer; alone it may as well be a step.
bool Proposer::is_row_length(const EntryParameter& parameter) const {
  const std::string small = lower(last_part(parameter.name));
  const std::size_t point = parameter.name.rfind('.');
  if (point == std::string::npos || (small != "stride" && small != "pitch" && small != "ld")) return false;
  const auto whole = std::ranges::find(entry_.parameters, parameter.name.substr(0, point), &EntryParameter::name);
  return whole != entry_.parameters.end() && std::ranges::any_of(whole->fields, &EntryParameter::pointer);
}

/// Whether an expression that was typed computes with the parameter.
bool Proposer::is_named_in_request(const std::string& name) const {
  for (const std::string* text : {&request_.grid, &request_.block, &request_.shared_bytes}) {
    if (has_word(*text, name)) return true;
  }
  return std::ranges::any_of(request_.arguments,
                             [&](const auto& each) { return each.first != name && has_word(each.second, name); });
}

/// Whether the launch in the file computes with the parameter, allocates as many elements, or tells its value.
bool Proposer::is_named_in_launch(const std::string& name) const {
  if (launch_ == nullptr) return false;
  const auto has = [&](const std::string& text) { return has_word(text, name); };
  const auto known = std::ranges::find(launch_->sizes, name, &FileSize::name);
  return has(launch_->shared_bytes) || std::ranges::any_of(launch_->grid, has) ||
         std::ranges::any_of(launch_->block_text, has) || (known != launch_->sizes.end() && known->value) ||
         std::ranges::any_of(launch_->counts, [&](const auto& each) { return has(each.second); });
}

/// Returns where it comes from that a parameter is a size of the problem; nothing for what is none.
std::optional<Origin> Proposer::size_origin(const EntryParameter& parameter) const {
  // A byte is a value rather than a size.
  if (!is_number(parameter) || size_of(*parameter.element) == 1) return std::nullopt;
  const std::string typed = given(parameter), written = in_file(parameter);
  if (!typed.empty() && !parse_integer(typed)) return std::nullopt;
  const std::string name = last_part(parameter.name);
  const bool used = use_.guards.contains(parameter.name) || use_.strides.contains(parameter.name) ||
                    use_.bounds.contains(parameter.name);
  const bool in_names = is_size_name(name) || is_row_length(parameter) || is_named_in_request(parameter.name);
  // In PTX a number has no name of its own; the first integer usually counts elements.
  const bool first_of_ptx = parameter.type.starts_with('.') && sizes_.empty();
  const bool is_size_of_file =
      launch_ != nullptr && std::ranges::find(launch_->sizes, parameter.name, &FileSize::name) != launch_->sizes.end();
  if (!typed.empty())
    return used || in_names || first_of_ptx || is_size_of_file ? std::optional(Origin::typed) : std::nullopt;
  if (is_size_of_file && (used || in_names || is_named_in_launch(parameter.name)) &&
      (written.empty() || written == parameter.name)) {
    return Origin::launch;
  }
  if (!written.empty()) {
    const auto value = parse_integer(written);
    return value && *value >= 1 && (used || in_names) ? std::optional(Origin::launch) : std::nullopt;
  }
  if (used) return Origin::use;
  if (in_names) return Origin::name;
  return first_of_ptx ? std::optional(Origin::assumed) : std::nullopt;
}

/// An extent for which a kernel does something and the emulator answers at once.
std::int64_t Proposer::usual_extent() const {
  constexpr std::array<std::int64_t, 3> extents = {65536, 256, 64};
  return extents.at(static_cast<std::size_t>(use_.axes - 1));
}

std::string Proposer::free_name(std::string name) {
  while (std::ranges::find(taken_, name) != taken_.end()) name += '_';
  taken_.push_back(name);
  return name;
}

void Proposer::add_size(const EntryParameter& parameter, Origin origin) {
  const auto typed = parse_integer(given(parameter));
  ProposedSize size{free_name(parameter.type.starts_with('.') ? "n" : last_part(parameter.name)), usual_extent(), true};
  const bool guard = use_.guards.contains(parameter.name);
  // A loop within a thread is shorter than the threads are many.
  if (use_.axes == 1 && !guard && !use_.guards.empty()) size.value = 64;
  if (!guard && !use_.strides.contains(parameter.name) && use_.bounds.contains(parameter.name) &&
      !is_size_name(last_part(parameter.name))) {
    size.value = 16;
  }
  size.value = std::min(size.value, largest_number(*parameter.element));
  if (origin == Origin::launch) {
    const std::int64_t usual = usual_of_launch(parameter.name);
    size.value = usual > usual_extent() ? usual : std::min(size.value, usual);
  }
  // Between pointers to bytes it counts those from row to row, of elements as large as they may be.
  const bool of_bytes = std::ranges::any_of(entry_.parameters, [](const EntryParameter& each) {
    return each.pointer && each.element && size_of(*each.element) == 1 && each.vector == 1;
  });
  if (of_bytes && lower(last_part(parameter.name)).ends_with("pitch")) size.value *= 16;
  std::optional<std::int64_t> known = typed;
  if (!known) known = parse_integer(in_file(parameter));
  if (launch_ != nullptr && !known) {
    const auto of_file = std::ranges::find(launch_->sizes, parameter.name, &FileSize::name);
    if (of_file != launch_->sizes.end()) known = of_file->value;
  }
  if (known) size = {size.name, *known, false};
  // Rows that lie this far apart are at least as long as what is known of them.
  const bool is_stride = use_.strides.contains(parameter.name) && !guard && !use_.bounds.contains(parameter.name);
  for (const ProposedSize& other : sizes_) {
    if (known || !is_stride || other.may_shrink || other.value <= size.value) continue;
    size.value = other.value;
    size.may_shrink = false;
  }
  if (typed) typed_sizes_[size.name] = *typed;
  names_[parameter.name] = size.name;
  file_names_[parameter.name] = size.name;
  size_origins_[parameter.name] = known || origin != Origin::launch ? origin : Origin::assumed;
  sizes_.push_back(std::move(size));
}

/// An extent for a number of the launch in the file that only a running program knows. What is itself a number of
/// blocks or of threads is small.
std::int64_t Proposer::usual_of_launch(const std::string& name) const {
  for (const std::string& text : launch_->block_text) {
    if (has_word(text, name)) return launch_->block_text.size() > 1 ? 16 : 128;
  }
  for (const std::string& text : launch_->grid) {
    if (has_word(text, name) && text.find('/') == std::string::npos && text.find("ceil_div") == std::string::npos) {
      return 8;
    }
  }
  std::int64_t usual = usual_extent();
  // Of a problem that is cut into tiles at least two, so that none is cut off.
  for (const std::string& text : launch_->grid) {
    for (const std::string& before : {name + " / ", "ceil_div(" + name + ", "}) {
      const std::size_t at = text.find(before);
      if (at == std::string::npos || (at > 0 && is_word_letter(text[at - 1]))) continue;
      const std::size_t begin = at + before.size(), end = text.find_first_not_of("0123456789", begin);
      const auto tile =
          parse_integer(std::string_view(text).substr(begin, end == std::string::npos ? end : end - begin));
      if (tile && *tile <= 4096) usual = std::max(usual, 2 * *tile);
    }
  }
  return usual;
}

/// Sizes that the launch in the file computes with and that are no parameters.
void Proposer::add_sizes_of_launch(const std::vector<EntryParameter>& all) {
  if (launch_ == nullptr) return;
  for (const FileSize& each : launch_->sizes) {
    if (std::ranges::find(all, each.name, &EntryParameter::name) != all.end()) continue;
    const std::string name = free_name(each.name);
    file_names_[each.name] = name;
    sizes_.push_back({name, each.value.value_or(usual_of_launch(each.name)), !each.value});
    tell(fmt::format("{}: a size, {}", name, sizes_.back().value), each.value ? Origin::launch : Origin::assumed);
  }
}

/// The number of elements of a buffer, from the sizes.
std::string Proposer::elements() const {
  const int axes = use_.axes;
  if (sizes_.size() == 1)
    return axes == 2   ? fmt::format("{0} * {0}", sizes_[0].name)
           : axes == 3 ? fmt::format("{0} * {0} * {0}", sizes_[0].name)
                       : sizes_[0].name;
  if (sizes_.size() == 2) return fmt::format("{} * {}", sizes_[0].name, sizes_[1].name);
  if (axes == 3) return fmt::format("{} * {} * {}", sizes_[0].name, sizes_[1].name, sizes_[2].name);
  // Three sizes on two axes are those of matrices, of which each has two.
  return fmt::format("max({0} * {1}, {1} * {2}, {0} * {2})", sizes_[0].name, sizes_[1].name, sizes_[2].name);
}

/// Returns an expression in which parameters are called as their sizes are.
std::string Proposer::in_sizes(std::string text) const {
  for (const auto& [parameter, size] : names_) text = with_word(std::move(text), parameter, size);
  return text;
}

/// Halves the sizes that nobody named until the buffers fit, of which each has something to do with what is too large.
void Proposer::shrink_sizes() {
  Names names;
  for (const ProposedSize& size : sizes_) names.add(size.name);
  for (const BlockKnob& knob : knobs_) names.add(knob.name);
  std::vector<std::pair<std::uint64_t, Expression>> counts;
  for (const ProposedBuffer& buffer : buffers_) {
    auto count = Expression::compile(buffer.count, names, {});
    if (count) counts.emplace_back(size_of(buffer.type), *std::move(count));
  }
  const auto shared = Expression::compile(shared_bytes_.empty() ? "0" : shared_bytes_, names, {});
  for (bool shrunk = true; shrunk;) {
    std::vector<std::int64_t> values;
    for (const ProposedSize& size : sizes_) values.push_back(size.value);
    for (const BlockKnob& knob : knobs_) values.push_back(knob.value);
    double bytes = 0;
    for (const auto& [element, count] : counts) {
      const auto elements = count.evaluate(values);
      bytes += static_cast<double>(element) * (elements ? static_cast<double>(*elements) : 1e18);
    }
    shrunk = false;
    const bool much_shared = shared && shared->evaluate(values).value_or(0) > most_proposed_shared_bytes;
    const bool much = bytes > static_cast<double>(most_proposed_bytes);
    const auto is_large = [&](const std::string& extent) {
      const auto blocks = Expression::compile(extent, names, {});
      return blocks && blocks->evaluate(values).value_or(0) > most_proposed_blocks;
    };
    std::string large_grid;
    for (const std::string& extent : grid_) large_grid += is_large(extent) ? extent + ' ' : std::string();
    for (ProposedSize& size : sizes_) {
      if (!size.may_shrink || size.value < 2) continue;
      const bool fills_buffers = std::ranges::any_of(
          buffers_, [&](const ProposedBuffer& buffer) { return has_word(buffer.count, size.name); });
      const bool makes_large = (much && fills_buffers) || (much_shared && has_word(shared_bytes_, size.name)) ||
                               has_word(large_grid, size.name);
      if (!makes_large) continue;
      size.value /= 2;
      shrunk = true;
    }
  }
  limit_guesses(names);
}

/// Where no size may shrink, buffers of which nobody says the elements begin with fewer and become as large as the
/// kernel reaches.
void Proposer::limit_guesses(const Names& names) {
  std::vector<std::int64_t> values;
  for (const ProposedSize& size : sizes_) values.push_back(size.value);
  for (const BlockKnob& knob : knobs_) values.push_back(knob.value);
  for (ProposedBuffer& buffer : buffers_) {
    const auto most = static_cast<std::int64_t>(most_proposed_bytes / size_of(buffer.type));
    const auto count = Expression::compile(buffer.count, names, {});
    const auto elements = count ? count->evaluate(values) : Expected<std::int64_t>(most);
    if (!buffer.grows || (elements && *elements <= most)) continue;
    buffer.count = elements ? fmt::format("min({}, {})", buffer.count, most) : std::to_string(most);
  }
}

}  // namespace lanescope::catalogue
