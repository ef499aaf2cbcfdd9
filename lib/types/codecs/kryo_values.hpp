#pragma once

// Values that Kryo wrote, as bytes beside their events, for who may have to keep what cannot be encoded.

#include "sp/value_events.hpp"

namespace sp::codec {

/// A visitor to which EventDecoder also gives these bytes.
class KryoValueVisitor : public ValueVisitor {
public:
    /// All that a KryoSerializer wrote for the value that has just been told.
    virtual void kryo_value(Bytes bytes) = 0;
};

}  // namespace sp::codec
