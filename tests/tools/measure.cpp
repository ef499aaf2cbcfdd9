// Runs a command and says what it took: `<status> <wall s> <user s> <sys s> <peak KB>` goes to a file. Small on purpose: the
// peak memory that the kernel reports for a child starts with that of the process that forked it, so a script cannot
// measure a small tool itself. A command that dies of signal N has the status 128 + N.
//
// usage: measure REPORT COMMAND [ARGUMENT...]

#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>

namespace {

double now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fputs("usage: measure REPORT COMMAND [ARGUMENT...]\n", stderr);
        return 2;
    }
    const double start = now();
    const pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        std::perror(argv[2]);
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) != child) {
        std::perror("measure");
        return 1;
    }
    std::FILE* const report = std::fopen(argv[1], "w");
    if (report == nullptr) {
        std::perror(argv[1]);
        return 1;
    }
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    std::fprintf(report, "%d %.4f %.4f %.4f %ld\n", code, now() - start, seconds(usage.ru_utime),
                 seconds(usage.ru_stime), usage.ru_maxrss);
    return std::fclose(report) == 0 ? 0 : 1;
}
