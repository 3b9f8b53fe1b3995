#include "compiler/host/host_code.h"

#include <algorithm>
#include <array>
#include <map>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/function_name.h"
#include "base/missing_header.h"
#include "base/text.h"
#include "compiler/host/host_headers.h"
#include "compiler/messages.h"
#include "compiler/messages/subjects.h"

namespace lanescope::compiler {
namespace {

constexpr std::array<std::string_view, 5> device_words{"__global__", "__device__", "__constant__", "__shared__",
                                                       "__managed__"};

/// The name of an #include; empty where it is written by a macro.
std::string included_name(const Directive& directive) {
  if (directive.word != "include" || directive.rest.size() < 2) return {};
  const char closing = directive.rest.front() == '<' ? '>' : '"';
  if (directive.rest.front() != '<' && directive.rest.front() != '"') return {};
  const std::size_t end = directive.rest.find(closing, 1);
  return end == std::string::npos ? std::string{} : directive.rest.substr(1, end - 1);
}

bool is_kept_in_blanks(const Directive& directive) {
  constexpr std::array<std::string_view, 8> kept{"if", "ifdef", "ifndef", "else", "elif", "endif", "define", "undef"};
  return std::find(kept.begin(), kept.end(), directive.word) != kept.end();
}

bool has(const auto& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

void blank(std::string& text, TextRange range) {
  for (std::size_t at = range.begin; at < range.end; ++at) {
    if (text[at] != '\n') text[at] = ' ';
  }
}

/// What other headers bring along with a host's compiler, so that programs use it unasked.
std::string more_of_std() {
  std::string text;
  for (const char* name : {"limits", "type_traits", "utility"}) text += "\n" + host_header(name)->text + "\n";
  return text;
}

/// Whether only host code can use the item, unless it is constexpr: nvcc refuses it in a kernel.
bool is_host_only(const SourceItem& item) {
  const std::vector<std::string_view> words = words_in(item.head);
  switch (item.kind) {
    case ItemKind::function:
      return true;
    case ItemKind::declaration:
      // A single word before the parenthesis is a macro, of which nothing is known. A prototype with its type after it
      // (auto f(T*) -> true_type) is rarely called, but asked for that type.
      return item.head.find(item.names.front()) != 0 && !has(words, "auto");
    case ItemKind::variable:
      return !has(words, "const");
    case ItemKind::explicit_instantiation:
      return true;
    case ItemKind::type:
    case ItemKind::other:
      break;
  }
  return false;
}

/// Ranges that follow each other, with nothing but blank lines between them, become one.
std::vector<LineRange> joined(std::vector<LineRange> ranges, const std::vector<std::string_view>& lines) {
  std::sort(ranges.begin(), ranges.end(), [](const LineRange& a, const LineRange& b) { return a.first < b.first; });
  const auto is_empty = [&](int line) { return trim(lines[static_cast<std::size_t>(line - 1)]).empty(); };
  std::vector<LineRange> result;
  for (const LineRange& range : ranges) {
    bool adjacent = !result.empty();
    for (int line = adjacent ? result.back().last + 1 : 0; adjacent && line < range.first; ++line) {
      adjacent = is_empty(line);
    }
    if (adjacent) {
      result.back().last = std::max(result.back().last, range.last);
    } else {
      result.push_back(range);
    }
  }
  return result;
}

}  // namespace

int MixedSources::Part::line_of(std::size_t position) const {
  return static_cast<int>(std::ranges::upper_bound(line_begins, position) - line_begins.begin());
}

TextRange MixedSources::Part::bytes_of_line(int line) const {
  const auto index = static_cast<std::size_t>(std::max(line, 1) - 1);
  if (index >= line_begins.size()) return {text.size(), text.size()};
  return {line_begins[index], index + 1 < line_begins.size() ? line_begins[index + 1] - 1 : text.size()};
}

std::size_t MixedSources::Part::item_index(int line) const {
  const TextRange bytes = bytes_of_line(line);
  const auto found =
      std::ranges::partition_point(items, [&](const Item& item) { return item.source.range.end <= bytes.begin; });
  const bool at_line = found != items.end() && found->source.range.begin <= bytes.end;
  return at_line ? static_cast<std::size_t>(found - items.begin()) : items.size();
}

std::string MixedSources::Part::kept() const {
  std::string result = text;
  const auto leave = [&](TextRange range) {
    blank(result, range);
    const auto inside = std::ranges::lower_bound(scanned.directives, range.begin, {},
                                                 [](const Directive& directive) { return directive.range.begin; });
    for (auto directive = inside; directive != scanned.directives.end() && directive->range.end <= range.end;
         ++directive) {
      if (!is_kept_in_blanks(*directive)) continue;
      const TextRange at = directive->range;
      result.replace(at.begin, at.end - at.begin, text, at.begin, at.end - at.begin);
    }
  };
  for (const Item& item : items) {
    if (item.left_out) leave(item.source.range);
  }
  for (const TextRange& member : members_left_out) leave(member);
  return result;
}

MixedSources::MixedSources(const Request& request, std::vector<std::filesystem::path> folders)
    : request_(request), folders_(std::move(folders)) {
  add_part(request.file, request.text);
  for (const auto& [name, text] : request.headers) add_part(name, text);
  find_device_macros();
  choose();
  resolve_includes();
  find_used();
}

void MixedSources::add_part(const std::string& name, const std::string& text) {
  Part part{name, text, scan_text(text), {0}, {}, {}, {}};
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
    part.line_begins.push_back(at + 1);
  }
  for (SourceItem& item : source_items(part.scanned, {0, part.scanned.code.size()})) {
    part.items.push_back({std::move(item)});
  }
  parts_.push_back(std::move(part));
}

bool MixedSources::marks_device(std::string_view code) const {
  for (const std::string_view word : words_in(code)) {
    if (std::find(device_words.begin(), device_words.end(), word) != device_words.end()) return true;
    if (device_macros_.contains(word)) return true;
  }
  return false;
}

bool MixedSources::marks_kernel(std::string_view code) const {
  for (const std::string_view word : words_in(code)) {
    if (word == "__global__" || kernel_macros_.contains(word)) return true;
  }
  return false;
}

bool MixedSources::marks_constexpr(std::string_view code) const {
  for (const std::string_view word : words_in(code)) {
    if (word == "constexpr" || word == "consteval" || constexpr_macros_.contains(word)) return true;
  }
  return false;
}

/// Macros that mark functions, and those that use such macros.
void MixedSources::find_device_macros() {
  for (bool found = true; found;) {
    found = false;
    for (const Part& part : parts_) {
      for (const Directive& directive : part.scanned.directives) {
        if (directive.word != "define") continue;
        const std::vector<std::string_view> words = words_in(directive.rest);
        if (words.empty()) continue;
        const std::string_view body = std::string_view(directive.rest).substr(words.front().size());
        if (marks_device(body)) found |= device_macros_.emplace(words.front()).second;
        if (marks_kernel(body)) found |= kernel_macros_.emplace(words.front()).second;
        if (marks_kernel(body) && has(words, "template") && body.find('{') == std::string_view::npos)
          instantiating_macros_.emplace(words.front());
        if (marks_constexpr(body)) found |= constexpr_macros_.emplace(words.front()).second;
      }
    }
  }
}

/// Of a function only its head counts: one of the host may hold a lambda of the device.
void MixedSources::mark(Item& item) const {
  item.device = marks_device(item.source.head);
  item.kernel = marks_kernel(item.source.head) &&
                (item.source.kind == ItemKind::function || item.source.kind == ItemKind::declaration);
}

void MixedSources::choose() {
  for (Part& part : parts_) {
    for (Item& item : part.items) {
      mark(item);
      // A device may compute with what is constexpr, also where a macro says so.
      item.left_out = !item.device && is_host_only(item.source) &&
                      (item.source.kind == ItemKind::explicit_instantiation || !marks_constexpr(item.source.head));
      const std::vector<std::string_view> words = words_in(item.source.head);
      uses_whole_std_ |= has(words, "using") && has(words, "namespace") && has(words, "std");
    }
  }
}

bool MixedSources::leave_out_other_kernels(const std::vector<std::string>& kernels) {
  const auto is_other = [&](const SourceItem& source) {
    // What stands before may be a call of a macro without a semicolon, which defines another kernel.
    const std::string_view head = source.head;
    if (marks_kernel(head.substr(std::min(head.find('('), head.size())))) return false;
    return std::ranges::none_of(kernels,
                                [&](const std::string& kernel) { return has(source.names, function_name(kernel)); });
  };
  const auto instantiates = [&](const SourceItem& source) {
    if (source.kind == ItemKind::explicit_instantiation) return marks_kernel(source.head);
    return source.kind == ItemKind::declaration && !source.names.empty() &&
           source.head.starts_with(source.names.front()) && instantiating_macros_.contains(source.names.front());
  };
  std::vector<Item*> others;
  bool changed = false;
  for (Part& part : parts_) {
    for (Item& item : part.items) {
      const bool other = item.kernel && is_other(item.source);
      if (item.left_out || (!other && !instantiates(item.source))) continue;
      item.left_out = item.not_wanted = changed = true;
      if (other) others.push_back(&item);
    }
  }
  // A kernel may launch another one.
  for (bool again = changed; again;) {
    used_.clear();
    find_used();
    again = false;
    for (Item* const item : others) {
      if (!item->left_out || !is_used(*item)) continue;
      item->left_out = false;
      again = true;
    }
  }
  return changed;
}

bool MixedSources::is_given(const std::string& name) const {
  if (request_.headers.contains(name)) return true;
  std::error_code unknown;
  return std::any_of(folders_.begin(), folders_.end(), [&](const std::filesystem::path& folder) {
    return std::filesystem::is_regular_file(folder / name, unknown);
  });
}

void MixedSources::resolve_includes() {
  for (Part& part : parts_) {
    for (std::size_t i = 0; i < part.scanned.directives.size(); ++i) {
      const std::string name = included_name(part.scanned.directives[i]);
      if (name.empty() || request_.headers.contains(name)) continue;
      const HostHeader* const known = host_header(name);
      if (known == nullptr && is_given(name)) continue;
      if (known == nullptr || known->text.empty()) empty_headers_.insert(name);
      if (known == nullptr) {
        part.host_includes.push_back(i);
        not_found_.push_back(name);
      }
    }
  }
}

/// In the kernel file itself such code may be what its author is writing.
bool MixedSources::is_in_unused_header_code(const Diagnostic& message) const {
  const std::size_t index = part_index(message.file);
  if (!is_error(message) || index == 0 || index == parts_.size()) return false;
  const std::size_t item = parts_[index].item_index(message.line);
  return item < parts_[index].items.size() && !parts_[index].items[item].device && !is_used(parts_[index].items[item]);
}

/// A helper of a kernel that lacks its __device__ is no code of the host: NVRTC's own message says what to write.
bool MixedSources::is_needed(const std::vector<Diagnostic>& messages) const {
  const auto is_kernel = [](const Item& item) { return item.kernel; };
  if (std::none_of(parts_.begin(), parts_.end(),
                   [&](const Part& part) { return std::any_of(part.items.begin(), part.items.end(), is_kernel); })) {
    return false;
  }
  if (std::ranges::any_of(messages, [&](const Diagnostic& message) {
        const bool not_in_a_part = part_index(message.file) == parts_.size();
        return !host_header_of_toolkit(message).empty() || is_in_unused_header_code(message) ||
               (not_in_a_part && !missing_header(message).empty());
      })) {
    return true;
  }
  const auto is_host_code = [&](const Item& item) { return item.left_out && !is_used(item); };
  return std::any_of(parts_.begin(), parts_.end(), [&](const Part& part) {
    const auto& directives = part.scanned.directives;
    return std::any_of(part.items.begin(), part.items.end(), is_host_code) ||
           std::any_of(directives.begin(), directives.end(),
                       [](const Directive& directive) { return host_header(included_name(directive)) != nullptr; }) ||
           !part.host_includes.empty();
  });
}

std::set<std::string, std::less<>> MixedSources::words_kept() const {
  std::set<std::string, std::less<>> words;
  for (const Part& part : parts_) {
    for (const Item& item : part.items) {
      if (item.left_out) continue;
      const TextRange range = item.source.range;
      for (const std::string_view word :
           words_in(std::string_view(part.scanned.code).substr(range.begin, range.end - range.begin))) {
        words.emplace(word);
      }
    }
    for (const Directive& directive : part.scanned.directives) {
      if (directive.word != "define") continue;
      for (const std::string_view word : words_in(directive.rest)) words.emplace(word);
    }
  }
  return words;
}

NvrtcInput MixedSources::input(std::vector<std::string> options) const {
  NvrtcInput input{std::string(source_root) + request_.file, parts_.front().kept(), {}, std::move(options)};
  for (std::size_t i = 1; i < parts_.size(); ++i) {
    input.headers.push_back(
        {parts_[i].name, fmt::format("#line 1 \"{}{}\"\n{}", source_root, parts_[i].name, parts_[i].kept())});
  }
  const std::set<std::string, std::less<>> words = words_kept();
  for (const HostHeader& header : host_headers()) {
    std::string text = text_for(header, words, everything_);
    if (everything_ && header.names.front() == implied_header) text += more_of_std();
    for (const std::string& name : header.names) {
      if (!name.ends_with('/') && !request_.headers.contains(name)) input.headers.push_back({name, text});
    }
  }
  for (const std::string& name : empty_headers_) {
    const HostHeader* const known = host_header(name);
    const bool listed =
        known != nullptr && std::find(known->names.begin(), known->names.end(), name) != known->names.end();
    if (!listed) input.headers.push_back({name, ""});
  }
  input.options.emplace_back("-default-device");
  // What only the host uses would be called unused.
  input.options.emplace_back("--diag-suppress=177,550");
  input.options.push_back("--pre-include=" + std::string(implied_header));
  return input;
}

std::size_t MixedSources::part_index(const std::string& file) const {
  const auto found = std::find_if(parts_.begin(), parts_.end(), [&](const Part& part) { return part.name == file; });
  return static_cast<std::size_t>(found - parts_.begin());
}

bool MixedSources::is_used(const Item& item) const {
  const auto& names = item.source.names;
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return used_.contains(name); });
}

