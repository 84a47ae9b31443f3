#!/usr/bin/env bash
# Compiles and runs the code of the page about servers, and the files of `Sources/Examples/recipes`, with small packages
# that have the same signatures. No request is answered before the components have started, and no open request is lost
# at SIGTERM.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

clean_folder
cp -r Tests/Integration/recipes "$work/recipes"
cp Sources/Examples/recipes/*.swift "$work/recipes/Sources/recipes"
cd "$work/recipes"

# Each block of the page goes into the file that the page names before it.
awk '
    /^```swift$/ && file { inside = 1; next }
    /^```$/ && inside { inside = 0; close(file); file = ""; next }
    inside { print > file; next }
    match($0, /`[A-Za-z]+\.swift`:$/) { file = "Sources/recipes/" substr($0, RSTART + 1, RLENGTH - 3) }
' "$repository/Sources/IOC/IOC.docc/ServerPrograms.md"
check "every recipe of the page and of the examples is there" test "$(ls Sources/recipes | wc -l)" = 13

swift build "$@"
recipes=$(swift build "$@" --show-bin-path)/recipes
for recipe in beside inside group; do
    seen=$("$recipes" "$recipe" 2>&1) || true
    check "$recipe: the first request meets components that have started" contains "$seen" "first: open open"
    check "$recipe: no request at work is lost" contains "$seen" 'slow: ["open open": 16]'
    check "$recipe: the components are stopped" contains "$seen" "stopped: true"
    check "$recipe: a client that is a service is ready before its dependents start" \
        contains "$seen" "client: ShopDatabase ready, Schema started"
    [ "$failed" = 0 ] || echo "$seen"
done
check "a source over either provider conforms, and a provider reads a context" swift test "$@" --quiet
seen=$("$recipes" secret)
check "a provider's secret is read, and not shown" contains "$seen" "shown: false"
[ "$failed" = 0 ] || echo "$seen"
seen=$("$recipes" traced)
check "a start is a span" contains "$seen" "span: start in none"
check "and each component's one inside it" contains "$seen" "span: start recipes.Schema in start"
[ "$failed" = 0 ] || echo "$seen"
seen=$("$recipes" logged)
check "each component logs with its own logger" contains "$seen" "logger: recipes.Talker"
[ "$failed" = 0 ] || echo "$seen"
status=0
seen=$("$recipes" unwired 2>&1) || status=$?
check "a faulty configuration ends with 78" test "$status" = 78
check "and is reported" contains "$seen" "class-unknown"

finish
