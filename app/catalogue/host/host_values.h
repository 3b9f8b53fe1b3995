// What expressions of host code are worth: `(n + threads - 1) / threads` as a text in the sizes of a problem, and its
// number where the file tells it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/host/host_code.h"
#include "catalogue/host/host_term.h"

namespace lanescope::catalogue {

/// A name that stands for a size of the problem.
struct NamedSize {
  std::string name;
  std::optional<std::int64_t> value;  ///< nothing when the file does not tell it
};

/// What a pointer of a kernel points to.
struct PointedType {
  std::int64_t bytes = 1;   ///< of an element
  std::int64_t vector = 1;  ///< elements of a value: 4 for float4
};

class HostValues {
 public:
  explicit HostValues(const HostCode& code) : code_(code) {}

  /// Lets all uses of a definition, by its identity, be called as a size. The first name stays.
  void set_size(const std::string& identity, NamedSize size) { sizes_.emplace(identity, std::move(size)); }
  /// Lets a definition have this value, whatever the file says of it.
  void set_number(const std::string& identity, std::int64_t value) { bound_[identity] = number_term(value); }
  /// From now on a name of which nothing is known becomes a size of its own instead of nothing.
  void name_unknown_sizes(bool named) { name_unknown_ = named; }
  [[nodiscard]] const std::map<std::string, NamedSize, std::less<>>& sizes() const noexcept { return sizes_; }
  /// The sizes that unknown names became, by their names.
  [[nodiscard]] const std::set<std::string>& unknown_sizes() const noexcept { return unknown_; }

  /// Returns the value of an integer expression.
  [[nodiscard]] std::optional<HostTerm> integer(TokenRange range) const;
  /// Returns x, y and z of an expression of type dim3, or of an integer. What is not known is nothing; all three are
  /// nothing where the expression is not understood.
  [[nodiscard]] std::array<std::optional<HostTerm>, 3> extents(TokenRange range) const;
  /// Returns how many elements `bytes` are.
  [[nodiscard]] std::optional<HostTerm> elements(TokenRange bytes, const PointedType& type) const;

  /// The definitions behind an expression that is only a name, from the nearest on: n, then N of `int n = N;`.
  struct Chain {
    std::vector<std::string> identities;
    std::map<std::string, std::string> names;  ///< of variables, by identity
    std::string name;                          ///< of the first
    std::optional<std::int64_t> value;
    std::string member;  ///< the identity of an extent, "3@120.x" of `block.x`, where a dim3 has it
  };
  [[nodiscard]] Chain chain_of(TokenRange range) const;
  /// The same for one extent of an expression of type dim3.
  [[nodiscard]] Chain chain_of_extent(TokenRange range, std::size_t axis) const;
  /// Returns a number with a fraction as a text, "2.5"; nothing when it is not known.
  [[nodiscard]] std::optional<std::string> real(TokenRange range) const;
  /// Returns the type of a name, also through the functions that pass it on; nothing when it is not found.
  [[nodiscard]] std::string type_of(TokenRange range, int depth = 0) const;

  /// Returns what a template gets for its parameter, as code outside of functions may write it ("float", "256").
  [[nodiscard]] std::optional<std::string> template_argument(TokenRange range, int depth = 0) const;
  /// Returns an expression without the casts, brackets and '&' around it.
  [[nodiscard]] TokenRange bare(TokenRange range) const;
  /// Whether the brackets that open at `open`, with `inside`, are those of a cast of what follows before `end`.
  [[nodiscard]] bool is_type(TokenRange inside, std::size_t open, std::size_t end) const;

 private:
  class Reader;

  [[nodiscard]] std::optional<HostTerm> as_size(const std::string& identity) const;
  [[nodiscard]] std::optional<HostTerm> term_of(TokenRange range) const;
  [[nodiscard]] std::optional<HostTerm> of_name(std::string_view name, std::size_t token) const;
  [[nodiscard]] std::optional<HostTerm> of_definition(const Definition& definition) const;
  [[nodiscard]] std::optional<HostTerm> of_call(const std::string& name,
                                                const std::vector<std::optional<HostTerm>>& arguments) const;
  [[nodiscard]] std::optional<HostTerm> size_of_container(std::string_view name, std::size_t token) const;
  [[nodiscard]] std::array<std::optional<HostTerm>, 3> components(TokenRange list) const;
  [[nodiscard]] std::array<std::optional<HostTerm>, 3> extents_of_name(std::string_view name, std::size_t token) const;

  const HostCode& code_;
  std::map<std::string, NamedSize, std::less<>> sizes_;
  bool name_unknown_ = false;
  mutable std::set<std::string> unknown_;
  mutable int depth_ = 0, nesting_ = 0;
  mutable std::set<std::string> in_progress_;
  /// Parameters of the function that is being called, and what set_number() says.
  mutable std::map<std::string, HostTerm, std::less<>> bound_;
};

}  // namespace lanescope::catalogue
