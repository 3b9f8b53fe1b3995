#include "gui/store/source/named_source.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "gui/store/state.h"
#include "ptx/modules.h"
#include "ptx/source_files.h"

namespace lanescope::gui {

std::optional<SourceName> source_name_of(const catalogue::Kernel& kernel) {
  if (!catalogue::is_ptx(kernel.source)) return std::nullopt;
  const std::string& text = kernel.source.text;
  const auto modules = ptx::modules_of(text);
  std::string module = text;
  if (modules.size() > 1) {
    const auto plan = catalogue::resolve(kernel, {}, 1);
    std::vector<std::string> entries;
    for (const catalogue::Launch& launch : plan ? plan->launches : std::vector<catalogue::Launch>()) {
      if (launch.call == catalogue::Launch::Call::kernel) entries.push_back(launch.entry);
    }
    constexpr int newest = 1000;  // modules for several GPUs name the same source
    const auto chosen = ptx::module_with(text, modules, entries, newest);
    if (chosen.module != nullptr) module = ptx::module_alone(text, *chosen.module);
  }
  const auto files = ptx::source_files(module);
  const auto own = std::ranges::find_if(files, &ptx::SourceFile::own);
  return own == files.end() ? std::nullopt : std::optional(SourceName{own->name, own->path});
}

const NamedSource* named_source(const State& state) {
  const NamedSource* source = state.source.named.get();
  const auto definition = state.definition();
  return source != nullptr && definition && source->kernel_path == definition->source.path ? source : nullptr;
}

bool shows_named_source(const State& state) {
  const NamedSource* source = named_source(state);
  return source != nullptr && source->read && !state.source.ptx_lines;
}

void accept_named_source(State& state, std::shared_ptr<const NamedSource> source, double seconds) {
  const bool before = shows_named_source(state);
  state.source.named = std::move(source);
  if (shows_named_source(state) != before) {
    name_other_lines(state, seconds);
  } else {
    settle(state);
  }
}

void name_other_lines(State& state, double seconds) {
  ++state.selection.revision;
  state.selection.cancelled = false;
  state.selection.requested_at = seconds;
  settle(state);
}

}  // namespace lanescope::gui
