#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "catalogue/catalogue.h"
#include "cli/commands.h"
#include "experiments/wire/message_json.h"

namespace lanescope::cli {
namespace {

using nlohmann::json;

json parameter_json(const catalogue::Parameter& parameter) {
  json values = json::array();
  for (std::size_t i = 0; i < parameter.values.size(); ++i) {
    if (parameter.names.empty()) {
      values.push_back(parameter.values[i]);
    } else {
      values.push_back(parameter.names[i]);
    }
  }
  const json standard = values[parameter.default_index];
  return {{"values", std::move(values)}, {"default", standard}};
}

json kernel_json(const catalogue::Kernel& kernel) {
  json entry = {{"id", kernel.source.id},  {"title", kernel.title},        {"summary", kernel.summary},
                {"family", kernel.family}, {"parameters", json::object()}, {"problem", json::object()},
                {"errors", json::array()}};
  for (const catalogue::Parameter& parameter : kernel.parameters) {
    entry["parameters"][parameter.name] = parameter_json(parameter);
  }
  for (const catalogue::Size& size : kernel.sizes) {
    entry["problem"][size.name] = {{"min", size.minimum}, {"max", size.maximum}, {"default", size.default_value}};
  }
  return entry;
}

json error_json(const Error& error) {
  json object{{"where", error.where.text()}};
  experiments::add_message(object, "what", "", error.what);
  experiments::add_message(object, "remedy", "remedy_", error.remedy);
  if (error.remedy.empty()) object["remedy"] = "";
  return object;
}

}  // namespace

int list(bool as_json) {
  auto data = data_folder();
  if (!data) return report(data.error(), run_failed);
  const catalogue::Catalogue kernels(*data / "kernels");
  const auto snapshot = kernels.snapshot();
  if (as_json) {
    json document = {{"schema", "lanescope.list/1"}, {"kernels", json::array()}, {"errors", json::array()}};
    for (const auto& [id, kernel] : snapshot->kernels) {
      json entry = kernel_json(*kernel);
      if (const auto wrong = snapshot->errors.find(kernel->source.path); wrong != snapshot->errors.end()) {
        for (const Error& error : wrong->second) entry["errors"].push_back(error_json(error));
      }
      document["kernels"].push_back(std::move(entry));
    }
    for (const auto& [path, errors] : snapshot->errors) {
      for (const Error& error : errors) document["errors"].push_back(error_json(error));
    }
    std::cout << document.dump(2) << '\n';
  } else {
    std::size_t width = 0;
    for (const auto& [id, kernel] : snapshot->kernels) width = std::max(width, id.size());
    for (const auto& [id, kernel] : snapshot->kernels)
      std::cout << fmt::format("{:<{}}  {}\n", id, width, kernel->title);
  }
  for (const auto& [path, errors] : snapshot->errors) {
    for (const Error& error : errors) std::cerr << error.text() << '\n';
  }
  return snapshot->errors.empty() ? done : run_failed;
}

}  // namespace lanescope::cli
