// What a picture for others leaves out: where files lie, and what machines are called.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lanescope::gui {

struct State;

/// Returns the text with the names of files instead of their whole paths, and with "…" instead of each of the hosts.
[[nodiscard]] std::string without_private_words(std::string_view text, std::span<const std::string> hosts);

/// Returns a text as the window shows it: without_private_words() where Ui::hide_private_words asks for it, else as it
/// is.
[[nodiscard]] std::string shown_text(const State& state, std::string text);

}  // namespace lanescope::gui
