#include "catalogue/propose/kernel_use.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "catalogue/c_types.h"
#include "catalogue/host/host_code.h"

namespace lanescope::catalogue {
namespace {

KernelUse use_of_ptx(const EntryDeclaration& entry) {
  KernelUse use;
  const auto has = [&](const std::string& word) { return entry.body.find(word) != std::string::npos; };
  for (int axis = 2; axis > 0 && use.axes == 1; --axis) {
    const char letter = axis == 2 ? 'z' : 'y';
    if (has(fmt::format("%tid.{}", letter)) || has(fmt::format("%ctaid.{}", letter))) use.axes = axis + 1;
  }
  use.blocks = has("%ctaid") || has("%clusterid") || has("call");
  return use;
}

bool is_comparison(const Token& token) {
  return token.is_one_of({"<", ">", "<=", ">="});
}
bool ends_operand(const Token& token) {
  return token.is_one_of({";", "{", "}", "&&", "||", "?", ":", "=", ","}) || is_comparison(token);
}

class Reader {
 public:
  Reader(const HostCode& code, const EntryDeclaration& entry) : code_(code), kernel_(code.device_function(entry.name)) {
    for (const EntryParameter& parameter : entry.parameters) {
      if (parameter.pointer) pointers_.insert(parameter.name);
      const bool integer = !parameter.pointer && parameter.element && is_integer(*parameter.element);
      if (integer && parameter.vector == 1) integers_.insert(parameter.name);
    }
  }

  KernelUse read() {
    KernelUse use;
    if (kernel_ == HostCode::npos) return use;
    words_of(code_.functions()[kernel_].body, 0);
    use.axes = seen_.contains(".z") ? 3 : seen_.contains(".y") ? 2 : 1;
    const bool threads =
        seen_.contains("threadIdx.x") || seen_.contains("threadIdx.y") || seen_.contains("threadIdx.z");
    use.thread_axes = !threads ? use.axes : seen_.contains("threadIdx.z") ? 3 : seen_.contains("threadIdx.y") ? 2 : 1;
    use.blocks = false;
    for (const char* word : {"blockIdx", "this_grid", "grid_group", "group_index", "clusterIdx", "asm"}) {
      use.blocks = use.blocks || seen_.contains(word);
    }
    for (int axis = 0; axis < 3; ++axis) {
      if (seen_.contains(fmt::format("blockIdx.{}", "xyz"[axis]))) use.block_axes.insert(axis);
    }
    const bool has_grid = seen_.contains("this_grid") || seen_.contains("grid_group");
    use.grid_barrier = has_grid && seen_.contains("sync");
    const TokenRange body = code_.functions()[kernel_].body;
    // A second round knows what a loop carries back.
    for (int round = 0; round < 2; ++round) find_indices(body);
    Integers integers;
    for (const std::string& name : integers_) integers[name] = name;
    find_sizes(body, integers, 0, use);
    use.atomics = atomics_;
    find_indexed(body, use);
    use.dynamic_shared = dynamic_shared(body);
    use.words = std::move(seen_);
    return use;
  }

 private:
  [[nodiscard]] const Token& token(std::size_t at) const { return code_.tokens()[at]; }

  /// Notes the words of a body, of the functions that it calls and of the macros that it names. Of threadIdx.y it notes
  /// the axis, too. Returns whether the words depend on the thread.
  bool words_of(TokenRange range, int depth) {
    bool thread = false;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (token(i).kind != Token::Kind::word) continue;
      const std::string& word = token(i).text;
      const bool index = word == "threadIdx" || word == "blockIdx";
      if (index && i + 2 < range.end && token(i + 1).is(".")) {
        seen_.insert("." + token(i + 2).text);
        seen_.insert(word + "." + token(i + 2).text);
      }
      if (word.starts_with("atomic") && i + 1 < range.end && token(i + 1).is("(")) note_atomic(i + 1);
      thread = thread || word == "threadIdx" || thread_functions_.contains(word);
      const bool known = !seen_.insert(word).second;
      if (known || depth > 8) continue;
      bool inside = false;
      for (const Definition& definition : code_.global_definitions(word)) {
        inside = words_of(definition.value, depth + 1) || inside;
      }
      for (const HostFunction& function : code_.functions()) {
        if (function.name == word && i + 1 < range.end) inside = words_of(function.body, depth + 1) || inside;
      }
      if (inside) thread_functions_.insert(word);
      thread = thread || inside;
    }
    return thread;
  }

