#!/usr/bin/env bash
# Copies the examples for Hummingbird and Vapor whole, as a user would, and builds and runs them against small packages of the same
# shape: each request has a scope of its own, and SIGTERM ends the program in order. Options are for the builds.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

clean_folder

package() { # package NAME MODULE FOLDER [DEPENDENCY MODULE]…: a stand-in package of one module
    local name=$1 module=$2 folder=$3 packages="" products=""
    shift 3
    while [ $# -gt 0 ]; do
        packages+=".package(path: \"../$1\"), "
        products+=".product(name: \"$2\", package: \"$1\"), "
        shift 2
    done
    mkdir -p "$work/$name/Sources/$module"
    cp "$folder"/*.swift "$work/$name/Sources/$module"
    # Inside one package the stand-ins of the recipes are no more public than they have to be.
    sed -i 's/^\( *\)package /\1public /; s/\bpackage \(import\|init\|func\|var\|let\|static\)/public \1/' "$work/$name/Sources/$module"/*.swift
    cat >"$work/$name/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "$name", platforms: [.macOS(.v15)], products: [.library(name: "$module", targets: ["$module"])],
    dependencies: [$packages], targets: [.target(name: "$module", dependencies: [$products])])
MANIFEST
}
package swift-log Logging Tests/Integration/recipes/Sources/Logging
package swift-service-lifecycle ServiceLifecycle Tests/Integration/recipes/Sources/ServiceLifecycle swift-log Logging
package hummingbird Hummingbird Tests/Integration/frameworks/Hummingbird \
    swift-log Logging swift-service-lifecycle ServiceLifecycle
package vapor Vapor Tests/Integration/frameworks/Vapor

for example in hummingbird-shop vapor-shop; do
    cp -r "Sources/Examples/$example" "$work/$example"
    cd "$work/$example"
    rm -rf .build
    sed -i 's|path: "../../.."|path: "../ioc"|; s|url: "https://.*/\([a-z-]*\)\.git", from: "[0-9.]*"|path: "../\1"|' Package.swift
    swift build "$@"
    shop=$(swift build "$@" --show-bin-path)/Shop
    check "$example: its components are found" contains "$("$shop" --check)" "components"
    mkfifo "$work/$example.in"
    "$shop" <"$work/$example.in" >"$work/$example.out" 2>&1 &
    program=$!
    exec 3>"$work/$example.in"
    printf 'GET /hello/Ada\nGET /hello/Bob\nGET /health\nGET /nothing\n' >&3
    for _ in $(seq 600); do
        if [ "$(wc -l <"$work/$example.out")" -ge 4 ] || ! kill -0 "$program" 2>/dev/null; then break; fi
        sleep 0.1
    done
    kill -TERM "$program"
    status=0
    wait "$program" || status=$?
    exec 3>&-
    answers=$(cat "$work/$example.out")
    check "$example: a route answers" contains "$answers" "Hello, Ada! (greeted Ada)"
    check "$example: the next request has a scope of its own" contains "$answers" "Hello, Bob! (greeted Bob)"
    check "$example: health is told" contains "$answers" '"status" : "up"'
    check "$example: SIGTERM ends it in order" test "$status" = 0
    [ "$failed" = 0 ] || echo "$answers"
    cd "$repository"
done
finish
