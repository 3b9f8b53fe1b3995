#include "cli/options/numbers.h"

#include "cli/messages.h"

namespace lanescope::cli {

void refuse_empty_values(CLI::App& app) {
  const auto not_empty = [](const std::string& text) {
    return text.empty() ? std::string(message<"option.empty">()) : std::string();
  };
  for (CLI::Option* option : app.get_options()) {
    if (option->get_items_expected_max() > 0) option->check(CLI::Validator(not_empty, ""));
  }
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) refuse_empty_values(*command);
}

}  // namespace lanescope::cli
