#include "ptx/control_flow.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace lanescope::ptx {
namespace {

/// How an instruction changes the flow of control after it.
enum class Ending : std::uint8_t { none, branch, branch_table, leave };

class GraphBuilder {
 public:
  explicit GraphBuilder(const Function& function)
      : function_(function), size_(static_cast<std::uint32_t>(function.instructions.size())) {
    for (const BodyDirective& directive : function.body_directives) {
      if (directive.kind == BodyDirective::Kind::label) labels_.emplace(directive.name, directive.before);
      if (directive.kind == BodyDirective::Kind::branch_targets) tables_.emplace(directive.name, &directive.targets);
      if (directive.kind == BodyDirective::Kind::call_prototype && directive.prototype.no_return)
        no_return_.insert(directive.name);
    }
    for (const std::string& callee : function.no_return_callees) no_return_.insert(callee);
  }

  ControlFlow build() {
    cut();
    for (std::uint32_t block = 0; block + 1 < flow_.blocks.size(); ++block) connect(block);
    return std::move(flow_);
  }

 private:
  [[nodiscard]] Ending ending(const Instruction& instruction) const {
    const Opcode opcode = instruction.opcode;
    if (opcode == Opcode::bra) return Ending::branch;
    if (opcode == Opcode::brx) return Ending::branch_table;
    if (opcode == Opcode::ret || opcode == Opcode::exit || opcode == Opcode::trap) return Ending::leave;
    const bool leaves =
        opcode == Opcode::call && std::ranges::any_of(instruction.operands, [this](const Operand& each) {
          return (each.kind == Operand::Kind::symbol || each.kind == Operand::Kind::label) &&
                 no_return_.contains(each.name);
        });
    return leaves ? Ending::leave : Ending::none;
  }

  /// Starts blocks at labels and after instructions that change the flow.
  void cut() {
    std::vector<bool> begins(std::size_t{size_} + 1, false);
    begins[0] = true;
    for (const auto& [name, at] : labels_) begins[at] = true;
    for (std::uint32_t i = 0; i < size_; ++i) {
      if (ending(function_.instructions[i]) != Ending::none) begins[std::size_t{i} + 1] = true;
    }
    flow_.block_of.resize(size_);
    for (std::uint32_t i = 0; i < size_; ++i) {
      if (begins[i]) flow_.blocks.emplace_back().first = i;
      flow_.blocks.back().end = i + 1;
      flow_.block_of[i] = static_cast<std::uint32_t>(flow_.blocks.size() - 1);
    }
    BasicBlock& exit = flow_.blocks.emplace_back();
    exit.first = exit.end = size_;
  }

  [[nodiscard]] std::uint32_t block_at(std::uint32_t instruction) const {
    return instruction < size_ ? flow_.block_of[instruction] : flow_.exit();
  }

  void connect(std::uint32_t block) {
    const Instruction& last = function_.instructions[flow_.blocks[block].end - 1];
    const Ending how = ending(last);
    if (how == Ending::none || last.guard) add_edge(block, block_at(flow_.blocks[block].end));
    if (how == Ending::leave) add_edge(block, flow_.exit());
    if (how == Ending::branch) add_edge_to(block, last.operands.back().name);
    if (how == Ending::branch_table) {
      if (const auto table = tables_.find(last.operands.back().name); table != tables_.end()) {
        for (const std::string& target : *table->second) add_edge_to(block, target);
      }
    }
    // A branch table may name a label many times.
    auto& successors = flow_.blocks[block].successors;
    if (successors.size() > 2) {
      std::sort(successors.begin(), successors.end());
      successors.erase(std::unique(successors.begin(), successors.end()), successors.end());
    }
  }

  void add_edge_to(std::uint32_t block, std::string_view label) {
    if (const auto at = labels_.find(label); at != labels_.end()) add_edge(block, block_at(at->second));
  }

  void add_edge(std::uint32_t from, std::uint32_t to) {
    auto& successors = flow_.blocks[from].successors;
    if (successors.size() == 1 && successors.front() == to) return;
    successors.push_back(to);
  }

  const Function& function_;
  std::uint32_t size_;
  std::unordered_map<std::string_view, std::uint32_t> labels_;
  std::unordered_map<std::string_view, const std::vector<std::string>*> tables_;
  std::unordered_set<std::string_view> no_return_;
  ControlFlow flow_;
};

/// Source: K. D. Cooper, T. J. Harvey, K. Kennedy, A Simple, Fast Dominance Algorithm (2001), on reversed edges.
class PostDominators {
 public:
  explicit PostDominators(std::vector<BasicBlock>& blocks)
      : blocks_(blocks), exit_(static_cast<std::uint32_t>(blocks.size() - 1)), rank_(blocks.size(), none) {}

  void find() {
    number_from_exit();
    std::vector<std::uint32_t> dominator(blocks_.size(), none);
    dominator[exit_] = exit_;
    for (bool changed = true; changed;) {
      changed = false;
      // The loop goes from the exit upwards, in the reverse order in which the walk left the blocks.
      for (std::size_t i = order_.size() - 1; i-- > 0;) {
        const std::uint32_t block = order_[i];
        std::uint32_t common = none;
        for (const std::uint32_t next : blocks_[block].successors) {
          if (next == block || dominator[next] == none) continue;
          common = common == none ? next : intersect(dominator, common, next);
        }
        if (common != dominator[block]) {
          dominator[block] = common;
          changed = true;
        }
      }
    }
    for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
      blocks_[block].immediate_post_dominator = dominator[block] == none ? exit_ : dominator[block];
    }
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// Finds the post-order of a depth-first walk along predecessors; the exit is last.
  void number_from_exit() {
    std::vector<std::vector<std::uint32_t>> predecessors(blocks_.size());
    for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
      for (const std::uint32_t next : blocks_[block].successors) predecessors[next].push_back(block);
    }
    std::vector<std::pair<std::uint32_t, std::size_t>> path{{exit_, 0}};
    std::vector<bool> seen(blocks_.size(), false);
    seen[exit_] = true;
    while (!path.empty()) {
      auto& [block, next] = path.back();
      if (next == predecessors[block].size()) {
        rank_[block] = static_cast<std::uint32_t>(order_.size());
        order_.push_back(block);
        path.pop_back();
        continue;
      }
      const std::uint32_t predecessor = predecessors[block][next++];
      if (seen[predecessor]) continue;
      seen[predecessor] = true;
      path.emplace_back(predecessor, 0);
    }
  }

  [[nodiscard]] std::uint32_t intersect(const std::vector<std::uint32_t>& dominator, std::uint32_t a,
                                        std::uint32_t b) const {
    while (a != b) {
      while (rank_[a] < rank_[b]) a = dominator[a];
      while (rank_[b] < rank_[a]) b = dominator[b];
    }
    return a;
  }

  std::vector<BasicBlock>& blocks_;
  std::uint32_t exit_;
  std::vector<std::uint32_t> rank_;   ///< place in order_
  std::vector<std::uint32_t> order_;  ///< blocks from which the exit can be reached
};

}  // namespace

std::uint32_t ControlFlow::reconvergence(std::uint32_t instruction) const {
  return blocks[blocks[block_of[instruction]].immediate_post_dominator].first;
}

ControlFlow control_flow(const Function& function) {
  ControlFlow flow = GraphBuilder(function).build();
  PostDominators(flow.blocks).find();
  return flow;
}

}  // namespace lanescope::ptx
