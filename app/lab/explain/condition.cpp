#include "lab/explain/condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/text.h"

namespace lanescope::lab {
namespace {

using catalogue::ExpressionNode;
using Op = catalogue::Operation;  // there is one of accesses too
using counters::Number;

constexpr std::array names_of_conditions = {
    ConditionName{"conflicts", "bank conflicts of all accesses to shared memory, by their addresses"},
    ConditionName{"excess_sectors", "sectors of global memory beyond the fewest that hold the bytes asked for"},
    ConditionName{"faults", "faults that were found"},
    ConditionName{"l1_hit_rate", "hits, in percent of the sectors that global loads request from the L1"},
    ConditionName{"l2_hit_rate", "hits, in percent of the sectors that are read from the L2"},
    ConditionName{"occupancy", "percent: achieved where it was counted, else theoretical"},
    ConditionName{"sectors", "sectors of all accesses to global memory"},
    ConditionName{"time_us", "microseconds, cold: measured or recorded, else predicted"},
    ConditionName{"wavefronts", "wavefronts of all accesses to shared memory"},
};

std::string known_names() {
  std::vector<std::string> names;
  for (const ConditionName& each : names_of_conditions) names.emplace_back(each.name);
  return join(names, ", ");
}

/// What of the executed blocks' accesses a name means.
Number sum_over(const Result& result, trace::Space space, std::uint64_t (*part)(const model::Counts&)) {
  if (!result.metrics) return std::nullopt;
  double sum = 0;
  for (const model::TotalMetrics& total : result.metrics->executed.totals) {
    if (total.space == space) sum += static_cast<double>(part(total.counts));
  }
  return sum;
}

Number first_of(const KnownElements& known, std::initializer_list<counters::ElementId> ids) {
  for (const counters::ElementId id : ids) {
    if (const auto best = known.best(id)) return best->value;
  }
  return std::nullopt;
}

Number value_of(std::string_view name, const Result& result, const KnownElements& known, const Summary& summary) {
  using trace::Space;
  if (is_digit(name.front()) || name.front() == '.') return parse_number<double>(name, std::chars_format::general);
  if (name == "conflicts")
    return sum_over(result, Space::shared, [](const model::Counts& c) { return c.bank_conflicts; });
  if (name == "wavefronts") return sum_over(result, Space::shared, [](const model::Counts& c) { return c.wavefronts; });
  if (name == "sectors") return sum_over(result, Space::global, [](const model::Counts& c) { return c.sectors; });
  if (name == "excess_sectors") {
    return sum_over(result, Space::global,
                    [](const model::Counts& c) { return c.sectors - std::min(c.sectors, c.sectors_ideal); });
  }
  if (name == "faults") return static_cast<double>(result.faults.size());
  if (name == "time_us") return counters::product(summary.time_ms, 1e3);
  if (name == "occupancy") return first_of(known, {"occupancy.achieved", "occupancy.theoretical"});
  if (name == "l1_hit_rate") return first_of(known, {"global.load.hit_rate", "l1.hit_rate"});
  if (name == "l2_hit_rate") return first_of(known, {"l2.read.hit_rate", "l2.hit_rate"});
  const auto best = known.find(name);
  return best ? Number(best->value) : std::nullopt;
}

/// Evaluates the nodes over numbers with a fraction. Nothing where the result is not defined.
class Evaluation {
 public:
  Evaluation(const std::vector<ExpressionNode>& nodes, const std::vector<double>& values)
      : nodes_(nodes), values_(values) {}

  /// Whether something was divided by 0.
  [[nodiscard]] bool undefined() const { return undefined_; }

  [[nodiscard]] double value(std::size_t index) {
    const ExpressionNode& node = nodes_[index];
    const auto operand = [&](std::size_t i) { return value(node.operands.at(i)); };
    switch (node.operation) {
      case Op::number:
        return static_cast<double>(node.value);
      case Op::name:
        return values_[static_cast<std::size_t>(node.value)];
      case Op::conditional:
        return operand(operand(0) != 0 ? 1 : 2);
      case Op::logical_or:
        return operand(0) != 0 || operand(1) != 0 ? 1 : 0;
      case Op::logical_and:
        return operand(0) != 0 && operand(1) != 0 ? 1 : 0;
      case Op::negate:
        return -operand(0);
      case Op::logical_not:
        return operand(0) == 0 ? 1 : 0;
      case Op::abs:
        return std::abs(operand(0));
      case Op::log2:
        return std::log2(operand(0));
      case Op::pow2:
        return std::exp2(operand(0));
      case Op::is_pow2: {
        const double exponent = std::log2(operand(0));
        return std::isfinite(exponent) && exponent >= 0 && exponent == std::floor(exponent) ? 1 : 0;
      }
      default:
        return of_two(node.operation, operand(0), operand(1));
    }
  }

 private:
  double of_two(Op operation, double a, double b) {
    const bool divides =
        operation == Op::divide || operation == Op::remainder || operation == Op::ceil_div || operation == Op::round_up;
    undefined_ |= divides && b == 0;
    switch (operation) {
      case Op::equal:
        return a == b ? 1 : 0;
      case Op::not_equal:
        return a != b ? 1 : 0;
      case Op::less:
        return a < b ? 1 : 0;
      case Op::less_equal:
        return a <= b ? 1 : 0;
      case Op::greater:
        return a > b ? 1 : 0;
      case Op::greater_equal:
        return a >= b ? 1 : 0;
      case Op::add:
        return a + b;
      case Op::subtract:
        return a - b;
      case Op::multiply:
        return a * b;
      case Op::divide:
        return a / b;
      case Op::remainder:
        return std::fmod(a, b);
      case Op::ceil_div:
        return std::ceil(a / b);
      case Op::round_up:
        return std::ceil(a / b) * b;
      case Op::max:
        return std::max(a, b);
      case Op::min:
        return std::min(a, b);
      default:
        break;  // gcd
    }
    const bool whole = a == std::floor(a) && b == std::floor(b) && std::abs(a) < 0x1p53 && std::abs(b) < 0x1p53;
    return whole ? static_cast<double>(std::gcd(static_cast<std::int64_t>(a), static_cast<std::int64_t>(b))) : NAN;
  }

