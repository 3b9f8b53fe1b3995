#include "analysis/values/value_flow.h"

#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <map>
#include <unordered_map>
#include <utility>

#include "analysis/values/flow_operations.h"
#include "analysis/values/flow_steps.h"

namespace lanescope::analysis {
namespace {

using trace::Operation;
using trace::Space;

constexpr std::size_t max_fresh = 64;         ///< values that a thread took in since it last gave one
constexpr std::size_t tried_fresh = 8;        ///< the newest of these that are tried in pairs
constexpr std::size_t max_remembered = 12;    ///< earlier values of a thread that it may still have in registers
constexpr std::uint32_t min_attempts = 4096;  ///< after so many values without one that is understood, nothing is tried
constexpr std::uint32_t word_bytes = 4;

/// A value that a thread has.
struct Held {
  std::uint32_t bits = 0;
  std::uint32_t node = no_node;  ///< no_node for a value from global memory that no other thread of the block made
  FlowPath path = FlowPath::own;
  std::uint32_t index = 0, word = 0;
  FlowOperation operation = FlowOperation::unknown;  ///< of redux: that `bits` follow from, if it was this one
};

struct Thread {
  bool adds_own = false;        ///< it was seen to add its own value, which it took by a shuffle
  std::vector<Held> fresh;      ///< in the order in which they came
  std::deque<Held> remembered;  ///< values that it gave before, the newest first
};

class Flow {
 public:
  Flow(const AccessSequence& sequence, std::uint32_t launch, std::uint32_t block)
      : sequence_(sequence), trace_(sequence.traced->trace) {
    flow_.launch = launch;
    flow_.block = block;
    if (launch < sequence.traced->launches.size()) {
      const catalogue::Dim3& size = sequence.traced->launches[launch].block;
      flow_.threads = static_cast<std::uint32_t>(size.count());
    }
  }

  ValueFlow run() {
    for (std::uint32_t index = 0; index < sequence_.records.size(); ++index) {
      const trace::Header& header = sequence_.header(index);
      if (header.launch != flow_.launch || header.block != flow_.block) continue;
      take(index, header, sequence_.site(index));
    }
    for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) drop_shuffled(thread, no_node);
    flow_.threads = std::max(flow_.threads, static_cast<std::uint32_t>(threads_.size()));
    const SelectionNames named = name_selections(flow_, selections_);
    integers_ += named.integers;
    reals_ += named.reals;
    assign_steps(flow_);
    mark_used(flow_);
    summarise(flow_);
    flow_.type = type();
    return std::move(flow_);
  }

 private:
  using Values = trace::Lanes;

  void take(std::uint32_t index, const trace::Header& header, const trace::Site& site) {
    const bool lanes_move = site.operation == Operation::load || site.operation == Operation::store ||
                            site.operation == Operation::reduce || site.operation == Operation::atomic;
    if (!lanes_move) return;
    if (site.space == Space::registers) {
      return site.operation == Operation::reduce ? reduce_warp(index, header) : shuffle(index, header);
    }
    if (site.space != Space::shared && site.space != Space::global) return;
    const std::uint32_t record = sequence_.records[index];
    std::map<std::uint64_t, std::vector<std::pair<std::uint32_t, std::uint32_t>>> added;  // by word: thread and node
    trace::for_each_lane(header.active_mask, [&](std::uint32_t lane) {
      const std::uint32_t offset = trace_.offsets[record].at(lane);
      if (offset == trace::no_offset) return;
      const std::uint32_t thread = header.warp * trace::lanes_per_warp + lane, bits = trace_.values[record].at(lane);
      const std::uint64_t byte = std::uint64_t{offset} * trace_.granule_of(header);
      const std::uint64_t place =
          site.space == Space::shared ? byte / word_bytes : (std::uint64_t{header.buffer} + 1) << 48 | byte;
      if (site.operation == Operation::load) {
        load(index, site.space, thread, place, bits);
      } else if (site.operation == Operation::atomic) {
        // What comes back is the value before. What was added is not in the trace: it is what the thread made last of
        // values of others, if it did not give that away yet.
        if (const auto node = unseen(thread, index); node && site.space == Space::global) {
          flow_.results.push_back({*node, thread, index, header.buffer, byte, true});
        }
        hold(thread, {bits, no_node, FlowPath::global, index, 0});
      } else {
        const std::uint32_t node = made(thread, bits, index);
        if (site.operation == Operation::reduce && site.space == Space::shared) {
          added[place].emplace_back(thread, node);
          return;
        }
        places_[place] = node;
        if (site.space == Space::shared) {
          if (!flow_.nodes[node].word) flow_.nodes[node].word = static_cast<std::uint32_t>(place);
        } else {
          flow_.results.push_back({node, thread, index, header.buffer, byte, site.operation == Operation::reduce});
        }
      }
    });
    for (const auto& [place, from] : added) add_to(place, from, index);
  }

