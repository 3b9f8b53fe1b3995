#include "counters/metric_names.h"

#include <algorithm>

#include "base/names.h"

namespace lanescope::counters {
namespace {

constexpr EnumNames<chip_count> chip_names{"TU102", "GA100", "GA102", "AD102", "GH100", "GB100", "GB202"};

constexpr std::uint8_t only(std::initializer_list<Chip> list) {
  std::uint8_t bits = 0;
  for (const Chip chip : list) bits |= static_cast<std::uint8_t>(1u << static_cast<unsigned>(chip));
  return bits;
}
constexpr std::uint8_t all =
    only({Chip::TU102, Chip::GA100, Chip::GA102, Chip::AD102, Chip::GH100, Chip::GB100, Chip::GB202});
constexpr std::uint8_t but(std::initializer_list<Chip> list) {
  return static_cast<std::uint8_t>(all & ~only(list));
}

constexpr std::array formula_table = {
    Formula{"sol.compute", all, {Term{"sm__throughput.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.memory", all, {Term{"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.l1", all, {Term{"l1tex__throughput.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.l2", all, {Term{"lts__throughput.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.dram", all, {Term{"gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.compute.issue_slots", all, {Term{"sm__inst_issued.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.compute.alu", all, {Term{"sm__inst_executed_pipe_alu.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.compute.fma", all, {Term{"sm__inst_executed_pipe_fma.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.compute.fp16",
            only({Chip::TU102, Chip::GA100}),
            {Term{"sm__inst_executed_pipe_fp16.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.compute.fp64", all, {Term{"sm__inst_executed_pipe_fp64.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.compute.xu", all, {Term{"sm__inst_executed_pipe_xu.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.compute.lsu", all, {Term{"sm__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.compute.tensor", all, {Term{"sm__inst_executed_pipe_tensor.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.memory.lsu_requests", all, {Term{"l1tex__lsuin_requests.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{
        "sol.memory.lsu_wavefronts", all, {Term{"l1tex__data_pipe_lsu_wavefronts.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.memory.l1_tags", all, {Term{"l1tex__f_wavefronts.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.memory.l1_data", all, {Term{"l1tex__data_bank_reads.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.memory.l1_from_l2", all, {Term{"l1tex__m_xbar2l1tex_read_sectors.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.memory.l2_sectors", all, {Term{"lts__t_sectors.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.memory.l2_tags", all, {Term{"lts__t_tag_requests.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.memory.l2_to_crossbar", all, {Term{"lts__lts2xbar_cycles_active.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"sol.memory.dram", all, {Term{"dram__cycles_active.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"time.duration", all, {Term{"gpu__time_duration.sum", 1e-6}}},
    Formula{"time.elapsed", all, {Term{"gpc__cycles_elapsed.max"}}},
    Formula{"time.sm_active", all, {Term{"sm__cycles_active.avg"}}},
    Formula{"clock.sm", all, {Term{"gpc__cycles_elapsed.avg.per_second"}}},
    Formula{"clock.dram", all, {Term{"dram__cycles_elapsed.avg.per_second"}}},

    Formula{"global.load.instructions", all, {Term{"smsp__sass_inst_executed_op_global_ld.sum"}}},
    Formula{"global.store.instructions", all, {Term{"smsp__sass_inst_executed_op_global_st.sum"}}},
    Formula{"global.reduce.instructions", all, {Term{"smsp__inst_executed_op_global_red.sum"}}},
    Formula{"global.atomic.instructions",
            all,
            {Term{"smsp__inst_executed_op_generic_atom_dot_alu.sum"},
             Term{"smsp__inst_executed_op_generic_atom_dot_cas.sum"}}},
    Formula{"local.load.instructions", all, {Term{"smsp__sass_inst_executed_op_local_ld.sum"}}},
    Formula{"local.store.instructions", all, {Term{"smsp__sass_inst_executed_op_local_st.sum"}}},
    Formula{"texture.load.instructions", all, {Term{"smsp__inst_executed_op_texture.sum"}}},
    Formula{"shared.load.instructions", all, {Term{"smsp__sass_inst_executed_op_shared_ld.sum"}}},
    Formula{"shared.store.instructions", all, {Term{"smsp__sass_inst_executed_op_shared_st.sum"}}},
    Formula{"shared.atomic.instructions", all, {Term{"smsp__inst_executed_op_shared_atom.sum"}}},

    Formula{"global.load.requests", all, {Term{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"}}},
    Formula{"global.load.tag_wavefronts", all, {Term{"l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_ld.sum"}}},
    Formula{"global.load.sectors", all, {Term{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"}}},
    Formula{"global.load.sectors_per_request",
            all,
            {Term{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"}},
            {Term{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"}}},
    Formula{"global.load.sectors_hit", all, {Term{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum"}}},
    Formula{"global.load.sectors_miss", all, {Term{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum"}}},
    Formula{"global.load.hit_rate",
            all,
            {Term{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum", 100}},
            {Term{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"}}},
    Formula{"global.load.share",
            all,
            {Term{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"global.store.requests", all, {Term{"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}}},
    Formula{"global.store.tag_wavefronts", all, {Term{"l1tex__t_output_wavefronts_pipe_lsu_mem_global_op_st.sum"}}},
    Formula{"global.store.sectors", all, {Term{"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}}},
    Formula{"global.store.sectors_per_request",
            all,
            {Term{"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}},
            {Term{"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"}}},
    Formula{"global.store.sectors_hit", all, {Term{"l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum"}}},
    Formula{"global.store.sectors_miss", all, {Term{"l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_miss.sum"}}},
    Formula{"global.store.hit_rate",
            all,
            {Term{"l1tex__t_sectors_pipe_lsu_mem_global_op_st_lookup_hit.sum", 100}},
            {Term{"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"}}},
    Formula{"global.store.share",
            all,
            {Term{"l1tex__t_requests_pipe_lsu_mem_global_op_st.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"global.reduce.requests", all, {Term{"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"}}},
    Formula{"global.reduce.sectors", all, {Term{"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"}}},
    Formula{"global.atomic.requests", all, {Term{"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"}}},
    Formula{"global.atomic.sectors", all, {Term{"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum"}}},
    Formula{"local.load.requests", all, {Term{"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum"}}},
    Formula{"local.load.sectors", all, {Term{"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"}}},
    Formula{"local.load.sectors_hit", all, {Term{"l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum"}}},
    Formula{"local.load.sectors_miss", all, {Term{"l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_miss.sum"}}},
    Formula{"local.load.hit_rate",
            all,
            {Term{"l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum", 100}},
            {Term{"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum"}}},
    Formula{"local.store.requests", all, {Term{"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum"}}},
    Formula{"local.store.sectors", all, {Term{"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum"}}},
    Formula{"texture.load.requests", all, {Term{"l1tex__t_requests_pipe_tex_mem_texture.sum"}}},
    Formula{"texture.load.sectors", all, {Term{"l1tex__t_sectors_pipe_tex_mem_texture.sum"}}},
    Formula{"l1.hit_rate", all, {Term{"l1tex__t_sectors_lookup_hit.sum", 100}}, {Term{"l1tex__t_sectors.sum"}}},

    Formula{"shared.read.wavefronts", all, {Term{"l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_read.sum"}}},
    Formula{"shared.write.wavefronts", all, {Term{"l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_write.sum"}}},
    Formula{"shared.read.share",
            all,
            {Term{"l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_read.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"shared.write.share",
            all,
            {Term{"l1tex__data_pipe_lsu_wavefronts_mem_shared_cmd_write.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"shared.load.wavefronts", all, {Term{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"}}},
    Formula{"shared.load.conflicts", all, {Term{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"}}},
    Formula{"shared.load.share",
            all,
            {Term{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"shared.store.wavefronts", all, {Term{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"}}},
    Formula{"shared.store.conflicts", all, {Term{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"}}},
    Formula{"shared.store.share",
            all,
            {Term{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"shared.atomic.wavefronts", all, {Term{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"}}},
    Formula{"shared.atomic.share",
            all,
            {Term{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"shared.arbitration",
            only({Chip::GH100, Chip::GB100, Chip::GB202}),
            {Term{"l1tex__data_bank_conflicts_type_arbitration.sum"}}},

    Formula{"l2_to_l1.bytes", all, {Term{"l1tex__m_xbar2l1tex_read_bytes.sum"}}},
    Formula{"l2_to_l1.share", all, {Term{"l1tex__m_xbar2l1tex_read_bytes.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"l1_to_l2.bytes", all, {Term{"l1tex__m_l1tex2xbar_write_bytes.sum"}}},
    Formula{"l1_to_l2.share", all, {Term{"l1tex__m_l1tex2xbar_write_bytes.avg.pct_of_peak_sustained_elapsed"}}},

    Formula{"l2.hit_rate", all, {Term{"lts__t_sectors_lookup_hit.sum", 100}}, {Term{"lts__t_sectors.sum"}}},
    Formula{"l2.read.requests", all, {Term{"lts__t_requests_srcunit_tex_op_read.sum"}}},
    Formula{"l2.read.sectors", all, {Term{"lts__t_sectors_srcunit_tex_op_read.sum"}}},
    Formula{"l2.read.sectors_hit", all, {Term{"lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum"}}},
    Formula{"l2.read.sectors_miss", all, {Term{"lts__t_sectors_srcunit_tex_op_read_lookup_miss.sum"}}},
    Formula{"l2.read.hit_rate",
            all,
            {Term{"lts__t_sectors_srcunit_tex_op_read_lookup_hit.sum", 100}},
            {Term{"lts__t_sectors_srcunit_tex_op_read.sum"}}},
    Formula{"l2.write.requests", all, {Term{"lts__t_requests_srcunit_tex_op_write.sum"}}},
    Formula{"l2.write.sectors", all, {Term{"lts__t_sectors_srcunit_tex_op_write.sum"}}},
    Formula{"l2.write.sectors_hit", all, {Term{"lts__t_sectors_srcunit_tex_op_write_lookup_hit.sum"}}},
    Formula{"l2.write.sectors_miss", all, {Term{"lts__t_sectors_srcunit_tex_op_write_lookup_miss.sum"}}},
    Formula{"l2.write.hit_rate",
            all,
            {Term{"lts__t_sectors_srcunit_tex_op_write_lookup_hit.sum", 100}},
            {Term{"lts__t_sectors_srcunit_tex_op_write.sum"}}},
    Formula{"l2.atomic.requests", all, {Term{"lts__t_requests_srcunit_tex_op_atom.sum"}}},
    Formula{"l2.atomic.sectors", all, {Term{"lts__t_sectors_srcunit_tex_op_atom.sum"}}},
    Formula{"l2.reduce.requests", all, {Term{"lts__t_requests_srcunit_tex_op_red.sum"}}},
    Formula{"l2.reduce.sectors", all, {Term{"lts__t_sectors_srcunit_tex_op_red.sum"}}},
    Formula{"l2.fabric.sectors",
            only({Chip::GA100, Chip::GH100, Chip::GB100}),
            {Term{"lts__t_sectors_srcunit_ltcfabric.sum"}}},

    Formula{"memory.read.bytes", but({Chip::GB202}), {Term{"dram__bytes_read.sum"}}},
    Formula{"memory.read.bytes", only({Chip::GB202}), {Term{"dram__bytes_op_read.sum"}}},
    Formula{"memory.read.share", but({Chip::GB202}), {Term{"dram__bytes_read.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"memory.read.share", only({Chip::GB202}), {Term{"dram__bytes_op_read.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"memory.read.sectors", but({Chip::GB202}), {Term{"dram__sectors_read.sum"}}},
    Formula{"memory.read.sectors", only({Chip::GB202}), {Term{"dram__sectors_op_read.sum"}}},
    Formula{"memory.read.rate", but({Chip::GB202}), {Term{"dram__bytes_read.sum.per_second"}}},
    Formula{"memory.read.rate", only({Chip::GB202}), {Term{"dram__bytes_op_read.sum.per_second"}}},
    Formula{"memory.write.bytes", but({Chip::GB202}), {Term{"dram__bytes_write.sum"}}},
    Formula{"memory.write.bytes", only({Chip::GB202}), {Term{"dram__bytes_op_write.sum"}}},
    Formula{"memory.write.share", but({Chip::GB202}), {Term{"dram__bytes_write.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{
        "memory.write.share", only({Chip::GB202}), {Term{"dram__bytes_op_write.avg.pct_of_peak_sustained_elapsed"}}},
    Formula{"memory.write.sectors", but({Chip::GB202}), {Term{"dram__sectors_write.sum"}}},
    Formula{"memory.write.sectors", only({Chip::GB202}), {Term{"dram__sectors_op_write.sum"}}},
    Formula{"memory.write.rate", but({Chip::GB202}), {Term{"dram__bytes_write.sum.per_second"}}},
    Formula{"memory.write.rate", only({Chip::GB202}), {Term{"dram__bytes_op_write.sum.per_second"}}},
    Formula{"host.read.bytes",
            but({Chip::GB100, Chip::GB202}),
            {Term{"lts__t_sectors_srcunit_tex_aperture_sysmem_op_read.sum", 32}}},
    Formula{"host.read.bytes",
            only({Chip::GB100, Chip::GB202}),
            {Term{"syslts__t_sectors_srcunit_tex_aperture_sysmem_op_read.sum", 32}}},
    Formula{"host.write.bytes",
            but({Chip::GB100, Chip::GB202}),
            {Term{"lts__t_sectors_srcunit_tex_aperture_sysmem_op_write.sum", 32}}},
    Formula{"host.write.bytes",
            only({Chip::GB100, Chip::GB202}),
            {Term{"syslts__t_sectors_srcunit_tex_aperture_sysmem_op_write.sum", 32}}},

    Formula{"warps.maximum", all, {Term{"smsp__warps_active.avg.peak_sustained"}}},
    // Theoretical warps and occupancy have no counter: they follow from the launch.
    Formula{"warps.active", all, {Term{"smsp__warps_active.avg.per_cycle_active"}}},
    Formula{"warps.eligible", all, {Term{"smsp__warps_eligible.avg.per_cycle_active"}}},
    Formula{"warps.issued", all, {Term{"smsp__issue_active.avg.per_cycle_active"}}},
    Formula{"issue.no_eligible", all, {Term{"smsp__issue_inst0.avg.pct_of_peak_sustained_active"}}},
    Formula{"issue.one_or_more", all, {Term{"smsp__issue_active.avg.pct_of_peak_sustained_active"}}},
    Formula{"occupancy.achieved", all, {Term{"sm__warps_active.avg.pct_of_peak_sustained_active"}}},
    Formula{"instructions.executed", all, {Term{"smsp__inst_executed.sum"}}},
    Formula{"instructions.per_cycle", all, {Term{"sm__inst_executed.avg.per_cycle_active"}}},
    Formula{"instructions.threads", all, {Term{"smsp__thread_inst_executed_per_inst_executed.ratio"}}},
    Formula{"instructions.threads_predicated_on",
            all,
            {Term{"smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"}}},

    Formula{"warp.cycles_per_instruction", all, {Term{"smsp__average_warp_latency_per_inst_issued.ratio"}}},
    Formula{"stall.barrier", all, {Term{"smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio"}}},
    Formula{"stall.branch_resolving",
            all,
            {Term{"smsp__average_warps_issue_stalled_branch_resolving_per_issue_active.ratio"}}},
    Formula{
        "stall.dispatch_stall", all, {Term{"smsp__average_warps_issue_stalled_dispatch_stall_per_issue_active.ratio"}}},
    Formula{"stall.drain", all, {Term{"smsp__average_warps_issue_stalled_drain_per_issue_active.ratio"}}},
    Formula{"stall.gmma", only({Chip::GH100}), {Term{"smsp__average_warps_issue_stalled_gmma_per_issue_active.ratio"}}},
    Formula{"stall.imc_miss",
            but({Chip::GB100, Chip::GB202}),
            {Term{"smsp__average_warps_issue_stalled_imc_miss_per_issue_active.ratio"}}},
    Formula{"stall.lg_throttle", all, {Term{"smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio"}}},
    Formula{"stall.long_scoreboard",
            all,
            {Term{"smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio"}}},
    Formula{"stall.math_pipe_throttle",
            all,
            {Term{"smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio"}}},
    Formula{"stall.membar", all, {Term{"smsp__average_warps_issue_stalled_membar_per_issue_active.ratio"}}},
    Formula{"stall.mio_throttle", all, {Term{"smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio"}}},
    Formula{"stall.misc", all, {Term{"smsp__average_warps_issue_stalled_misc_per_issue_active.ratio"}}},
    Formula{
        "stall.no_instruction", all, {Term{"smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio"}}},
    Formula{"stall.not_selected", all, {Term{"smsp__average_warps_issue_stalled_not_selected_per_issue_active.ratio"}}},
    Formula{"stall.selected", all, {Term{"smsp__average_warps_issue_stalled_selected_per_issue_active.ratio"}}},
    Formula{"stall.short_scoreboard",
            all,
            {Term{"smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio"}}},
    Formula{"stall.sleeping", all, {Term{"smsp__average_warps_issue_stalled_sleeping_per_issue_active.ratio"}}},
    Formula{"stall.tex_throttle", all, {Term{"smsp__average_warps_issue_stalled_tex_throttle_per_issue_active.ratio"}}},
    Formula{"stall.wait", all, {Term{"smsp__average_warps_issue_stalled_wait_per_issue_active.ratio"}}},
};

}  // namespace

std::string_view name_of(Chip chip) {
  return enum_name(chip_names, chip);
}
std::optional<Chip> chip_named(std::string_view name) {
  return enum_cast<Chip>(chip_names, name);
}
std::optional<Chip> chip_of(int compute_major, int compute_minor) {
  switch (10 * compute_major + compute_minor) {
    case 75:
      return Chip::TU102;
    case 80:
      return Chip::GA100;
    case 86:
      return Chip::GA102;
    case 89:
      return Chip::AD102;
    case 90:
      return Chip::GH100;
    case 100:
      return Chip::GB100;
    case 120:
      return Chip::GB202;
    default:
      return std::nullopt;
  }
}

std::span<const Formula> formulas() {
  return formula_table;
}

const Formula* formula(std::string_view quantity, Chip chip) {
  const auto* found = std::find_if(formula_table.begin(), formula_table.end(),
                                   [&](const Formula& each) { return each.quantity == quantity && each.is_for(chip); });
  return found == formula_table.end() ? nullptr : found;
}

std::vector<std::string_view> metrics_of(Page page, Chip chip) {
  std::vector<std::string_view> names;
  const auto add = [&](const Term& term) {
    if (!term.metric.empty() && std::find(names.begin(), names.end(), term.metric) == names.end())
      names.push_back(term.metric);
  };
  for (const Quantity& each : quantities()) {
    const Formula* found = each.pages.has(page) ? formula(each.id, chip) : nullptr;
    if (found == nullptr) continue;
    for (const Term& term : found->numerator) add(term);
    for (const Term& term : found->denominator) add(term);
  }
  return names;
}

Number evaluate(const Formula& formula, const MetricValue& value) {
  const auto total = [&](const std::array<Term, 2>& terms) -> Number {
    Number result;
    for (const Term& term : terms) {
      if (term.metric.empty()) continue;
      const Number one = product(value(term.metric), term.factor);
      if (!one) return std::nullopt;
      result = result.value_or(0) + *one;
    }
    return result;
  };
  const Number numerator = total(formula.numerator);
  return formula.denominator.front().metric.empty() ? numerator : quotient(numerator, total(formula.denominator));
}

Values evaluate(Page page, Chip chip, const MetricValue& value) {
  Values values;
  for (const Quantity& each : quantities()) {
    const Formula* found = each.pages.has(page) ? formula(each.id, chip) : nullptr;
    if (found != nullptr) values.set(QuantityId(each), evaluate(*found, value));
  }
  return values;
}

}  // namespace lanescope::counters
