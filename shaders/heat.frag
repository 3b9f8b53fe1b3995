#version 450 core
// Bins of touches (model::HeatBin) as a picture: what was just touched glows, and cools down to a colour that says that
// it was touched. Shapes say what colours say: loads are inset squares, stores whole ones, untouched elements dots.
//
// A software renderer computes both sides of every condition, for every pixel. So what a picture does not have is left out
// when this is compiled: SHAPES where elements are large, HATCH where some were stored to again, SHORT_ROW where the last
// row may be short, and MODE, which is one of cooling, touches and arrival.

layout(binding = 0) uniform sampler2D colours;    // 256 colours: a row for what was loaded last, one for what was stored
layout(binding = 1) uniform usamplerBuffer bins;  // a texel a bin

uniform uvec2 grid_size;   // columns, rows
uniform uint elements;     // the last row may be short
uniform uvec2 level;       // log2 of the columns and rows of a bin
uniform uvec2 first;       // bin of the picture's corner
uniform uvec2 extent;      // bins
uniform vec4 part;         // x, y, width, height that are shown; elements
uniform vec4 area;         // x, y, width, height of the viewport; pixels, y upwards
uniform float position;    // now
uniform float scale;       // of what the mode shows, so that the last colour is at 1
uniform vec4 ground;       // untouched
uniform vec4 dot_colour;
uniform vec4 hatch;        // over what was stored to again
uniform vec4 line_colour;  // between elements, by its alpha
uniform float stripe_pixels;

out vec4 colour;

#define cooling 0  // render::HeatMode
#define touches 1
#define arrival 2
const float largest_dot = 0.25;  // its radius, of the distance of stripes

void main() {
  vec2 pixel = gl_FragCoord.xy - area.xy;
  pixel.y = area.w - pixel.y;  // from the top, as matrices are written
  const vec2 ratio = part.zw / area.zw;
  const vec2 element = part.xy + pixel * ratio;
  const uvec2 place = uvec2(element);  // within the grid: only its pixels are drawn
#ifdef SHORT_ROW
  if (place.y * grid_size.x + place.x >= elements) discard;
#endif
  const uvec2 bin = min((place >> level) - first, extent - 1u);

  const uvec4 words = texelFetch(bins, int(bin.y * extent.x + bin.x));
  const uint last = words.w;

#ifdef SHAPES
  const vec2 inside = abs(fract(element) - 0.5) * 2.0;  // 0 in the middle of an element, 1 at its edges
  const vec2 from_middle = 0.5 * inside / ratio;        // pixels
  const float dot_radius = min(0.1 / max(ratio.x, ratio.y), largest_dot * stripe_pixels);
#endif

  vec3 shown = ground.rgb;
  if (last == 0u) {
#ifdef SHAPES
    if (dot(from_middle, from_middle) < dot_radius * dot_radius) shown = dot_colour.rgb;
#endif
  } else {
    const bool stored = (last & 1u) != 0u;
#if MODE == cooling
    const float quantity = max(position - (float(last / 2u) - 1.0), 0.0);
#elif MODE == touches
    const uint touched = words.x + (words.y & 0x7fffffffu);
    const float quantity = log2(1.0 + float(touched) / float(1u << (level.x + level.y)));
#else
    const float quantity = float(~words.z);
#endif
    const float place = min(quantity * scale, 1.0);
    shown = texelFetch(colours, ivec2(int(place * 255.0 + 0.5), stored ? 1 : 0), 0).rgb;
#ifdef SHAPES
    if (!stored && max(inside.x, inside.y) > 0.72) shown = mix(ground.rgb, shown, 0.25);
#endif
#ifdef HATCH
    if ((words.y & 0x80000000u) != 0u) {
      const float along = (pixel.x + pixel.y) * 0.70710678;
      const float stripe = abs(fract(along / stripe_pixels) - 0.5) * stripe_pixels;
      shown = mix(shown, hatch.rgb, hatch.a * clamp(stripe - 0.3 * stripe_pixels + 0.5, 0.0, 1.0));
    }
#endif
  }

#ifdef SHAPES
  const vec2 here = floor(element);
  const vec2 before = floor(element - ratio);  // of the pixels to the left and above
  const bool left_edge = here.x != before.x && here.x > 0.0;
  const bool upper_edge = here.y != before.y && here.y > 0.0;
  if (left_edge || upper_edge) shown = mix(shown, line_colour.rgb, line_colour.a);
#endif
  colour = vec4(shown, 1.0);
}
