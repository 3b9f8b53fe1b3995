#include "ptx/body_reader.h"

#include <algorithm>

#include <fmt/format.h>

#include "ptx/declaration.h"

namespace warpscope::ptx {
namespace {

/// NVRTC nests one block in another at most; inlined assembly a few.
constexpr std::size_t deepest_scope = 64;

}  // namespace

BodyReader::BodyReader(Reader& reader, ModuleNames& module, Function& function, std::string place)
    : reader_(reader), module_(module), function_(function), names_(function), place_(std::move(place)) {
  scopes_.emplace_back();
}

bool BodyReader::read() {
  if (!reader_.expect('{')) return false;
  function_.has_body = true;
  while (!scopes_.empty()) {
    if (!read_statement()) return false;
  }
  return true;
}

Mark& BodyReader::add_mark(Mark::Kind kind) {
  Mark& mark = function_.marks.emplace_back();
  mark.kind = kind;
  mark.before = static_cast<std::uint32_t>(function_.instructions.size());
  return mark;
}

bool BodyReader::read_statement() {
  if (reader_.at('{')) {
    if (scopes_.size() > deepest_scope)
      return reader_.fail(fmt::format("blocks are nested deeper than {}", deepest_scope));
    reader_.advance();
    open_scope();
    return true;
  }
  if (reader_.at('}')) {
    // An error of a label belongs to the line of its use, not to what stands behind the brace.
    if (!close_scope()) return false;
    reader_.advance();
    return true;
  }
  if (reader_.accept(';')) return true;
  std::optional<Operand> guard;
  if (reader_.accept('@')) {
    if (!read_guard(guard)) return false;
  } else if (reader_.at_word() && reader_.current().text.front() == '.') {
    return read_directive();
  }
  if (!reader_.at_identifier()) return reader_.unexpected("an instruction, a label, a directive or '}'");
  const Token word = reader_.current();
  reader_.advance();
  if (guard || !reader_.accept(':')) return read_instruction(word.text, word.line, std::move(guard));
  if (word.text.find_first_of(".:") != std::string_view::npos) {
    return reader_.fail_at(word.line, fmt::format("'{}' is no name for a label", word.text.substr(0, 60)));
  }
  if (reader_.at(".branchtargets") || reader_.at(".calltargets") || reader_.at(".callprototype")) {
    return read_label_directive(word.text);
  }
  return declare_label(word.text, Mark::Kind::label, word.line);
}

bool BodyReader::read_directive() {
  if (reader_.at(".loc")) return read_location();
  if (reader_.at(".reg")) return read_register_declaration();
  if (reader_.at(".extern") || declared_space(reader_.current().text)) return read_variable_declaration();
  if (reader_.accept(".pragma")) {
    std::string_view text;
    if (!reader_.string(text, "the string of a .pragma")) return false;
    Mark& mark = add_mark(Mark::Kind::pragma);
    mark.name = text;
    while (reader_.accept(',')) {
      if (!reader_.string(text, "the string of a .pragma")) return false;
      mark.targets.emplace_back(text);
    }
    return reader_.expect(';');
  }
  return reader_.fail(
      fmt::format("'{}' is no known directive of a function's body", reader_.current().text.substr(0, 60)));
}

/// Behind "name:".
bool BodyReader::read_label_directive(std::string_view label) {
  const std::int32_t line = reader_.line();
  if (reader_.accept(".callprototype")) {
    if (!declare_label(label, Mark::Kind::call_prototype, line)) return false;
    return read_prototype(reader_, function_.marks.back().prototype) && reader_.expect(';');
  }
  const bool branches = reader_.at(".branchtargets");
  reader_.advance();
  if (!declare_label(label, branches ? Mark::Kind::branch_targets : Mark::Kind::call_targets, line)) return false;
  const auto mark = static_cast<std::uint32_t>(function_.marks.size() - 1);
  do {
    const std::int32_t target_line = reader_.line();
    std::string_view target;
    if (!reader_.name(target, branches ? "a label" : "the name of a function")) return false;
    if (branches) {
      const auto element = static_cast<std::uint32_t>(function_.marks[mark].targets.size());
      pending_.push_back({target, target_line, LabelUse::branch, mark, element, true});
    } else if (!module_.symbols.contains(target)) {
      module_.unknown.push_back({target, target_line, place_});
    }
    function_.marks[mark].targets.emplace_back(target);
  } while (reader_.accept(','));
  return reader_.expect(';');
}

bool BodyReader::declare_label(std::string_view name, Mark::Kind kind, std::int32_t line) {
  const auto [entry, fresh] = scopes_.back().labels.try_emplace(name);
  if (!fresh) return reader_.fail_at(line, fmt::format("the label {} stands twice in one block", name.substr(0, 60)));
  entry->second = {names_.unique(name), kind};
  add_mark(kind).name = entry->second.unique;
  return true;
}

void BodyReader::open_scope() {
  add_mark(Mark::Kind::open_scope);
  names_.open_scope();
  scopes_.emplace_back().first_pending = pending_.size();
}

bool BodyReader::close_scope() {
  // What this scope does not have, the one outside may.
  Scope& scope = scopes_.back();
  std::size_t kept = scope.first_pending;
  for (std::size_t i = scope.first_pending; i < pending_.size(); ++i) {
    const auto label = scope.labels.find(pending_[i].name);
    if (label == scope.labels.end()) {
      pending_[kept++] = pending_[i];
    } else if (!resolve(pending_[i], label->second)) {
      return false;
    }
  }
  pending_.resize(kept);
  scopes_.pop_back();
  if (!scopes_.empty()) {
    names_.close_scope();
    add_mark(Mark::Kind::close_scope);
  } else if (!pending_.empty()) {
    return reader_.fail_at(pending_.front().line,
                           fmt::format("there is no label {}", pending_.front().name.substr(0, 60)));
  }
  return true;
}

bool BodyReader::resolve(PendingLabel& pending, const Label& label) {
  const auto wrong = [&](std::string_view expected) {
    return reader_.fail_at(pending.line, fmt::format("{} is not {}", pending.name.substr(0, 60), expected));
  };
  switch (pending.use) {
    case LabelUse::branch:
      if (label.kind != Mark::Kind::label) return wrong("a place to branch to");
      break;
    case LabelUse::branch_table:
      if (label.kind != Mark::Kind::branch_targets) return wrong("a .branchtargets");
      break;
    case LabelUse::call:
      if (label.kind != Mark::Kind::call_prototype && label.kind != Mark::Kind::call_targets) {
        return wrong("a .callprototype or .calltargets");
      }
      break;
  }
  if (pending.in_mark) {
    function_.marks[pending.item].targets[pending.element] = label.unique;
  } else {
    function_.instructions[pending.item].operands[pending.element].name = label.unique;
  }
  return true;
}

}  // namespace warpscope::ptx