  void load(std::uint32_t index, Space space, std::uint32_t thread, std::uint64_t place, std::uint32_t bits) {
    const auto held = places_.find(place);
    std::uint32_t node = held == places_.end() ? no_node : held->second;
    if (node != no_node && !flow_.nodes[node].known) {
      flow_.nodes[node].bits = bits;
      flow_.nodes[node].known = true;
    }
    if (node != no_node && flow_.nodes[node].bits != bits) node = no_node;  // changed in a way that the trace lacks
    if (space == Space::shared && node == no_node) {
      node = start(thread, bits, index, {{bits, no_node, FlowPath::shared, index, 0}});
      places_[place] = node;
    }
    const bool shared = space == Space::shared;
    if (shared && flow_.nodes[node].thread != thread) ++flow_.reads_of_others;
    hold(thread, {bits, node, shared ? FlowPath::shared : FlowPath::global, index,
                  shared ? static_cast<std::uint32_t>(place) : 0});
  }

  /// Each lane gives its value, and takes that of the lane that its offset names.
  void shuffle(std::uint32_t index, const trace::Header& header) {
    const std::uint32_t record = sequence_.records[index];
    std::array<std::uint32_t, trace::lanes_per_warp> given{};
    trace::for_each_lane(header.active_mask, [&](std::uint32_t lane) {
      given.at(lane) = made(header.warp * trace::lanes_per_warp + lane, trace_.values[record].at(lane), index);
    });
    trace::for_each_lane(header.active_mask, [&](std::uint32_t lane) {
      const std::uint32_t from = trace_.offsets[record].at(lane) / word_bytes;
      if (from >= trace::lanes_per_warp || (header.active_mask >> from & 1u) == 0) return;
      hold(header.warp * trace::lanes_per_warp + lane,
           {trace_.values[record].at(from), given.at(from), FlowPath::shuffle, index, 0});
    });
  }

  /// All lanes get the same value: one node of the first lane. Which operation it is shows when a lane gives it away.
  void reduce_warp(std::uint32_t index, const trace::Header& header) {
    const std::uint32_t record = sequence_.records[index], first = header.warp * trace::lanes_per_warp;
    FlowNode whole;
    whole.thread = first + static_cast<std::uint32_t>(std::countr_zero(header.active_mask));
    whole.index = index;
    whole.known = false;
    whole.operation = FlowOperation::unknown;
    std::vector<std::uint32_t> values;
    trace::for_each_lane(header.active_mask, [&](std::uint32_t lane) {
      values.push_back(trace_.values[record].at(lane));
      whole.inputs.push_back({made(first + lane, values.back(), index), FlowPath::shuffle, index, 0});
    });
    const std::uint32_t node = add_node(std::move(whole));
    for (const FlowOperation operation : {FlowOperation::bit_xor, FlowOperation::bit_or, FlowOperation::bit_and,
                                          FlowOperation::minimum, FlowOperation::maximum, FlowOperation::add}) {
      std::uint32_t bits = values.front();
      for (std::size_t at = 1; at < values.size(); ++at) bits = combined(operation, bits, values[at]);
      trace::for_each_lane(header.active_mask, [&](std::uint32_t lane) {
        hold(first + lane, {bits, node, FlowPath::shuffle, index, 0, operation});
      });
    }
  }

