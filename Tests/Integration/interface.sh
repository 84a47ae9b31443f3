#!/usr/bin/env bash
# Compares the public interface of all libraries with the last release, or with a given commit. Fails if a public
# declaration was removed or changed.
#
# SwiftPM's own `swift package diagnose-api-breaking-changes` can't read a package with C modules (Swift 6.3), because
# it passes their module maps twice. This script calls the same tool as that command.
set -euo pipefail
cd "$(dirname "$0")/../.."

last=${1:-$(git describe --tags --abbrev=0 --match '[0-9]*' 2>/dev/null || true)}
if [ -z "$last" ]; then
    echo "no release to compare with: nothing is tagged with a version yet"
    exit 0
fi
work=$(mktemp -d)
trap 'git worktree remove --force "$work/before" 2>/dev/null; rm -rf "$work"' EXIT
git worktree add --quiet --detach "$work/before" "$last"
target=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
# Declarations that the container exports from the modules below it are public, too.
libraries="IOC IOCManagement IOCTesting IOCRouting IOCRoutingTesting IOCStatic"
modules="$libraries IOCConfiguration IOCModel"

digest() { # digest FOLDER SIDE OPTION…: writes the public interface of each module
    local folder=$1 side=$2 products module
    shift 2
    for module in $libraries; do (cd "$folder" && swift build --quiet "$@" --target "$module"); done
    products=$(cd "$folder" && swift build "$@" --show-bin-path)
    mkdir "$work/$side"
    for module in $modules; do
        swift-api-digester -dump-sdk -swift-only -module "$module" -target "$target" -I "$products/Modules" \
            -Xcc "-fmodule-map-file=$products/CSwiftRuntime.build/module.modulemap" -o "$work/$side/$module.json"
    done
}
digest "$work/before" old
digest . new --scratch-path .build/interface
broken=0
for module in $modules; do
    swift-api-digester -diagnose-sdk -input-paths "$work/old/$module.json" -input-paths "$work/new/$module.json" \
        >"$work/told" 2>&1 || true
    # Headings are comments. All other lines are changes.
    if grep -vE '^(/\*.*\*/)?$' "$work/told" >"$work/changes"; then
        sed "s/^/$module: /" "$work/changes"
        broken=1
    fi
done
[ "$broken" = 0 ] && echo "nothing public is gone or changed since $last"
exit "$broken"