/// Follows the words of the kernels to what is named by them, and further.
void MixedSources::find_used() {
  std::multimap<std::string_view, std::string_view> code_of;
  std::vector<std::string_view> left;
  for (const Part& part : parts_) {
    const std::string_view code = part.scanned.code;
    for (const Item& item : part.items) {
      const TextRange range = item.source.range;
      const std::string_view text = code.substr(range.begin, range.end - range.begin);
      if (item.left_out) continue;
      for (const std::string& name : item.source.names) code_of.emplace(name, text);
      if (item.kernel) left.push_back(text);
    }
    for (const Directive& directive : part.scanned.directives) {
      const std::vector<std::string_view> words = words_in(directive.rest);
      if (directive.word == "define" && !words.empty()) code_of.emplace(words.front(), directive.rest);
    }
  }
  while (!left.empty()) {
    const std::string_view text = left.back();
    left.pop_back();
    for (const std::string_view word : words_in(text)) {
      if (!used_.emplace(word).second) continue;
      const auto [first, last] = code_of.equal_range(word);
      for (auto each = first; each != last; ++each) left.push_back(each->second);
    }
  }
}

/// A function of a type that kernels use: one that is not marked for the device is left out alone.
bool MixedSources::leave_member_out(Part& part, const Item& type, int line) const {
  const TextRange bytes = part.bytes_of_line(line);
  for (const SourceItem& member : source_items(part.scanned, type.source.body)) {
    if (member.range.begin > bytes.end || member.range.end <= bytes.begin) continue;
    const bool function = member.kind == ItemKind::function || member.kind == ItemKind::declaration;
    if (!function || marks_device(member.head)) continue;
    const auto& known = part.members_left_out;
    if (std::find(known.begin(), known.end(), member.range) != known.end()) continue;
    part.members_left_out.push_back(member.range);
    return true;
  }
  return false;
}

