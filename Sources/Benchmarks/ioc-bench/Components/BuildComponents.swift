import IOC

final class BuiltLeft {}
final class BuiltRight {}

final class BuiltRoot {
    let left: BuiltLeft
    let right: BuiltRight

    init(left: BuiltLeft, right: BuiltRight) {
        self.left = left
        self.right = right
    }
}

/// An object that takes as much memory as the cell of a wrapped property.
final class BuiltCell {
    let value: AnyObject
    private let room: (Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0)

    init(_ value: AnyObject) { self.value = value }
}

/// The same as ``BuiltRoot``, with each reference in an object of its own.
final class BuiltCellRoot {
    let left: BuiltCell
    let right: BuiltCell

    init(left: BuiltCell, right: BuiltCell) {
        self.left = left
        self.right = right
    }
}

final class BuiltLevel6 {}

final class BuiltLevel5 {
    let next: BuiltLevel6
    init(_ next: BuiltLevel6) { self.next = next }
}

final class BuiltLevel4 {
    let next: BuiltLevel5
    init(_ next: BuiltLevel5) { self.next = next }
}

final class BuiltLevel3 {
    let next: BuiltLevel4
    init(_ next: BuiltLevel4) { self.next = next }
}

final class BuiltLevel2 {
    let next: BuiltLevel3
    init(_ next: BuiltLevel3) { self.next = next }
}

final class BuiltLevel1 {
    let next: BuiltLevel2
    init(_ next: BuiltLevel2) { self.next = next }
}

/// The same objects by definitions, new each time.
final class PrototypeAssembly: Assembly {
    let left = Definition(.prototype) { (_: PrototypeAssembly) in BuiltLeft() }
    let right = Definition(.prototype) { (_: PrototypeAssembly) in BuiltRight() }
    let root = Definition(.prototype) { (own: PrototypeAssembly) in
        BuiltRoot(left: try own.left(), right: try own.right())
    }

    let level6 = Definition(.prototype) { (_: PrototypeAssembly) in BuiltLevel6() }
    let level5 = Definition(.prototype) { (own: PrototypeAssembly) in BuiltLevel5(try own.level6()) }
    let level4 = Definition(.prototype) { (own: PrototypeAssembly) in BuiltLevel4(try own.level5()) }
    let level3 = Definition(.prototype) { (own: PrototypeAssembly) in BuiltLevel3(try own.level4()) }
    let level2 = Definition(.prototype) { (own: PrototypeAssembly) in BuiltLevel2(try own.level3()) }
    let level1 = Definition(.prototype) { (own: PrototypeAssembly) in BuiltLevel1(try own.level2()) }
}

/// The same objects by definitions, each shared until the outermost call ends: what an assembly does unless told.
final class GraphAssembly: Assembly {
    let level6 = Definition { (_: GraphAssembly) in BuiltLevel6() }
    let level5 = Definition { (own: GraphAssembly) in BuiltLevel5(try own.level6()) }
    let level4 = Definition { (own: GraphAssembly) in BuiltLevel4(try own.level5()) }
    let level3 = Definition { (own: GraphAssembly) in BuiltLevel3(try own.level4()) }
    let level2 = Definition { (own: GraphAssembly) in BuiltLevel2(try own.level3()) }
    let level1 = Definition { (own: GraphAssembly) in BuiltLevel1(try own.level2()) }
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

/// The same by hand.
final class BenchWrittenPair: ConstructedComponent {
    static var traits: [ComponentTrait] { [.scope(.prototype)] }
    let left: BenchLeft
    let right: BenchRight

    init(left: BenchLeft, right: BenchRight) {
        self.left = left
        self.right = right
    }

    static var constructor: Constructor { Constructor(BenchWrittenPair.init, "left", "right") }
}

final class BenchLevel6: IOCComponent {
    static var traits: [ComponentTrait] { [.scope(.prototype)] }
}

@Component(.scope(.prototype))
final class BenchLevel5 {
    let next: BenchLevel6
}

@Component(.scope(.prototype))
final class BenchLevel4 {
    let next: BenchLevel5
}

@Component(.scope(.prototype))
final class BenchLevel3 {
    let next: BenchLevel4
}

@Component(.scope(.prototype))
final class BenchLevel2 {
    let next: BenchLevel3
}

@Component(.scope(.prototype))
final class BenchLevel1 {
    let next: BenchLevel2
}

final class ChainLink {
    let depth: Int
    var next: ChainLink?

    init(_ depth: Int) { self.depth = depth }

    // One after another, as releasing a long chain at once would take much stack.
    deinit {
        var next = self.next
        self.next = nil
        while let link = next {
            next = link.next
            link.next = nil
        }
    }
}

/// A definition that calls itself.
final class RecursiveAssembly: Assembly {
    let chain: Define<ChainLink, Int> = Define { _, depth in ChainLink(depth) }
        .inject { link, own, depth in if depth > 1 { link.next = try own.chain(depth - 1) } }
}

final class SharedEngine: Sendable {}

final class SingletonAssembly: Assembly {
    let engine = Define(.singleton) { _ in SharedEngine() }
}
