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
run() { # run NAME…: runs recipes, and checks that what they print contains the text of each line of the input
    local name expected failures
    expected=$(cat)
    for name in "$@"; do
        failures=$failed
        runs "$recipes" "$name"
        expect "$name" <<<"$expected"
        [ "$failed" = "$failures" ] || echo "$seen"
    done
}

run beside inside group <<END
the first request meets components that have started | first: open open
no request at work is lost | slow: ["open open": 16]
the components are stopped | stopped: true
a client that is a service is ready before its dependents start | client: ShopDatabase ready, Schema started
END
run secret <<<"a provider's secret is read, and not shown | shown: false"
run traced <<END
a start is a span | span: start in none
the start of a component is a span in that of the context | span: start recipes.Schema in start
END
run logged <<<"each component logs with its own logger | logger: recipes.Talker"
run unwired <<<"a faulty configuration is reported | class-unknown"
check "unwired: a faulty configuration ends with 78" test "$status" = 78
check "a source over either provider conforms, and a provider reads a context" swift test "$@" --quiet

finish
