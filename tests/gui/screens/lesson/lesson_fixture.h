// A lesson about the made-up kernels, with a step for each kind of question, and answers as they would be computed.
#pragma once

#include "gui/support/fixture.h"

namespace lanescope::gui::test {

/// Lets the state know the lesson "tile", and the words of answers.
void know_lesson(State& state);

/// The answer of the step that is open comes: `number`, or for a choice, an order, a line or a bank, what it means
/// there.
void answer_step(State& state, double number, const std::vector<std::size_t>& options = {}, int line = 0,
                 std::uint32_t banks = 0);

}  // namespace lanescope::gui::test
