#include "base/place.h"

namespace lanescope {

std::string Place::text() const {
  std::string text = name.text();
  if (text.empty() || line == 0) return text;
  text += ':' + std::to_string(line);
  return column == 0 ? text : text + ':' + std::to_string(column);
}

Message Place::message() const {
  return line == 0 ? name : Message(text());
}

}  // namespace lanescope
