#include <iostream>

#include "catalogue/front_matter/fields.h"
#include "cli/commands.h"

namespace lanescope::cli {

int reference(const std::string& table, const Window& window) {
  std::cout << (table == keys_reference ? window.key_tables() : catalogue::field_tables());
  return done;
}

}  // namespace lanescope::cli
