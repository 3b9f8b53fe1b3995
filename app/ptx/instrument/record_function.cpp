#include "ptx/instrument/record_writer.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "ptx/instrument/function_writer.h"
#include "ptx/instrument/instrument.h"

namespace lanescope::ptx {
namespace {

using W = FunctionWriter;

struct Argument {
  std::string_view name;
  Type type;
};
/// The arguments are in the order of RecordArgument.
constexpr std::array<Argument, 7> all_arguments{{{"point", Type::b32},
                                                 {"member_mask", Type::b32},
                                                 {"mask", Type::b32},
                                                 {"clock", Type::b64},
                                                 {"detail", Type::b64},
                                                 {"address", Type::b64},
                                                 {"value", Type::b32}}};

std::size_t arguments_of(RecordKind kind, bool values) {
  if (kind == RecordKind::barrier) return static_cast<std::size_t>(RecordArgument::address);
  return all_arguments.size() - (values ? 0 : 1);
}

Function without_body(RecordKind kind, bool values) {
  Function function;
  function.name = kind == RecordKind::access ? "lanescope_record_access" : "lanescope_record_barrier";
  function.has_body = true;
  for (std::size_t index = 0; index < arguments_of(kind, values); ++index) {
    Variable parameter;
    parameter.name = "lanescope_" + std::string(all_arguments.at(index).name);
    parameter.space = Space::param;
    parameter.type = all_arguments.at(index).type;
    function.parameters.push_back(std::move(parameter));
  }
  return function;
}

class BodyWriter {
 public:
  BodyWriter(RecordKind kind, bool values)
      : access_(kind == RecordKind::access), values_(values), to_(without_body(kind, values)) {}

  Function run() {
    lane_and_leader();
    take_number();
    place_of_record();
    if (access_) write_lanes();
    write_head();
    to_.write("ret", {});
    return std::move(to_.function());
  }

 private:
  Operand narrow(std::string_view name) { return to_.named("%lanescope_" + std::string(name), Type::b32); }
  Operand wide(std::string_view name) { return to_.named("%lanescope_" + std::string(name), Type::b64); }
  Operand predicate(std::string_view name) { return to_.named("%lanescope_" + std::string(name), Type::pred); }

  Operand argument(RecordArgument which) {
    const Argument& argument = all_arguments.at(static_cast<std::size_t>(which));
    const bool is_wide = argument.type == Type::b64;
    const Operand value = is_wide ? wide(argument.name) : narrow(argument.name);
    to_.write(is_wide ? "ld.param.b64" : "ld.param.b32",
              {value, W::address(W::symbol("lanescope_" + std::string(argument.name)))});
    return value;
  }

  void lane_and_leader() {
    const Operand mask = argument(RecordArgument::mask), lane = narrow("lane"), leader = narrow("leader");
    to_.write("mov.u32", {lane, W::special("%laneid")});
    to_.write("brev.b32", {leader, mask});
    to_.write("clz.b32", {leader, leader});
    to_.write("setp.eq.u32", {predicate("leads"), lane, leader});
  }

  /// The lowest lane takes one number for all lanes. Beyond `bound` it only counts; the counter has 64 bits, so that
  /// it never wraps.
  void take_number() {
    const Operand leads = predicate("leads"), writes = predicate("writes"), here = predicate("here");
    const Operand buffer = record_parameter(to_, "lanescope_buffer");
    const Operand bound = record_parameter(to_, access_ ? "lanescope_max_records" : "lanescope_max_barriers");
    const Operand taken = wide("taken"), limit = wide("limit"), number = narrow("number"), bit = narrow("bit");
    const std::int64_t counter = access_ ? offsetof(RecordCounters, accesses) : offsetof(RecordCounters, barriers);
    to_.write("cvta.to.global.u64", {buffer, buffer});
    to_.write("mov.u64", {taken, W::integer(0)});
    to_.write_if(leads, "atom.global.add.u64", {taken, W::address(buffer, counter), W::integer(1)});
    to_.write("cvt.u64.u32", {limit, bound});
    to_.write("min.u64", {taken, taken, limit});
    to_.write("cvt.u32.u64", {number, taken});
    const Operand member_mask = argument(RecordArgument::member_mask);
    to_.write("shfl.sync.idx.b32", {number, number, narrow("leader"), W::integer(31), member_mask});
    to_.write("setp.lt.u32", {writes, number, bound});
    to_.write("shr.u32", {bit, narrow("mask"), narrow("lane")});
    to_.write("and.b32", {bit, bit, W::integer(1)});
    to_.write("setp.ne.u32", {here, bit, W::integer(0)});
    to_.write("and.pred", {writes, writes, here});
    to_.write("and.pred", {leads, leads, writes});
  }

  void place_of_record() {
    const Operand record = wide("record");
    const Operand start = record_parameter(to_, access_ ? "lanescope_records" : "lanescope_barriers");
    to_.write("add.s64", {record, to_.named("%lanescope_buffer", Type::b64), start});
    to_.write("mad.wide.u32",
              {record, narrow("number"), W::integer(access_ ? record_bytes(values_) : sizeof(RecordHead)), record});
  }

  void write_lanes() {
    const Operand record = wide("record"), place = wide("place"), lane = narrow("lane"), writes = predicate("writes");
    to_.write("mad.wide.u32", {place, lane, W::integer(8), record});
    to_.write_if(writes, "st.global.b64", {W::address(place, record_addresses), argument(RecordArgument::address)});
    if (!values_) return;
    to_.write("mad.wide.u32", {place, lane, W::integer(4), record});
    to_.write_if(writes, "st.global.b32", {W::address(place, record_values), argument(RecordArgument::value)});
  }

  void write_head() {
    const Operand record = wide("record"), leads = predicate("leads");
    const Operand block = narrow("block"), warp = narrow("warp"), sm = narrow("sm"), timer = wide("timer");
    to_.write_linear_index(block, "ctaid", "nctaid");
    to_.write_linear_index(warp, "tid", "ntid");
    to_.write("shr.u32", {warp, warp, W::integer(5)});
    to_.write("mov.u32", {sm, W::special("%smid")});
    to_.write("mov.u64", {timer, W::special("%globaltimer")});
    const Operand point = argument(RecordArgument::point), launch = record_parameter(to_, "lanescope_launch");
    to_.write_if(leads, "st.global.v4.b32", {W::address(record), W::vector({point, launch, block, warp})});
    to_.write_if(leads, "st.global.v2.b32",
                 {W::address(record, offsetof(RecordHead, active_mask)), W::vector({narrow("mask"), sm})});
    to_.write_if(leads, "st.global.b64",
                 {W::address(record, offsetof(RecordHead, cycles)), argument(RecordArgument::clock)});
    to_.write_if(
        leads, "st.global.v2.b64",
        {W::address(record, offsetof(RecordHead, nanoseconds)), W::vector({timer, argument(RecordArgument::detail)})});
  }

  bool access_, values_;
  FunctionWriter to_;
};

}  // namespace

Function record_function(RecordKind kind, bool values) {
  return BodyWriter(kind, values).run();
}

}  // namespace lanescope::ptx
