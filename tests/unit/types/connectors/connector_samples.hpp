#pragma once

// The lines of tests/fixtures/connectors: what Flink's connectors wrote.

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "sp/bytes.hpp"
#include "types/codecs/text/base64.hpp"

namespace sp::test {

struct ConnectorSample {
    std::string state;  ///< its name, or "coordinator"
    ByteVector bytes;   ///< without the length in front that the list's serializer writes
    std::string view;
};

inline std::vector<ConnectorSample> connector_samples(const std::string& file) {
    std::vector<ConnectorSample> samples;
    std::ifstream in(std::string(SP_FIXTURES) + "/connectors/" + file);
    for (std::string line; std::getline(in, line);) {
        std::istringstream fields(line);
        ConnectorSample sample;
        std::string bytes;
        std::getline(fields, sample.state, '\t');
        std::getline(fields, bytes, '\t');
        std::getline(fields, sample.view);
        sample.bytes = text::parse_base64(bytes).value();
        samples.push_back(std::move(sample));
    }
    if (samples.empty()) {
        throw std::runtime_error("no lines in " + file);
    }
    return samples;
}

inline const std::vector<std::string>& connector_files() {
    static const std::vector<std::string> files{"flink-1.20.tsv", "flink-2.3.tsv", "savepoints.tsv"};
    return files;
}

}  // namespace sp::test
