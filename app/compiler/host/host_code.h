// Files in which code of the host stands beside kernels, as nvcc takes them: what NVRTC can compile of them.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/line_range.h"
#include "compiler/compiler.h"
#include "compiler/host/source_items.h"
#include "compiler/libraries/nvrtc.h"

namespace lanescope::compiler {

/// A kernel file and its headers with what was left out of them so far. Nothing is moved: what is left out becomes
/// blank, so that every line keeps its number. Functions of the host go at once, with their prototypes and their
/// variables; anything else only when the compiler refuses it and no kernel uses it.
class MixedSources {
 public:
  /// folders: that #include looks into. The request must outlive the object.
  MixedSources(const Request& request, std::vector<std::filesystem::path> folders);

  /// Leaves out the kernels that are not among these (names in C++) and that none of these uses, and what instantiates
  /// kernels: the compiler is asked for these. False: there is nothing of that.
  [[nodiscard]] bool leave_out_other_kernels(const std::vector<std::string>& kernels);

  /// Whether there are kernels, and anything to leave out or any header to substitute: else NVRTC's own answer, which
  /// `messages` are, is the right one.
  [[nodiscard]] bool is_needed(const std::vector<Diagnostic>& messages) const;

  /// The sources as NVRTC is to compile them now; options: those of the compilation, to which some are added.
  [[nodiscard]] NvrtcInput input(std::vector<std::string> options) const;

  /// Leaves out what these messages are about, as far as no kernel needs it. Returns false when nothing changed, so
  /// that compiling again would give the same messages.
  [[nodiscard]] bool leave_out(const std::vector<Diagnostic>& messages);

  /// Returns the lines that are no part of the device's program, by file name as in the request; kernels that are not
  /// wanted are. Files without such lines have no entry.
  [[nodiscard]] LinesByFile left_out() const;

  /// Returns what to do about an error that remains, where it comes from something that was left out or that only a
  /// host can compile: which lines to change or to move. Empty when nothing special is known of it.
  [[nodiscard]] Message remedy(const Diagnostic& error) const;

  /// Returns a remark for each #include of a header that exists nowhere, which stayed empty instead.
  [[nodiscard]] std::vector<Diagnostic> headers_not_found() const;

 private:
  struct Item {
    SourceItem source;
    bool left_out = false;
    bool device = false;  ///< marked for the device, also by a macro
    bool kernel = false;
    bool not_wanted = false;  ///< why it was left out: leave_out_other_kernels()
    std::string reason = {};  ///< what the compiler said of it, where that is why it was left out
  };
  struct Part {
    std::string name;  ///< as the request gives it
    std::string text;
    ScannedText scanned;
    std::vector<std::size_t> line_begins;  ///< in bytes, one for each line
    std::vector<Item> items;
    std::vector<TextRange> members_left_out;  ///< of types that are kept
    std::vector<std::size_t> host_includes;   ///< directives whose headers have nothing for a device

    [[nodiscard]] int line_of(std::size_t position) const;
    [[nodiscard]] TextRange bytes_of_line(int line) const;
    /// The number of items for a line outside of all of them.
    [[nodiscard]] std::size_t item_index(int line) const;
    [[nodiscard]] std::string kept() const;
  };
  /// Where something that was left out stands.
  struct Place {
    const Part* part = nullptr;
    const Item* item = nullptr;
  };

  void add_part(const std::string& name, const std::string& text);
  void find_device_macros();
  void mark(Item& item) const;
  void choose();
  void resolve_includes();
  [[nodiscard]] bool marks_device(std::string_view code) const;
  [[nodiscard]] bool marks_kernel(std::string_view code) const;
  [[nodiscard]] bool marks_constexpr(std::string_view code) const;
  /// The number of parts for a file that is none of them.
  [[nodiscard]] std::size_t part_index(const std::string& file) const;
  [[nodiscard]] bool is_given(const std::string& name) const;
  [[nodiscard]] bool leave_out(Part& part, const Diagnostic& message);
  [[nodiscard]] bool leave_member_out(Part& part, const Item& type, int line) const;
  [[nodiscard]] bool substitute_header(const std::string& file);
  void leave_out_unused();
  [[nodiscard]] std::string host_header_of_toolkit(const Diagnostic& message) const;
  [[nodiscard]] bool is_in_unused_header_code(const Diagnostic& message) const;
  [[nodiscard]] bool provide_everything(const std::vector<Diagnostic>& messages);
  void find_used();
  [[nodiscard]] bool is_used(const Item& item) const;
  [[nodiscard]] std::set<std::string, std::less<>> words_kept() const;
  [[nodiscard]] Place left_out_item(std::string_view name) const;

  const Request& request_;
  std::vector<std::filesystem::path> folders_;
  std::vector<Part> parts_;  ///< the kernel file first
  std::set<std::string, std::less<>> device_macros_, kernel_macros_, constexpr_macros_;
  std::set<std::string, std::less<>> instantiating_macros_;  ///< of kernels
  std::set<std::string, std::less<>> empty_headers_;         ///< that exist nowhere, or only for a host
  std::vector<std::string> not_found_;                       ///< of these, those that exist nowhere
  std::set<std::string, std::less<>> used_;                  ///< every word that a kernel reaches
  int rounds_ = 0;                                           ///< of leave_out() that changed something
  bool uses_whole_std_ = false;                              ///< using namespace std
  bool everything_ = false;                                  ///< the headers' texts also where no word needs them
};

}  // namespace lanescope::compiler
