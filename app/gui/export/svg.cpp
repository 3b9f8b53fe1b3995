#include "gui/export/svg.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

namespace lanescope::gui {
namespace {

/// Writes hundredths, which are finer than any screen or printer shows, and keep the file short.
std::string number(double value) {
  if (!std::isfinite(value)) return "0";
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

Markup attributes(const SvgStyle& style) {
  Markup text = Markup::of(" fill=\"{}\"", style.fill.empty() ? "none" : style.fill);
  if (!style.stroke.empty()) {
    text += Markup::of(" stroke=\"{}\" stroke-width=\"{}\"", style.stroke, number(style.stroke_width));
    text += Markup(" stroke-linejoin=\"round\"");
    if (!style.dashes.empty()) text += Markup::of(" stroke-dasharray=\"{}\"", style.dashes);
  }
  if (style.opacity < 1) text += Markup::of(" opacity=\"{}\"", number(style.opacity));
  return text;
}

}  // namespace

SvgStyle svg_fill(std::string colour, double opacity) {
  return {std::move(colour), {}, 0, opacity, {}};
}

SvgStyle svg_stroke(std::string colour, double width, std::string dashes) {
  return {{}, std::move(colour), width, 1, std::move(dashes)};
}

Svg::Svg(double width, double height, std::string_view description) : width_(width), height_(height) {
  body_ = Markup::of("<title>{}</title>\n", description);
}

void Svg::shape(MarkupLiteral name, const Markup& attributes) {
  const Markup element(name);
  if (title_.empty()) {
    body_ += Markup::of("<{}{}/>\n", element, attributes);
    return;
  }
  body_ += Markup::of("<{0}{1}><title>{2}</title></{0}>\n", element, attributes, title_);
  title_.clear();
}

void Svg::rectangle(double x, double y, double width, double height, const SvgStyle& style) {
  shape("rect", Markup::of(" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}", number(x), number(y), number(width),
                           number(height), attributes(style)));
}

void Svg::line(SvgPoint from, SvgPoint to, const SvgStyle& style) {
  shape("line", Markup::of(" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{}", number(from.x), number(from.y), number(to.x),
                           number(to.y), attributes(style)));
}

void Svg::path(const std::vector<SvgPoint>& points, const SvgStyle& style, bool closed) {
  if (points.empty()) return;
  std::string way;
  for (const SvgPoint& point : points) {
    way += fmt::format("{}{} {}", way.empty() ? "M" : "L", number(point.x), number(point.y));
  }
  if (closed) way += "Z";
  shape("path", Markup::of(" d=\"{}\"{}", way, attributes(style)));
}

void Svg::circle(SvgPoint centre, double radius, const SvgStyle& style) {
  shape("circle", Markup::of(" cx=\"{}\" cy=\"{}\" r=\"{}\"{}", number(centre.x), number(centre.y), number(radius),
                             attributes(style)));
}

void Svg::text(SvgPoint at, std::string_view words, const SvgText& how) {
  constexpr std::array anchors{"start", "middle", "end"};
  Markup turned;
  if (how.turned != 0) {
    turned = Markup::of(" transform=\"rotate({} {} {})\"", number(how.turned), number(at.x), number(at.y));
  }
  body_ += Markup::of("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\" text-anchor=\"{}\"{}{}>{}</text>\n",
                      number(at.x), number(at.y), number(how.size), how.colour,
                      anchors.at(static_cast<std::size_t>(how.anchor)),
                      how.bold ? Markup(" font-weight=\"bold\"") : Markup(), turned, words);
}

void Svg::title_of_next(std::string_view words) {
  title_ = words;
}

void Svg::begin_clip(double x, double y, double width, double height) {
  ++clips_;
  body_ += Markup::of(
      "<clipPath id=\"clip{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n"
      "<g clip-path=\"url(#clip{})\">\n",
      clips_, number(x), number(y), number(width), number(height), clips_);
}

void Svg::end_clip() {
  body_ += Markup("</g>\n");
}

std::string Svg::finish() const {
  return Markup::of(
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
             "font-family=\"Noto Sans, DejaVu Sans, Arial, sans-serif\">\n{2}</svg>\n",
             number(width_), number(height_), body_)
      .text();
}

}  // namespace lanescope::gui
