// What index expressions of a kernel are worth: the set of indices that loops, grids and conditions let them have.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "catalogue/host/host_code.h"
#include "catalogue/propose/index_range.h"

namespace lanescope::catalogue {

/// By what the code calls them: numbers and sizes ("n", "options.width"), arguments of a template, and "blockDim.x" or
/// "gridDim.y". The values count for the choice between two bounds.
using KnownTerms = std::map<std::string, IndexTerm>;

/// A function whose code is read, with the numbers that it gets.
struct IndexCall {
  std::size_t function = HostCode::npos;
  std::map<std::string, IndexRange> numbers;  ///< by parameter
  int depth = 0;                              ///< 0 for the kernel itself
};

class IndexValues {
 public:
  /// `kernel` is the kernel's function, in whose code the names of `known` stand.
  IndexValues(const HostCode& code, const KnownTerms& known, std::size_t kernel) : code_(code), known_(known) {
    kernel_.function = kernel;
  }

  /// Returns the indices that an expression may be, as far as conditions before it and around it tell.
  [[nodiscard]] std::optional<IndexRange> range_of(TokenRange range, const IndexCall& call) const;
  /// While it lives, conditions at a use of a variable bound what the variable got its value from, too.
  class Use {
   public:
    Use(const IndexValues& values, std::size_t at) : uses_(values.uses_) { uses_.push_back(at); }
    ~Use() { uses_.pop_back(); }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    std::vector<std::size_t>& uses_;
  };
  /// Returns "if", "for" and "while" behind `begin` whose statement or head holds the token, the innermost first.
  [[nodiscard]] std::vector<std::size_t> heads_around(std::size_t at, std::size_t begin) const;
  /// Returns how often a loop "for (int i = a; i < b; i += c)" runs.
  [[nodiscard]] std::optional<IndexTerm> rounds_of(std::size_t head, const IndexCall& call) const;

 private:
  class Reader;
  /// A condition under which code runs: what has this text, and `added` to it, lies below the end of an expression.
  struct Guard {
    std::string text;
    TokenRange bound;
    bool may_be_equal = false;
    TokenRange added = {};
  };

  [[nodiscard]] const Token& token(std::size_t at) const { return code_.tokens()[at]; }
  [[nodiscard]] bool is_word_at(std::size_t at) const { return token(at).kind == Token::Kind::word; }
  [[nodiscard]] std::string key(TokenRange range) const;
  [[nodiscard]] std::optional<IndexRange> range_of_name(const std::string& name, std::size_t at,
                                                        const IndexCall& call) const;
  [[nodiscard]] std::optional<IndexRange> range_of_definitions(const std::string& name, std::size_t at,
                                                               const IndexCall& call) const;
  [[nodiscard]] bool declares_here(std::size_t name) const;
  [[nodiscard]] bool grows(const std::string& name, std::size_t function) const;
  [[nodiscard]] std::size_t end_of_statement(std::size_t at) const;
  [[nodiscard]] const std::vector<Guard>& guards_at(std::size_t at) const;
  [[nodiscard]] std::optional<IndexTerm> end_of(const Guard& guard, const IndexCall& call) const;
  void add_guards(TokenRange condition, bool holds, std::vector<Guard>& guards) const;
  void add_comparison(TokenRange range, bool holds, std::vector<Guard>& guards) const;
  void add_returns(std::size_t begin, std::size_t at, std::vector<Guard>& guards) const;
  [[nodiscard]] TokenRange condition_of(std::size_t head) const;

  const HostCode& code_;
  const KnownTerms& known_;
  IndexCall kernel_;
  mutable std::map<std::size_t, std::vector<Guard>> guards_;  ///< by place
  mutable int depth_ = 0, nesting_ = 0;
  mutable std::vector<std::size_t> uses_;  ///< of the variables whose values are being read
  mutable std::set<std::string> in_progress_;
};

}  // namespace lanescope::catalogue
