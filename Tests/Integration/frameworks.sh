#!/usr/bin/env bash
# Copies the complete examples for Hummingbird and Vapor, as a user would. Tests and runs them with small packages that
# have the same signatures: each request has its own scope, and SIGTERM ends the program in order. Arguments are options
# for the builds.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

answered() { contains "$(cat "$work/$example.out")" "$1"; } # answered TEXT: true if the program has printed it

clean_folder
stand_ins

for example in hummingbird-shop vapor-shop; do
    cp -r "Sources/Examples/$example" "$work/$example"
    cd "$work/$example"
    rm -rf .build
    sed -i 's|path: "../../.."|path: "../ioc"|; s|url: "https://.*/\([a-z-]*\)\.git", from: "[0-9.]*"|path: "../\1"|' Package.swift
    check "$example: its tests reach the routes without a port" swift test "$@" --quiet
    swift build "$@"
    shop=$(swift build "$@" --show-bin-path)/Shop
    check "$example: its components are found" contains "$("$shop" --check)" "components"
    mkfifo "$work/$example.in"
    "$shop" <"$work/$example.in" >"$work/$example.out" 2>&1 &
    program=$!
    exec 3>"$work/$example.in"
    printf 'GET /hello/Ada\nGET /hello/Bob\nGET /nothing\n' >&3
    eventually answered 404 || true
    printf 'GET /health\n' >&3
    eventually answered '"status"' || true
    kill -TERM "$program"
    status=0
    wait "$program" || status=$?
    exec 3>&-
    answers=$(cat "$work/$example.out")
    check "$example: a route answers" contains "$answers" "Hello, Ada! (greeted Ada)"
    check "$example: the next request has its own scope" contains "$answers" "Hello, Bob! (greeted Bob)"
    check "$example: health is reported" contains "$answers" '"status" : "up"'
    check "$example: SIGTERM ends it in order" test "$status" = 0
    [ "$failed" = 0 ] || echo "$answers"
    cd "$repository"
done
finish
