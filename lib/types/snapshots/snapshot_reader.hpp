#pragma once

// Reads serializer snapshots (Flink's TypeSerializerSnapshot) into Types. Snapshot bodies have no length, so a class that
// is not in the snapshot table ends the reading with an UnsupportedError that names it and its offset; only inside the
// frames of a POJO's optional maps can it be passed over, as a Type of kind kUnknown.

#include "io/bounded_reader.hpp"
#include "sp/error.hpp"
#include "sp/type.hpp"
#include "types/case_class_names.hpp"
#include "types/kryo/kryo_context.hpp"

namespace sp {

/// Bytes that are no serializer snapshot, as apart from damage of what is around it.
class SnapshotFault : public InputError {
public:
    explicit SnapshotFault(const InputError& error) : InputError(error) {}

    /// Of the state whose snapshot it is, if that is known.
    [[nodiscard]] const std::string& state() const { return state_; }
    void set_state(std::string state) { state_ = std::move(state); }

private:
    std::string state_;
};

/// A snapshot class is the job's own, or one of Flink's that is not known here: where its body ends is not known.
class UnknownSnapshotClass : public UnsupportedError {
public:
    using UnsupportedError::UnsupportedError;
};

/// A versioned snapshot (TypeSerializerSnapshot.readVersionedSnapshot): UTF class name, i4 version, body; damage is a
/// SnapshotFault. The returned Type has its bytes in Type::snapshot; the Types nested in it have not (write_snapshot gives
/// theirs). `context` is for the values of the types that Kryo writes, and for the names of case classes' fields, as far as
/// `names` has none.
[[nodiscard]] TypePtr read_snapshot(BoundedReader& in, const kryo::KryoContext& context = {},
                                    const CaseClassNames& names = {});

/// The form in headers of state files (TypeSerializerSnapshotSerializationUtil): an i4 that is 2, then as read_snapshot.
/// Type::snapshot begins with the class name here too.
[[nodiscard]] TypePtr read_top_level_snapshot(BoundedReader& in, const kryo::KryoContext& context = {});

/// The same for a snapshot of a class that is not known, or that holds one, where it is known otherwise that it is these
/// bytes, which begin at `at`: a type that holds one of kind kUnknown. `why` says what is not known.
[[nodiscard]] TypePtr read_cut_snapshot(Bytes bytes, const BoundedReader& at, const kryo::KryoContext& context,
                                        const std::string& why);
}  // namespace sp
