// Rows find their operator and state whatever the rows before were of, though what was found is remembered.

#include <random>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "rows/import/importing.hpp"
#include "sp/metadata.hpp"

using namespace sp;
using sp_test::Import;
using Json = nlohmann::json;

namespace {

/// The name as JSON text, at times with an escape in it.
std::string quoted(const std::string& name, std::mt19937& random) {
    if (name.empty() || random() % 3 != 0) {
        return "\"" + name + "\"";
    }
    static constexpr char kDigits[] = "0123456789abcdef";
    const auto c = static_cast<unsigned char>(name[0]);
    return std::string("\"\\u00") + kDigits[c >> 4U] + kDigits[c & 15U] + name.substr(1) + "\"";
}

}  // namespace

TEST_CASE("rows of many states of several operators, in any order") {
    constexpr int kStates = 25;  // more than are remembered
    std::string operators;
    for (const char* const uid : {"u", "w", "s"}) {
        operators += std::string(operators.empty() ? "" : ",") + R"({"uid":")" + uid + R"(","key":"long","states":[)";
        for (int i = 0; i < kStates; ++i) {
            const std::string name = "s" + std::to_string(i);
            operators += std::string(i == 0 ? "" : ",") + R"({"name":")" + name +
                         R"(","kind":"value","type":"string"},{"name":")" + name +
                         R"(","kind":"operator-union","type":"string"})";
        }
        operators += "]}";
    }
    std::mt19937 random(23);
    std::vector<std::string> rows;
    std::vector<std::string> expected;
    for (int i = 0; i < 2000; ++i) {
        const std::string uid = std::vector<std::string>{"u", "w", "s"}[random() % 3];
        const std::string state = "s" + std::to_string(random() % kStates);
        const bool is_keyed_state = random() % 2 == 0;
        const std::string text = uid + state + (is_keyed_state ? "v" : "l") + std::to_string(i);
        std::string row = "{";
        switch (random() % 3) {
            case 0: row += "\"uid\":" + quoted(uid, random); break;
            case 1: row += "\"operator\":" + quoted(hash_of_uid(uid).hex(), random); break;
            default:
                row += "\"uid\":" + quoted(uid, random) + ",\"operator\":" + quoted(hash_of_uid(uid).hex(), random);
        }
        row += ",\"state\":" + quoted(state, random) +
               ",\"kind\":" + quoted(is_keyed_state ? "value" : "operator-union", random) +
               (is_keyed_state ? ",\"key\":" + std::to_string(i) : ",\"subtask\":0") + ",\"value\":\"" + text + "\"}";
        rows.push_back(row);
        expected.push_back(text);
    }
    Import import(operators);
    import.lines(rows).run();
    std::vector<std::string> found;
    for (const std::string& line : import.dumped()) {
        const Json row = Json::parse(line);
        const std::string text = row.at("value").get<std::string>();
        CHECK(text.starts_with(row.at("uid").get<std::string>() + row.at("state").get<std::string>() +
                               (row.at("kind") == "value" ? "v" : "l")));
        found.push_back(text);
    }
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    CHECK((found == expected));
}

TEST_CASE("a name that was right for the row before is not taken for another part") {
    const std::string operators = R"({"uid":"u","key":"long","states":[{"name":"value","kind":"list","type":"int"}]})";
    const std::string good = R"({"uid":"u","state":"value","kind":"list","key":1,"value":[1]})";
    for (const std::string& bad :
         {std::string(R"({"operator":"u","state":"value","kind":"list","key":2,"value":[1]})"),
          std::string(R"({"uid":"u","state":"list","kind":"value","key":2,"value":[1]})"),
          std::string(R"({"uid":"u","state":"value","kind":"value","key":2,"value":[1]})"),
          std::string(R"({"uid":"u","state":"value","kind":"List","key":2,"value":[1]})"),
          std::string(R"({"uid":"u","operator":"u","state":"value","kind":"list","key":2,"value":[1]})"),
          std::string(R"({"uid":["u"],"state":"value","kind":"list","key":2,"value":[1]})"),
          std::string(R"({"uid":"u","state":"value","kind":"coordinator","key":2,"value":"AQ=="})"),
          std::string(R"({"uid":"u","state":7,"kind":"list","key":2,"value":[1]})")}) {
        CAPTURE(bad);
        Import import(operators);
        CHECK(import.lines({good, bad}).refusal().starts_with("rows: line 2: "));
    }
}

TEST_CASE("rows that are no UTF-8 are refused wherever the bytes stand") {
    const std::string operators =
        R"({"uid":"u","key":"string","states":[{"name":"v","kind":"value","type":"string"}]})";
    const std::string good = R"({"uid":"u","state":"v","key":"k","value":"x","raw":"r"})";
    for (const std::string& bytes : {std::string("\xff"), std::string("\xc3"), std::string("\xed\xa0\x80"),
                                     std::string("\xc0\x80"), std::string("\xf4\x90\x80\x80")}) {
        for (std::size_t at = 0; at <= good.size(); ++at) {
            Import import(operators);
            import.options.dry_run = true;
            std::string row = good;
            row.insert(at, bytes);
            CAPTURE(at, row);
            CHECK(import.lines({row}).refusal().starts_with("rows: line 1: "));
        }
    }
}
