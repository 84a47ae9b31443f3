#!/usr/bin/env bash
# Looks whether the tests that the documentation names are there: every `"name" in Target/File.swift` of a page, and one in
# every row of a table of promises.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

# A test of that name, which its attribute may give on a line of its own.
named() { grep -qzP "@Test\(\s*\"\Q$1\E\"" "Tests/$2"; }
row() { grep -qE '"[^"]+" in [A-Za-z]+/[A-Za-z+/]+\.swift' <<<"$1"; }

for page in README.md Sources/*/*.docc/*.md; do
    while IFS= read -r promise; do
        name=${promise#\"}
        check "$(basename "$page"): $promise" named "${name%%\"*}" "${promise##* in }"
    done < <(grep -oE '"[^"]+" in [A-Za-z]+/[A-Za-z+/]+\.swift' "$page" || true)
    # The rows between a table's head and the first line that is none.
    while IFS= read -r line; do
        check "$(basename "$page"): a promise without a test: $line" row "$line"
    done < <(awk '/^\| promise \| test \|$/ { inside = 1; getline; next } !/^\|/ { inside = 0 } inside' "$page")
done
check "the reliability page has promises" test "$passed" -ge 80
finish
