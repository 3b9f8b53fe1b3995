// Compares a buffer with what it must hold: bytes that were sent, or elements recomputed from a fill, which for a copy
// or a transposition are at another index.

// The numbers are those of catalogue::Check::Compare.
enum CompareMethod { compare_exact, compare_wrap, compare_relative };

struct Comparison {
  const void* got;           // all elements of the buffer
  const void* expected;      // elements begin, begin + 1, ... ; null means recomputed from `filling`
  const double* magnitudes;  // of the same elements; errors are relative to them; null means the expected value's size
  Filling filling;
  u64 begin, count;  // the elements of `got` that are compared
  u64 columns;       // 0: expected element i for element i; else by row i / columns and column i % columns
  u64 row_stride, column_stride;
  u64 type, method;
  double tolerance, tiny;  // relative: |got - expected| / max(magnitude, tiny) must not exceed tolerance
  u64 poisoned, poison;    // when `poisoned`, a wrong element with the bits `poison` was not written
};

struct CompareReport {
  u64 mismatches, unwritten;
  u64 first;          // the lowest index of a mismatch; all bits set means none
  u64 expected, got;  // raw bits at that index
  u64 max_error;      // the bits of a double
  u64 listed;         // the number of mismatches that asked for a place in `wrong`
  u64 wrong[1024];    // some mismatches, in no order; all of them when they fit
};

__device__ inline u64 expected_bits(const Comparison& comparison, u64 index) {
  if (comparison.expected != nullptr) {
    return load_bits(comparison.expected, index - comparison.begin, comparison.type);
  }
  const u64 source = comparison.columns == 0 ? index
                                             : index / comparison.columns * comparison.row_stride +
                                                   index % comparison.columns * comparison.column_stride;
  const u64 bits = filled_bits(comparison.filling, source);
  const u64 width = 8 * bytes_of(comparison.type);
  return width == 64 ? bits : bits & ((1ull << width) - 1);
}

// It is defined in catalogue/reference/expected_output.h. It is infinite when either is NaN, so NaN never passes.
__device__ inline double relative_error(const Comparison& comparison, u64 index, u64 expected, u64 got) {
  const double wanted = as_double(comparison.type, expected);
  const double value = as_double(comparison.type, got);
  if (value == wanted) return 0;
  const double magnitude =
      comparison.magnitudes != nullptr ? comparison.magnitudes[index - comparison.begin] : fabs(wanted);
  const double error = fabs(value - wanted) / (magnitude < comparison.tiny ? comparison.tiny : magnitude);
  return error == error ? error : __longlong_as_double(0x7ff0000000000000ll);
}

__device__ inline bool matches(const Comparison& comparison, u64 expected, u64 got, double error) {
  switch (comparison.method) {
    case compare_wrap:
      return static_cast<u32>(expected) == static_cast<u32>(got);
    case compare_relative:
      return error <= comparison.tolerance;
    default:
      return expected == got;
  }
}

extern "C" __global__ void lanescope_compare(Comparison comparison, CompareReport* report) {
  u64 mismatches = 0;
  u64 unwritten = 0;
  double max_error = 0;
  for (u64 i = first_of_thread(); i < comparison.count; i += threads_of_grid()) {
    const u64 index = comparison.begin + i;
    const u64 got = load_bits(comparison.got, index, comparison.type);
    const u64 expected = expected_bits(comparison, index);
    const double error = comparison.method == compare_relative ? relative_error(comparison, index, expected, got) : 0;
    if (error > max_error) max_error = error;
    if (matches(comparison, expected, got, error)) continue;
    // The indices of a thread rise, so only its first can be the lowest.
    if (mismatches == 0) atomicMin(&report->first, index);
    ++mismatches;
    // A full list is not asked again; otherwise every thread would access one address when all elements are wrong.
    constexpr u64 room = sizeof(report->wrong) / sizeof(u64);
    if (*static_cast<volatile u64*>(&report->listed) < room) {
      const u64 place = atomicAdd(&report->listed, u64{1});
      if (place < room) report->wrong[place] = index;
    }
    if (comparison.poisoned != 0 && got == comparison.poison) ++unwritten;
  }
  if (mismatches != 0) atomicAdd(&report->mismatches, mismatches);
  if (unwritten != 0) atomicAdd(&report->unwritten, unwritten);
  // The bits of non-negative doubles have the same order as the doubles.
  if (max_error > 0) atomicMax(&report->max_error, static_cast<u64>(__double_as_longlong(max_error)));
}

// It runs as one thread after lanescope_compare and notes the bits of the first mismatch in this comparison.
extern "C" __global__ void lanescope_explain(Comparison comparison, CompareReport* report) {
  const u64 index = report->first;
  if (index < comparison.begin || index - comparison.begin >= comparison.count) return;
  report->expected = expected_bits(comparison, index);
  report->got = load_bits(comparison.got, index, comparison.type);
}
