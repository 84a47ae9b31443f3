#!/usr/bin/env bash
# Feeds broken input to whatever reads files and properties: `fuzz.sh TARGET|all SECONDS`.
#
# Each target starts from its corpus and runs for SECONDS; then the regions that the corpus, old and new, has reached are
# counted. A finding ends the script with 1 and leaves its input in `.build/fuzz/findings`. `fuzz.sh coverage` only counts.
# IOC_FUZZ_KEEP=1 keeps what was found to reach new code in the corpus.
set -euo pipefail
cd "$(dirname "$0")/../.."

targets=(json plist placeholders environment conversions)
goal=${1:?"usage: fuzz.sh TARGET|all|coverage [SECONDS]"}
seconds=${2:-60}
[[ $goal == all || $goal == coverage ]] || targets=("$goal")
build=.build/fuzz
corpus=Tests/Fuzzing/corpus
tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
mkdir -p "$build/findings"

# Without MemberImportVisibility, by which a C structure belongs to whichever module has named it first.
flags=(-O -g -swift-version 6 -package-name ioc -enable-testing -parse-as-library -module-cache-path "$build/cache"
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault)

# One program does both, as it takes minutes to build: what counts regions slows the fuzzing little.
instruments=(-sanitize=fuzzer,address -profile-generate -profile-coverage-mapping)
export ASAN_OPTIONS=detect_leaks=0

# Whether a step's sources have changed since it was last done; remembered by `did`.
changed() {
    local step=$1; shift
    sum=$({ echo "${flags[*]} ${instruments[*]}"; cat "$@"; } | cksum)
    [[ ! -f $build/$step.sum || $(< "$build/$step.sum") != "$sum" ]]
}
did() { echo "$sum" > "$build/$1.sum"; }

# Builds the configuration's modules, each after those it imports, and the targets into one program.
modules=(IOCBase IOCModel IOCConfiguration)
program() {
    local name sum objects=("${modules[@]/#/$build/}")
    if changed modules $(find "${modules[@]/#/Sources/}" -type f | sort); then
        rm -f "$build/targets.sum"
        for name in "${modules[@]}"; do
            swiftc "${flags[@]}" "${instruments[@]}" -I "$build" -wmo -emit-module \
                -emit-module-path "$build/$name.swiftmodule" -module-name "$name" \
                -c $(find "Sources/$name" -name '*.swift') -o "$build/$name.o"
        done
        did modules
    fi
    if changed targets Tests/Fuzzing/Targets/*.swift; then
        swiftc "${flags[@]}" "${instruments[@]}" -I "$build" -wmo -module-name Fuzzing \
            -c Tests/Fuzzing/Targets/*.swift -o "$build/Fuzzing.o"
        swiftc "${instruments[@]}" "$build/Fuzzing.o" "${objects[@]/%/.o}" -o "$build/fuzz" \
            2> >(grep -v "Cannot export local" >&2)
        did targets
    fi
}

coverage() {
    rm -f "$build"/*.profraw
    local target
    for target in json plist placeholders environment conversions; do
        mkdir -p "$build/reached/$target"
        IOC_FUZZ_TARGET=$target LLVM_PROFILE_FILE="$build/$target.profraw" "$build/fuzz" -runs=0 -rss_limit_mb=4096 \
            "$corpus/$target" "$build/reached/$target" > "$build/coverage-$target.log" 2>&1
    done
    "$tools/llvm-profdata" merge -o "$build/fuzz.profdata" "$build"/*.profraw
    local room
    for room in Configuration Properties; do
        printf '%s/: ' "$room"
        "$tools/llvm-cov" report "$build/fuzz" -instr-profile="$build/fuzz.profdata" \
            $(find "Sources/IOCConfiguration/$room" -name '*.swift') > "$build/coverage-$room.txt"
        awk '$1 == "TOTAL" { print $4 " of the regions (" $2 - $3 " of " $2 ")" }' "$build/coverage-$room.txt"
    done
}

program
if [[ $goal != coverage ]]; then
    export LLVM_PROFILE_FILE=/dev/null
    for target in "${targets[@]}"; do
        printf '== %s, %s s\n' "$target" "$seconds"
        mkdir -p "$build/reached/$target"
        dictionary=()
        [[ -f Tests/Fuzzing/$target.dict ]] && dictionary=("-dict=Tests/Fuzzing/$target.dict")
        if ! IOC_FUZZ_TARGET=$target "$build/fuzz" "${dictionary[@]}" -max_total_time="$seconds" -timeout=60 \
            -rss_limit_mb=4096 -max_len=16384 -detect_leaks=0 -print_final_stats=1 \
            -artifact_prefix="$build/findings/$target-" "$build/reached/$target" "$corpus/$target" \
            > "$build/$target.log" 2>&1
        then
            tail -60 "$build/$target.log"
            printf 'a finding: its input is in %s\n' "$build/findings"
            exit 1
        fi
        grep -E 'stat::number_of_executed_units|DONE' "$build/$target.log"
        if [[ ${IOC_FUZZ_KEEP:-} ]]; then
            IOC_FUZZ_TARGET=$target "$build/fuzz" -merge=1 -detect_leaks=0 "$corpus/$target" "$build/reached/$target" \
                > "$build/$target-merge.log" 2>&1
        fi
    done
fi
coverage
