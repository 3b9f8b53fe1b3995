#include "ptx/record_writer.h"

#include <fmt/format.h>

#include <cstddef>

namespace warpscope::ptx {
namespace {

using W = FunctionWriter;

std::size_t index_of(std::string_view name) {
  std::size_t index = 0;
  while (record_parameters.at(index).name != name) ++index;
  return index;
}

}  // namespace

std::uint32_t state_offset(std::size_t parameter) {
  std::uint32_t offset = 0;
  for (std::size_t before = 0; before < parameter; ++before) offset += bytes_of(record_parameters.at(before).type);
  return offset;
}
static_assert(state_bytes >= 4 * 8 + 5 * 4);

Operand RecordWriter::parameter(std::string_view name) {
  const std::size_t index = index_of(name);
  const Type type = record_parameters.at(index).type;
  const std::string suffix = type == Type::u64 ? ".u64" : ".u32";
  const Operand value = to_.named(fmt::format("%{}", name), type == Type::u64 ? Type::b64 : Type::b32);
  if (to_.function().entry) {
    to_.write("ld.param" + suffix, {value, W::address(W::symbol(std::string(name)))});
  } else {
    to_.write("ld.global" + suffix, {value, W::address(W::symbol(std::string(record_state)), state_offset(index))});
  }
  return value;
}

void RecordWriter::linear(const Operand& to, const char* index, const char* extent) {
  const Operand factor = to_.named("%warpscope_factor", Type::b32), term = to_.named("%warpscope_term", Type::b32);
  const auto special = [](const char* name, const char* axis) { return W::special(fmt::format("%{}.{}", name, axis)); };
  to_.write("mov.u32", {to, special(index, "z")});
  for (const char* const axis : {"y", "x"}) {
    to_.write("mov.u32", {factor, special(extent, axis)});
    to_.write("mov.u32", {term, special(index, axis)});
    to_.write("mad.lo.u32", {to, to, factor, term});
  }
}

void RecordWriter::begin(bool state) {
  if (state && to_.function().entry) {
    for (std::size_t index = 0; index < record_parameters.size(); ++index) {
      const std::string suffix = record_parameters.at(index).type == Type::u64 ? ".u64" : ".u32";
      const Operand value = parameter(record_parameters.at(index).name);
      to_.write("st.global" + suffix, {W::address(W::symbol(std::string(record_state)), state_offset(index)), value});
    }
  }
  const Operand chosen = to_.named("%warpscope_chosen", Type::pred);
  const Operand block = to_.named("%warpscope_block", Type::b32);
  linear(block, "ctaid", "nctaid");
  to_.write("sub.u32", {block, block, parameter("warpscope_first_block")});
  to_.write("setp.lt.u32", {chosen, block, parameter("warpscope_blocks")});
  if (!to_.function().entry) return;

  // The anchor, by the first thread of the block.
  const std::string behind = skip_unless_chosen();
  const Operand leads = to_.named("%warpscope_leads", Type::pred);
  const Operand thread = to_.named("%warpscope_thread", Type::b32);
  linear(thread, "tid", "ntid");
  to_.write("setp.eq.u32", {leads, thread, W::integer(0)});
  const Operand place = to_.named("%warpscope_place", Type::b64);
  const Operand buffer = parameter("warpscope_buffer");
  to_.write("cvta.to.global.u64", {place, buffer});
  to_.write("add.s64", {place, place, parameter("warpscope_anchors")});
  to_.write("mad.wide.u32", {place, block, W::integer(sizeof(BlockAnchor)), place});
  const Operand timer = to_.named("%warpscope_timer", Type::b64), clock = to_.named("%warpscope_clock", Type::b64);
  const Operand sm = to_.named("%warpscope_sm", Type::b32), one = to_.named("%warpscope_one", Type::b32);
  to_.write("mov.u64", {timer, W::special("%globaltimer")});
  to_.write("mov.u64", {clock, W::special("%clock64")});
  to_.write("mov.u32", {sm, W::special("%smid")});
  to_.write("mov.u32", {one, W::integer(1)});
  to_.write_if(leads, "st.global.v2.b64", {W::address(place), W::vector({timer, clock})});
  to_.write_if(leads, "st.global.v2.b32", {W::address(place, 16), W::vector({sm, one})});
  to_.label(behind);
}

/// Lanes of one warp are of one block, so the branch never divides them.
std::string RecordWriter::skip_unless_chosen() {
  std::string behind = to_.fresh_label();
  Operand target;
  target.kind = Operand::Kind::label;
  target.name = behind;
  to_.write_if(W::inverted(to_.named("%warpscope_chosen", Type::pred)), "bra.uni", {target});
  return behind;
}

void RecordWriter::write(const RecordContent& content, const std::string& behind) {
  const Operand among = to_.named("%warpscope_among", Type::b32), mask = to_.named("%warpscope_mask", Type::b32);
  const Operand leads = to_.named("%warpscope_leads", Type::pred), writes = to_.named("%warpscope_writes", Type::pred);
  // Who runs together here did so at the instruction: nothing between divides them. Those that the instruction's
  // predicate left out go along, so that the warp stays together, and write nothing.
  to_.write("mov.u64", {to_.named("%warpscope_clock", Type::b64), W::special("%clock64")});
  to_.write("activemask.b32", {among});
  if (content.guard) {
    to_.write("vote.sync.ballot.b32", {mask, *content.guard, among});
    Operand target;
    target.kind = Operand::Kind::label;
    target.name = behind;
    to_.write("setp.eq.u32", {leads, mask, W::integer(0)});
    to_.write_if(leads, "bra.uni", {target});
  } else {
    to_.write("mov.b32", {mask, among});
  }
  const Operand lane = to_.named("%warpscope_lane", Type::b32), leader = to_.named("%warpscope_leader", Type::b32);
  to_.write("mov.u32", {lane, W::special("%laneid")});
  to_.write("brev.b32", {leader, mask});
  to_.write("clz.b32", {leader, leader});
  to_.write("setp.eq.u32", {leads, lane, leader});

  // The lowest lane takes a number for all of them. Beyond the bound it only counts: the counter has 64 bits, so that
  // it never begins again.
  const bool access = content.address.has_value();
  const Operand buffer = parameter("warpscope_buffer");
  const Operand most = parameter(access ? "warpscope_most_records" : "warpscope_most_barriers");
  const Operand taken = to_.named("%warpscope_taken", Type::b64), limit = to_.named("%warpscope_limit", Type::b64);
  const Operand number = to_.named("%warpscope_number", Type::b32);
  const std::int64_t counter = access ? offsetof(RecordCounters, accesses) : offsetof(RecordCounters, barriers);
  to_.write("cvta.to.global.u64", {buffer, buffer});
  to_.write("mov.u64", {taken, W::integer(0)});
  to_.write_if(leads, "atom.global.add.u64", {taken, W::address(buffer, counter), W::integer(1)});
  to_.write("cvt.u64.u32", {limit, most});
  to_.write("min.u64", {taken, taken, limit});
  to_.write("cvt.u32.u64", {number, taken});
  to_.write("shfl.sync.idx.b32", {number, number, leader, W::integer(31), among});
  to_.write("setp.lt.u32", {writes, number, most});
  if (content.guard) {
    const Operand here = to_.named("%warpscope_here", Type::pred);
    if (content.guard->negated) {
      to_.write("not.pred", {here, W::inverted(*content.guard)});
      to_.write("and.pred", {writes, writes, here});
    } else {
      to_.write("and.pred", {writes, writes, *content.guard});
    }
  }
  to_.write("and.pred", {leads, leads, writes});

  const Operand record = to_.named("%warpscope_record", Type::b64), place = to_.named("%warpscope_place", Type::b64);
  const std::uint32_t bytes = access ? record_bytes(values_) : sizeof(RecordHead);
  to_.write("add.s64", {record, buffer, parameter(access ? "warpscope_records" : "warpscope_barriers")});
  to_.write("mad.wide.u32", {record, number, W::integer(bytes), record});
  if (content.address) {
    to_.write("mad.wide.u32", {place, lane, W::integer(8), record});
    to_.write_if(writes, "st.global.b64", {W::address(place, record_addresses), *content.address});
  }
  if (content.value) {
    to_.write("mad.wide.u32", {place, lane, W::integer(4), record});
    to_.write_if(writes, "st.global.b32", {W::address(place, record_values), *content.value});
  }
  write_head(content, record, leads);
}

void RecordWriter::write_head(const RecordContent& content, const Operand& record, const Operand& leads) {
  const Operand point = to_.named("%warpscope_point", Type::b32), block = to_.named("%warpscope_block", Type::b32);
  const Operand warp = to_.named("%warpscope_warp", Type::b32), sm = to_.named("%warpscope_sm", Type::b32);
  const Operand timer = to_.named("%warpscope_timer", Type::b64), detail = to_.named("%warpscope_detail", Type::b64);
  to_.write("mov.u32", {point, W::integer(content.point)});
  linear(block, "ctaid", "nctaid");
  linear(warp, "tid", "ntid");
  to_.write("shr.u32", {warp, warp, W::integer(5)});
  to_.write("mov.u32", {sm, W::special("%smid")});
  to_.write("mov.u64", {timer, W::special("%globaltimer")});
  if (!content.detail) to_.write("mov.u64", {detail, W::integer(0)});
  const Operand launch = parameter("warpscope_launch");
  to_.write_if(leads, "st.global.v4.b32", {W::address(record), W::vector({point, launch, block, warp})});
  to_.write_if(leads, "st.global.v2.b32",
               {W::address(record, offsetof(RecordHead, active_mask)),
                W::vector({to_.named("%warpscope_mask", Type::b32), sm})});
  to_.write_if(leads, "st.global.b64",
               {W::address(record, offsetof(RecordHead, cycles)), to_.named("%warpscope_clock", Type::b64)});
  to_.write_if(leads, "st.global.v2.b64",
               {W::address(record, offsetof(RecordHead, nanoseconds)),
                W::vector({timer, content.detail ? *content.detail : detail})});
}

}  // namespace warpscope::ptx