  /// Atomic additions of several threads to one place of shared memory.
  void add_to(std::uint64_t place, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& from,
              std::uint32_t index) {
    FlowNode sum;
    sum.thread = from.front().first;
    sum.index = index;
    sum.known = false;
    sum.operation = FlowOperation::unknown;
    sum.word = static_cast<std::uint32_t>(place);
    for (const auto& [thread, node] : from) {
      sum.inputs.push_back({node, FlowPath::atomic, index, static_cast<std::uint32_t>(place)});
    }
    if (const auto before = places_.find(place); before != places_.end()) {
      sum.inputs.push_back({before->second, FlowPath::shared, index, static_cast<std::uint32_t>(place)});
    }
    places_[place] = add_node(std::move(sum));
  }

  Thread& thread_at(std::uint32_t number) {
    if (number >= threads_.size()) threads_.resize(number + 1);
    return threads_[number];
  }

  /// Returns the node of what the thread makes of what it took last by a shuffle or from shared memory.
  [[nodiscard]] std::optional<std::uint32_t> unseen(std::uint32_t thread, std::uint32_t index) {
    Thread& own = thread_at(thread);
    if (own.fresh.empty()) return std::nullopt;
    const Held last = own.fresh.back();
    if (last.path == FlowPath::shared) return last.node;
    if (last.path != FlowPath::shuffle || own.remembered.empty()) return std::nullopt;
    own.fresh.clear();
    const std::uint32_t node = combine(FlowOperation::unknown, thread, 0, index, {own.remembered.front(), last});
    flow_.nodes[node].known = false;
    return node;
  }

  void hold(std::uint32_t thread, const Held& value) {
    std::vector<Held>& fresh = thread_at(thread).fresh;
    if (fresh.size() >= max_fresh) fresh.erase(fresh.begin());
    fresh.push_back(value);
  }

  std::uint32_t add_node(FlowNode node) {
    flow_.nodes.push_back(std::move(node));
    return static_cast<std::uint32_t>(flow_.nodes.size() - 1);
  }

  /// Returns the node of a value that the thread gives away with the access at `index`.
  std::uint32_t made(std::uint32_t thread, std::uint32_t bits, std::uint32_t index) {
    const std::uint32_t node = explained(thread_at(thread), thread, bits, index);
    drop_shuffled(thread, node);
    Thread& own = thread_at(thread);
    // A value that is given as it came keeps the way by which it came.
    Held given{bits, node, FlowPath::own, index, 0};
    if (flow_.nodes[node].thread != thread) {
      const auto came = std::ranges::find(own.fresh, node, &Held::node);
      const auto had = std::ranges::find(own.remembered, node, &Held::node);
      if (came != own.fresh.end()) {
        given = *came;
      } else if (had != own.remembered.end()) {
        given = *had;
      }
      given.bits = bits;
      given.operation = FlowOperation::unknown;
    }
    // A value that was read and not given yet may be given later.
    const auto is_consumed = [&](const Held& held) {
      const auto& inputs = flow_.nodes[node].inputs;
      return held.node == node || held.path == FlowPath::shuffle || (held.node == no_node && !inputs.empty()) ||
             (held.bits == bits && inputs.empty()) ||
             std::ranges::find(inputs, held.node, &FlowInput::node) != inputs.end();
    };
    for (const Held& held : own.fresh) {
      if (!is_consumed(held)) own.remembered.push_front(held);
    }
    own.fresh.clear();
    std::erase_if(own.remembered, [&](const Held& held) { return held.node == node; });
    own.remembered.push_front(given);
    while (own.remembered.size() > max_remembered) own.remembered.pop_back();
    return node;
  }

