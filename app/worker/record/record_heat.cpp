#include "worker/messages.h"
#include "worker/record/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "model/heat/heat_grid.h"
#include "model/heat/heat_touches.h"

namespace lanescope::worker {
namespace {

using catalogue::LaunchPlan;

/// One eighth of the device's memory is used: for what the kernels record, for the gathered records, and for those in
/// the window.
constexpr std::uint64_t share_of_memory = 8;
constexpr std::uint64_t bytes_for_record = 320 + 2 * gpu::heat_record_bytes;
static_assert(gpu::heat_record_bytes == sizeof(model::HeatRecord));

RecordedHeat heat_without(const Message& why) {
  return {std::nullopt, message<"note.no_heat">(why)};
}

/// Returns what each site does, by the rules of the model.
std::vector<gpu::HeatSite> heat_sites(const std::vector<trace::Site>& sites) {
  const std::vector<model::TouchSite> touches = model::touch_sites(sites);
  std::vector<gpu::HeatSite> result;
  for (std::size_t site = 0; site < sites.size(); ++site) {
    const std::uint32_t touch = touches[site].touch;
    const bool writes = (touch & model::TouchSite::writes) != 0;
    const bool plain_store = writes && sites[site].operation == trace::Operation::store;
    result.push_back({(touch & model::TouchSite::reads) != 0, writes, plain_store, touches[site].bytes_per_lane});
  }
  return result;
}

/// The plan's own buffers have elements; variables of the program have none that are shown.
std::vector<gpu::HeatBuffer> heat_buffers(const std::vector<trace::Trace::Buffer>& buffers, const LaunchPlan& plan) {
  std::vector<gpu::HeatBuffer> result;
  for (std::size_t number = 0; number < buffers.size(); ++number) {
    gpu::HeatBuffer& buffer = result.emplace_back();
    buffer.granule = buffers[number].granule;
    if (number >= plan.buffers.size()) continue;
    const catalogue::Buffer& own = plan.buffers[number];
    buffer.bytes_per_element = static_cast<std::uint32_t>(catalogue::size_of(own.type));
    const auto grid = model::element_grid(own.shape, buffer.bytes_per_element, buffer.granule);
    buffer.elements = grid ? grid->elements : 0;
  }
  return result;
}

/// The place of gathered records: a slot that the window copies from, or memory that this process reads.
class Destination {
 public:
  Destination(WorkerContext& context, SlotMemory& memory, bool interop) : context_(context), memory_(memory) {
    if (!interop) return;
    if (const auto taken = context_.slots().reserve(experiments::AttachmentKind::heat)) {
      taken_ = *taken;
      stays_ = true;
    }
  }
  ~Destination() {
    if (stays_) context_.slots().release(taken_.generation);
  }
  Destination(const Destination&) = delete;
  Destination& operator=(const Destination&) = delete;

  /// Whether the records may stay on the GPU.
  [[nodiscard]] bool stays() const { return stays_; }
  /// Each slot has its own allocation. A window has it open only until it acknowledges the slot
  /// (render::SharedBuffer::close_source), so that the memory of a free slot may be allocated anew.
  Expected<std::uint64_t> reserve(std::uint64_t bytes) {
    if (stays_) {
      TRY_STATUS(memory_.reserve(taken_.slot, bytes));
      slot_ = memory_.share(taken_.slot, 0, taken_.generation);
      if (slot_.used()) return memory_.address(taken_.slot);
    }
    TRY(own_,
        gpu::with_context<"doing.reserving_access_memory">(cuda::DeviceMemory::allocate(context_.functions(), bytes)));
    return own_.address();
  }
  /// From this call on, the window gives the slot back.
  void hand_over(experiments::HeatTrace& heat) {
    heat.slot = slot_;
    if (slot_.used()) stays_ = false;
  }

