// The parts of a proposal for one kernel, of which each takes what is known: typed, from the launch in the file, from
// the use in the kernel, from names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/propose/file_launch.h"
#include "catalogue/propose/index_extents.h"
#include "catalogue/propose/kernel_use.h"
#include "catalogue/propose/proposal.h"

namespace lanescope::catalogue {

/// What a proposal is made from.
struct ProposalInput {
  const EntryDeclaration& entry;
  const KernelSource& source;
  const HostCode& code;  ///< of `source`
  const ProposalRequest& request;
  const KernelUse& use;
  const FileLaunch* launch = nullptr;  ///< the one in the file that is followed
};

class Proposer {
 public:
  explicit Proposer(const ProposalInput& input)
      : entry_(input.entry),
        source_(input.source),
        code_(input.code),
        request_(input.request),
        launch_(input.launch),
        use_(input.use) {}

  /// It is called once. The entry and the launches of the file are put in by the caller.
  Expected<Proposal> propose();

 private:
  struct ProposedSize {
    std::string name;
    std::int64_t value = 0;
    bool may_shrink = false;  ///< Nothing but a usual extent stands behind the value.
  };
  /// An extent of the block that may be turned.
  struct BlockKnob {
    std::string name;
    std::size_t axis = 0;
    std::int64_t value = 0;
  };

  /// A buffer of the front matter.
  struct ProposedBuffer {
    std::string name, parameter;
    Role role = Role::in;
    ElementType type = ElementType::f32;
    std::string count;
    bool zero = false;
    bool grows = false;               ///< The count is a guess.
    std::optional<FileFill> in_file;  ///< what the file puts into it
  };

  // Sizes.
  [[nodiscard]] std::string given(const EntryParameter& parameter) const;
  [[nodiscard]] std::string in_file(const EntryParameter& parameter) const;
  [[nodiscard]] bool is_number(const EntryParameter& parameter) const;
  [[nodiscard]] bool is_row_length(const EntryParameter& parameter) const;
  [[nodiscard]] bool is_named_in_request(const std::string& name) const;
  [[nodiscard]] bool is_named_in_launch(const std::string& name) const;
  [[nodiscard]] std::optional<Origin> size_origin(const EntryParameter& parameter) const;
  void add_size(const EntryParameter& parameter, Origin origin);
  void add_sizes_of_launch(const std::vector<EntryParameter>& all);
  [[nodiscard]] std::int64_t usual_extent() const;
  [[nodiscard]] std::int64_t usual_of_launch(const std::string& name) const;
  [[nodiscard]] std::string elements() const;
  [[nodiscard]] std::string in_sizes(std::string text) const;
  [[nodiscard]] std::string of_file(std::string text) const;
  void shrink_sizes();
  void limit_guesses(const Names& names);
  [[nodiscard]] bool uses_size(const std::string& name) const;

  // Arguments.
  Expected<std::string> argument_of(const EntryParameter& parameter);
  std::string enumerator_for(const EntryParameter& parameter, const std::string& value);
  Expected<std::string> vector_for(const EntryParameter& parameter, const std::string& value);
  Expected<std::string> structure_for(const EntryParameter& parameter, const std::string& value);
  Expected<std::string> field_for(const EntryParameter& field);
  Expected<std::string> buffer_for(const EntryParameter& parameter, const std::string& value);
  void find_reach();
  [[nodiscard]] KnownTerms known_terms() const;
  [[nodiscard]] IndexTerm known_term(std::string text) const;
  [[nodiscard]] std::string assumed_number(const EntryParameter& parameter) const;
  [[nodiscard]] std::string number_of(const EntryParameter& parameter) const;
  [[nodiscard]] std::string usual_count(const EntryParameter& parameter) const;
  [[nodiscard]] std::string reached(const EntryParameter& parameter) const;
  [[nodiscard]] bool is_told(const std::string& text) const;
  [[nodiscard]] std::string factor_term(const std::string& factor) const;
  [[nodiscard]] std::optional<FileFill> fill_in_file(const EntryParameter& parameter, ElementType type) const;
  [[nodiscard]] std::string fill_text(const ProposedBuffer& buffer) const;
  [[nodiscard]] std::string largest_index(const ProposedBuffer& buffer) const;
  [[nodiscard]] std::string buffers_text() const;
  void add_named_buffers(const std::string& structure);

  // The launch.
  void add_block();
  [[nodiscard]] std::vector<std::string> usual_block() const;
  void choose_grid();
  void assume_grid();
  [[nodiscard]] bool reach_one(const std::string& extent);
  void tell_launch();
  [[nodiscard]] std::optional<Assumption> add_shared_bytes();
  void choose_knobs();
  [[nodiscard]] std::string block_term(std::size_t axis) const;
  [[nodiscard]] std::string extent_along(std::size_t axis) const;
  [[nodiscard]] std::string grid_of_size(std::size_t axis, const std::string& extent) const;
  [[nodiscard]] std::string knobs_text() const;
  [[nodiscard]] std::string toml() const;

  void put_row(const EntryParameter& parameter, ProposedArgument::Kind kind, std::string value, Role role = Role::in);
  void tell(std::string sentence, Origin origin) { assumptions_.push_back({std::move(sentence), origin}); }
  std::string free_name(std::string name);

  const EntryDeclaration& entry_;
  const KernelSource& source_;
  const HostCode& code_;
  const ProposalRequest& request_;
  const FileLaunch* launch_;
  const KernelUse& use_;
  std::vector<ProposedSize> sizes_;
  std::map<std::string, std::string> names_;  ///< of sizes, by the names of their parameters
  std::vector<std::string> taken_;
  std::map<std::string, std::string> file_names_;  ///< of sizes, as the launch in the file has them
  std::vector<ProposedBuffer> buffers_;
  std::vector<std::string> arguments_, grid_, block_;
  std::string shared_bytes_;
  bool shared_grows_ = false;
  std::vector<Assumption> assumptions_;
  std::vector<BlockKnob> knobs_;
  Origin origin_ = Origin::assumed;  ///< of the argument that is being made
  Origin block_origin_ = Origin::assumed, grid_origin_ = Origin::assumed;
  KernelReach reach_;                             ///< with the chosen block and grid
  std::map<std::string, ProposedArgument> rows_;  ///< by parameter or field
  std::map<std::string, Origin> size_origins_;    ///< by parameter
  std::map<std::string, std::int64_t> typed_sizes_;
};

/// Returns the name after the last point: "n" of "options.n".
[[nodiscard]] std::string last_part(const std::string& name);

}  // namespace lanescope::catalogue
