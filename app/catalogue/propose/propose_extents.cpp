#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "catalogue/expression/expression.h"
#include "catalogue/propose/proposer.h"
#include "catalogue/propose/typed_entry.h"

namespace lanescope::catalogue {
namespace {

/// "ceil_div(n, 256)" needs no brackets as an operand.
bool is_one_operand(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || !is_word(text.substr(0, open))) return is_word(text);
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return i + 1 == text.size();
  }
  return false;
}

}  // namespace

/// Returns an expression in the names of sizes and knobs, with its value for those that are proposed.
IndexTerm Proposer::known_term(std::string text) const {
  if (const auto number = parse_integer(text)) return IndexTerm(*number);
  std::optional<std::int64_t> value;
  Names names;
  std::vector<std::int64_t> values;
  for (const ProposedSize& size : sizes_) {
    names.add(size.name);
    values.push_back(size.value);
  }
  for (const BlockKnob& knob : knobs_) {
    names.add(knob.name);
    values.push_back(knob.value);
  }
  if (const auto expression = Expression::compile(text, names, {})) {
    if (const auto result = expression->evaluate(values)) value = *result;
  }
  return IndexTerm::factor(is_one_operand(text) ? text : '(' + text + ')', value);
}

/// Returns what a number that is no size is for the launch; nothing for what is no integer.
std::string Proposer::number_of(const EntryParameter& parameter) const {
  if (const auto size = names_.find(parameter.name); size != names_.end()) return size->second;
  if (!is_number(parameter)) return {};
  if (const std::string typed = given(parameter); !typed.empty()) return in_sizes(typed);
  if (const std::string written = in_file(parameter); !written.empty()) return of_file(written);
  return assumed_number(parameter);
}

/// Returns 1 for an integer of which nothing is known, or the size that is taken away from it: it is at least as large.
std::string Proposer::assumed_number(const EntryParameter& parameter) const {
  const auto taken_away = use_.taken_away.find(parameter.name);
  const auto size = taken_away == use_.taken_away.end() ? names_.end() : names_.find(taken_away->second);
  return size == names_.end() ? "1" : size->second;
}

/// What the parameters and the arguments of the template are.
KnownTerms Proposer::known_terms() const {
  KnownTerms known;
  for (const EntryParameter& parameter : with_fields(entry_.parameters)) {
    if (std::string text = number_of(parameter); !text.empty()) known[parameter.name] = known_term(std::move(text));
  }
  const std::string& written = request_.entry;
  const std::size_t open = written.find('<');
  std::vector<std::string> arguments;
  if (open != std::string::npos) arguments = split_list(written.substr(open + 1, written.rfind('>') - open - 1));
  for (std::size_t i = 0; i < entry_.template_parameters.size(); ++i) {
    const auto value = parse_integer(i < arguments.size()                  ? arguments[i]
                                     : i < entry_.template_defaults.size() ? entry_.template_defaults[i]
                                                                           : std::string());
    if (value) known[entry_.template_parameters[i]] = IndexTerm(*value);
  }
  return known;
}

/// Finds how far the kernel reaches with the block and the grid.
void Proposer::find_reach() {
  KnownTerms known = known_terms();
  constexpr std::array<const char*, 3> letters{"x", "y", "z"};
  for (std::size_t axis = 0; axis < letters.size(); ++axis) {
    known[fmt::format("blockDim.{}", letters.at(axis))] = known_term(block_term(axis));
    known[fmt::format("gridDim.{}", letters.at(axis))] = known_term(axis < grid_.size() ? grid_[axis] : "1");
  }
  reach_ = reach_of(code_, entry_, known);
}

/// Returns the elements of a buffer of which nothing else is known: a value for each element of the problem.
std::string Proposer::usual_count(const EntryParameter& parameter) const {
  return parameter.vector > 1 ? fmt::format("{} * ({})", parameter.vector, elements()) : elements();
}

/// Returns the elements of a buffer that the kernel's indices ask for; nothing where they tell nothing.
std::string Proposer::reached(const EntryParameter& parameter) const {
  const auto found = reach_.buffers.find(parameter.name);
  if (found == reach_.buffers.end() || found->second.elements.empty()) return {};
  const std::vector<IndexTerm>& elements = found->second.elements;  // the largest first
  std::vector<std::string> texts;
  for (const IndexTerm& each : elements) {
    // Of "h * w - w - 1" the whole h * w is what somebody would allocate.
    std::string whole = each.rounded_up().text();
    const auto value = known_term(whole).value();
    const bool close = value && *value - *each.value() <= *each.value() / 4;
    std::string text = whole == each.text() || close ? std::move(whole) : fmt::format("max(1, {})", each.text());
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
  }
  if (!found->second.complete) {
    // Where an index was not understood the usual number may be the better guess.
    std::string usual = usual_count(parameter);
    const auto guess = known_term(usual).value();
    if (!guess || *guess >= *elements.front().value()) return {};
    if (std::ranges::find(texts, usual) == texts.end()) texts.push_back(std::move(usual));
  }
  return texts.size() == 1 ? texts.front() : fmt::format("max({})", join(texts, ", "));
}

}  // namespace lanescope::catalogue
