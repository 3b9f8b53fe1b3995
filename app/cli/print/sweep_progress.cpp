#include "cli/print/sweep_progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <string_view>

#include "cli/print/safe_output.h"

namespace lanescope::cli {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t bar_cells = 24;
constexpr std::string_view begin_line_anew = "\r\x1b[K";

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string duration_text(std::chrono::seconds duration) {
  const auto all = std::max<std::int64_t>(duration.count(), 0);
  const auto hours = all / 3600, minutes = all / 60 % 60, seconds = all % 60;
  if (hours > 0) return fmt::format("{} h {} min", hours, minutes);
  if (minutes > 0) return fmt::format("{} min {} s", minutes, seconds);
  return fmt::format("{} s", seconds);
}

std::string progress_text(const SweepCount& count, std::chrono::milliseconds elapsed) {
  std::string text = fmt::format("{} of {} points", count.done(), count.planned);
  if (count.skipped > 0) text += fmt::format(" ({} from before)", count.skipped);
  if (count.failed > 0) text += fmt::format(", {} failed", count.failed);
  const std::size_t run = count.succeeded + count.failed;
  const std::size_t left = count.planned - std::min(count.planned, count.done());
  if (run == 0 || left == 0) return text;
  const auto rest = elapsed / static_cast<std::int64_t>(run) * static_cast<std::int64_t>(left);
  return text + ", " + duration_text(std::chrono::ceil<std::chrono::seconds>(rest)) + " left";
}

std::string bar_text(const SweepCount& count, std::chrono::milliseconds elapsed, const std::string& doing,
                     std::size_t width) {
  const std::size_t filled = count.planned == 0 ? 0 : bar_cells * count.done() / count.planned;
  std::string text = std::string(filled, '#') + std::string(bar_cells - std::min(bar_cells, filled), '.') + "  " +
                     progress_text(count, elapsed) + "  " + doing;
  return text.substr(0, width);
}

SweepProgress::SweepProgress() : terminal_(isatty(STDERR_FILENO) == 1) {}

SweepProgress::~SweepProgress() {
  clear();
}

void SweepProgress::show(const SweepCount& count, const std::string& doing) {
  const Clock::time_point now = Clock::now();
  const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - start_);
  if (terminal_) {
    if (drawn_ && now - last_ < 100ms) return;
    // One column stays free, because a cursor behind the last one would begin a new line.
    control_terminal(begin_line_anew);
    std::cerr << bar_text(count, elapsed, doing, terminal_width() - 1) << std::flush;
    drawn_ = true;
  } else {
    if (now - last_ < 2s) return;
    std::cerr << progress_text(count, elapsed) << std::endl;
  }
  last_ = now;
}

void SweepProgress::clear() {
  if (drawn_) control_terminal(begin_line_anew);
  drawn_ = false;
}

}  // namespace lanescope::cli
