#include "types/codecs/two_phase_commit.hpp"

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "types/snapshots/snapshot_table.hpp"

namespace sp::codec {
namespace {

using enum TypeKind;

/// A type that has the name of the serializer `of`, for messages about values at fault.
std::shared_ptr<Type> make(TypeKind kind, const std::string& of, std::vector<TypePtr> nested = {}) {
    auto type = std::make_shared<Type>();
    type->kind = kind;
    type->snapshot_class = of;
    type->nested = std::move(nested);
    return type;
}

TypePtr object(const std::string& of, std::initializer_list<std::pair<std::string_view, TypePtr>> parts) {
    auto type = make(kTuple, of);
    for (const auto& [name, part] : parts) {
        type->nested.push_back(part);
        type->field_names.emplace_back(name);
    }
    return type;
}

/// Behind a byte that is 1 if there is a value.
TypePtr optional(const std::string& of, TypePtr value) {
    auto type = make(kNullable, of, {std::move(value)});
    type->flag = true;
    return type;
}

TypePtr kafka_structure(TypeKind kind) {
    const std::string of(find_snapshot_class(kind)->name);
    const TypePtr text = make(kUtf, of);
    const TypePtr number = make(kLong, of);
    switch (kind) {
        case kKafkaTransaction:
            return object(
                of, {{"transactionalId", optional(of, text)}, {"producerId", number}, {"epoch", make(kShort, of)}});
        case kKafkaTransactionContext: return object(of, {{"transactionalIds", make(kList, of, {text})}});
        default: return object(of, {{"nextFreeTransactionalId", number}, {"lastParallelism", make(kInt, of)}});
    }
}

}  // namespace

TypePtr two_phase_commit_structure(const Type& type) {
    const std::string& of = type.snapshot_class;
    const TypePtr transaction =
        object(of, {{"transaction", type.nested.at(0)}, {"transactionStartTime", make(kLong, of)}});
    // Since 1.14 there need not be a transaction; before 1.15 the snapshot did not have to say so.
    return object(of, {{"pendingTransaction", type.flag ? optional(of, transaction) : transaction},
                       {"pendingCommitTransactions", make(kList, of, {transaction})},
                       {"context", optional(of, type.nested.at(1))}});
}

const Type* sink_structure(const Type& type) {
    static const TypePtr transaction = kafka_structure(kKafkaTransaction);
    static const TypePtr context = kafka_structure(kKafkaTransactionContext);
    static const TypePtr hint = kafka_structure(kKafkaTransactionHint);
    switch (type.kind) {
        case kTwoPhaseCommit: return type.structure.get();
        case kKafkaTransaction: return transaction.get();
        case kKafkaTransactionContext: return context.get();
        case kKafkaTransactionHint: return hint.get();
        default: return nullptr;
    }
}

}  // namespace sp::codec
