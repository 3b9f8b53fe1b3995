// The Tree view shows who combines whose value in one block: the threads beside each other, the steps from top to
// bottom, a line for each value that another thread takes, and what is idle in grey.
//
// value_flow.h finds the graph in the trace. The view model adds the moment: a value is visible once it was made.
// tree_panel.cpp lays the graph out and handles the mouse, and tree_drawing.cpp draws it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analysis/values/value_flow.h"
#include "gui/store/playback/playback.h"

namespace lanescope::gui {

struct State;

struct TreeViewModel {
  std::shared_ptr<const analysis::AccessSequence> sequence;  ///< it was made from this one
  analysis::ValueFlow flow;
  std::vector<std::vector<std::uint32_t>> rows;  ///< by step: indices of its nodes, by thread

  // These belong to the moment.
  std::uint32_t index = 0;             ///< of the present access, in AccessSequence::records
  double part = 0;                     ///< how much of it has passed, 0 to 1
  std::uint32_t step = 0;              ///< that of the newest value
  std::uint32_t first = 0, lanes = 0;  ///< the visible columns: threads of the block

  [[nodiscard]] std::uint32_t warps() const { return (flow.threads + 31) / 32; }
  [[nodiscard]] bool is_made(const analysis::FlowNode& node) const { return node.index <= index; }
  [[nodiscard]] bool is_visible(std::uint32_t thread) const { return thread >= first && thread - first < lanes; }
};

/// Makes the view model follow the block and the moment of the playback.
void renew(TreeViewModel& view_model, const State& state);

/// What is said of the visible part of a step.
struct VisibleStep {
  std::uint32_t threads = 0, used = 0;  ///< that combine values; those whose value a result depends on
};
[[nodiscard]] VisibleStep visible_step(const TreeViewModel& view_model, std::size_t step);

// These return texts in the chosen language.

/// Returns why the block has no tree, or an empty text.
[[nodiscard]] std::string why_no_tree(const State& state, const TreeViewModel& view_model);
/// Returns a text such as "Who adds whose value".
[[nodiscard]] std::string title_of(const State& state, const TreeViewModel& view_model);
[[nodiscard]] std::string summary(const State& state, const TreeViewModel& view_model);
/// Returns the name of a step's path, such as "shared memory".
[[nodiscard]] std::string path_word(const State& state, analysis::FlowPath path);
/// Describes the step that the moment is in.
[[nodiscard]] std::string tree_caption(const State& state, const TreeViewModel& view_model);
/// Returns one sentence about a value, by index into ValueFlow::nodes.
[[nodiscard]] std::string sentence_of_value(const State& state, const TreeViewModel& view_model, std::uint32_t node);
/// Returns a sentence about a thread without a value in that step.
[[nodiscard]] std::string sentence_of_idle(const State& state, std::uint32_t thread, std::uint32_t step);
/// Returns a value as text with so many significant digits, or "?" when it is not known.
[[nodiscard]] std::string value_of(const TreeViewModel& view_model, const analysis::FlowNode& node, int digits);
/// Returns a value as a text of at most 5 signs or so, such as "0.53" or "1.1G"; nothing when it is not known.
[[nodiscard]] std::string short_value_of(const TreeViewModel& view_model, const analysis::FlowNode& node);

}  // namespace lanescope::gui
