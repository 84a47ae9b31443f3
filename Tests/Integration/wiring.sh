#!/usr/bin/env bash
# Runs the commands `check-wiring` and `draw-graph` in a package that only depends on the container. Ten mistakes have
# ten places. A program without mistakes has none, and is checked within a second. The graph is drawn.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

clean_folder
cp -r Tests/Integration/wiring "$work"
cd "$work/wiring"

milliseconds() { # milliseconds COMMAND…: the shortest of five runs
    local best=999999 start time
    for _ in 1 2 3 4 5; do
        start=$(date +%s%N)
        "$@" >/dev/null 2>&1
        time=$((($(date +%s%N) - start) / 1000000))
        [ "$time" -ge "$best" ] || best=$time
    done
    echo "$best"
}

# A program without mistakes.
runs swift build
check "the program builds" test "$status" = 0
[ "$status" = 0 ] || echo "$seen" | tail -n 40
runs swift package check-wiring
check "a sound program passes" test "$status" = 0
check "a sound program has one line" contains "$seen" "the wiring of 'desk' is sound"
check "a sound program has no fault" test "$(grep -c 'error:' <<<"$seen")" = 0
[ "$failed" = 0 ] || echo "$seen" | tail -n 40

build=$(milliseconds swift build)
checked=$(milliseconds swift package check-wiring)
echo "a build without changes: $build ms; check-wiring: $checked ms"
check "a check takes at most a second longer than a build without changes" test $((checked - build)) -le 1000

runs swift package check-wiring --executable .build/debug/desk
check "a program that is built is checked" contains "$seen" "the wiring of 'desk' is sound"
given=$(milliseconds swift package check-wiring --executable .build/debug/desk)
echo "a check of a built program: $given ms"
check "a check of a built program takes no longer than one that builds" test "$given" -le $((checked + 200))
runs swift package check-wiring --executable .build/other/desk
check "a program that is missing is an error" test "$status" != 0
check "the error says how to build the program" contains "$seen" "swift build --product desk"

# The graph.
runs swift package draw-graph --format dot
check "the graph goes to standard output" contains "$seen" "digraph"
swift package draw-graph --format json 2>/dev/null >graph.json
check "the standard output has nothing else" python3 -m json.tool graph.json graph.txt
runs swift package --allow-writing-to-package-directory draw-graph --format html --output graph.html
check "the graph goes to a file" contains "$(cat graph.html)" "<html"
check "the graph has the settings" contains "$(cat graph.html)" '"key" : "archive.pages"'
runs swift package draw-graph --executable .build/debug/desk --format html
check "the graph of a built program is drawn, too" contains "$seen" "<html"
runs swift package draw-graph
check "a missing format is named" contains "$seen" "--format"
check "a missing format is an error" test "$status" != 0

# Options.
runs swift package check-wiring --config nowhere.json
check "a file that is missing is a fault" contains "$seen" "error: file-missing"
check "a file that is missing is an error" test "$status" != 0
runs swift package check-wiring --profile nobodys
check "an unknown profile is a fault" contains "$seen" "nobodys"
runs swift package check-wiring -- --archive.pages=few
check "arguments behind '--' are the program's" contains "$seen" "error: setting-conversion"
runs swift package check-wiring --product nothing
check "a product that is missing is an error" contains "$seen" "no executable product 'nothing'; it has: desk"

# Ten mistakes.
cp mistakes/Mistakes.swift Sources/desk
cp mistakes/applicationContext.json config
runs swift package check-wiring
check "mistakes are an error" test "$status" != 0
faults=$(grep -E '^[^ ]+:[0-9]+(:[0-9]+)?: error: ' <<<"$seen" || true)
echo "$faults"
check "ten faults have a line" test "$(wc -l <<<"$faults")" = 10
check "ten faults have ten places" test "$(cut -d ' ' -f 1 <<<"$faults" | sort -u | wc -l)" = 10
check "nothing else is reported" contains "$seen" "the wiring of 'desk' has 10 faults"
found=$seen
runs swift package check-wiring --executable .build/debug/desk
check "a check of the built program has the same output" test "$(grep -v '^Build' <<<"$seen")" = "$(grep -v '^Build' <<<"$found")"
while IFS=: read -r file line _; do
    check "there is a line $line of $file" test -n "$(sed -n "${line}p" "$file")"
done <<<"$faults"

# Programs that can't be checked.
mkdir Sources/other
echo 'print("hello")' >Sources/other/main.swift
sed -i 's/^    targets: \[/&\n        .executableTarget(name: "other"),/' Package.swift
runs swift package check-wiring
check "several products are listed" contains "$seen" "name one with --product: desk, other"
runs swift package check-wiring --product other
check "a program without a container is recognized" contains "$seen" "is it a ContainerProgram?"
check "a program without a container is an error" test "$status" != 0

finish
