#!/usr/bin/env bash
# Looks whether the tests that promises name are there, and whether Tests/Promises/Index.md lists them as they are; with --write
# it is made anew. Every promise of the page about reliability must have its test.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

promises=Tests/Promises/promises.txt
index=Tests/Promises/Index.md
page=Sources/IOC/IOC.docc/Reliability.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Every test by name, whose attribute may give it on a line of its own.
grep -rPzo --include='*.swift' '@Test\(\s*"\K[^"]+' Tests | tr '\0' '\n' |
    awk '{ at = index($0, ":"); print substr($0, at + 1) "\t" substr($0, 1, at - 1) }' | LC_ALL=C sort -u >"$work/tests"

awk -F '\t' -v tests="$work/tests" '
    BEGIN {
        while ((getline < tests) > 0) files[$1] = files[$1] (files[$1] ? ", " : "") substr($2, 7)
        print "# Promises and their tests\n"
        print "Made by `Tests/Integration/promises.sh --write` from `promises.txt`."
        FS = " [|] "
    }
    /^;/ || /^$/ { next }
    /^# / { print "\n## " substr($0, 3) "\n\n| promise | test | file |\n| --- | --- | --- |"; next }
    { print "| " $1 " | " $2 " | " (files[$2] ? files[$2] : "missing") " |" }
' "$promises" >"$work/index"
[ "${1-}" = --write ] && cp "$work/index" "$index"

while IFS= read -r line; do
    check "a promise without a test: $line" bash -c '! grep -q "| missing |$" <<<"$0"' "$line"
done < <(grep '^| ' "$work/index" | grep -v '^| promise\|^| ---')
check "the index lists the tests as they are; else run it with --write" diff -u "$index" "$work/index"
while IFS= read -r promise; do
    check "the page's promise has a test: $promise" grep -qF "$promise | " "$promises"
done < <(sed -n 's/^- \([^<].*\)\.$/\1/p' "$page")
check "there are promises" test "$passed" -ge 180
finish
