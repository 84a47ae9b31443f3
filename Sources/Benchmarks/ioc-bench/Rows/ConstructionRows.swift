import BenchmarkFrame
import IOC

/// Making new objects. The loops are written out, so that nothing but the making is in them.
enum ConstructionRows {
    static var all: [Benchmark] {
        [
            constructor, writtenConstructor, definition, autowired, autowiredAlike, constructorLevels, levels,
            graphLevels, recursion,
        ]
    }

    private static var constructor: Benchmark {
        constructor(
            "prototype with two prototypes: constructor, against hand-written", BenchPair.self, bar: 2, target: 1.5)
    }

    private static var writtenConstructor: Benchmark {
        constructor("the same by a constructor that is written by hand", BenchWrittenPair.self, bar: nil, target: nil)
    }

    private static func constructor<Pair>(
        _ name: String, _ type: Pair.Type, bar: Double?, target: Double?
    ) -> Benchmark {
        Benchmark(name, bar: bar, target: target) {
            let context = try BenchContext.make()
            return .comparison(
                baseline: { rounds in
                    Clock.thread.time { for _ in 0..<rounds { blackHole(HandWritten.root()) } }
                },
                measured: { rounds in
                    try Clock.thread.time { for _ in 0..<rounds { blackHole(try context.component(Pair.self)) } }
                })
        }
    }

    private static var constructorLevels: Benchmark {
        Benchmark("six levels deep: constructor, against hand-written", bar: 2.5, target: 2) {
            let context = try BenchContext.make()
            return .comparison(
                baseline: writtenLevels,
                measured: { rounds in
                    try Clock.thread.time {
                        for _ in 0..<rounds { blackHole(try context.component(BenchLevel1.self)) }
                    }
                })
        }
    }

    private static var definition: Benchmark {
        Benchmark("prototype with two prototypes: Definition, against hand-written", bar: 2.5, target: 2) {
            let assembly = try PrototypeAssembly.activated()
            return .comparison(
                baseline: { rounds in
                    Clock.thread.time { for _ in 0..<rounds { blackHole(HandWritten.root()) } }
                },
                measured: { rounds in
                    try Clock.thread.time { for _ in 0..<rounds { blackHole(try assembly.root()) } }
                })
        }
    }

    private static var autowired: Benchmark {
        autowired("prototype with two prototypes: two @Autowired, against hand-written", bar: 5, target: 4) { rounds in
            for _ in 0..<rounds {
                let root = HandWritten.root()
                blackHole(root.left)
                blackHole(root.right)
            }
        }
    }

    /// The baseline takes the same blocks from the allocator, so that the ratio tells of what is done, whatever those cost.
    private static var autowiredAlike: Benchmark {
        autowired("the same, against hand-written objects as many and as large", bar: nil, target: nil) { rounds in
            for _ in 0..<rounds {
                let root = HandWritten.cells()
                blackHole(root.left.value)
                blackHole(root.right.value)
            }
        }
    }

    private static func autowired(
        _ name: String, bar: Double?, target: Double?, baseline: @escaping (Int) -> Void
    ) -> Benchmark {
        Benchmark(name, bar: bar, target: target) {
            let context = try BenchContext.make()
            return .comparison(
                baseline: { rounds in Clock.thread.time { baseline(rounds) } },
                measured: { rounds in
                    try Clock.thread.time {
                        for _ in 0..<rounds {
                            let root = try context.component(BenchRoot.self)
                            blackHole(root.left)
                            blackHole(root.right)
                        }
                    }
                })
        }
    }

    private static var levels: Benchmark {
        Benchmark("six levels deep: Definition, against hand-written", bar: 3, target: 2) {
            let assembly = try PrototypeAssembly.activated()
            return .comparison(
                baseline: writtenLevels,
                measured: { rounds in
                    try Clock.thread.time { for _ in 0..<rounds { blackHole(try assembly.level1()) } }
                })
        }
    }

    private static var graphLevels: Benchmark {
        Benchmark("six levels deep: Definition of the scope objectGraph, against the same", bar: 6, target: 4) {
            let assembly = try GraphAssembly.activated()
            return .comparison(
                baseline: writtenLevels,
                measured: { rounds in
                    try Clock.thread.time { for _ in 0..<rounds { blackHole(try assembly.level1()) } }
                })
        }
    }

    /// A definition that calls itself with other arguments: what a level costs must not grow with the levels.
    private static var recursion: Benchmark {
        Benchmark("a level of recursion with arguments: 800 deep, against 50 deep", bar: 1.5, target: 1.2) {
            let assembly = try RecursiveAssembly.activated()
            func chains(_ depth: Int, _ count: Int) throws -> Cost {
                let time = try Clock.thread.time {
                    for _ in 0..<count { blackHole(try assembly.chain(depth)) }
                }
                return time / Double(depth * count)
            }
            return .comparison(
                baseline: { rounds in try chains(50, 16 * rounds) },
                measured: { rounds in try chains(800, rounds) }, rounds: .fixed(8))
        }
    }

    private static func writtenLevels(_ rounds: Int) -> Cost {
        Clock.thread.time { for _ in 0..<rounds { blackHole(HandWritten.levels()) } }
    }
}

/// The hand-written way; the optimizer may do with it what it likes.
private enum HandWritten {
    static func root() -> BuiltRoot { BuiltRoot(left: BuiltLeft(), right: BuiltRight()) }

    static func cells() -> BuiltCellRoot {
        BuiltCellRoot(left: BuiltCell(BuiltLeft()), right: BuiltCell(BuiltRight()))
    }

    static func levels() -> BuiltLevel1 {
        BuiltLevel1(BuiltLevel2(BuiltLevel3(BuiltLevel4(BuiltLevel5(BuiltLevel6())))))
    }
}
