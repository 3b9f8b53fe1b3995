#include "emulator/checks/block_conflicts.h"

#include <bit>
#include <cstdlib>
#include <new>
#include <utility>

namespace warpscope::emulator {
namespace {

constexpr std::uint64_t entry_of(std::uint32_t block, std::uint32_t words) {
  return std::uint64_t{block} << 32 | words;
}
constexpr std::uint32_t block_of(std::uint64_t entry) {
  return static_cast<std::uint32_t>(entry >> 32);
}
constexpr std::uint32_t words_of(std::uint64_t entry) {
  return static_cast<std::uint32_t>(entry);
}

/// visit(i) for every bit, until it answers false. Whether all answered true.
template <class Visit>
bool all_bits(std::uint32_t bits, const Visit& visit) {
  for (; bits != 0; bits &= bits - 1) {
    if (!visit(static_cast<std::uint64_t>(std::countr_zero(bits)))) return false;
  }
  return true;
}

}  // namespace

WordOwners::WordOwners(std::uint64_t words)
    : words_((words / line_words + 1) * line_words), entries_(words_ / line_words * sizeof(std::uint64_t)) {}

WordOwners::~WordOwners() {
  std::free(table_.load());
}

WordOwners::WordOwners(WordOwners&& other) noexcept
    : words_(std::exchange(other.words_, 0)),
      entries_(std::move(other.entries_)),
      table_(other.table_.exchange(nullptr)) {}

WordOwners& WordOwners::operator=(WordOwners&& other) noexcept {
  std::swap(words_, other.words_);
  std::swap(entries_, other.entries_);
  table_ = other.table_.exchange(table_.load());
  return *this;
}

std::atomic_ref<std::uint64_t> WordOwners::entry(std::uint64_t line) const {
  return std::atomic_ref<std::uint64_t>(reinterpret_cast<std::uint64_t*>(entries_.data())[line]);
}

std::atomic_ref<std::uint32_t> WordOwners::word(std::uint64_t word) const {
  return std::atomic_ref<std::uint32_t>(table()[word]);
}

std::uint32_t* WordOwners::table() const {
  if (std::uint32_t* const there = table_.load()) return there;
  auto* const made = static_cast<std::uint32_t*>(std::calloc(words_, sizeof(std::uint32_t)));
  if (made == nullptr) throw std::bad_alloc();
  std::uint32_t* there = nullptr;
  if (table_.compare_exchange_strong(there, made)) return made;
  std::free(made);
  return there;
}

bool WordOwners::note_in_entry(std::uint32_t block, std::uint64_t line, std::uint32_t words) {
  const auto place = entry(line);
  std::uint64_t known = place.load();
  for (;;) {
    const std::uint32_t owner = block_of(known);
    if (owner == several) return false;
    if (owner == block || owner == nobody) {
      const std::uint64_t wanted = entry_of(block, words_of(known) | words);
      if (known == wanted || place.compare_exchange_weak(known, wanted)) return true;
      continue;
    }
    // Whoever comes here at the same time writes the same; whoever finds the line kept by words finds these there.
    all_bits(words_of(known), [&](std::uint64_t bit) {
      std::uint32_t empty = nobody;
      word(line * line_words + bit).compare_exchange_strong(empty, owner);
      return true;
    });
    place.compare_exchange_strong(known, entry_of(several, 0));
    known = place.load();
  }
}

bool WordOwners::note_alone(std::uint32_t block, std::uint64_t line, std::uint32_t words) {
  if (note_in_entry(block, line, words)) return true;
  return all_bits(words, [&](std::uint64_t bit) {
    const std::uint32_t before = word(line * line_words + bit).exchange(block);
    return before == nobody || before == block;
  });
}

void WordOwners::note(std::uint32_t block, std::uint64_t line, std::uint32_t words) {
  if (note_in_entry(block, line, words)) return;
  all_bits(words, [&](std::uint64_t bit) {
    const auto place = word(line * line_words + bit);
    const std::uint32_t known = place.load();
    if (known == block || known == several) return true;
    const std::uint32_t meanwhile = place.exchange(known == nobody ? block : several);
    if (meanwhile != known && meanwhile != block) place.store(several);
    return true;
  });
}

bool WordOwners::has_other(std::uint32_t block, std::uint64_t line, std::uint32_t words) const {
  const std::uint64_t known = entry(line).load();
  const std::uint32_t owner = block_of(known);
  if (owner == nobody || owner == block) return false;
  if (owner != several) return (words_of(known) & words) != 0;
  return !all_bits(words, [&](std::uint64_t bit) {
    const std::uint32_t there = word(line * line_words + bit).load();
    return there == nobody || there == block;
  });
}

}  // namespace warpscope::emulator
