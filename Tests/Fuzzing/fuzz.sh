#!/usr/bin/env bash
# Feeds broken configuration files, JSON and plist, to their reader: `fuzz.sh [SECONDS]`.
#
# A finding is a crash, a hang or a broken promise. It ends the script with 1, and its input is in
# `.build/fuzz/findings`.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-60}
build=.build/fuzz
rm -rf "$build/corpus"
mkdir -p "$build/findings" "$build/reached" "$build/corpus"

# The seeds: the repository's own configuration files, and one file with every key.
seed=0
while read -r file; do cp "$file" "$build/corpus/$((seed += 1))"; done < <(git ls-files '*config/*.json' '*config/*.plist')
cat >"$build/corpus/full" <<'JSON'
{
  // Comments, and a comma at the end of a list, are allowed.
  "prefixes": ["SG", "Shop.Payments."], "classes": ["Legacy.Mailer"], "exclude": ["SGMock"],
  "assemblies": ["Shop.CoreAssembly"], "imports": ["b.json", "optional:local.json"], "profiles": ["test"],
  "cycles": "allow", "strict": true, "bindings": { "Shop.PaymentGateway": "stripe" },
  "components": { "stripe": {
    "class": "Shop.StripeGateway", "scope": "prototype", "primary": true, "fallback": false, "order": 10, "lazy": true,
    "profiles": ["production"], "when": { "setting": "payments.enabled", "equals": true }, "override": true,
    "whenMissing": "Shop.Gateway", "dependsOn": ["database"], "settings": { "apiKey": "${STRIPE_KEY:none}" } } },
  "settings": {
    "server": { "port": 8080, "ratio": 0.5, "list": [1, "two", null, { "a": 1 },] },
    "text": "${server.port} $${x} \u00e9", "big": 123456789012345, "small": -1.5e-3 }
}
JSON
printf '{"imports": ["b.json"]}\x1e{"prefixes": ["B"], "imports": ["a.json"]}\x1e{"strict": false}' >"$build/corpus/three-files"
printf '<plist><dict><key>imports</key><array><string>b.plist</string></array></dict></plist>\x1e<plist><dict/></plist>' \
    >"$build/corpus/two-plists"

# Without MemberImportVisibility, because then a C structure belongs to the module that named it first.
flags=(-O -g -swift-version 6 -package-name ioc -parse-as-library -wmo -module-cache-path "$build/cache" -I "$build"
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -sanitize=fuzzer,address)
objects=()
for module in IOCBase IOCModel IOCConfiguration; do
    swiftc "${flags[@]}" -emit-module -emit-module-path "$build/$module.swiftmodule" -module-name "$module" \
        -c $(find "Sources/$module" -name '*.swift') -o "$build/$module.o"
    objects+=("$build/$module.o")
done
swiftc "${flags[@]}" -module-name Fuzzing -c Tests/Fuzzing/Targets/*.swift -o "$build/Fuzzing.o"
swiftc -sanitize=fuzzer,address "$build/Fuzzing.o" "${objects[@]}" -o "$build/fuzz" \
    2> >(grep -v "Cannot export local symbol" >&2)

export ASAN_OPTIONS=detect_leaks=0
if ! "$build/fuzz" -dict=Tests/Fuzzing/file.dict -max_total_time="$seconds" -timeout=60 -rss_limit_mb=4096 \
    -max_len=16384 -detect_leaks=0 -print_final_stats=1 -artifact_prefix="$build/findings/" \
    "$build/reached" "$build/corpus" >"$build/log" 2>&1; then
    tail -60 "$build/log"
    echo "a finding: its input is in $build/findings"
    exit 1
fi
grep -E 'stat::number_of_executed_units|DONE' "$build/log"