bool MixedSources::leave_out(Part& part, const Diagnostic& message) {
  const std::size_t index = part.item_index(message.line);
  if (index == part.items.size()) return false;
  Item& item = part.items[index];
  if (item.left_out || item.kernel) return false;
  if (item.source.kind == ItemKind::type && leave_member_out(part, item, message.line)) return true;
  // Without an alias or a declaration a kernel that needs it does not compile: nothing changes its meaning unseen.
  const bool declares =
      item.source.kind == ItemKind::other || (item.source.kind == ItemKind::declaration && !item.device);
  if (is_used(item) && !declares) return false;
  item.left_out = true;
  item.reason = message.message.substr(0, message.message.find('\n'));
  return true;
}

/// The header of the toolkit that declares functions of the host, which NVRTC refuses wherever they stand, by the name
/// that #include gives it; empty: the message is about something else.
std::string MixedSources::host_header_of_toolkit(const Diagnostic& message) const {
  if (!declares_host_function(message)) return {};
  std::string name;
  for (const std::filesystem::path& folder : folders_) {
    // A folder may lie in another one: the shortest name is the one that programs write.
    const std::string inside = folder.string() + "/";
    if (!message.file.starts_with(inside)) continue;
    const std::string rest = message.file.substr(inside.size());
    if (name.empty() || rest.size() < name.size()) name = rest;
  }
  return name;
}

