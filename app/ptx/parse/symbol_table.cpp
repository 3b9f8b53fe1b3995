#include "ptx/parse/symbol_table.h"

#include <charconv>

#include <fmt/format.h>

#include "base/text.h"

namespace lanescope::ptx {

std::string component_name(std::string_view vector, std::size_t lane) {
  return fmt::format("{}${}", vector, letters_of_components[lane]);
}

SymbolTable::SymbolTable(Function& function) : function_(function) {
  for (const auto* list : {&function.results, &function.parameters}) {
    for (const Variable& parameter : *list) {
      // The function's own strings do not move while its body is read.
      claims_[parameter.name] = 1;
      declare(parameter.name, {.name = parameter.name, .symbol = {Symbol::Kind::parameter, 0}});
    }
  }
}

void SymbolTable::open_scope() {
  scopes_.emplace_back();
}

void SymbolTable::close_scope() {
  for (const std::string_view name : scopes_.back().names) {
    const auto entry = innermost_.find(name);
    entry->second = declarations_[static_cast<std::size_t>(entry->second)].previous;
    if (entry->second < 0) innermost_.erase(entry);
  }
  for (const std::string_view prefix : scopes_.back().prefixes) {
    const auto entry = innermost_range_.find(prefix);
    entry->second = ranges_[static_cast<std::size_t>(entry->second)].previous;
    if (entry->second < 0) innermost_range_.erase(entry);
    --inner_ranges_;
  }
  scopes_.pop_back();
}

bool SymbolTable::declare(std::string_view name, Declaration declaration) {
  const auto [entry, fresh] = innermost_.try_emplace(name, -1);
  if (!fresh && declarations_[static_cast<std::size_t>(entry->second)].depth == declaration.depth) return false;
  declaration.previous = entry->second;
  entry->second = static_cast<std::int32_t>(declarations_.size());
  // A register of an outer range may be added while a scope is open; it is removed with its own scope.
  if (declaration.depth > 0) scopes_[declaration.depth - 1].names.push_back(name);
  declarations_.push_back(declaration);
  return true;
}

bool SymbolTable::declare_register(std::string_view name, Type type) {
  return declare(
      name,
      {.name = name, .symbol = {Symbol::Kind::reg, 0}, .type = type, .depth = static_cast<std::uint32_t>(depth())});
}

bool SymbolTable::declare_register_range(std::string_view prefix, Type type, std::uint32_t count, std::size_t lanes) {
  const auto here = static_cast<std::uint32_t>(depth());
  const auto [entry, fresh] = innermost_range_.try_emplace(prefix, -1);
  if (!fresh && ranges_[static_cast<std::size_t>(entry->second)].depth == here) return false;
  ranges_.push_back({prefix, type, count, lanes, here, entry->second});
  entry->second = static_cast<std::int32_t>(ranges_.size()) - 1;
  if (here > 0) {
    scopes_.back().prefixes.push_back(prefix);
    ++inner_ranges_;
  }
  return true;
}

bool SymbolTable::declare_vector(std::string_view name, Type type, std::size_t lanes) {
  return declare_vector(name, name, {}, type, lanes, static_cast<std::uint32_t>(depth()));
}

bool SymbolTable::declare_vector(std::string_view name, std::string_view prefix, std::string_view number, Type type,
                                 std::size_t lanes, std::uint32_t depth) {
  const auto index = static_cast<std::uint32_t>(vectors_.size());
  std::vector<std::string>& keys = vectors_.emplace_back();
  for (const char letter : letters_of_components.substr(0, lanes)) keys.push_back(fmt::format("{}.{}", name, letter));
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::string& own = names_.emplace_back(component_name(prefix, lane).append(number));
    if (!declare(keys[lane], {.name = own, .symbol = {Symbol::Kind::reg, 0}, .type = type, .depth = depth})) {
      return false;
    }
  }
  return declare(name, {.name = name, .symbol = {Symbol::Kind::vector, index}, .depth = depth});
}

bool SymbolTable::declare_variable(std::string_view name, Variable variable) {
  const auto index = static_cast<std::uint32_t>(function_.variables.size());
  if (!declare(
          name,
          {.name = name, .symbol = {Symbol::Kind::variable, index}, .depth = static_cast<std::uint32_t>(depth())})) {
    return false;
  }
  variable.name = unique(name);
  function_.variables.push_back(std::move(variable));
  return true;
}

const SymbolTable::Range* SymbolTable::range_of(std::string_view name) const {
  const Range* best = nullptr;
  // "%r12" may be number 12 of %r<...> or number 2 of %r1<...>. Counts have at most ten digits.
  for (std::size_t digits = 1; digits <= 10 && digits < name.size(); ++digits) {
    const char first = name[name.size() - digits];
    if (!is_digit(first)) break;
    if (first == '0' && digits > 1) continue;
    const auto entry = innermost_range_.find(name.substr(0, name.size() - digits));
    if (entry == innermost_range_.end()) continue;
    std::uint64_t number = 0;
    std::from_chars(name.data() + name.size() - digits, name.data() + name.size(), number);
    // A range that is too short does not hide a longer outer one.
    for (std::int32_t at = entry->second; at >= 0; at = ranges_[static_cast<std::size_t>(at)].previous) {
      const Range& range = ranges_[static_cast<std::size_t>(at)];
      if (number >= range.count) continue;
      if (best == nullptr || range.depth > best->depth) best = &range;
      break;
    }
  }
  return best;
}

SymbolTable::Symbol SymbolTable::use(Declaration& declaration) {
  if (declaration.symbol.kind == Symbol::Kind::reg && !declaration.used) {
    declaration.used = true;
    declaration.symbol.index = static_cast<std::uint32_t>(function_.registers.size());
    function_.registers.push_back({unique(declaration.name), declaration.type});
  }
  return declaration.symbol;
}

SymbolTable::Symbol SymbolTable::find(std::string_view name) {
  const auto entry = innermost_.find(name);
  Declaration* known = nullptr;
  if (entry != innermost_.end()) {
    known = &declarations_[static_cast<std::size_t>(entry->second)];
    // The usual case comes first: without a range in a scope, nothing can hide the symbol.
    if (inner_ranges_ == 0) return use(*known);
  }
  const Range* range = range_of(name);
  if (range != nullptr && (known == nullptr || range->depth > known->depth)) {
    if (range->lanes > 1) {
      const Range of = *range;
      declare_vector(name, of.prefix, name.substr(of.prefix.size()), of.type, of.lanes, of.depth);
      return declarations_.back().symbol;
    }
    declare(name, {.name = name, .symbol = {Symbol::Kind::reg, 0}, .type = range->type, .depth = range->depth});
    return use(declarations_.back());
  }
  return known == nullptr ? Symbol{} : use(*known);
}

std::string SymbolTable::unique(std::string_view name) {
  const std::uint32_t before = claims_[name]++;
  return before == 0 ? std::string(name) : fmt::format("{}@{}", name, before);
}

}  // namespace lanescope::ptx