  [[nodiscard]] bool depends_on_thread(const std::string& word) const {
    return word == "threadIdx" || word == "blockIdx" || indices_.contains(word) || thread_functions_.contains(word);
  }

  /// Variables that get a value from the index of the thread.
  void find_indices(TokenRange body) {
    for (std::size_t i = body.begin + 1; i < body.end; ++i) {
      const bool assigns = token(i).is("=") || token(i).is("+=");
      const bool declares = token(i).is("(") && token(i - 1).kind == Token::Kind::word && i > body.begin + 1 &&
                            token(i - 2).kind == Token::Kind::word;
      if ((!assigns && !declares) || token(i - 1).kind != Token::Kind::word) continue;
      for (std::size_t at = i + 1; at < body.end && !token(at).is(";"); ++at) {
        // What an array gives for an index is no index itself.
        if (token(at).is("[") && code_.partner(at) != HostCode::npos) {
          at = code_.partner(at);
          continue;
        }
        if (token(at).is(",")) break;
        if (token(at).kind == Token::Kind::word && depends_on_thread(token(at).text))
          indices_.insert(token(i - 1).text);
      }
    }
  }

  /// Notes the names in the first argument of an atomic function: those of what it changes.
  void note_atomic(std::size_t open) {
    if (code_.partner(open) == HostCode::npos) return;
    const auto arguments = code_.split_arguments({open + 1, code_.partner(open)});
    if (arguments.empty()) return;
    for (std::size_t i = arguments[0].begin; i < arguments[0].end; ++i) {
      // The index of what is changed is not changed.
      if (token(i).is("[")) break;
      if (token(i).kind == Token::Kind::word) atomics_.insert(token(i).text);
    }
  }

  using Factors = std::map<std::string, std::string>;  ///< by pointer, of what was loaded from it

  /// Returns the factor of the operand at [begin, end): "n" in "x * n".
  [[nodiscard]] std::string factor_of(std::size_t begin, std::size_t end) const {
    const auto operand = [&](std::size_t at, std::size_t beyond) {
      const bool simple = token(at).kind != Token::Kind::symbol && !token(beyond).is("*") && !token(beyond).is("(") &&
                          !token(beyond).is("[") && !token(beyond).is(".");
      return simple ? token(at).text : std::string("?");
    };
    if (token(end).is("*")) return operand(end + 1, end + 2);
    return begin > 1 && token(begin - 1).is("*") ? operand(begin - 2, begin - 3) : std::string();
  }

  /// Returns the pointers whose elements stand in an expression, also by way of variables.
  [[nodiscard]] Factors loads_in(TokenRange range, const std::map<std::string, Factors>& holds) const {
    Factors found;
    const auto add = [&](const std::string& pointer, const std::string& inner, const std::string& outer) {
      std::string factor = inner.empty() || outer.empty() ? inner + outer : "?";
      const auto known = found.find(pointer);
      if (known != found.end() && known->second != factor) factor = "?";
      found[pointer] = std::move(factor);
    };
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (token(i).kind != Token::Kind::word) continue;
      const std::size_t close = token(i + 1).is("[") ? code_.partner(i + 1) : HostCode::npos;
      if (pointers_.contains(token(i).text) && close != HostCode::npos) {
        add(token(i).text, {}, factor_of(i, close + 1));
      } else if (const auto held = holds.find(token(i).text); held != holds.end()) {
        for (const auto& [pointer, factor] : held->second) add(pointer, factor, factor_of(i, i + 1));
      }
    }
    return found;
  }

