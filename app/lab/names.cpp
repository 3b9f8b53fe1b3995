#include "lab/names.h"

namespace warpscope::lab {

std::string_view name_of(Backend backend) {
  return name_in_table(backend);
}

std::string_view name_of(BlockChoice::Kind kind) {
  return name_in_table(kind);
}

std::string_view name_of(View view) {
  return name_in_table(view);
}

std::string_view name_of(Stage stage) {
  return name_in_table(stage);
}

std::string_view name_of(Progress::Activity step) {
  return name_in_table(step);
}

std::string_view name_of(Origin origin) {
  switch (origin) {
    case Origin::measured:
      return "measured";
    case Origin::counted:
      return "counted";
    case Origin::derived:
      return "derived";
    case Origin::recorded:
      return "recorded";
    case Origin::predicted:
      return "predicted";
  }
  return {};
}

}  // namespace warpscope::lab
