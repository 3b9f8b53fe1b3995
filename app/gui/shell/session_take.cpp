// What comes from the worker: results, attachments, events and the state of the connection.
#include <algorithm>
#include <utility>

#include "gui/messages.h"
#include "gui/readings/connection.h"
#include "gui/shell/session.h"
#include "render/interop/shared_buffer.h"
#include "render/messages.h"

namespace lanescope::gui {

bool Session::take_answers(Clock::time_point now) {
  bool changed = false;
  if (auto result = client_->take()) {
    hold_slots(*result);
    // A lost machine gives no result. The earlier result stays on screen, and the connection says why.
    const bool away = result->failed() && state_.known.connection.trouble && client_->state() == client::State::failed;
    if (sweep_request_ != 0 && result->request == sweep_request_) {
      if (away) sweep_request_ = 0;  // it is asked for again when the machine is back
      if (!away) take_sweep_answer(*result, now);
      changed = !away;
    } else if (result->request == sent_request_ && !state_.selection.cancelled && !away) {
      carry_out(accept(state_, std::move(result), seconds(now)));
      changed = true;
    }
  }
  for (client::Event& event : client_->events()) {
    log(state_, event.kind, std::move(event.text), event.time);
    changed = true;
  }
  const auto set_if_changed = [&](auto& known, auto now_known) {
    if (known == now_known) return;
    known = std::move(now_known);
    changed = true;
  };
  set_if_changed(state_.known.worker, client_->state());
  if (auto machine = client_->machine()) set_if_changed(state_.known.machine, std::move(machine));
  return changed;
}

void Session::take_sweep_answer(const experiments::Result& result, Clock::time_point now) {
  if (!result.ended()) return;
  sweep_request_ = 0;
  accept_sweep_point(state_, result, seconds(now));
  send_sweep();
}

bool Session::poll_connection(Clock::time_point now) {
  Connection& connection = state_.known.connection;
  std::optional<client::Trouble> trouble = client_->trouble();
  const int seconds_left = trouble ? seconds_to_attempt(*trouble, now) : -1;
  if (connection.trouble == trouble && connection.seconds_left == seconds_left) return false;
  connection.trouble = std::move(trouble);
  connection.seconds_left = seconds_left;
  return true;
}

void Session::hold_slots(const experiments::Result& result) {
  const experiments::Generations generations = experiments::generations_of(result);
  for (std::size_t kind = 0; kind < generations.size(); ++kind) {
    if (generations[kind] == 0) continue;
    // The earlier slot was replaced before it was drawn, so its memory goes back to the worker.
    if (slots_[kind] != 0 && slots_[kind] != generations[kind]) client_->acknowledge(slots_[kind]);
    slots_[kind] = generations[kind];
  }
}

void Session::acknowledge_attachment(const AttachmentReceipt& receipt) {
  (receipt.kind == experiments::AttachmentKind::heat ? state_.known.heat_transport : state_.known.preview_transport) =
      with_reason(receipt.transport);
  if (receipt.generation != 0) client_->acknowledge(receipt.generation);
  std::replace(slots_.begin(), slots_.end(), receipt.generation, std::uint64_t{0});
  if (receipt.refused) disable_interop(receipt.transport);
}

/// Turns CUDA IPC off. It acts once, also when a picture and the accesses were both refused.
void Session::disable_interop(const Message& reason) {
  if (!std::exchange(options_.interop, false)) return;
  options_.no_interop = reason;
  log_message(reason);
  run_requested_ = true;
}

/// Returns how data came, with the reason when it did not come by IPC and only the window knows why.
Message Session::with_reason(const Message& transport) const {
  if (transport != render::SharedBuffer::sent_as_bytes()) return transport;
  if (state_.known.connection.remote) return message<"picture.other_machine">();
  return options_.no_interop.empty() ? transport : message<"interop.bytes">(options_.no_interop);
}

}  // namespace lanescope::gui
