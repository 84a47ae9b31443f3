#!/usr/bin/env bash
# Runs the quickstart as a new user would, in the given build configurations, and checks its output and exit codes.
# BUILD_FLAGS contains further flags for swift build.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

temporary_folder

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

    seen=$(quickstart)
    check "$configuration: the last line is the ancestor's" contains "$(tail -n 1 <<<"$seen")" "SGService -> SGMapper"
    expect "$configuration" <<END
the tree shows a property | └─ mapper: quickstart.SGMapper
a module that no source mentions is found | QuickstartShop.ShopCheckout
END
    plist=$(quickstart --config config/applicationContext.plist)
    check "$configuration: JSON and plist give the same graph" \
        test "${seen/applicationContext.json/X}" = "${plist/applicationContext.plist/X}"

    cat >"$work/caching.json" <<<'{ "classes": ["SGService", "CachingMapper"] }'
    seen=$(quickstart --config "$work/caching.json")
    check "$configuration: another class in the file changes the line" contains "$seen" "SGService -> CachingMapper"

    cat >"$work/faulty.json" <<<'{ "prefixs": ["SG"], "classes": ["SGServise"] }'
    runs quickstart --config "$work/faulty.json"
    check "$configuration: a faulty file ends with 78" test "$status" = 78
    check "$configuration: a faulty file is reported" contains "$seen" "did you mean 'prefixes'?"
done

finish