  /// A thread that took a value by a shuffle and gave away something else works for nothing.
  void drop_shuffled(std::uint32_t thread, std::uint32_t given) {
    Thread& own = thread_at(thread);
    for (const Held& held : own.fresh) {
      const bool is_taken = held.path == FlowPath::shuffle && held.operation == FlowOperation::unknown &&
                            held.node != no_node && (own.adds_own || flow_.nodes[held.node].thread != thread);
      if (!is_taken || held.node == given) continue;
      if (given != no_node && std::ranges::find(flow_.nodes[given].inputs, held.node, &FlowInput::node) !=
                                  flow_.nodes[given].inputs.end()) {
        continue;
      }
      FlowNode node;
      node.thread = thread;
      node.index = held.index;
      node.known = false;
      node.operation = FlowOperation::unknown;
      node.inputs.push_back({held.node, FlowPath::shuffle, held.index, 0});
      if (!own.remembered.empty()) {
        node.inputs.push_back({own.remembered.front().node, FlowPath::own, held.index, 0});
      }
      add_node(std::move(node));
    }
  }

  /// Returns the newest values that a thread took in, and those that it gave before and did not take in again.
  [[nodiscard]] static std::vector<Held> tried_values(const Thread& own, std::size_t& fresh) {
    std::vector<Held> tried;
    for (auto held = own.fresh.rbegin(); held != own.fresh.rend() && tried.size() < tried_fresh; ++held) {
      tried.push_back(*held);
    }
    fresh = tried.size();
    for (const Held& held : own.remembered) {
      if (held.node == no_node || std::ranges::find(tried, held.node, &Held::node) == tried.end()) {
        tried.push_back(held);
      }
    }
    return tried;
  }

  std::uint32_t explained(Thread& own, std::uint32_t thread, std::uint32_t bits, std::uint32_t index) {
    std::size_t fresh = 0;
    const std::vector<Held> tried = tried_values(own, fresh);
    if (fresh == 0) {
      const auto same = std::ranges::find(tried, bits, &Held::bits);
      if (same == tried.end()) return start(thread, bits, index, {});
      return same->node != no_node ? same->node : start(thread, bits, index, {*same});
    }
    if (doubles_own(own, thread, bits)) {
      return combine(FlowOperation::add, thread, bits, index, {own.remembered.front(), own.fresh.back()});
    }
    const bool gives_up = attempts_ > min_attempts && flow_.combinations == 0;
    ++attempts_;
    std::optional<std::uint32_t> made;
    // What came last is tried first: two new values, then a new one with the one that the thread gave last.
    const auto try_pairs = [&](std::size_t from, std::size_t end) {
      for (std::size_t one = 0; one < fresh && !made && !gives_up; ++one) {
        for (std::size_t other = std::max(one + 1, from); other < std::min(end, tried.size()) && !made; ++other) {
          if (is_nothing(tried[one]) || is_nothing(tried[other])) continue;
          // A value that a thread read and gives as it is was moved, and no 0 was added that it had before.
          const bool moved = from >= fresh && tried[one].bits == bits && tried[one].path != FlowPath::shuffle;
          if (moved) continue;
          if (!touches_others(tried[one], tried[other], thread)) continue;
          const auto operation = operation_of(tried[one].bits, tried[other].bits, bits);
          if (operation) made = combine(*operation, thread, bits, index, {tried[one], tried[other]});
        }
      }
      return made.has_value();
    };
    if (try_pairs(0, fresh) || try_pairs(fresh, fresh + 1)) return *made;
    const auto same = std::ranges::find_if(tried, [&](const Held& held) {
      return held.bits == bits && (bits != 0 || held.operation == FlowOperation::unknown);
    });
    if (same != tried.end()) {
      const Held chosen = *same;
      if (chosen.operation != FlowOperation::unknown) decide(chosen);
      if (chosen.node == no_node) return start(thread, bits, index, {chosen});
      // A choice between the own value and that of another thread is that of a minimum or maximum.
      if (const auto other = alternative(tried, fresh, chosen, thread)) {
        return combine(FlowOperation::unknown, thread, bits, index, {chosen, *other}, true);
      }
      return chosen.node;
    }
    if (try_pairs(fresh + 1, tried.size())) return *made;
    if (const auto sum = sum_of(own, bits)) {
      const bool from_memory = std::ranges::all_of(*sum, [](const Held& held) { return held.node == no_node; });
      return from_memory ? start(thread, bits, index, *sum) : combine(FlowOperation::add, thread, bits, index, *sum);
    }
    if (bits == 0) return start(thread, bits, index, {});  // what is beyond the end is mostly replaced by 0
    std::vector<Held> from;
    for (const Held& held : own.fresh) {
      if (held.operation == FlowOperation::unknown || held.operation == FlowOperation::add) from.push_back(held);
    }
    const bool from_memory = std::ranges::all_of(from, [](const Held& held) { return held.node == no_node; });
    return from_memory ? start(thread, bits, index, from) : combine(FlowOperation::unknown, thread, bits, index, from);
  }

