#pragma once

// Values that Kryo wrote, as bytes and with the classes of their objects beside their events, for who may have to write them again.

#include "sp/value_events.hpp"

namespace sp::codec {

/// A visitor to which EventDecoder also gives these.
class KryoValueVisitor : public ValueVisitor {
public:
    /// All that a KryoSerializer wrote for the value that has just been told.
    virtual void kryo_value(Bytes bytes) = 0;
    /// The object that follows, which is not null, is of this class, whatever was declared. In front of what is in an Optional
    /// the class of the Optional has been told, too; behind the class of a sorted collection that of its Comparator is.
    virtual void object_of(std::string_view class_name) = 0;
};

}  // namespace sp::codec
