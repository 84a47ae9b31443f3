#!/usr/bin/env bash
# Boots programs of 1,000 and of 20,000 classes, and compares the cost of a class: it may not grow with the number of
# classes. The benchmark has no such row, because so many classes would slow down all its other rows.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

temporary_folder
counts=(1000 20000)
bar=1.5

targets=
for count in "${counts[@]}"; do
    targets+=".executableTarget(name: \"Classes$count\", dependencies: [container]),"
    folder=$work/Sources/Classes$count
    mkdir -p "$folder"
    for ((first = 0; first < count; first += 500)); do
        {
            echo "import IOC"
            for ((number = first; number < first + 500; number++)); do
                echo "final class K$number: IOCComponent {}"
            done
        } >"$folder/K$first.swift"
    done
    cat >"$folder/main.swift" <<SWIFT
import Foundation
import IOC

/// The processor time of this thread, in nanoseconds. Other work of the machine hardly affects it.
func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// The nanoseconds of a class, in the fastest of some boots. The first boot also reads the metadata of the program.
let boots = try (0..<200_000 / $count).map { _ in
    let start = now()
    let context = try ApplicationContext(ContextConfiguration(prefixes: ["K"]))
    let time = now() - start
    precondition(context.graph.components.count == $count)
    return time / $count
}
print(boots[0], boots.min() ?? 0)
SWIFT
done
manifest "$work" "$targets"

build=(--package-path "$work" --scratch-path .build/classes -c release)
swift build "${build[@]}"
binaries=$(swift build "${build[@]}" --show-bin-path)
read -r few_first few < <("$binaries/Classes${counts[0]}")
read -r many_first many < <("$binaries/Classes${counts[1]}")
echo "a class costs $few_first ns of ${counts[0]}, and $many_first ns of ${counts[1]}, at a program's first boot"
echo "a class costs $few ns of ${counts[0]}, and $many ns of ${counts[1]}, at later ones"
check "a class of ${counts[1]} costs at most $bar times one of ${counts[0]} at the first boot" \
    test $((many_first * 10)) -le $((few_first * 15))
check "a class of ${counts[1]} costs at most $bar times one of ${counts[0]} at later boots" \
    test $((many * 10)) -le $((few * 15))
finish
