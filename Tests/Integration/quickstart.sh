#!/usr/bin/env bash
# Runs the quickstart as a new user would, in the given build configurations, and checks its output and exit codes.
# BUILD_FLAGS contains further flags for swift build.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT

for configuration in "$@"; do
    if [ -z "${BUILD_FLAGS:-}" ]; then
        quickstart() { swift run -c "$configuration" quickstart "$@"; }
    else
        # `swift run` does not accept every flag of `swift build`.
        read -ra flags <<<"$BUILD_FLAGS"
        swift build -c "$configuration" "${flags[@]}" --product quickstart
        binary=$(swift build -c "$configuration" "${flags[@]}" --show-bin-path)/quickstart
        quickstart() { "$binary" "$@"; }
    fi

    json=$(quickstart)
    check "$configuration: the last line is the ancestor's" contains "$(tail -n 1 <<<"$json")" "SGService -> SGMapper"
    check "$configuration: the tree shows a property" contains "$json" "└─ mapper: quickstart.SGMapper"
    check "$configuration: a module that no source mentions is found" contains "$json" "QuickstartShop.ShopCheckout"

    plist=$(quickstart --config config/applicationContext.plist)
    check "$configuration: JSON and plist give the same graph" \
        test "${json/applicationContext.json/X}" = "${plist/applicationContext.plist/X}"

    cat >"$temporary/caching.json" <<<'{ "classes": ["SGService", "CachingMapper"] }'
    caching=$(quickstart --config "$temporary/caching.json")
    check "$configuration: another class in the file changes the line" contains "$caching" "SGService -> CachingMapper"

    cat >"$temporary/faulty.json" <<<'{ "prefixs": ["SG"], "classes": ["SGServise"] }'
    status=0
    faulty=$(quickstart --config "$temporary/faulty.json" 2>&1) || status=$?
    check "$configuration: a faulty file ends with 78" test "$status" = 78
    check "$configuration: and with a report" contains "$faulty" "did you mean 'prefixes'?"
done

finish
