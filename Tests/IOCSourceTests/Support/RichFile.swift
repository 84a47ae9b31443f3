/// A file with every kind of declaration, in every form that the model tells apart.
enum RichFile {
    static let text = #"""
        // A file.
        @preconcurrency public import struct Shop.Cart
        @_spi(Inner) @testable internal import Depot; import Glibc // why
        fileprivate import class Shop.Till
        #if canImport(FoundationEssentials) // here
        package import FoundationEssentials
        #elseif DEBUG && os(Linux)
        private import Foundation
        #else
        import Nothing.Sub
        #endif

        @MainActor @Wrapped<Int>(a: 1, "x, (y)", `in`: [1, 2], { $0 }) public final class Box<T: Sendable, each U, let n: Int>
            : Base<T>, @unchecked Sendable, Outer.Inner where T: Hashable, T.A == [Int]
        {
            @Autowired("audit") var log: any Sink
            @Value("server.port") public private(set) var port = 8080
            private let a, b: Int, c = [1, 2], d: [String: (Int) -> Void]?
            static var traits: [ComponentTrait] { [.named("x"), .primary] }
            class var shared: Box { get { 1 } set { } }
            static let one = 1, two = f(1, 2)
            var computed: Int { 3 }
            var both: Int { get { 3 } set { } }
            var observed = 3 { didSet {} }
            var watched: Int = 3 { /* first */ willSet { } didSet { } }
            var closed: Int = { 3 }()
            lazy var late = C(), later: D = D()
            weak var `default`: AnyObject?
            nonisolated(unsafe) static var count = f(1, 2)
            #if FAST
            var fast: Int
            #endif
            init() {}
            public convenience init?(dependency d: Dependency, _ rest: Int...) async throws { nil }
            init!(`in` x: Int = f(1, 2)) where T: Equatable {}
            deinit { }
            @discardableResult func make<V, each W: P>(_ x: inout V, y z: any P = P(a: ",)"), w: @escaping (Int) -> Void...)
                async throws(Failure) -> [A]? where V: Q { nil }
            class func shareable() rethrows {}
            static func + (left: Box, right: Box) -> Box { left }
            func `repeat`() -> (Int) throws -> Void { { _ in } }
            func never() throws(Never) {}
            func any() throws(any Error) -> some P { 1 }
            func again() async -> /* x */ Int { 1 }
            func noSpace()->Int{1}
            subscript(index: Int) -> Int { 1 }
            public typealias Pair<A: P, B> = (A, B)
            actor Inner { struct Deep {} }
            enum Kind: String, Codable { case a = "x", b(Int), `c`; indirect case d = "y, z"; func e() {} }
        }

        struct S: ~Copyable, P & Q { var x = 1, y: Int }
        protocol P<A>: AnyObject, Q {
            associatedtype A: Sendable = Int where A: Q
            associatedtype B
            var readable: Int { get }
            var writable: Int { get async throws }
            static var both: Int { get set }
            func f()
            mutating func g() async
        }
        extension Box.Inner: @preconcurrency P where T == Int { static func x() {} }
        extension [Int] { var y: Int { 1 } }
        public enum E: Int { case one = 1, two }
        #if DEBUG
        typealias Name = String
        #if os(Linux)
        struct Nested {
            enum Inner {
                #if A
                case one
                #elseif B
                case two
                #else
                case three
                #endif
            }
        }
        #endif
        func global(a: Int) {}
        #endif
        let constant = 1, other: String = "é\n"
        var computedGlobal: Int { 1 }
        @available(*, deprecated, message: "a, b") public func free<T>(_: T) {
            struct Local: P { enum Under { case x } }
            if true { class Deeper {} }
        }
        let closure = { struct InClosure {} }
        struct 日本 { let 名前: Größe = "👩‍👩‍👧"; let b: Int }
        #warning("look")
        #if A
        #error("no")
        #endif
        struct Broken { let }
        """#
}
