#include "ptx/instrument/record_writer.h"

#include <utility>
#include <vector>

#include "ptx/instrument/instrument.h"

namespace lanescope::ptx {
namespace {

using W = FunctionWriter;

}  // namespace

void RecordWriter::begin(bool always) {
  const bool entry = to_.function().entry;
  if (entry && always) store_state(to_);
  const Operand chosen = to_.named("%lanescope_chosen", Type::pred);
  const Operand block = to_.named("%lanescope_block", Type::b32);
  to_.write_linear_index(block, "ctaid", "nctaid");
  to_.write("sub.u32", {block, block, record_parameter(to_, "lanescope_first_block")});
  to_.write("setp.lt.u32", {chosen, block, record_parameter(to_, "lanescope_blocks")});
  if (!entry) return;
  const std::string skip_label = skip_unless_chosen();
  if (!always) store_state(to_);
  write_anchor(block);
  to_.label(skip_label);
}

/// Writes the anchor by the first thread of the block.
void RecordWriter::write_anchor(const Operand& block) {
  const Operand leads = to_.named("%lanescope_leads", Type::pred);
  const Operand thread = to_.named("%lanescope_thread", Type::b32);
  to_.write_linear_index(thread, "tid", "ntid");
  to_.write("setp.eq.u32", {leads, thread, W::integer(0)});
  const Operand place = to_.named("%lanescope_place", Type::b64);
  const Operand buffer = record_parameter(to_, "lanescope_buffer");
  to_.write("cvta.to.global.u64", {place, buffer});
  to_.write("add.s64", {place, place, record_parameter(to_, "lanescope_anchors")});
  to_.write("mad.wide.u32", {place, block, W::integer(sizeof(BlockAnchor)), place});
  to_.write_clocks(leads, place, 16);
}

/// Lanes of one warp belong to one block, so the branch never divides them.
std::string RecordWriter::skip_unless_chosen() {
  std::string skip_label = to_.fresh_label();
  to_.write_if(W::inverted(to_.named("%lanescope_chosen", Type::pred)), "bra.uni", {W::label_operand(skip_label)});
  return skip_label;
}

void RecordWriter::call(const RecordContent& content, const std::string& skip_label) {
  const Operand member_mask = to_.named("%lanescope_member_mask", Type::b32),
                clock = to_.named("%lanescope_clock", Type::b64);
  // The lanes that are active here were active at the instruction, because nothing between divides them. Lanes whose
  // predicate is false go along, so that the warp stays together, and write nothing.
  to_.write("mov.u64", {clock, W::special("%clock64")});
  to_.write("activemask.b32", {member_mask});
  Operand mask = member_mask;
  if (content.guard) {
    mask = to_.named("%lanescope_mask", Type::b32);
    const Operand nobody = to_.named("%lanescope_nobody", Type::pred);
    to_.write("vote.sync.ballot.b32", {mask, *content.guard, member_mask});
    to_.write("setp.eq.u32", {nobody, mask, W::integer(0)});
    to_.write_if(nobody, "bra.uni", {W::label_operand(skip_label)});
  }
  // The arguments are in the order of RecordArgument.
  std::vector<Operand> arguments{W::integer(content.point), member_mask, mask, clock,
                                 content.detail.value_or(W::integer(0))};
  if (content.address) arguments.push_back(*content.address);
  if (content.value) arguments.push_back(*content.value);
  to_.call(content.address ? access_ : barrier_, std::move(arguments));
}

}  // namespace lanescope::ptx
