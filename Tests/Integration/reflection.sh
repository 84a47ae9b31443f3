#!/usr/bin/env bash
# A program that was built without reflection metadata is refused at boot, with the reason.
set -euo pipefail
cd "$(dirname "$0")/../.."

swift build --product quickstart -Xswiftc -disable-reflection-metadata --scratch-path .build/reflection
status=0
output=$(.build/reflection/debug/quickstart 2>&1) || status=$?
if [ "$status" = 1 ] && grep -qF "reflection-disabled: the properties of quickstart.SGService" <<<"$output" \
    && grep -qF -- "-disable-reflection-metadata" <<<"$output"; then
    echo "1 passed, 0 failed"
else
    echo "$output"
    echo "0 passed, 1 failed"
    exit 1
fi