  /// Lanes at the end of a warp take their own value by a shuffle and add it like the others.
  [[nodiscard]] bool doubles_own(Thread& own, std::uint32_t thread, std::uint32_t bits) const {
    if (own.fresh.size() != 1 || own.remembered.empty()) return false;
    const Held& held = own.fresh.back();
    if (held.path != FlowPath::shuffle || held.node == no_node || flow_.nodes[held.node].thread != thread) return false;
    const bool twice = 2 * held.bits == bits || std::bit_cast<std::uint32_t>(2 * real(held.bits)) == bits;
    if (twice && bits != 0) own.adds_own = true;
    return twice && own.adds_own;
  }

  /// What redux would have given by another operation is often 0, which explains anything.
  [[nodiscard]] static bool is_nothing(const Held& held) {
    return held.operation != FlowOperation::unknown && held.bits == 0;
  }

  [[nodiscard]] bool is_own(const Held& held, std::uint32_t thread) const {
    return held.node == no_node || flow_.nodes[held.node].thread == thread;
  }
  /// Two values from memory that only this thread has are the beginning of its work, not a step of the flow.
  [[nodiscard]] bool touches_others(const Held& one, const Held& other, std::uint32_t thread) const {
    return !(one.node == no_node && other.node == no_node) && (one.node != other.node || one.node == no_node) &&
           !(is_own(one, thread) && is_own(other, thread) && (one.node == no_node || other.node == no_node));
  }

  [[nodiscard]] std::optional<FlowOperation> operation_of(std::uint32_t one, std::uint32_t other, std::uint32_t bits) {
    const auto found = operation_that_gives(one, other, bits);
    if (!found) return std::nullopt;
    ++(found->is_real ? reals_ : integers_);
    return found->operation;
  }

  /// Returns a fresh value of the same access kind that lost against `chosen`: one is own and the other is not.
  [[nodiscard]] std::optional<Held> alternative(const std::vector<Held>& tried, std::size_t fresh, const Held& chosen,
                                                std::uint32_t thread) const {
    // By a shuffle comes one value, and the other one is in a register. Through memory come both.
    const bool by_shuffle = chosen.path == FlowPath::shuffle || tried.front().path == FlowPath::shuffle;
    for (std::size_t at = 0; at < (by_shuffle ? std::min(fresh + 1, tried.size()) : fresh); ++at) {
      const Held& held = tried[at];
      if (held.node == no_node || held.node == chosen.node || held.path == FlowPath::global) continue;
      if (held.path == FlowPath::own && chosen.path != FlowPath::shuffle) continue;
      if (is_own(held, thread) != is_own(chosen, thread)) return held;
    }
    return std::nullopt;
  }

