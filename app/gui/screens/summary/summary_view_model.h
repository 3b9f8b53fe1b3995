// The Summary in words: what limits the kernel, the causes behind it, where each shows, and what removing it would gain
// at most.
#pragma once

#include <string>
#include <vector>

#include "explanations/findings.h"
#include "gui/readings/page_view_model.h"

namespace lanescope::gui {

struct State;

/// A place to which a click leads.
struct SummaryLink {
  FindingTarget target = FindingTarget::page;
  std::string words;  ///< "Memory tables", "line 126"
};

/// One finding in words.
struct SummaryItem {
  explanations::FindingKind kind = explanations::FindingKind::unknown;
  std::string title;      ///< one sentence with its number
  std::string detail;     ///< what it means here, and its further numbers
  std::string remedy;     ///< what to do about it; empty where nothing helps alone
  std::string gain;       ///< "at most 20 % of the time"; empty when nothing is known of it
  double gain_share = 0;  ///< of the time, from 0 to 1
  std::string gain_help;  ///< where that comes from, for a tooltip
  int line = 0;           ///< of the kernel's file; 0 when there is none
  std::string code;       ///< its text without the blanks before it
  std::vector<SummaryLink> links;
  experiments::Origin origin = experiments::Origin::derived;  ///< of its first number
};

struct SummaryViewModel {
  PageHeading heading;
  std::string time;  ///< "46.75 µs"; empty when there is none
  experiments::Origin time_origin = experiments::Origin::predicted;
  SummaryItem verdict;
  std::vector<SummaryItem> causes;  ///< the most worth first; at most `max_causes`
  std::string nothing;              ///< said in the place of causes when there are none
};
inline constexpr std::size_t max_causes = 8;

[[nodiscard]] SummaryViewModel summary_view_model(const State& state);

}  // namespace lanescope::gui
