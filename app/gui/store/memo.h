// Values that follow from others, and are made again only when those have changed.
#pragma once

#include <any>
#include <cstddef>
#include <map>
#include <memory>
#include <typeindex>
#include <utility>

namespace lanescope::gui {

/// Holds one value of each type and number, with the inputs that it was made from. Copies share the values, so that a
/// copy of what contains a Memo is cheap. Not for several threads at once.
class Memo {
 public:
  /// Returns the value for these inputs: the known one if they are equal to those of the last call, else what `make`
  /// returns. It stays where it is until the next call with other inputs.
  template <class Value, class Inputs, class Make>
  const Value& get(Inputs inputs, const Make& make, std::size_t number = 0) const {
    Entry& entry = entries_[{typeid(std::pair<Value, Inputs>), number}];
    const auto* const known = std::any_cast<Inputs>(&entry.inputs);
    if (known == nullptr || !(*known == inputs)) {
      entry.value = std::make_shared<const Value>(make());
      entry.inputs = std::move(inputs);
    }
    return *static_cast<const Value*>(entry.value.get());
  }

  /// Returns whether these inputs are others than those of the last call for this type. It makes no value.
  template <class Tag, class Inputs>
  bool renew(Inputs inputs) {
    std::any& before = entries_[{typeid(std::pair<Tag, Inputs>), 0}].inputs;
    const auto* const known = std::any_cast<Inputs>(&before);
    if (known != nullptr && *known == inputs) return false;
    before = std::move(inputs);
    return true;
  }

 private:
  struct Entry {
    std::any inputs;
    std::shared_ptr<const void> value;
  };
  mutable std::map<std::pair<std::type_index, std::size_t>, Entry> entries_;
};

}  // namespace lanescope::gui
