#include "catalogue/propose/index_extents.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/text.h"
#include "catalogue/c_types.h"
#include "catalogue/propose/index_values.h"

namespace lanescope::catalogue {
namespace {

constexpr std::size_t nowhere = HostCode::npos;
constexpr int max_place_depth = 24;  ///< of names that lead to names, and of brackets
constexpr int max_call_depth = 4;
constexpr std::size_t max_extents = 6;                           ///< of one pointer that are kept
constexpr std::int64_t largest_extent = std::int64_t{1} << 60U;  ///< elements; sizes may still shrink

using MaybeRange = std::optional<IndexRange>;

/// What a pointer of the code points to: an element of a buffer, or of vectors of its elements.
struct Pointed {
  std::string parameter;
  IndexRange offset;       ///< in elements of the buffer
  std::int64_t width = 1;  ///< elements of the buffer in what the pointer points to
};
using MaybePointed = std::optional<Pointed>;

/// A function whose code is read, with what its parameters stand for.
struct Call : IndexCall {
  std::map<std::string, Pointed> places;
};

class KernelIndices {
 public:
  KernelIndices(const HostCode& code, const EntryDeclaration& entry, const KnownTerms& known)
      : code_(code), values_(code, known, code.device_function(entry.name)) {
    kernel_.function = code.device_function(entry.name);
    for (const EntryParameter& parameter : entry.parameters) {
      if (!parameter.pointer || !parameter.element) continue;
      const auto bytes = static_cast<std::int64_t>(size_of(*parameter.element));
      kernel_.places[parameter.name] = {parameter.name, {}, parameter.vector};
      element_bytes_[parameter.name] = bytes;
    }
    for (std::size_t i = 1; i < code.tokens().size(); ++i) {
      if (is_word_at(i) && token(i - 1).is_one_of({"*", "auto", "__restrict__"})) pointer_names_.insert(token(i).text);
    }
  }

  KernelReach reach() {
    if (kernel_.function != nowhere) read(kernel_);
    return std::move(reach_);
  }

 private:
  [[nodiscard]] const Token& token(std::size_t at) const { return code_.tokens()[at]; }
  [[nodiscard]] bool is_word_at(std::size_t at) const { return token(at).kind == Token::Kind::word; }

  // Reads the accesses of one function.
  void read(const Call& call);
  void note(const Pointed& place, const MaybeRange& index);
  void give_up(const std::string& parameter) { reach_.buffers[parameter].complete = false; }
  [[nodiscard]] bool read_call(std::size_t name, const Call& call);
  void read_shared(const Call& call);
  void read_use(const Pointed& place, std::size_t at, const Call& call);
  [[nodiscard]] TokenRange widened(TokenRange range) const;

  // What names and expressions stand for.
  [[nodiscard]] MaybePointed place_of(TokenRange range, const Call& call) const;
  [[nodiscard]] MaybePointed place_of_operand(TokenRange range, const Call& call) const;
  [[nodiscard]] MaybePointed moved(MaybePointed place, const MaybeRange& values) const;
  [[nodiscard]] MaybePointed place_of_name(const std::string& name, std::size_t at, const Call& call) const;
  [[nodiscard]] MaybePointed advanced(Pointed place, const std::string& name, std::size_t from, const Call& call) const;
  [[nodiscard]] MaybePointed cast(MaybePointed place, TokenRange type) const;