/// A header that was not found, or in which something is wrong that the kernel cannot help: it stays empty from now on.
bool MixedSources::substitute_header(const std::string& name) {
  if (name.empty() || request_.headers.contains(name) || !empty_headers_.insert(name).second) return false;
  for (Part& part : parts_) {
    for (std::size_t i = 0; i < part.scanned.directives.size(); ++i) {
      if (included_name(part.scanned.directives[i]) == name) part.host_includes.push_back(i);
    }
  }
  return true;
}

/// What no kernel uses, whether it would compile or not: each attempt may take seconds.
void MixedSources::leave_out_unused() {
  for (Part& part : parts_) {
    for (Item& item : part.items) {
      if (item.left_out || item.device || item.kernel || is_used(item) || item.source.names.empty()) continue;
      item.left_out = true;
    }
  }
}

/// The whole texts of headers of which no known word is used, where a name of their namespace is missing.
bool MixedSources::provide_everything(const std::vector<Diagnostic>& messages) {
  if (everything_ || std::none_of(messages.begin(), messages.end(), [&](const Diagnostic& message) {
        return is_missing_member(message) || (uses_whole_std_ && !undefined_name(message).empty());
      })) {
    return false;
  }
  return everything_ = true;
}

bool MixedSources::leave_out(const std::vector<Diagnostic>& messages) {
  // NVRTC ends at the hundredth error: where it has found nearly as many, the next attempt would only find the next.
  constexpr int patience = 3, many_errors = 50;
  bool changed = false;
  for (const Diagnostic& message : messages) {
    if (message.severity != Diagnostic::Severity::error) continue;
    if (const std::string missing = missing_header(message); !missing.empty()) {
      changed |= substitute_header(missing);
    } else if (const std::string header = host_header_of_toolkit(message); !header.empty()) {
      changed |= substitute_header(header);
    } else if (const std::size_t part = part_index(message.file); part < parts_.size()) {
      changed |= leave_out(parts_[part], message);
    }
  }
  const bool many = std::ranges::count_if(messages, is_error) >= many_errors;
  if (changed && (++rounds_ == patience || many)) leave_out_unused();
  return changed || provide_everything(messages);
}

