#!/usr/bin/env bash
# Changes the sources in small ways and tells which changes no test notices: see Contributing.md, "Tests that notice".
set -euo pipefail
cd "$(dirname "$0")/../.."

build=.build/mutation
mkdir -p "$build"
# The parser is the toolchain's own, which macros are made with.
host=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift/host
sum=$(cat Tests/Mutation/*.swift "$host/libSwiftSyntax.so" | cksum)
if [[ ! -x $build/mutate || $(cat "$build/mutate.sum" 2>/dev/null) != "$sum" ]]; then
    swiftc -O -swift-version 6 -parse-as-library -module-name mutate -I "$host" -L "$host" -lSwiftSyntax -lSwiftParser \
        -lSwiftOperators -Xlinker -rpath -Xlinker "$host" Tests/Mutation/*.swift -o "$build/mutate"
    echo "$sum" > "$build/mutate.sum"
fi
MUTATION_PARSER=$host exec nice -n 10 "$build/mutate" "$@"
