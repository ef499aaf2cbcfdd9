#include "java/class_path.hpp"

#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "io/error_text.hpp"
#include "io/temp_dir.hpp"
#include "java/class_fixtures.hpp"
#include "sp/error.hpp"

using namespace sp;
using java::ClassFile;
using java::ClassPath;
using sp_test::message_of;
using sp_test::TempDir;
using test::class_fixture;
namespace fs = std::filesystem;

TEST_CASE("classes are found in jars and in folders") {
    const ClassPath jar(class_fixture("shapes.jar"));
    const ClassPath folder(class_fixture("classes") + "/");
    for (const char* name : {"shapes.Derived", "shapes.Derived$Nested$Deeper", "shapes.Color", "shapes.Point"}) {
        const ClassFile* in_jar = jar.find(name);
        const ClassFile* in_folder = folder.find(name);
        REQUIRE(in_jar != nullptr);
        REQUIRE(in_folder != nullptr);
        CHECK(in_jar->name == name);
        CHECK(*in_jar == *in_folder);
        CHECK(jar.find(name) == in_jar);
    }
    CHECK(jar.find("shapes.Absent") == nullptr);
    CHECK(folder.find("shapes.Absent") == nullptr);
    CHECK(folder.find("shapes") == nullptr);
}

TEST_CASE("the JDK's classes are found without a class path") {
    const ClassPath empty;
    REQUIRE(empty.find("java.util.ArrayList") != nullptr);
    CHECK(empty.find("java.util.ArrayList")->superclass == "java.util.AbstractList");
    CHECK(empty.find("shapes.Derived") == nullptr);
    CHECK(ClassPath(":::").find("java.lang.String")->is_final());
}

TEST_CASE("the first place with a class counts, and star stands for a folder's jars") {
    const TempDir temp;
    fs::create_directories(temp.path("lib"));
    fs::copy_file(class_fixture("shapes.jar"), temp.path("lib/b.jar"));
    fs::copy_file(class_fixture("damaged.jar"), temp.path("lib/c.jar"));
    std::ofstream(temp.path("lib/readme.txt")) << "no jar";
    CHECK(ClassPath(temp.path("lib/*")).find("shapes.Derived") != nullptr);
    fs::copy_file(class_fixture("damaged.jar"), temp.path("lib/a.jar"));
    const ClassPath damaged_first(temp.path("lib/*"));
    CHECK(message_of<InputError>([&] {
              static_cast<void>(damaged_first.find("shapes.Derived"));
          }).starts_with(temp.path("lib/a.jar") + ": shapes/Derived.class: "));
    CHECK_THROWS_AS(damaged_first.find("shapes.Derived"), InputError);
    CHECK(damaged_first.find("shapes.Base") != nullptr);
}

TEST_CASE("the jars in the folder lib of a jar count too") {
    const ClassPath path(class_fixture("job.jar"));
    REQUIRE(path.find("shapes.Derived") != nullptr);
    CHECK(*path.find("shapes.Derived") == *ClassPath(class_fixture("shapes.jar")).find("shapes.Derived"));
    CHECK(path.find("java.util.ArrayList") != nullptr);
    CHECK(path.find("shapes.Absent") == nullptr);
}

TEST_CASE("what is not there is wrong usage, what is no archive wrong input") {
    const TempDir temp;
    const auto usage = [](const std::string& list) { return message_of<UsageError>([&] { ClassPath path(list); }); };
    CHECK(usage("absent.jar") == "--classpath: absent.jar is not there");
    CHECK(usage(class_fixture("shapes.jar") + ":absent/") == "--classpath: absent/ is not there");
    CHECK(usage("absent/*") == "--classpath: absent/* cannot be listed: No such file or directory");
    std::ofstream(temp.path("text.jar")) << "no jar";
    CHECK(message_of<InputError>([&] { ClassPath path(temp.path("text.jar")); }) ==
          temp.path("text.jar") + ": not a zip archive, or a damaged one");
}

TEST_CASE("only names of classes are looked for in folders") {
    const ClassPath folder(class_fixture("classes/shapes"));
    CHECK(folder.find("Absent") == nullptr);
    for (const std::string& name : {std::string(), std::string("../shapes/Color"), std::string("..shapes.Color"),
                                    std::string("[Lshapes.Color;"), std::string("a..b"), std::string("Color\0", 6)}) {
        CHECK(folder.find(name) == nullptr);
    }
    CHECK(message_of<InputError>([&] { static_cast<void>(folder.find("Color")); }) ==
          class_fixture("classes/shapes") + ": Color.class: it holds the class shapes.Color");
}

TEST_CASE("threads share a class path") {
    const ClassPath path(class_fixture("shapes.jar"));
    std::vector<const ClassFile*> found(8);
    std::vector<std::thread> threads;
    for (const ClassFile*& one : found) {
        threads.emplace_back([&] { one = path.find("shapes.Derived"); });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (const ClassFile* one : found) {
        CHECK(one == path.find("shapes.Derived"));
    }
}