  const std::vector<ExpressionNode>& nodes_;
  const std::vector<double>& values_;
  bool undefined_ = false;
};

/// The words of a text that expressions of kernel files do not know: ids of elements and decimal numbers. Each gets a
/// name of the same length in its place, so that the positions in messages stay.
struct Words {
  std::string text;
  catalogue::Names names;
  std::vector<std::string> typed;  ///< by slot
};

bool is_known(std::string_view word) {
  return std::ranges::find(names_of_conditions, word, &ConditionName::name) != std::end(names_of_conditions) ||
         counters::element(word) != nullptr;
}

tl::unexpected<Error> unknown(const std::string& word, const std::string& where) {
  std::vector<std::string> candidates;
  for (const ConditionName& each : names_of_conditions) candidates.emplace_back(each.name);
  for (const counters::Element& each : counters::elements()) candidates.emplace_back(each.id);
  const auto near = nearest(word, candidates);
  return failure(fmt::format("there is no number called '{}'", word), where,
                 fmt::format("{}known are {}, and the elements that explain --json lists (shared.load.conflicts, "
                             "l1.hit_rate, stall.barrier, ...)",
                             near ? fmt::format("did you mean {}? ", *near) : "", known_names()));
}

Expected<Words> words_of(std::string_view text, const std::string& where) {
  Words words{std::string(text), {}, {}};
  const std::vector<std::string> functions = catalogue::function_names();
  std::map<std::string, std::size_t, std::less<>> slots;
  const auto belongs = [](char letter) { return is_word_letter(letter) || letter == '.'; };
  for (std::size_t first = 0; first < text.size();) {
    if (!belongs(text[first])) {
      ++first;
      continue;
    }
    std::size_t end = first;
    while (end < text.size() && belongs(text[end])) ++end;
    const std::string word(text.substr(first, end - first));
    const bool number = is_digit(word.front()) || word.front() == '.';
    const bool decimal = number && word.find('.') != std::string::npos;
    const std::size_t start = std::exchange(first, end);
    if (number && !decimal) continue;
    if (decimal && !parse_number<double>(word, std::chars_format::fixed))
      return failure(fmt::format("'{}' is no number", word), where, "write numbers as 12 or 12.5");
    if (!number && std::ranges::find(functions, word) != functions.end()) continue;
    if (!number && !is_known(word)) return unknown(word, where);
    std::string name = word;
    if (decimal) {
      // No element and no plain name begins with a capital letter.
      name = std::string(word.size(), '_');
      name.front() = static_cast<char>('A' + slots.size() % 26);
      name.back() = static_cast<char>('A' + slots.size() / 26 % 26);
    } else {
      std::ranges::replace(name, '.', '_');
    }
    if (!slots.contains(name)) {
      slots.emplace(name, words.names.add(name));
      words.typed.push_back(word);
    }
    words.text.replace(start, name.size(), name);
  }
  return words;
}

}  // namespace

std::span<const ConditionName> condition_names() {
  return names_of_conditions;
}

Expected<Condition> Condition::parse(std::string_view text, const std::string& where) {
  TRY(auto words, words_of(text, where));
  auto tree = catalogue::parse_expression(words.text, words.names, where);
  if (!tree) {
    Error error = tree.error();
    // The message shows the text that was parsed; people know the one that they typed.
    if (const std::size_t at = error.what.find(words.text); at != std::string::npos && !words.text.empty())
      error.what.replace(at, words.text.size(), text);
    return failure(std::move(error));
  }
  Condition condition;
  condition.text_ = text;
  condition.where_ = where;
  condition.tree_ = std::move(*tree);
  condition.names_ = std::move(words.typed);
  return condition;
}

Expected<bool> Condition::holds(const Result& result, const KnownElements& known, const Summary& summary) const {
  std::vector<double> values;
  for (const std::string& name : names_) {
    const Number value = value_of(name, result, known, summary);
    if (!value) {
      return failure(fmt::format("'{}' has no value here, so \"{}\" cannot be decided", name, text_), where_,
                     "explain --json lists what is known of this kernel, and its notes say what is missing");
    }
    values.push_back(*value);
  }
  Evaluation evaluation(tree_.nodes, values);
  const double value = evaluation.value(tree_.nodes.size() - 1);
  if (std::isnan(value) || evaluation.undefined()) {
    return failure(fmt::format("\"{}\" has no value with {}", text_, values_text(result, known, summary)), where_,
                   "guard what may be zero: b != 0 ? a / b : 0");
  }
  return value != 0;
}

std::string Condition::values_text(const Result& result, const KnownElements& known, const Summary& summary) const {
  std::vector<std::string> parts;
  for (const std::string& name : names_) {
    const Number value = value_of(name, result, known, summary);
    const bool literal = is_digit(name.front()) || name.front() == '.';
    if (value && !literal) parts.push_back(fmt::format("{} = {:.10g}", name, *value));
  }
  return join(parts, ", ");
}

}  // namespace lanescope::lab
