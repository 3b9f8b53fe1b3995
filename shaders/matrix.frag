#version 450 core
// A field of numbers: one colour a value; what is no number is hatched.

layout(std430, binding = 0) readonly buffer Values { uint values[]; };  // bits of f32: isnan() may be optimised away
layout(binding = 0) uniform sampler2D colours;                          // 256 colours in one row

uniform uvec2 field_size;    // elements
uniform uint first;          // index of the field's first element
uniform vec4 part;           // x, y, width, height that are shown; elements
uniform vec4 area;           // x, y, width, height of the viewport; pixels, y upwards
uniform vec2 range;          // values of the first and the last colour
uniform vec4 hatch_dark;
uniform vec4 hatch_light;
uniform vec4 grid;
uniform float stripe_pixels;
uniform float grid_from_pixels;

out vec4 colour;

const int max_samples = 16;  // in one direction, when a pixel covers more elements

const int number = 0;
const int infinite = 1;
const int not_a_number = 2;

int kind_of(uint bits) {
  const uint magnitude = bits & 0x7fffffffu;
  return magnitude < 0x7f800000u ? number : magnitude == 0x7f800000u ? infinite : not_a_number;
}

// A range over most of f32 is scaled down: its extent would overflow, and the reciprocal that GPUs divide by would
// underflow. precise: else compilers take the factor out again.
float position_of(float value) {
  const float factor = max(abs(range.x), abs(range.y)) > 1e30 ? 1e-6 : 1.0;
  precise float extent = factor * range.y - factor * range.x;
  precise float above = factor * value - factor * range.x;
  return extent == 0.0 ? 0.5 : clamp(above / extent, 0.0, 1.0);
}

// Two colours in equal stripes; `along` grows by one pixel a pixel, across the stripes.
vec3 hatched(float along) {
  const float from_middle = abs(fract(along / stripe_pixels) - 0.5) * stripe_pixels;
  const float light = clamp(from_middle - 0.25 * stripe_pixels + 0.5, 0.0, 1.0);
  return mix(hatch_dark.rgb, hatch_light.rgb, light);
}

// First and last element that a pixel covers in one direction: the one under its middle when elements are larger than
// pixels, else all that it touches. The margin keeps rounding from touching a neighbour.
ivec2 covered(float middle, float elements_a_pixel) {
  if (elements_a_pixel <= 1.0) return ivec2(floor(middle));
  const float margin = 1.0 / 256.0;
  const int low = int(floor(middle - 0.5 * elements_a_pixel + margin));
  const int high = int(ceil(middle + 0.5 * elements_a_pixel - margin)) - 1;
  return ivec2(low, max(low, high));
}

void main() {
  vec2 pixel = gl_FragCoord.xy - area.xy;
  pixel.y = area.w - pixel.y;  // from the top, as matrices are written
  const vec2 ratio = part.zw / area.zw;
  const vec2 element = part.xy + pixel * ratio;
  if (any(lessThan(element, vec2(0.0))) || any(greaterThanEqual(element, vec2(field_size)))) discard;

  const ivec2 columns = clamp(covered(element.x, ratio.x), ivec2(0), ivec2(field_size.x) - 1);
  const ivec2 rows = clamp(covered(element.y, ratio.y), ivec2(0), ivec2(field_size.y) - 1);
  const ivec2 count = ivec2(columns.y - columns.x, rows.y - rows.x) + 1;
  const ivec2 samples = min(count, ivec2(max_samples));
  const float weight = 1.0 / float(samples.x * samples.y);

  int worst = number;
  float mean = 0.0;
  for (int j = 0; j < samples.y; ++j) {
    const uint row = uint(rows.x + j * count.y / samples.y);
    for (int i = 0; i < samples.x; ++i) {
      const uint column = uint(columns.x + i * count.x / samples.x);
      const uint bits = values[first + row * field_size.x + column];
      worst = max(worst, kind_of(bits));
      mean += weight * uintBitsToFloat(bits);
    }
  }

  vec3 shown;
  if (worst == not_a_number) {
    shown = hatched((pixel.x + pixel.y) * 0.70710678);
  } else if (worst == infinite) {
    shown = hatched((pixel.x - pixel.y) * 0.70710678);
  } else {
    shown = texelFetch(colours, ivec2(int(position_of(mean) * 255.0 + 0.5), 0), 0).rgb;
  }

  if (grid_from_pixels > 0.0 && all(lessThanEqual(ratio * grid_from_pixels, vec2(1.0)))) {
    const vec2 here = floor(element);
    const vec2 before = floor(element - ratio);  // of the pixels to the left and above
    const bool left_edge = here.x != before.x && here.x > 0.0;
    const bool upper_edge = here.y != before.y && here.y > 0.0;
    if (left_edge || upper_edge) shown = mix(shown, grid.rgb, grid.a);
  }
  colour = vec4(shown, 1.0);
}
