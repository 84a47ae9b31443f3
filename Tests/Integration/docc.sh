#!/usr/bin/env bash
# Converts each documentation catalog to web pages. A link that can't be resolved, or a parameter without documentation,
# is a failure.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

temporary_folder
build=("$@") # Options for the build, such as --scratch-path
modules=$(swift build "${build[@]}" --show-bin-path)
target=$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')

for catalogue in Sources/*/*.docc; do
    module=$(basename "$catalogue" .docc)
    swift build "${build[@]}" --target "$module"
    mkdir "$work/$module"
    # Declarations that the container exports from the modules below it are documented as its own.
    swift symbolgraph-extract -module-name "$module" -target "$target" -I "$modules/Modules" \
        -Xcc "-fmodule-map-file=$modules/CSwiftRuntime.build/module.modulemap" -minimum-access-level public \
        -skip-synthesized-members -experimental-allowed-reexported-modules=IOCConfiguration,IOCModel \
        -output-dir "$work/$module"
    check "$module: every link leads somewhere" docc convert "$catalogue" --warnings-as-errors \
        --additional-symbol-graph-dir "$work/$module" --output-dir "$work/$module.doccarchive" \
        --fallback-display-name "$module" --fallback-bundle-identifier "ioc.$module"
    check "$module: there are pages" test -n "$(find "$work/$module.doccarchive/data" -name '*.json' -print -quit)"
done
finish
