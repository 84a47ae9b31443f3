#!/usr/bin/env bash
# Follows the tutorial in a clean folder, with nothing but what the page says: each block goes into the file that is named before
# it, and the program has to answer as the page tells.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

clean_folder
page=$repository/Sources/IOC/IOC.docc/GettingStarted.md
mkdir "$work/shop"
cd "$work/shop"
swift package init --type executable --name Shop >/dev/null
rm -rf Sources Tests

awk '
    /^```(swift|json)$/ && file { inside = 1; next }
    /^```$/ && inside { inside = 0; close(file); file = ""; next }
    inside { print > file; next }
    match($0, /`[A-Za-z\/]+\.(swift|json)`:$/) {
        file = substr($0, RSTART + 1, RLENGTH - 3)
        folder = file
        if (sub(/\/[^\/]*$/, "", folder)) system("mkdir -p " folder)
    }
' "$page"
check "every file of the page is there" test "$(find . -name .build -prune -o -type f \( -name '*.swift' -o -name '*.json' \) -print | wc -l)" = 6

swift build
shop=$(swift build --show-bin-path)/Shop
check "--check tells what there is" contains "$("$shop" --check)" "3 components, 3 injection points"
check "it answers" test "$(echo World | "$shop")" = "Hello, World!"
status=0
refused=$("$shop" --greeting.evning=Hi 2>&1) || status=$?
check "a misspelt argument ends with 78" test "$status" = 78
check "and tells what was meant" contains "$refused" "did you mean '--greeting.evening'?"
check "the tests pass" swift test

sed -i '/^@Component$/{N;s/^@Component\nfinal class NoonClock/final class NoonClock/}' Sources/ShopParts/Greeter.swift
swift build
status=0
missing=$("$shop" --check 2>&1) || status=$?
check "a clock that is no component ends with 78" test "$status" = 78
check "with the property's place" contains "$missing" "ShopParts/Greeter.swift:"
check "and with the remedy" contains "$missing" "put @Component on ShopParts.NoonClock"

finish
