#include "gui/readings/access_words.h"

#include "base/names.h"

namespace lanescope::gui {

std::string word_of(const Language& language, trace::Operation operation) {
  static constexpr EnumNames<trace::operation_count> keys{"kind.load",         "kind.store",         "kind.reduce",
                                                          "kind.atomic",       "kind.copy",          "kind.matrix_load",
                                                          "kind.matrix_store", "kind.bulk_load",     "kind.bulk_store",
                                                          "kind.copy_past_l1", "kind.matrix_operand"};
  return language.say(enum_name(keys, operation));
}

std::string words_of(const Language& language, trace::Space space, trace::Operation operation) {
  static constexpr EnumNames<8> keys{"kind.global",    "kind.shared",  "kind.local",       "kind.constant",
                                     "kind.parameter", "kind.texture", "kind.distributed", "kind.registers"};
  return language.say("kind.together", language.say(enum_name(keys, space)), word_of(language, operation));
}

}  // namespace lanescope::gui
