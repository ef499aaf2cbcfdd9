#pragma once

#include <string>

#include "sp/error.hpp"

namespace sp_test {

/// The message of the Failure that call() throws.
template <class Failure, class Call>
std::string message_of(Call&& call) {
    try {
        call();
    } catch (const Failure& error) {
        return error.what();
    }
    return "nothing thrown";
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace sp_test
