// A program of somebody else's that uses the installed library.
#include <sp/error.hpp>
#include <sp/version.hpp>

#include <iostream>

int main() {
    std::cout << "built with sp " << sp::version_info().version << "\n";
    return sp::version_info().newest_metadata == 6 ? 0 : 1;
}
