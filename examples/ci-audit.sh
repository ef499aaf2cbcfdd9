#!/usr/bin/env bash
# May this savepoint be released? For CI, after a job's new version was started from the savepoint of its old version, has run
# over known input, and was stopped with a savepoint; or at night, on the newest checkpoint.
#
# usage: ci-audit.sh OLD NEW MANIFEST
#
#   OLD       the savepoint that is known to be good, or - for none
#   NEW       the one to judge; savepoints and checkpoints, of any state backend and Flink version
#   MANIFEST  what the job expects (sp-schema(5)): uids, states, types, max parallelism, bounds of numbers and sizes. Made once by
#                 sp-inspect --export-manifest OLD > manifest.json
#             then edited: bounds wider, what may be missing out. It belongs into the job's repository, so that changes are reviewed
#
# Three questions, each answered on stdout under a heading:
#   1. Is NEW whole?            every file, key group, key and value (sp-audit(7) says what each finding means)
#   2. Does it fit the job?     NEW against MANIFEST
#   3. What has changed?        OLD against NEW, numbers of entries added, removed and changed for each state
#
# Exit status: the first that holds of
#   2  wrong usage
#   3  a savepoint or the manifest cannot be read, or a tool is missing; the message is on stderr
#   1  NEW is not whole; the other questions are not asked then, as the answers would be worth nothing
#   4  NEW does not fit MANIFEST
#   5  NEW differs from OLD. Where that is expected (other input), set CI_AUDIT_MAY_DIFFER=1: the differences are shown and do not count
#   0  none
#
# Known findings are ignored by name and with a reason, one a line in the file $CI_AUDIT_IGNORE (a word for --ignore, then the reason):
#   SP-HEADER-DIFFERS@enrich/cache   Kryo registers classes as they come
set -uo pipefail

fail() {
  echo "ci-audit.sh: $2" >&2
  exit "$1"
}

case "${1:-}" in
  -h | --help) sed -n '2,/^set /{/^set /!s/^# \{0,1\}//p}' "$0"; exit 0 ;;
esac
[ $# -eq 3 ] || fail 2 "usage: ci-audit.sh OLD NEW MANIFEST (--help says more)"
old=$1 new=$2 manifest=$3
command -v sp-inspect > /dev/null || fail 3 "sp-inspect is not in PATH"
[ -r "$manifest" ] || fail 3 "$manifest: cannot be read"

ignore=()
if [ -n "${CI_AUDIT_IGNORE:-}" ]; then
  [ -r "$CI_AUDIT_IGNORE" ] || fail 3 "$CI_AUDIT_IGNORE: cannot be read"
  while read -r word _ || [ -n "$word" ]; do
    case "$word" in '' | '#'*) ;; *) ignore+=(--ignore "$word") ;; esac
  done < "$CI_AUDIT_IGNORE"
fi

result=0
# ask HEADING STATUS COMMAND...: COMMAND answers 0 for yes and 1 for no; anything else it could not tell, and nobody may go on.
ask() {
  local heading=$1 status=$2 code
  shift 2
  echo "== $heading"
  "$@"
  code=$?
  case $code in
    0) echo "-- yes" ;;
    1) echo "-- no"; [ "$result" -ne 0 ] || result=$status ;;
    *) fail 3 "$1 ended with status $code" ;;
  esac
}

ask "is it whole?" 1 sp-inspect --audit --deep "${ignore[@]}" "$new"
[ "$result" -eq 0 ] || exit "$result"
ask "does it fit the job?" 4 sp-inspect --expect "$manifest" "${ignore[@]}" "$new"
if [ "$old" != - ]; then
  changed=5
  [ "${CI_AUDIT_MAY_DIFFER:-}" != 1 ] || changed=0
  ask "is it what it was?" "$changed" sp-inspect --diff "$old" "$new" --summary
fi
exit "$result"
