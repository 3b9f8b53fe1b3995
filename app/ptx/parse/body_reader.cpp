#include "ptx/parse/body_reader.h"

#include <algorithm>

#include <fmt/format.h>

#include "ptx/messages.h"
#include "ptx/parse/declaration.h"

namespace lanescope::ptx {
namespace {

/// NVRTC nests at most one block in another; inline assembly nests a few.
constexpr std::size_t max_scope_depth = 64;

}  // namespace

BodyReader::BodyReader(TokenCursor& cursor, ModuleNames& module, Function& function, FunctionName name,
                       RegisterParameters registers)
    : cursor_(cursor),
      module_(module),
      function_(function),
      symbols_(function),
      name_(std::move(name)),
      registers_(std::move(registers)) {
  scopes_.emplace_back();
}

bool BodyReader::read() {
  if (!cursor_.expect('{')) return false;
  function_.has_body = true;
  if (!declare_register_parameters()) return false;
  while (!scopes_.empty()) {
    if (!read_statement()) return false;
  }
  // The end of the body returns, too.
  store_results(std::nullopt, cursor_.line());
  return true;
}

BodyDirective& BodyReader::add_directive(BodyDirective::Kind kind) {
  BodyDirective& directive = function_.body_directives.emplace_back();
  directive.kind = kind;
  directive.before = static_cast<std::uint32_t>(function_.instructions.size());
  return directive;
}

bool BodyReader::read_statement() {
  if (cursor_.at('{')) {
    if (scopes_.size() > max_scope_depth) return cursor_.fail(message<"ptx.nested_too_deeply">(max_scope_depth));
    cursor_.advance();
    open_scope();
    return true;
  }
  if (cursor_.at('}')) {
    // An error of a label belongs to the line of its use, not to the text after the brace.
    if (!close_scope()) return false;
    cursor_.advance();
    return true;
  }
  if (cursor_.accept(';')) return true;
  std::optional<Operand> guard;
  if (cursor_.accept('@')) {
    if (!read_guard(guard)) return false;
  } else if (cursor_.at_word() && cursor_.current().text.front() == '.') {
    return read_directive();
  }
  if (!cursor_.at_identifier()) return cursor_.unexpected("an instruction, a label, a directive or '}'");
  const Token word = cursor_.current();
  cursor_.advance();
  if (guard || !cursor_.accept(':')) return read_instruction(word.text, word.line, std::move(guard));
  if (word.text.find_first_of(".:") != std::string_view::npos) {
    return cursor_.fail_at(word.line, message<"ptx.label_name">(word.text.substr(0, 60)));
  }
  if (cursor_.at(".branchtargets") || cursor_.at(".calltargets") || cursor_.at(".callprototype")) {
    return read_label_directive(word.text);
  }
  return declare_label(word.text, BodyDirective::Kind::label, word.line);
}

bool BodyReader::read_directive() {
  if (cursor_.at(".loc")) return read_location();
  if (cursor_.at(".reg")) return read_register_declaration();
  if (cursor_.at(".extern") || declared_space(cursor_.current().text)) return read_variable_declaration();
  if (cursor_.accept(".pragma")) {
    std::string_view text;
    if (!cursor_.string(text, "the string of a .pragma")) return false;
    BodyDirective& directive = add_directive(BodyDirective::Kind::pragma);
    directive.name = text;
    while (cursor_.accept(',')) {
      if (!cursor_.string(text, "the string of a .pragma")) return false;
      directive.targets.emplace_back(text);
    }
    return cursor_.expect(';');
  }
  return cursor_.fail(message<"ptx.directive_of_body">(cursor_.current().text.substr(0, 60)));
}

/// Reads what follows "name:".
bool BodyReader::read_label_directive(std::string_view label) {
  const std::int32_t line = cursor_.line();
  if (cursor_.accept(".callprototype")) {
    if (!declare_label(label, BodyDirective::Kind::call_prototype, line)) return false;
    return read_prototype(cursor_, function_.body_directives.back().prototype) && cursor_.expect(';');
  }
  const bool branches = cursor_.at(".branchtargets");
  cursor_.advance();
  if (!declare_label(label, branches ? BodyDirective::Kind::branch_targets : BodyDirective::Kind::call_targets, line))
    return false;
  const auto directive = static_cast<std::uint32_t>(function_.body_directives.size() - 1);
  do {
    const std::int32_t target_line = cursor_.line();
    std::string_view target;
    if (!cursor_.name(target, branches ? "a label" : "the name of a function")) return false;
    if (branches) {
      const auto element = static_cast<std::uint32_t>(function_.body_directives[directive].targets.size());
      pending_.push_back({target, target_line, LabelUse::branch, directive, element, true});
    } else if (!module_.symbols.contains(target)) {
      module_.unknown.push_back({target, target_line, name_});
    }
    function_.body_directives[directive].targets.emplace_back(target);
  } while (cursor_.accept(','));
  return cursor_.expect(';');
}

bool BodyReader::declare_label(std::string_view name, BodyDirective::Kind kind, std::int32_t line) {
  const auto [entry, fresh] = scopes_.back().labels.try_emplace(name);
  if (!fresh) return cursor_.fail_at(line, message<"ptx.label_twice">(name.substr(0, 60)));
  entry->second = {symbols_.unique(name), kind};
  add_directive(kind).name = entry->second.unique;
  return true;
}

void BodyReader::open_scope() {
  add_directive(BodyDirective::Kind::open_scope);
  symbols_.open_scope();
  scopes_.emplace_back().first_pending = pending_.size();
}

bool BodyReader::close_scope() {
  // An outer scope may have the labels that this one lacks.
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
    symbols_.close_scope();
    add_directive(BodyDirective::Kind::close_scope);
  } else if (!pending_.empty()) {
    return cursor_.fail_at(pending_.front().line, message<"ptx.no_label">(pending_.front().name.substr(0, 60)));
  }
  return true;
}

bool BodyReader::resolve(PendingLabel& pending, const Label& label) {
  const auto wrong = [&](std::string_view expected) {
    return cursor_.fail_at(pending.line, message<"ptx.not_a_target">(pending.name.substr(0, 60), expected));
  };
  switch (pending.use) {
    case LabelUse::branch:
      if (label.kind != BodyDirective::Kind::label) return wrong("a place to branch to");
      break;
    case LabelUse::branch_table:
      if (label.kind != BodyDirective::Kind::branch_targets) return wrong("a .branchtargets");
      break;
    case LabelUse::call:
      if (label.kind != BodyDirective::Kind::call_prototype && label.kind != BodyDirective::Kind::call_targets) {
        return wrong("a .callprototype or .calltargets");
      }
      break;
  }
  if (pending.in_directive) {
    function_.body_directives[pending.item].targets[pending.element] = label.unique;
  } else {
    function_.instructions[pending.item].operands[pending.element].name = label.unique;
  }
  return true;
}

}  // namespace lanescope::ptx
