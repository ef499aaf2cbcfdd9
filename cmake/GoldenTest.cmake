# Tests of the real executables: what a user sees.
#
# sp_golden_tests()      a test for each folder tests/cli/<tool>/<case>/ (tests/cli/run_case.py says what it holds)
# sp_generic_tests()     the same few lines for every tool, before anybody writes a case for it
# A test is named cli.<tool>.<case> and labelled cli.

function(sp_cli_test name)
  add_test(NAME ${name} COMMAND ${ARGN})
  set_tests_properties(${name} PROPERTIES LABELS cli TIMEOUT 120)
endfunction()

function(sp_golden_tests)
  file(GLOB cases CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/cli/*/*/cmd")
  foreach(cmd IN LISTS cases)
    cmake_path(GET cmd PARENT_PATH folder)
    cmake_path(GET folder FILENAME case)
    cmake_path(GET folder PARENT_PATH tool_folder)
    cmake_path(GET tool_folder FILENAME tool)
    if(TARGET ${tool})
      sp_cli_test(cli.${tool}.${case} ${Python3_EXECUTABLE} "${CMAKE_CURRENT_SOURCE_DIR}/cli/run_case.py"
                  --tools $<TARGET_FILE_DIR:${tool}> --fixtures "${CMAKE_CURRENT_SOURCE_DIR}/fixtures" "${folder}")
    endif()
  endforeach()
endfunction()

# Each line is run by bash with -e and pipefail in a folder of its own; $tool is the executable.
set(SP_GENERIC_CASES help version version-json unknown-option unknown-option-nearest no-argument quiet-pipe closed-pipe
                     full-disk closed-stdout)
set(SP_GENERIC_help [[$tool --help > out 2> err && test -s out && test ! -s err && $tool -h | cmp - out]])
set(SP_GENERIC_version [[$tool --version > out 2> err && grep -q "^$(basename $tool) [0-9]" out && test ! -s err]])
set(SP_GENERIC_version-json [[$tool --version --json | jq -e '.version and (.metadata_versions | length > 0) and .libraries' > out]])
set(SP_GENERIC_unknown-option [[rc=0 && { $tool --no-such-thing > out 2> err || rc=$? \; } && test $rc = 2 && test ! -s out && grep -q "^$(basename $tool): .*--no-such-thing" err]])
set(SP_GENERIC_unknown-option-nearest [[rc=0 && { $tool --hepl > out 2> err || rc=$? \; } && test $rc = 2 && grep -q -- "--help" err]])
set(SP_GENERIC_no-argument [[rc=0 && { $tool > out 2> err || rc=$? \; } && test $rc = 2 && test ! -s out && grep -q "^$(basename $tool): " err]])
set(SP_GENERIC_quiet-pipe [[{ $tool --help | head -1 \; } > out 2> err || true && test ! -s err && test $(wc -l < out) = 1]])
set(SP_GENERIC_closed-pipe [[{ sleep 0.3 && rc=0 && { $tool --help 2> err || rc=$? \; } && echo $rc > rc \; } | true && test ! -s err && test "$(cat rc)" = 141]])
set(SP_GENERIC_full-disk [[rc=0 && { $tool --help > /dev/full 2> err || rc=$? \; } && test $rc = 5 && grep -q "^$(basename $tool): .*stdout" err]])
set(SP_GENERIC_closed-stdout [[rc=0 && { $tool --help >&- 2> err || rc=$? \; } && test $rc = 5 && grep -q "^$(basename $tool): .*stdout" err]])

function(sp_generic_tests)
  foreach(tool IN LISTS SP_TOOLS)
    foreach(case IN LISTS SP_GENERIC_CASES)
      set(folder "${CMAKE_CURRENT_BINARY_DIR}/generic/${tool}/${case}")
      file(MAKE_DIRECTORY "${folder}")
      sp_cli_test(cli.${tool}.generic-${case} bash -e -o pipefail -c "${SP_GENERIC_${case}}")
      set_tests_properties(cli.${tool}.generic-${case} PROPERTIES
        WORKING_DIRECTORY "${folder}" ENVIRONMENT "tool=$<TARGET_FILE:${tool}>;LC_ALL=C;TZ=UTC")
    endforeach()
    if(SP_BUILD_MAN)
      sp_cli_test(cli.${tool}.options-in-man "${CMAKE_SOURCE_DIR}/scripts/check-options" $<TARGET_FILE:${tool}>
                  "${CMAKE_BINARY_DIR}/man/${tool}.1.scd")
    endif()
  endforeach()
endfunction()

# The examples of README.md and of the man pages, run and compared with what the text shows.
function(sp_example_tests)
  file(GLOB texts CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/README.md" "${CMAKE_SOURCE_DIR}/man/sp-*.scd")
  foreach(text IN LISTS texts)
    cmake_path(GET text FILENAME name)
    sp_cli_test(cli.examples.${name} "${CMAKE_SOURCE_DIR}/scripts/check-examples" --tools "${CMAKE_BINARY_DIR}/tools" "${text}")
  endforeach()
endfunction()
