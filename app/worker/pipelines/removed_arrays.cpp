#include "worker/pipelines/removed_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/function_name.h"
#include "catalogue/host/host_code.h"

namespace lanescope::worker {
namespace {

constexpr std::string_view shared_word = "__shared__";

/// Whether the PTX has a variable of the name. NVRTC writes names of variables in functions after their length:
/// _ZZ6reducePfE4tile.
bool has_variable(std::string_view ptx, const std::string& name) {
  return ptx.find(fmt::format("{}{}", name.size(), name)) != std::string_view::npos;
}

/// Calls `function` with the token of each name that the declaration at the token __shared__ gives to an array.
template <typename Function>
void for_each_array(const std::vector<catalogue::Token>& tokens, std::size_t at, Function&& function) {
  std::size_t begin = at;
  while (begin > 0 && !tokens[begin - 1].is_one_of({";", "{", "}"})) --begin;
  for (std::size_t i = begin; i + 1 < tokens.size() && !tokens[i].is_one_of({";", "{", "}", "="}); ++i) {
    if (tokens[i].is("extern")) return;  // its size is not its own
    if (tokens[i].kind == catalogue::Token::Kind::word && tokens[i + 1].is("[")) function(tokens[i]);
  }
}

/// Whether a declaration of the text, which may stand in a comment, has no variable in the PTX. This is quick, so that
/// the text is read as code only where there is something to find.
bool may_miss_an_array(std::string_view text, std::string_view ptx) {
  bool misses = false;
  for (std::size_t at = text.find(shared_word); at != std::string_view::npos; at = text.find(shared_word, at + 1)) {
    const std::string_view rest = text.substr(text.find_last_of(";{}", at) + 1);  // npos + 1 is 0
    std::vector<catalogue::Token> tokens = catalogue::split_tokens(rest.substr(0, rest.find(';')), 1);
    tokens.emplace_back();
    for_each_array(tokens, 0, [&](const catalogue::Token& name) { misses |= !has_variable(ptx, name.text); });
  }
  return misses;
}

}  // namespace

std::vector<RemovedArray> removed_arrays(const catalogue::KernelSource& source, const std::vector<std::string>& entries,
                                         std::string_view ptx) {
  std::vector<RemovedArray> removed;
  if (catalogue::is_ptx(source) || !may_miss_an_array(source.text, ptx)) return removed;
  std::set<std::string_view> kernels;
  for (const std::string& entry : entries) kernels.insert(function_name(entry));
  const catalogue::HostCode code(source);
  const std::vector<catalogue::Token>& tokens = code.tokens();
  for (const catalogue::HostFunction& function : code.functions()) {
    if (!function.on_device || !kernels.contains(function.name)) continue;
    for (std::size_t i = function.body.begin; i < function.body.end; ++i) {
      if (!tokens[i].is(shared_word)) continue;
      for_each_array(tokens, i, [&](const catalogue::Token& name) {
        if (!has_variable(ptx, name.text)) removed.push_back({name.text, name.line});
      });
    }
  }
  return removed;
}

}  // namespace lanescope::worker
