// mov of vectors: splits one register into parts, or joins several, with the first part in the low bits. Included into
// an anonymous namespace.

/// `Part` is the type of a part; `Held` is the register that holds one (8 bits use 16).
template <class Whole, class Part, class Held>
struct Vector {
  static constexpr unsigned parts = sizeof(Whole) / sizeof(Part);
  static void take_apart(const Bases& bases, const Slots& slots, std::uint32_t active) {
    const auto* const whole = lanes_at<const Whole>(bases, slots, parts);
    for (unsigned part = 0; part < parts; ++part) {
      auto* const held = lanes_at<Held>(bases, slots, part);
      const unsigned shift = 8 * sizeof(Part) * part;
      alignas(64) Held all[warp_lanes];
      for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        all[lane] = static_cast<Held>(static_cast<Part>(whole[lane] >> shift));
      }
      copy_active(held, all, active);
    }
  }
  static void put_together(const Bases& bases, const Slots& slots, std::uint32_t active) {
    alignas(64) Whole all[warp_lanes] = {};
    for (unsigned part = 0; part < parts; ++part) {
      const auto* const held = lanes_at<const Held>(bases, slots, part + 1);
      const unsigned shift = 8 * sizeof(Part) * part;
      for (unsigned lane = 0; lane < warp_lanes; ++lane) {
        const auto value = static_cast<Modular<Whole>>(static_cast<Part>(held[lane]));
        all[lane] = static_cast<Whole>(all[lane] | static_cast<Whole>(value << shift));
      }
    }
    copy_active(lanes_at<Whole>(bases, slots, 0), all, active);
  }
};

// A register of 128 bits is a pair of 64-bit words for each lane.
inline void copy_pairs(const Bases& bases, const Slots& slots, std::uint32_t active) {
  auto* const d = lanes_at<std::uint64_t>(bases, slots, 0);
  const auto* const a = lanes_at<const std::uint64_t>(bases, slots, 1);
  for (unsigned lane = 0; lane < warp_lanes; ++lane) {
    if ((active >> lane & 1u) == 0) continue;
    d[2 * lane] = a[2 * lane];
    d[2 * lane + 1] = a[2 * lane + 1];
  }
}
inline void take_pairs_apart(const Bases& bases, const Slots& slots, std::uint32_t active) {
  const auto* const whole = lanes_at<const std::uint64_t>(bases, slots, 2);
  for (unsigned part = 0; part < 2; ++part) {
    auto* const held = lanes_at<std::uint64_t>(bases, slots, part);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      if ((active >> lane & 1u) != 0) held[lane] = whole[2 * lane + part];
    }
  }
}
inline void put_pairs_together(const Bases& bases, const Slots& slots, std::uint32_t active) {
  auto* const whole = lanes_at<std::uint64_t>(bases, slots, 0);
  for (unsigned part = 0; part < 2; ++part) {
    const auto* const held = lanes_at<const std::uint64_t>(bases, slots, part + 1);
    for (unsigned lane = 0; lane < warp_lanes; ++lane) {
      if ((active >> lane & 1u) != 0) whole[2 * lane + part] = held[lane];
    }
  }
}

template <class Whole, class Part, class Held>
inline LaneFunction vector_move(Mode mode) {
  return mode == Mode::unpack ? &Vector<Whole, Part, Held>::take_apart : &Vector<Whole, Part, Held>::put_together;
}

template <class Word>
void copy(const Bases& bases, const Slots& slots, std::uint32_t active) {
  auto* const d = lanes_at<Word>(bases, slots, 0);
  const auto* const a = lanes_at<const Word>(bases, slots, 1);
  if (active != all_lanes) return copy_active(d, a, active);
#pragma GCC ivdep
  for (unsigned lane = 0; lane < warp_lanes; ++lane) d[lane] = a[lane];
}

/// The vector has Request::operands - 1 parts.
inline LaneFunction move_function(const Request& request) {
  if (request.mode == Mode::none) {
    if (request.type == ptx::Type::b128) return &copy_pairs;
    return for_word(request.type, [](auto type) -> LaneFunction { return &copy<decltype(type)>; });
  }
  const unsigned parts = request.operands - 1;
  using enum ptx::Type;
  const auto is = [&](ptx::Type type, unsigned count) { return request.type == type && parts == count; };
  if (is(b16, 2)) return vector_move<std::uint16_t, std::uint8_t, std::uint16_t>(request.mode);
  if (is(b32, 2)) return vector_move<std::uint32_t, std::uint16_t, std::uint16_t>(request.mode);
  if (is(b32, 4)) return vector_move<std::uint32_t, std::uint8_t, std::uint16_t>(request.mode);
  if (is(b64, 2)) return vector_move<std::uint64_t, std::uint32_t, std::uint32_t>(request.mode);
  if (is(b64, 4)) return vector_move<std::uint64_t, std::uint16_t, std::uint16_t>(request.mode);
  if (!is(b128, 2)) return nullptr;
  return request.mode == Mode::unpack ? &take_pairs_apart : &put_pairs_together;
}
