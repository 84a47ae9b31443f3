#!/usr/bin/env bash
# Two packages of a user who knows the container by its pages: a library of constructed components, and a program that
# uses it, with every form of a component and of a function, and with a module of the main actor. In each of the given
# variants (`debug`, `release` and `static`) they have to build without a warning and to print the same. In debug they
# also have to do that if the packages' own modules are built for library evolution.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

clean_folder
cp -r Tests/Integration/strangers/* "$work"
cd "$work/shop"

expected='journal: Diary on console and audit
desk: Desk, desks: 3, one mapper: true
sinks: ["audit", "console"], job: ["console", "audit"], new: true
title: #shop 12, same: true
menu: 3, store: console, missing: true
late: audit, context: true
forms: AnnotatedActor, AnnotatedClass, AnnotatedEnumeration, AnnotatedStructure, ManualActor, ManualClass, ManualEnumeration, ManualStructure, NestedStructure, PrivateAnnotatedClass, PrivateAnnotatedEnumeration, PrivateAnnotatedStructure, PrivateManualClass, PrivateManualStructure, PublicStructure
made: awaited, condition, extended, fileScope, foreign, hidden, hidden enum, inActor, inClass, inFile, main, named, nested, parameters(console 2 2 audit 3 - true 2), plain, privateFileScope
label: shop.Shop.label, library: crank
by hand: 0, true
closed: true'

prints() { # prints NAME FLAG…: builds the program with the flags, and compares its output with the expected one
    local name=$1 status=0 seen built warnings
    shift
    built=$(swift build --disable-index-store "$@" 2>&1) || status=$?
    check "$name: it builds" test "$status" = 0
    # Two warnings are ignored: the linker's own for Foundation, and the compiler's for each imported module that is not
    # built for evolution, such as Foundation.
    warnings=$(grep -E '\.swift:[0-9]+:[0-9]+: warning:' <<<"$built" | grep -v 'library evolution support' || true)
    check "$name: without a warning" test -z "$warnings"
    [ "$failed" = 0 ] || echo "$built" | grep -vE '^\[' | tail -n 40
    [ "$status" = 0 ] || return 0
    seen=$("$(swift build "$@" --show-bin-path)/shop" 2>&1) || true
    check "$name: every form of a component is passed what it asks for" test "$seen" = "$expected"
    [ "$failed" = 0 ] || diff <(echo "$expected") <(echo "$seen") || true
}

[ $# -gt 0 ] || set -- debug release static
for variant in "$@"; do
    case $variant in
    debug)
        prints debug
        cat >Sources/shop/Wrong.swift <<<'import Kit
func wrong() { _ = AuditSink() }'
        seen=$(swift build --disable-index-store 2>&1) || true
        check "a call without arguments gets advice" contains "$seen" "pass what its initializer asks for"
        rm Sources/shop/Wrong.swift
        # It uses the same folder, so that the container is not built again.
        EVOLUTION=yes prints evolution
        ;;
    release) prints release -c release ;;
    static) prints static -c release --static-swift-stdlib --scratch-path .build/static ;;
    esac
done

finish