  const HostCode& code_;
  Call kernel_;
  const IndexValues values_;
  std::map<std::string, std::int64_t> element_bytes_;
  std::set<std::string, std::less<>> pointer_names_;  ///< of variables that are declared as pointers, or as auto
  KernelReach reach_;
  mutable int depth_ = 0;
  mutable std::set<std::string> in_progress_;
};

MaybePointed KernelIndices::cast(MaybePointed place, TokenRange type) const {
  std::string text;
  for (std::size_t i = type.begin; i < type.end; ++i) {
    if (!token(i).is_one_of({"const", "volatile", "__restrict__", "*", "&"}))
      text += (text.empty() ? "" : " ") + token(i).text;
  }
  const auto known = c_type(code_.plain_type(text));
  if (!place || !known || known->pointer) return std::nullopt;
  const std::int64_t element = element_bytes_.at(place->parameter);
  if (known->bytes() % element != 0) return std::nullopt;
  place->width = known->bytes() / element;
  return place;
}

/// Reads "a", "a + 4 * i", "&a[i]", "(float4*)a" and "reinterpret_cast<float4*>(a + i)".
MaybePointed KernelIndices::place_of(TokenRange range, const Call& call) const {
  if (range.empty() || depth_ >= max_place_depth || !code_.may_look_at(range.end - range.begin)) return std::nullopt;
  ++depth_;
  std::size_t sum = range.begin + 1;
  while (sum < range.end && !token(sum).is_one_of({"+", "-"})) {
    sum = token(sum - 1).is_one_of({"(", "["}) && code_.partner(sum - 1) != nowhere
              ? std::max(sum, code_.partner(sum - 1)) + 1
              : sum + 1;
  }
  MaybePointed place;
  if (sum >= range.end) {
    place = place_of_operand(range, call);
  } else if (token(sum).is("+")) {
    // What is taken away brings a pointer back, to where is not known.
    place = moved(place_of_operand({range.begin, sum}, call), values_.range_of({sum + 1, range.end}, call));
  }
  --depth_;
  return place;
}

/// Returns the place that lies so many values behind another.
MaybePointed KernelIndices::moved(MaybePointed place, const MaybeRange& values) const {
  if (!place) return place;
  const MaybeRange offset = combined("+", place->offset, combined("*", values, one_index(IndexTerm(place->width))));
  if (!offset) return std::nullopt;
  place->offset = *offset;
  return place;
}

MaybePointed KernelIndices::place_of_operand(TokenRange range, const Call& call) const {
  if (range.empty()) return std::nullopt;
  const std::size_t begin = range.begin, last = range.end - 1, bracket = code_.partner(begin);
  if (token(begin).is("(") && bracket == last) return place_of({begin + 1, last}, call);
  if (token(begin).is("(") && bracket != nowhere && bracket < last && token(bracket - 1).is("*")) {
    return cast(place_of_operand({bracket + 1, range.end}, call), {begin + 1, bracket});
  }
  if (token(begin).is_one_of({"reinterpret_cast", "static_cast", "const_cast"}) && token(begin + 1).is("<")) {
    const std::size_t end = code_.template_end(begin + 1);
    if (end == nowhere || end + 1 >= last || code_.partner(end + 1) != last) return std::nullopt;
    MaybePointed place = place_of({end + 2, last}, call);
    return token(begin).is("const_cast") ? place : cast(std::move(place), {begin + 2, end});
  }
  if (token(begin).is("&") && range.end > begin + 3 && token(last).is("]") && code_.partner(last) == begin + 2) {
    return moved(place_of_name(token(begin + 1).text, begin + 1, call), values_.range_of({begin + 3, last}, call));
  }
  return range.end == begin + 1 && is_word_at(begin) ? place_of_name(token(begin).text, begin, call) : std::nullopt;
}

MaybePointed KernelIndices::place_of_name(const std::string& name, std::size_t at, const Call& call) const {
  if (at > 0 && token(at - 1).is_one_of({".", "->"})) return std::nullopt;
  if (const auto bound = call.places.find(name); bound != call.places.end()) {
    return advanced(bound->second, name, code_.functions()[call.function].body.begin, call);
  }
  if (!pointer_names_.contains(name)) return std::nullopt;
  for (const Definition& definition : code_.definitions(name, at)) {
    if (definition.kind != Definition::Kind::value || definition.function != call.function) continue;
    if (!in_progress_.insert(definition.identity).second) return std::nullopt;
    const IndexValues::Use use(values_, at);
    const MaybePointed place = place_of(definition.value, call);
    in_progress_.erase(definition.identity);
    return place ? advanced(*place, name, definition.value.end, call) : place;
  }
  return std::nullopt;
}

/// Adds what statements such as "a += 16 * n;" add to a pointer, in a loop once for each of its rounds.
MaybePointed KernelIndices::advanced(Pointed place, const std::string& name, std::size_t from, const Call& call) const {
  const TokenRange body = code_.functions()[call.function].body;
  if (!code_.may_look_at(body.end - from)) return std::nullopt;
  for (std::size_t i = from; i + 1 < body.end; ++i) {
    if (!token(i).is(name)) continue;
    const bool steps = token(i + 1).is_one_of({"++", "--"}) || (i > from && token(i - 1).is_one_of({"++", "--"}));
    if (!steps && !token(i + 1).is_one_of({"+=", "=", "-="})) continue;
    if (!token(i + 1).is("+=") || !in_progress_.insert(fmt::format("step@{}", i)).second) return std::nullopt;
    MaybeRange step = values_.range_of({i + 2, std::min(code_.end_of(i + 2, {";", ","}), body.end)}, call);
    for (const std::size_t head : values_.heads_around(i, body.begin)) {
      if (!token(head).is_one_of({"for", "while"})) continue;
      const auto rounds = values_.rounds_of(head, call);
      // After all rounds but the last one; it stays there for the code behind the loop.
      step = step && step->single() && rounds ? MaybeRange(IndexRange{IndexTerm(0), *rounds, step->low}) : std::nullopt;
    }
    in_progress_.erase(fmt::format("step@{}", i));
    const MaybeRange moved = combined("+", combined("*", step, one_index(IndexTerm(place.width))), place.offset);
    if (!moved) return std::nullopt;
    place.offset = *moved;
  }
  return place;
}

void KernelIndices::note(const Pointed& place, const MaybeRange& index) {
  IndexExtent& extent = reach_.buffers[place.parameter];
  const IndexRange width{IndexTerm(0), IndexTerm(place.width), IndexTerm(1)};
  const MaybeRange all =
      combined("+", combined("+", combined("*", index, one_index(IndexTerm(place.width))), width), place.offset);
  const IndexTerm end = all ? all->end() : IndexTerm(0);
  if (!end.value() || *end.value() < 1 || *end.value() > largest_extent) {
    extent.complete = false;
    return;
  }
  const auto covers = [&](const IndexTerm& other) { return IndexTerm::covers(other, end); };
  if (std::ranges::any_of(extent.elements, covers)) return;
  std::erase_if(extent.elements, [&](const IndexTerm& other) { return IndexTerm::covers(end, other); });
  extent.elements.push_back(end);
  std::ranges::stable_sort(extent.elements, std::greater{}, [](const IndexTerm& term) { return *term.value(); });
  if (extent.elements.size() > max_extents) extent.elements.pop_back();
}

/// Reads a call of a function of the file that gets a pointer. Returns whether it was one.
bool KernelIndices::read_call(std::size_t name, const Call& call) {
  for (std::size_t i = 0; i < code_.functions().size(); ++i) {
    const HostFunction& called = code_.functions()[i];
    if (called.name != token(name).text || i == call.function) continue;
    if (!code_.call_argument(name, called.parameters.size()).empty()) continue;
    Call inner;
    inner.function = i;
    inner.depth = call.depth + 1;
    for (std::size_t p = 0; p < called.parameters.size(); ++p) {
      const TokenRange argument = code_.call_argument(name, p);
      if (MaybePointed place = place_of(argument, call)) inner.places[called.parameters[p].name] = *std::move(place);
      if (const MaybeRange number = values_.range_of(argument, call))
        inner.numbers[called.parameters[p].name] = *number;
    }
    for (std::size_t t = 0; t < called.template_parameters.size(); ++t) {
      const MaybeRange value = values_.range_of(code_.call_template_argument(name, t), call);
      if (value) inner.numbers[called.template_parameters[t].name] = *value;
    }
    if (inner.depth <= max_call_depth) {
      read(inner);
    } else {
      for (const auto& [parameter, place] : inner.places) give_up(place.parameter);
    }
    return true;
  }
  return false;
}

/// Reads the indices of arrays of shared memory that the function declares.
void KernelIndices::read_shared(const Call& call) {
  const TokenRange body = code_.functions()[call.function].body;
  std::map<std::string, std::vector<std::int64_t>> arrays;  // extents by name; -1 for one that is not known
  for (std::size_t i = body.begin; i + 1 < body.end; ++i) {
    if (!is_word_at(i) || !token(i + 1).is("[") || !code_.may_look_at(1)) continue;
    std::size_t statement = i;
    while (statement > body.begin && !token(statement - 1).is_one_of({";", "{", "}", "__shared__"})) --statement;
    const bool declares = token(statement - 1).is("__shared__");
    const auto known = arrays.find(token(i).text);
    if (!declares && known == arrays.end()) continue;
    std::size_t dimension = 0;
    for (std::size_t open = i + 1; token(open).is("[") && code_.partner(open) != nowhere; ++dimension) {
      const bool dynamic = code_.partner(open) == open + 1;
      const MaybeRange range = values_.range_of({open + 1, code_.partner(open)}, call);
      open = code_.partner(open) + 1;
      if (declares) {
        const std::int64_t extent = range && range->single() ? range->low.number().value_or(-1) : -1;
        arrays[token(i).text].push_back(dynamic ? 0 : extent);
      } else if (dimension < known->second.size() && known->second[dimension] >= 0 && range) {
        reach_.shared.push_back({range->end(), known->second[dimension]});
      }
    }
  }
}

void KernelIndices::read(const Call& call) {
  const TokenRange body = code_.functions()[call.function].body;
  read_shared(call);
  for (std::size_t i = body.begin; i < body.end; ++i) {
    const bool member = i > 0 && token(i - 1).is_one_of({".", "->", "::"});
    if (!is_word_at(i) || member || !code_.may_look_at(1)) continue;
    const bool called = (token(i + 1).is("(") || token(i + 1).is("<")) && read_call(i, call);
    if (called) continue;
    const std::string& name = token(i).text;
    // A pointer that gets a value is not looked at by that.
    if (token(i + 1).is_one_of({"=", "+=", "-="})) continue;
    const MaybePointed place = place_of_name(name, i, call);
    if (!place) {
      // A pointer of which the place is not known may point anywhere.
      const auto bound = call.places.find(name);
      if (bound != call.places.end()) give_up(bound->second.parameter);
      continue;
    }
    read_use(*place, i, call);
  }
}

/// Takes the casts and brackets around a pointer with it.
TokenRange KernelIndices::widened(TokenRange range) const {
  for (int depth = 0; depth < max_place_depth && range.begin > 1; ++depth) {
    const std::size_t before = range.begin - 1;
    const std::size_t open = code_.partner(before);
    if (token(before).is(")") && open != nowhere && token(before - 1).is("*")) {
      range.begin = open;
    } else if (token(before).is("(") && open == range.end) {
      std::size_t begin = before;
      if (token(before - 1).is(">")) {
        while (begin > 0 && !(token(begin).is("<") && code_.template_end(begin) == before - 1)) --begin;
        if (begin == 0) return range;
        --begin;
      } else if (is_word_at(before - 1) && !token(before - 1).is("return")) {
        return range;
      }
      range = {begin, range.end + 1};
    } else {
      return range;
    }
  }
  return range;
}

/// Reads what is done with a pointer whose name stands at a place.
void KernelIndices::read_use(const Pointed& place, std::size_t at, const Call& call) {
  // "p->x", and "*p" of a structure.
  if (token(at + 1).is("->")) return note(place, one_index(IndexTerm(0)));
  TokenRange range{at, at + 1};
  const std::size_t bracket = code_.partner(at + 1);
  if (token(at + 1).is("[") && bracket != nowhere) {
    const bool address = token(at - 1).is("&") && token(at - 2).kind == Token::Kind::symbol && !token(at - 2).is("]");
    if (!address) return note(place, values_.range_of({at + 2, bracket}, call));
    range = {at - 1, bracket + 1};
  } else if (token(at + 1).is("+")) {
    range.end = code_.end_of(at + 1, {",", ")", "]", ";", "}", "?", ":"});
  }
  range = widened(range);
  if (token(range.end).is_one_of({"==", "!=", "&&", "||"}) ||
      token(range.begin - 1).is_one_of({"==", "!=", "&&", "||", "!"})) {
    return;
  }
  // A pointer that another one gets is looked at where that one is used.
  if (token(range.begin - 1).is("=") && pointer_names_.contains(token(range.begin - 2).text)) return;
  const MaybePointed pointed = place_of(range, call);
  if (!pointed) return give_up(place.parameter);
  const std::size_t index = range.end;
  const bool indexed = token(index).is("[") && code_.partner(index) != nowhere;
  note(*pointed, indexed ? values_.range_of({index + 1, code_.partner(index)}, call) : one_index(IndexTerm(0)));
}

}  // namespace

KernelReach reach_of(const HostCode& code, const EntryDeclaration& entry, const KnownTerms& known) {
  return KernelIndices(code, entry, known).reach();
}

}  // namespace lanescope::catalogue
