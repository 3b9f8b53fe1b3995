// Functions, variables and constants of a CUDA file, as its host code names them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catalogue/host/tokens.h"

namespace lanescope::catalogue {

/// Places of tokens: [begin, end).
struct TokenRange {
  std::size_t begin = 0, end = 0;
  [[nodiscard]] bool empty() const { return begin >= end; }
};

struct HostParameter {
  std::string type;  ///< "const float *"; of a template's parameter "int" or "typename"
  std::string name;
  TokenRange otherwise;  ///< the default value
};

struct HostFunction {
  std::string name;
  std::vector<HostParameter> template_parameters, parameters;
  TokenRange body;         ///< within its braces
  bool on_device = false;  ///< __global__ or __device__
};

/// Where a name gets a value.
struct Definition {
  enum class Kind { value, constructed, parameter, template_parameter };
  Kind kind = Kind::value;
  TokenRange value;          ///< what follows '=', or stands within the brackets of a constructor
  std::size_t function = 0;  ///< of a parameter, and of the code around a value; npos outside of functions
  std::size_t parameter = 0;
  std::string identity;  ///< the same for all uses of one definition
  bool changed = false;  ///< It is multiplied or added to before the use, so that the value is not known.
};

class HostCode {
 public:
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

  /// PTX has no host code.
  explicit HostCode(const KernelSource& source);

  [[nodiscard]] const std::vector<Token>& tokens() const noexcept { return list_.tokens; }
  [[nodiscard]] const std::vector<HostFunction>& functions() const noexcept { return functions_; }
  /// Returns the index of the function whose body holds the token; npos for none.
  [[nodiscard]] std::size_t function_at(std::size_t token) const;
  /// Returns the bracket that belongs to the one at `token`, for ( ) [ ] { }; npos for none.
  [[nodiscard]] std::size_t partner(std::size_t token) const { return partners_.at(token); }
  /// Returns the '>' that closes the '<' of a list of template arguments; npos when it is no such list.
  [[nodiscard]] std::size_t template_end(std::size_t open) const;
  /// Returns the first of `ends` from `at` on that stands in no further brackets; the last token when there is none.
  [[nodiscard]] std::size_t end_of(std::size_t at, std::initializer_list<std::string_view> ends) const;
  /// Returns the index of the function of the device with that name; npos for none.
  [[nodiscard]] std::size_t device_function(std::string_view name) const;
  /// Splits a range at its commas outside of brackets.
  [[nodiscard]] std::vector<TokenRange> split_arguments(TokenRange range) const;
  /// Returns the words of a range, with blanks between them.
  [[nodiscard]] std::string text(TokenRange range) const;

  /// Notes that so many tokens are looked at. Functions that call each other lead to a place in very many ways; when
  /// too much was looked at the answer is no, and all that is asked from then on is unknown.
  [[nodiscard]] bool may_look_at(std::size_t tokens) const noexcept {
    looked_ = std::min(looked_ + tokens + 1, most_looked + 1);
    return looked_ <= most_looked;
  }

  /// Returns what gives `name` ("n", "grid.x") its value for code at `token`, the nearest first.
  [[nodiscard]] std::vector<Definition> definitions(std::string_view name, std::size_t token) const;
  /// Returns what gives a name outside of functions its value.
  [[nodiscard]] std::vector<Definition> global_definitions(std::string_view name) const;
  /// Returns the type with which a variable or parameter is declared, "const float *"; nothing when it is not found.
  [[nodiscard]] std::string declared_type(std::string_view name, std::size_t token) const;
  /// Returns the places of the names of calls of a function that stand in other functions.
  [[nodiscard]] std::vector<std::size_t> calls_of(std::size_t function) const;
  /// Returns the argument of a call, or of its template; an empty range when it has none of that number.
  [[nodiscard]] TokenRange call_argument(std::size_t call, std::size_t index) const;
  [[nodiscard]] TokenRange call_template_argument(std::size_t call, std::size_t index) const;
  /// Whether code of the device may use the name: it is a macro, or a constant or type outside of functions.
  [[nodiscard]] bool is_of_file(std::string_view name) const;
  /// Whether a variable of the name stands outside of functions.
  [[nodiscard]] bool is_variable_of_file(std::string_view name) const;
  /// Returns the other name of a type, "double" of "real", as typedef, using or #define say; else the type itself.
  [[nodiscard]] std::string plain_type(std::string type) const;

 private:
  static constexpr std::size_t most_looked = 30'000'000;

  void find_partners();
  void find_functions(TokenRange range);
  std::size_t read_block(std::size_t begin, std::size_t open);
  void read_function(TokenRange head, std::size_t open);
  void read_enumerators(TokenRange range);
  void note_globals(TokenRange statement);
  [[nodiscard]] std::string type_before(std::size_t at, std::size_t begin) const;
  [[nodiscard]] std::string type_in_statements(std::string_view name) const;
  [[nodiscard]] std::vector<HostParameter> parameters_in(TokenRange range) const;
  [[nodiscard]] bool is_written_by_call(std::size_t variable) const;
  void local_definitions(std::string_view name, std::size_t function, std::size_t token,
                         std::vector<Definition>& found) const;

  TokenList list_;
  std::vector<std::size_t> partners_;
  std::vector<HostFunction> functions_;
  std::map<std::string, std::vector<Definition>, std::less<>> globals_;
  std::map<std::string, std::string, std::less<>> types_;  ///< typedef and using
  std::vector<TokenRange> global_statements_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> uses_;  ///< of the names of functions
  mutable std::size_t looked_ = 0;
};

}  // namespace lanescope::catalogue