LinesByFile MixedSources::left_out() const {
  LinesByFile result;
  const auto words = words_kept();
  const auto is_empty = [&](const std::string& name) {
    const HostHeader* const known = request_.headers.contains(name) ? nullptr : host_header(name);
    return known != nullptr && text_for(*known, words, everything_).empty();
  };
  for (const Part& part : parts_) {
    std::vector<LineRange> ranges;
    const auto add = [&](TextRange range) {
      ranges.push_back({part.line_of(range.begin), part.line_of(range.end > range.begin ? range.end - 1 : range.end)});
    };
    for (const Item& item : part.items) {
      if (item.left_out && !item.not_wanted) add(item.source.range);
    }
    for (const TextRange& member : part.members_left_out) add(member);
    for (const std::size_t include : part.host_includes) add(part.scanned.directives[include].range);
    for (const Directive& directive : part.scanned.directives) {
      if (is_empty(included_name(directive))) add(directive.range);
    }
    if (!ranges.empty()) result[part.name] = joined(std::move(ranges), split(part.text, '\n'));
  }
  return result;
}

MixedSources::Place MixedSources::left_out_item(std::string_view name) const {
  for (const Part& part : parts_) {
    for (const Item& item : part.items) {
      const auto& names = item.source.names;
      if (item.left_out && std::find(names.begin(), names.end(), name) != names.end()) return {&part, &item};
    }
  }
  return {};
}

