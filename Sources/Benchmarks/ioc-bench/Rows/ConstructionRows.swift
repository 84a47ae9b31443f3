import IOC
import Measuring

/// Rows that create a component in the prototype scope, which depends on two others in that scope.
enum ConstructionRows {
    static var all: [Row] { [initializer, definition, autowired] }

    private static let baseline = "hand-written"

    private static func byHand(_ rounds: Int) -> Double {
        processorTime { for _ in 0..<rounds { blackHole(PlainRoot(left: PlainLeft(), right: PlainRight())) } }
    }

    private static var initializer: Row {
        Row("prototype with two prototypes: initializer", against: baseline, limit: 4) {
            let context = try BenchContext.boot()
            return .ratio(
                baseline: byHand,
                measured: { rounds in
                    try processorTime { for _ in 0..<rounds { blackHole(try context.component(BenchPair.self)) } }
                })
        }
    }

    private static var definition: Row {
        Row("prototype with two prototypes: Definition", against: baseline, limit: 6) {
            let assembly = try PrototypeAssembly.activated()
            return .ratio(
                baseline: byHand,
                measured: { rounds in try processorTime { for _ in 0..<rounds { blackHole(try assembly.root()) } } })
        }
    }

    private static var autowired: Row {
        Row("prototype with two prototypes: two @Autowired", against: baseline, limit: 8) {
            let context = try BenchContext.boot()
            return .ratio(
                baseline: { rounds in
                    processorTime {
                        for _ in 0..<rounds {
                            let root = PlainRoot(left: PlainLeft(), right: PlainRight())
                            blackHole(root.left)
                            blackHole(root.right)
                        }
                    }
                },
                measured: { rounds in
                    try processorTime {
                        for _ in 0..<rounds {
                            let root = try context.component(BenchRoot.self)
                            blackHole(root.left)
                            blackHole(root.right)
                        }
                    }
                })
        }
    }
}

final class PlainLeft {}
final class PlainRight {}

final class PlainRoot {
    let left: PlainLeft
    let right: PlainRight

    init(left: PlainLeft, right: PlainRight) {
        self.left = left
        self.right = right
    }
}

final class PrototypeAssembly: Assembly {
    let left = Definition(.prototype) { (_: PrototypeAssembly) in PlainLeft() }
    let right = Definition(.prototype) { (_: PrototypeAssembly) in PlainRight() }
    let root = Definition(.prototype) { (own: PrototypeAssembly) in
        PlainRoot(left: try own.left(), right: try own.right())
    }
}

final class BenchLeft: IOCComponent {
    static var traits: [ComponentTrait] { [.scope(.prototype)] }
}

final class BenchRight: IOCComponent {
    static var traits: [ComponentTrait] { [.scope(.prototype)] }
}

final class BenchRoot: IOCComponent, @unchecked Sendable {
    static var traits: [ComponentTrait] { [.scope(.prototype)] }
    @Autowired var left: BenchLeft
    @Autowired var right: BenchRight
}

@Component(.scope(.prototype))
final class BenchPair {
    let left: BenchLeft
    let right: BenchRight
}
