#pragma once

// Runs a Conversion over values. One object a thread.

#include <memory>
#include <optional>
#include <string>
#include <unordered_set>

#include "types/codecs/events.hpp"
#include "types/codecs/value_encoder.hpp"
#include "types/conversion/conversion.hpp"

namespace sp::conversion {

class ValueConverter {
public:
    /// The conversion outlives the object, and is possible.
    explicit ValueConverter(const Conversion& conversion);
    ~ValueConverter();

    /// Appends to `out` what the new serializer writes for the value at `p`, and returns where that ends. InputError that says
    /// what does not fit and where in the value; `out` then has a part of the value. codec::DecodeFault where the bytes
    /// are no value, or hold what cannot be decoded.
    const std::uint8_t* convert(const std::uint8_t* p, const std::uint8_t* end, ByteVector& out, bool is_exact);

    /// The same for a value that fills its bytes.
    void convert(Bytes value, ByteVector& out);

private:
    std::size_t tell(std::size_t at, const Node& node);
    void array(const ValueTape::Event& event, std::size_t at, const Node& node);
    void map(const ValueTape::Event& event, std::size_t at, const Node& node);
    void object(const ValueTape::Event& event, std::size_t at, const Node& node);
    void open_object(std::size_t at, const Node& node);
    void choice(const ValueTape::Event& event, std::size_t at, const Node& node);
    void option(const ValueTape::Event& event, std::size_t at, const Node& node);
    void union_branch(const ValueTape::Event& event, std::size_t at, const Node& node);
    void subclass(const ValueTape::Event& event, std::size_t at, const Node& node);
    void null(const ValueTape::Event& event, const Node& node);
    void scalar(const ValueTape::Event& event, const Node& node);
    /// Whether a part that stands for itself has come before: keys of a map, elements of a set.
    void check_new(std::size_t at, const Node& node, const Type& type, std::unordered_set<std::string>& known,
                   const char* problem);

    const Conversion& conversion_;
    codec::EventDecoder decoder_;
    ValueTape tape_;
    ByteVector encoded_;
    std::optional<codec::ValueEncoder> encoder_;
    codec::ValueEncoder* out_ = nullptr;
    std::vector<std::vector<std::size_t>> places_;  ///< of fields, by depth
    std::size_t depth_ = 0;
    int references_ = 0;
};

}  // namespace sp::conversion