  /// Finds pointers whose elements, or variables that got them, stand within brackets behind another name, or are added
  /// to another pointer.
  void find_indexed(TokenRange body, KernelUse& use) const {
    std::map<std::string, Factors> holds;  // by variable
    const auto note = [&](const std::string& name, TokenRange index) {
      for (const auto& [pointer, factor] : loads_in(index, holds)) {
        const auto known = use.indexed[pointer].find(name);
        const bool differs = known != use.indexed[pointer].end() && known->second != factor;
        use.indexed[pointer][name] = differs ? "?" : factor;
      }
    };
    for (int round = 0; round < 2; ++round) {
      for (std::size_t i = body.begin + 1; i + 1 < body.end; ++i) {
        if (token(i).is("=") && token(i - 1).kind == Token::Kind::word) {
          std::size_t end = i + 1;
          while (end < body.end && !token(end).is(";")) ++end;
          for (const auto& [pointer, factor] : loads_in({i + 1, end}, holds))
            holds[token(i - 1).text][pointer] = factor;
        }
        if (token(i).is("+") && pointers_.contains(token(i - 1).text)) {
          note(token(i - 1).text, {i + 1, std::min(code_.end_of(i + 1, {";", ",", ")"}), body.end)});
        }
        if (!token(i).is("[") || token(i - 1).kind != Token::Kind::word || code_.partner(i) == HostCode::npos) continue;
        const TokenRange inside{i + 1, code_.partner(i)};
        const bool declares = token(inside.end + 1).is(";") && i > body.begin + 1 &&
                              token(i - 2).kind == Token::Kind::word && !token(i - 2).is("return");
        if (declares && inside.end == inside.begin + 1) {
          if (const auto extent = parse_integer(token(inside.begin).text)) use.arrays[token(i - 1).text] = *extent;
        }
        note(token(i - 1).text, inside);
      }
    }
  }

  /// Calls `take` with the words on one side of a comparison, and whether each is taken away from what is before it.
  template <class Take>
  void operand(TokenRange body, std::size_t comparison, int step, const Take& take) const {
    int depth = 0;
    // ">=" is two tokens.
    if (step > 0 && comparison + 1 < body.end && token(comparison + 1).is("=") && token(comparison + 1).joined)
      ++comparison;
    for (std::size_t at = comparison + static_cast<std::size_t>(step); at >= body.begin && at < body.end;
         at += static_cast<std::size_t>(step)) {
      const bool opens = token(at).is(step > 0 ? "(" : ")"), closes = token(at).is(step > 0 ? ")" : "(");
      if (closes && depth == 0) return;
      depth += opens ? 1 : closes ? -1 : 0;
      if (depth == 0 && ends_operand(token(at))) return;
      if (token(at).kind == Token::Kind::word && !is_member(at)) {
        take(token(at).text, at > body.begin && token(at - 1).is("-"));
      }
    }
  }

  /// Whether the word follows an object: "x" of "blockDim.x".
  [[nodiscard]] bool is_member(std::size_t at) const { return at > 0 && token(at - 1).is_one_of({".", "->"}); }

  /// By name in a function: the integer parameter of the kernel that it is.
  using Integers = std::map<std::string, std::string>;

