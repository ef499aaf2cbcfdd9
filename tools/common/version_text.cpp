#include "common/version_text.hpp"

#include <nlohmann/json.hpp>

#include "sp/version.hpp"

namespace sp::cli {

namespace {

VersionInfo all_versions() {
    VersionInfo info = version_info();
    info.libraries.emplace_back("CLI11", SP_CLI11_VERSION);
    info.libraries.emplace_back("spdlog", SP_SPDLOG_VERSION);
    return info;
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : ", ") + word;
    }
    return text;
}

}  // namespace

std::string version_text(const ToolInfo& tool) {
    const VersionInfo info = all_versions();
    std::vector<std::string> libraries;
    for (const auto& [name, version] : info.libraries) {
        libraries.push_back(std::string(name).append(" ").append(version));
    }
    std::string text = std::string(tool.name) + " " + info.version + "\n";
    text += "_metadata versions: " + std::to_string(info.oldest_metadata) + " to " +
            std::to_string(info.newest_metadata) + "\n";
    text += "tested with Flink: " + joined(info.flink_versions_tested) + "\n";
    text += "serializer snapshots: " + std::to_string(info.serializers) + "\n";
    text += "compressions: " + joined(info.compressions) + "\n";
    text += "libraries: " + joined(libraries) + "\n";
    return text;
}

std::string version_json(const ToolInfo& tool) {
    const VersionInfo info = all_versions();
    nlohmann::ordered_json json;
    json["tool"] = tool.name;
    json["version"] = info.version;
    for (int version = info.oldest_metadata; version <= info.newest_metadata; ++version) {
        json["metadata_versions"].push_back(version);
    }
    json["flink_versions_tested"] = info.flink_versions_tested;
    json["serializers"] = info.serializers;
    json["compressions"] = info.compressions;
    for (const auto& [name, version] : info.libraries) {
        json["libraries"][name] = version;
    }
    return json.dump(2) + "\n";
}

}  // namespace sp::cli
