// A value of Kryo 2.24, as Flink 1.x has it, without class files: the JDK's classes are known.

#include "kryo_check.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const sp::TypePtr type = sp::fuzz::kryo_type(sp::kryo::Generation::kKryo2);
    sp::fuzz::check_kryo_value(type, data, size);
    return 0;
}