  /// Returns all fresh values, with or without the last one that the thread gave, if their sum in this order is `bits`.
  [[nodiscard]] std::optional<std::vector<Held>> sum_of(const Thread& own, std::uint32_t bits) {
    for (const bool with_last : {false, true}) {
      if (with_last && own.remembered.empty()) break;
      std::vector<Held> terms;
      if (with_last) terms.push_back(own.remembered.front());
      terms.insert(terms.end(), own.fresh.begin(), own.fresh.end());
      if (terms.size() < 2) continue;
      std::uint32_t whole = 0;
      float part = 0;
      for (const Held& held : terms) {
        whole += held.bits;
        part += real(held.bits);
      }
      if (whole == bits) ++integers_;
      if (whole != bits && std::bit_cast<std::uint32_t>(part) == bits) ++reals_;
      if (whole == bits || std::bit_cast<std::uint32_t>(part) == bits) return terms;
    }
    return std::nullopt;
  }

  /// A value that the thread begins with, made from its own loads.
  std::uint32_t start(std::uint32_t thread, std::uint32_t bits, std::uint32_t index, const std::vector<Held>& loads) {
    const auto count = static_cast<std::uint32_t>(loads.size());
    const std::uint32_t shown = count == 1 ? loads.front().index : index;
    FlowNode node;
    node.thread = thread;
    node.index = shown;
    node.bits = bits;
    node.loads = count;
    return add_node(std::move(node));
  }

  void decide(const Held& held) {
    FlowNode& node = flow_.nodes[held.node];
    if (node.known) return;
    node.bits = held.bits;
    node.known = true;
    node.operation = held.operation;
  }

  std::uint32_t combine(FlowOperation operation, std::uint32_t thread, std::uint32_t bits, std::uint32_t index,
                        const std::vector<Held>& from, bool selects = false) {
    FlowNode node;
    node.thread = thread;
    node.bits = bits;
    node.operation = operation;
    // What came by a shuffle is combined by the next instructions, although it shows only when it is given away.
    std::uint32_t latest = 0;
    bool by_shuffle = false;
    for (const Held& held : from) {
      if (held.operation != FlowOperation::unknown) decide(held);
      std::uint32_t source = held.node;
      if (source == no_node) source = start(thread, held.bits, held.index, {held});
      node.inputs.push_back({source, held.path, held.index, held.word});
      latest = std::max(latest, held.index);
      by_shuffle = by_shuffle || held.path == FlowPath::shuffle;
    }
    node.index = by_shuffle ? latest : index;
    if (operation != FlowOperation::unknown) ++flow_.combinations;
    const std::uint32_t number = add_node(std::move(node));
    if (selects) selections_.push_back(number);
    return number;
  }

  /// The type with which most values were explained, else that of the plan's inputs.
  [[nodiscard]] catalogue::ElementType type() const {
    if (reals_ > integers_) return catalogue::ElementType::f32;
    for (const TracedBuffer& buffer : sequence_.traced->buffers) {
      const bool fits = buffer.role == catalogue::Role::in && catalogue::size_of(buffer.type) == word_bytes;
      if (fits && buffer.type != catalogue::ElementType::f32) return buffer.type;
    }
    return integers_ > 0 ? catalogue::ElementType::i32 : catalogue::ElementType::f32;
  }

  const AccessSequence& sequence_;
  const trace::Trace& trace_;
  ValueFlow flow_;
  std::unordered_map<std::uint64_t, std::uint32_t> places_;  ///< by place in memory: the node of its value
  std::vector<Thread> threads_;
  std::vector<std::uint32_t> selections_;
  std::uint32_t attempts_ = 0, integers_ = 0, reals_ = 0;
};

}  // namespace

ValueFlow value_flow(const AccessSequence& sequence, std::uint32_t launch, std::uint32_t block) {
  if (!sequence.traced->trace.has_values()) return {};
  return Flow(sequence, launch, block).run();
}

}  // namespace lanescope::analysis