Message MixedSources::remedy(const Diagnostic& error) const {
  const auto lines = [](const Part& part, TextRange range) {
    const int first = part.line_of(range.begin), last = part.line_of(range.end - 1);
    return first == last ? message<"place.line_of">(first, part.name)
                         : message<"place.lines_of">(first, last, part.name);
  };
  if (const Place place = left_out_item(undefined_name(error)); place.item != nullptr) {
    if (!place.item->reason.empty()) {
      return message<"compile.declared_in_host_code">(lines(*place.part, place.item->source.range), place.item->reason);
    }
    const std::vector<std::string_view> words = words_in(place.item->source.head);
    if (has(words, "texture") || has(words, "surface")) {
      return message<"compile.texture_reference">(lines(*place.part, place.item->source.range));
    }
    const bool function =
        place.item->source.kind == ItemKind::function || place.item->source.kind == ItemKind::declaration;
    return message<"compile.write_before">(function ? "__device__" : "__device__ or __constant__",
                                           lines(*place.part, place.item->source.range));
  }
  if ((!undefined_name(error).empty() || is_missing_namespace(error)) && !not_found_.empty()) {
    return message<"compile.header_not_found_remedy">(join(not_found_, " or "));
  }
  const std::size_t index = part_index(error.file);
  if (index == parts_.size()) return {};
  const Part& part = parts_[index];
  const std::size_t item = part.item_index(error.line);
  if (item == part.items.size() || part.items[item].device || part.items[item].left_out) return {};
  if (!is_used(part.items[item])) return {};
  return message<"compile.host_code_remedy">(lines(part, part.items[item].source.range));
}

std::vector<Diagnostic> MixedSources::headers_not_found() const {
  std::vector<Diagnostic> remarks;
  for (const Part& part : parts_) {
    for (const std::size_t include : part.host_includes) {
      const Directive& directive = part.scanned.directives[include];
      const std::string name = included_name(directive);
      if (std::ranges::find(not_found_, name) == not_found_.end()) continue;
      remarks.push_back(header_not_found(name, part.name, part.line_of(directive.range.begin)));
    }
  }
  return remarks;
}

}  // namespace lanescope::compiler
