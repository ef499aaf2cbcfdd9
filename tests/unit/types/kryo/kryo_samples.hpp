#pragma once

// The values of tests/fixtures/kryo.

#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "java/class_path.hpp"
#include "types/codecs/value_fixtures.hpp"
#include "types/snapshots/snapshot_reader.hpp"

namespace sp::test {

struct KryoSample {
    std::string name;
    ByteVector bytes;
    std::string json;
};

struct KryoSamples {
    explicit KryoSamples(const std::string& file_name) : file(file_name) {
        std::ifstream in(std::string(SP_FIXTURES) + "/kryo/" + file_name);
        for (std::string line; std::getline(in, line);) {
            std::istringstream fields(line);
            KryoSample sample;
            std::string bytes;
            std::getline(fields, sample.name, '\t');
            std::getline(fields, bytes, '\t');
            std::getline(fields, sample.json);
            if (bytes == "FAIL") {
                continue;
            }
            sample.bytes = unhex(bytes);
            if (sample.name == "snapshot") {
                snapshot = sample.bytes;
            } else {
                samples.push_back(sample);
            }
        }
    }

    [[nodiscard]] TypePtr type(const kryo::KryoContext& context) const {
        BoundedReader in(snapshot, file);
        return read_snapshot(in, context);
    }

    [[nodiscard]] const KryoSample& operator[](const std::string& name) const {
        for (const KryoSample& sample : samples) {
            if (sample.name == name) {
                return sample;
            }
        }
        throw std::out_of_range(name);
    }

    std::string file;
    ByteVector snapshot;
    std::vector<KryoSample> samples;
};

inline std::shared_ptr<const java::ClassPath> sample_classes(const std::string& jar = "samples.jar") {
    return std::make_shared<const java::ClassPath>(std::string(SP_FIXTURES) + "/kryo/" + jar);
}

inline kryo::KryoContext kryo2_context(const std::string& jar = "samples.jar") {
    return {kryo::Generation::kKryo2, true, sample_classes(jar)};
}
inline kryo::KryoContext kryo5_context(const std::string& jar = "samples.jar") {
    return {kryo::Generation::kKryo5, true, sample_classes(jar)};
}

}  // namespace sp::test
