#!/usr/bin/env bash
# Converts every catalogue, with its module's symbols; a warning fails.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build=(--scratch-path .build/docc -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$work")
for catalogue in Sources/*/*.docc; do
    module=$(basename "$catalogue" .docc)
    mkdir "$work/$module"
    swift build "${build[@]}" --target "$module" >/dev/null
    mv "$work/$module"*.symbols.json "$work/$module"
    status=0
    output=$(docc convert "$catalogue" --additional-symbol-graph-dir "$work/$module" --fallback-display-name "$module" \
        --fallback-bundle-identifier "ioc.$module" --output-path "$work/$module.doccarchive" --warnings-as-errors 2>&1) ||
        status=$?
    check "$module converts without a warning: $(grep -E '^(warning|error)' <<<"$output" | head -20)" test "$status" = 0
done

finish