 private:
  WorkerContext& context_;
  SlotMemory& memory_;
  SlotLedger::Reservation taken_;  ///< a slot for the window, when the records stay on the GPU
  bool stays_ = false;
  experiments::IpcSlot slot_;
  cuda::DeviceMemory own_;
};

std::uint64_t max_records(std::uint64_t memory, std::uint64_t wanted, bool stays) {
  std::uint64_t records = std::min({wanted, gpu::max_heat_records, memory / share_of_memory / bytes_for_record});
  return stays ? records : std::min(records, experiments::max_sent_heat_records);
}

/// Returns the gathered records in the form in which they are sent.
Expected<experiments::HeatTrace> gather(gpu::HeatGatherer& gatherer, gpu::Execution& execution,
                                        const InstrumentedRun& run, const LaunchPlan& plan, Destination& destination,
                                        std::uint64_t memory) {
  gpu::HeatRequest request{run.request, heat_sites(run.request.sites), heat_buffers(run.request.buffers, plan)};
  TRY(const auto counted, gatherer.count(execution, run.recording, std::move(request)));
  experiments::HeatTrace heat;
  heat.dropped = counted.dropped;
  heat.records = std::min(counted.records, run.recording.buffer.max_records);
  heat.first_block = run.recording.buffer.first_block;
  heat.blocks = run.recording.buffer.blocks;
  heat.grid_blocks = plan.launches.front().grid.count();
  heat.marked = gatherer.bytes_for_marks() <= memory / share_of_memory;
  heat.sites = run.request.sites;
  const std::uint64_t bytes = heat.records * gpu::heat_record_bytes;
  TRY(const auto address, destination.reserve(bytes));
  TRY(const auto totals, gatherer.write(address, heat.records, heat.marked));
  for (std::size_t number = 0; number < totals.size(); ++number) {
    const gpu::HeatTotals& all = totals[number];
    heat.buffers.push_back({traced_buffer(run.request.buffers[number], number, plan),
                            run.request.buffers[number].granule,
                            {all.loads, all.stores, all.touched, all.rewritten, all.beyond}});
  }
  destination.hand_over(heat);
  if (heat.slot.used() || heat.records == 0) return heat;
  auto records = std::make_shared<experiments::HeatRecords>(heat.records);
  TRY_STATUS(gatherer.read(std::as_writable_bytes(std::span(*records)), address));
  heat.sent = std::move(records);
  return heat;
}

}  // namespace

std::uint64_t blocks_that_fit(std::uint64_t grid_blocks, std::uint64_t traced, std::uint64_t records,
                              std::uint64_t max_records) {
  if (traced == 0 || records == 0) return grid_blocks;
  // A block at the edge does less, and no block does much more, so a small margin is enough.
  const double each = 1.02 * static_cast<double>(records) / static_cast<double>(traced);
  const double fit = static_cast<double>(max_records) / each;
  if (fit >= static_cast<double>(grid_blocks)) return grid_blocks;
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(fit));
}

Expected<RecordedHeat> record_heat(ExperimentRun& run) {
  const experiments::Experiment& experiment = run.experiment();
  const LaunchPlan& plan = run.plan();
  const auto& traced = run.result().traced;
  if (!traced) return heat_without(message<"record.size_unknown">());
  for (const catalogue::Launch& launch : plan.launches) {
    if (!launch.textures.empty()) return heat_without(message<"record.textures">());
  }
  if (plan.launches.size() >= model::max_numbered) return heat_without(message<"record.too_many_steps">());

  Destination destination(run.context(), run.device().heat, experiment.interop);
  gpu::RecordingChoice choice;
  choice.values = choice.barriers = false;
  choice.max_records =
      max_records(run.device().session->device().memory_bytes, experiment.trace->max_heat_records, destination.stays());
  choice.blocks = blocks_that_fit(plan.launches.front().grid.count(), traced->trace.blocks,
                                  traced->trace.headers.size() + traced->trace.dropped, choice.max_records);
  const auto instrumented = instrument(run, choice);
  if (!instrumented && is_final(instrumented.error())) return failure(instrumented.error());
  if (!instrumented) return heat_without(instrumented.error().message());
  const auto gatherer = run.gatherer();
  if (!gatherer && is_final(gatherer.error())) return failure(gatherer.error());
  if (!gatherer) return heat_without(run.message_of(gatherer.error()));
  if (instrumented->request.sites.size() >= model::max_numbered ||
      instrumented->request.buffers.size() >= model::max_numbered) {
    return heat_without(message<"record.too_many_sites">());
  }

  run.report_progress(experiments::Progress::Activity::launching, "recording all of " + experiment.kernel.id);
  const auto fail = [](const Error& error) -> Expected<RecordedHeat> {
    if (error.context_lost) return failure(error);
    return heat_without(error.what);
  };
  gpu::DeviceSession& session = *run.device().session;
  auto execution = session.prepare(instrumented->recording.plan, instrumented->code.ptx, instrumented->code.cubin,
                                   experiment.inputs);
  if (!execution) return fail(execution.error());
  if (auto ran = (*execution)->run(); !ran) return fail(ran.error());
  auto heat = gather(**gatherer, **execution, *instrumented, plan, destination, session.device().memory_bytes);
  if (!heat) return fail(heat.error());
  return RecordedHeat{std::move(*heat), {}};
}

}  // namespace lanescope::worker
