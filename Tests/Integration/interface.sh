#!/usr/bin/env bash
# Compares the public interface of all libraries with the last release. Options are for the comparison, such as
# --breakage-allowlist-path.
set -euo pipefail
cd "$(dirname "$0")/../.."

last=$(git describe --tags --abbrev=0 --match '[0-9]*' 2>/dev/null || true)
if [ -z "$last" ]; then
    echo "no release to compare with: nothing is tagged with a version yet"
    exit 0
fi
swift package diagnose-api-breaking-changes "$last" \
    --products IOC --products IOCTesting --products IOCRouting --products IOCRoutingTesting --products IOCStatic "$@"