  /// Finds how the integers of the kernel are used, also in functions to which it passes them.
  void find_sizes(TokenRange body, const Integers& integers, int depth, KernelUse& use) const {
    const auto note = [&](std::set<std::string>& uses, const std::string& word) {
      const auto found = integers.find(word);
      if (found != integers.end()) uses.insert(found->second);
    };
    for (std::size_t i = body.begin; i < body.end; ++i) {
      if (token(i).is("*") && i > body.begin && i + 1 < body.end) {
        const bool between = token(i - 1).kind != Token::Kind::symbol || token(i - 1).is(")") || token(i - 1).is("]");
        for (const std::size_t side : {i - 1, i + 1}) {
          if (between && !is_member(side)) note(use.strides, token(side).text);
        }
      }
      if (token(i).is("-") && i > body.begin && i + 1 < body.end) {
        const auto from = integers.find(token(i - 1).text), away = integers.find(token(i + 1).text);
        const bool both = from != integers.end() && away != integers.end() && !is_member(i - 1);
        if (both) use.taken_away.emplace(from->second, away->second);
      }
      if (token(i).is_one_of({"__mul24", "__umul24"}) && i + 1 < body.end && token(i + 1).is("(")) {
        for (const TokenRange& factor : code_.split_arguments({i + 2, code_.partner(i + 1)}))
          note(use.strides, code_.text(factor));
      }
      if (token(i).kind == Token::Kind::word) find_sizes_behind(i, integers, depth, use);
      const bool shift = token(i).is(">") && ((token(i + 1).is(">") && token(i + 1).joined) ||
                                              (i > body.begin && token(i - 1).is(">") && token(i).joined));
      if (!is_comparison(token(i)) || shift) continue;
      for (const int step : {-1, 1}) {
        bool index = false, variable = false;
        operand(body, i, step, [&](const std::string& word, bool) {
          index = index || depends_on_thread(word);
          variable = variable || !integers.contains(word);
        });
        operand(body, i, -step, [&](const std::string& word, bool taken_away) {
          if (index && !taken_away) note(use.guards, word);
          if (!index && variable) note(use.bounds, word);
        });
      }
    }
  }

  void find_sizes_behind(std::size_t call, const Integers& integers, int depth, KernelUse& use) const {
    const std::size_t function = depth < 4 ? code_.device_function(token(call).text) : HostCode::npos;
    if (function == HostCode::npos || function == kernel_) return;
    const HostFunction& called = code_.functions()[function];
    if (!code_.may_look_at(called.body.end - called.body.begin)) return;
    Integers passed;
    for (std::size_t i = 0; i < called.parameters.size(); ++i) {
      const auto found = integers.find(code_.text(code_.call_argument(call, i)));
      if (found != integers.end()) passed[called.parameters[i].name] = found->second;
    }
    if (!passed.empty()) find_sizes(called.body, passed, depth + 1, use);
  }

  /// "extern __shared__ float cache[];", in which the words may stand in another order.
  [[nodiscard]] std::optional<std::int64_t> dynamic_shared(TokenRange body) const {
    for (std::size_t i = body.begin; i + 1 < body.end; ++i) {
      if (!token(i).is_one_of({"extern", "__shared__"})) continue;
      const std::size_t end = std::min(code_.end_of(i, {"[", ";", "="}), body.end);
      std::string type;
      bool is_extern = false, is_shared = false;
      // Before the name; __align__(16) is no part of the type.
      for (std::size_t word = i; word + 1 < end; ++word) {
        if (token(word).is("extern")) {
          is_extern = true;
        } else if (token(word).is("__shared__")) {
          is_shared = true;
        } else if (token(word + 1).is("(") && code_.partner(word + 1) < end) {
          word = code_.partner(word + 1);
        } else {
          type += type.empty() ? token(word).text : ' ' + token(word).text;
        }
      }
      if (!is_extern || !is_shared) continue;
      const auto known = c_type(code_.plain_type(type));
      // Bytes are usually a place for something larger.
      return known ? std::max<std::int64_t>(4, static_cast<std::int64_t>(known->bytes())) : 4;
    }
    return std::nullopt;
  }

  const HostCode& code_;
  const std::size_t kernel_;
  std::set<std::string> integers_, pointers_, seen_, indices_, thread_functions_, atomics_;
};

}  // namespace

KernelUse use_of(const KernelSource& source, const HostCode& code, const EntryDeclaration& entry) {
  if (is_ptx(source)) return use_of_ptx(entry);
  return Reader(code, entry).read();
}

}  // namespace lanescope::catalogue
