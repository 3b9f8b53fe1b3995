#include "experiments/counter_request.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "experiments/messages.h"

namespace lanescope::experiments {
namespace {

std::vector<std::string> known_parts() {
  std::vector<std::string> names{std::string(all_counters)};
  for (std::size_t page = 0; page < counters::page_count; ++page)
    names.emplace_back(name_of(static_cast<counters::Page>(page)));
  names.emplace_back(instruction_counters);
  names.emplace_back(stall_counters);
  return names;
}

}  // namespace

CounterRequest every_counter() {
  CounterRequest request;
  for (std::size_t page = 0; page < counters::page_count; ++page)
    request.pages.push_back(static_cast<counters::Page>(page));
  request.instructions = request.stalls = true;
  return request;
}

Expected<CounterRequest> read_counter_request(std::string_view text) {
  CounterRequest request;
  for (const std::string_view part : split(text, ',')) {
    const std::string_view name = trim(part);
    if (name == all_counters) {
      request = every_counter();
    } else if (name == instruction_counters) {
      request.instructions = true;
    } else if (name == stall_counters) {
      request.stalls = true;
    } else if (const auto page = counters::page_named(name)) {
      if (std::ranges::find(request.pages, *page) == request.pages.end()) request.pages.push_back(*page);
    } else {
      return failure(message<"counters.no_page">(name), "", "write " + join(known_parts(), ", "));
    }
  }
  return request;
}

std::string text_of(const CounterRequest& request) {
  if (request == every_counter()) return std::string(all_counters);
  std::vector<std::string> names;
  for (const counters::Page page : request.pages) names.emplace_back(name_of(page));
  if (request.instructions) names.emplace_back(instruction_counters);
  if (request.stalls) names.emplace_back(stall_counters);
  return join(names, ",");
}

}  // namespace lanescope::experiments
