// What became of an attachment of a Result in the window.
#pragma once

#include <cstdint>
#include <string>

#include "lab/wire/ipc_slot.h"

namespace warpscope::gui {

struct TakenAttachment {
  lab::AttachmentKind kind = lab::AttachmentKind::preview;
  std::uint64_t generation = 0;  ///< of the slot that the worker may write again; 0: it came as bytes
  std::string path;              ///< how it came, in words; when refused: why it cannot come by CUDA IPC
  bool refused = false;          ///< the way through CUDA IPC is closed: ask for bytes
};

}  // namespace warpscope::gui
