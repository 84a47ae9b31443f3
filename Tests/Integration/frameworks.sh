#!/usr/bin/env bash
# Copies the complete examples for Hummingbird and Vapor, as a user would. Tests and runs them with small packages that
# have the same signatures, and whose servers own a port: each request has its own scope, five reloads by SIGHUP and five
# by saving the file leave a server that answers, and SIGTERM ends the program in order. Arguments are options for the
# builds; `examples` names the examples to try.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

need curl curl

answer() { curl --silent --max-time 5 "http://127.0.0.1:$port/$1"; } # answer PATH: prints what the program answers
answers() { contains "$(answer "$1")" "$2"; }                        # answers PATH TEXT
# has_reloaded COUNT: true if the program has printed so many reloads
has_reloaded() { [ "$(grep -cx 'Shop: reloaded' "$work/$example.out")" -ge "$1" ]; }

clean_folder
stand_ins

for example in ${examples:-hummingbird-shop vapor-shop}; do
    cp -r "Sources/Examples/$example" "$work/$example"
    cd "$work/$example"
    rm -rf .build
    sed -i 's|path: "../../.."|path: "../ioc"|; s|url: "https://.*/\([a-z-]*\)\.git", from: "[0-9.]*"|path: "../\1"|' Package.swift
    check "$example: its tests reach the routes without a port" swift test "$@" --quiet
    swift build "$@"
    shop=$(swift build "$@" --show-bin-path)/Shop
    check "$example: its components are found" contains "$("$shop" --check)" "components"
    port=$((20000 + RANDOM % 20000))
    "$shop" --server.port="$port" --watch >"$work/$example.out" 2>&1 &
    program=$!
    check "$example: a route answers" eventually answers hello/Ada "Hello, Ada! (greeted Ada)"
    check "$example: the next request has its own scope" answers hello/Bob "Hello, Bob! (greeted Bob)"
    check "$example: an unknown route is refused" test "$(curl --silent --output /dev/null --write-out '%{http_code}' "http://127.0.0.1:$port/nothing")" = 404
    check "$example: health is reported" eventually answers health '"status" : "up"'
    for round in 1 2 3 4 5; do
        kill -HUP "$program"
        check "$example: SIGHUP reloads, time $round" eventually has_reloaded $((2 * round - 1))
        check "$example: it answers after SIGHUP, time $round" eventually answers hello/Ada ", Ada! (greeted Ada)"
        sed -i "s/\"word\": \".*\"/\"word\": \"Hello$round\"/" config/applicationContext.json
        check "$example: it answers with the saved file, time $round" eventually answers hello/Ada "Hello$round, Ada!"
        check "$example: the saved file reloads once, time $round" eventually has_reloaded $((2 * round))
    done
    check "$example: it is ready after ten reloads" eventually answers health '"status" : "up"'
    kill -TERM "$program"
    status=0
    wait "$program" || status=$?
    check "$example: SIGTERM ends it in order" test "$status" = 0
    check "$example: nothing else went wrong" test "$(grep -cvx 'Shop: reloaded' "$work/$example.out")" = 1
    [ "$failed" = 0 ] || cat "$work/$example.out"
    cd "$repository"
done
finish
