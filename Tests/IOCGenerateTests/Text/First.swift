// swift-format-ignore-file
public import Elsewhere
@preconcurrency import Doubled
import Shared
import IOCStatic
#if DEBUG
import Tracing
#endif

public struct URL2Loader: Injectable {
    public struct Dependency { let url: Elsewhere.Address; public init(url: Elsewhere.Address) {} }
    public init(dependency: Dependency) {}
}
public struct URL: Injectable { public init(dependency: ()) {} }

@available(macOS 99, *)
struct Fresh: Injectable {
    struct Dependency { let url: URL }
    @available(macOS 99, *) @available(iOS 42, *) init(dependency: Dependency) async throws(Refusal) {}
}
@available(macOS 99, *)
struct Fresher: Injectable {
    struct Dependency { let fresh: Fresh; let other: Fresh2 }
    init(dependency: Dependency) {}
}
@available(macOS 99, *) struct Fresh2: Injectable { init(dependency: ()) {} }

#if DEBUG
struct Probe: Injectable { struct Dependency { let inner: InnerProbe }; init(dependency: Dependency) {} }
struct InnerProbe: Injectable { init(dependency: ()) {} }
#endif

@MainActor class Widget { class Dependency {} }
final class Screen: Widget, PropertyInjectable {
    struct Dependency { let url: URL; let title: String }
    nonisolated var dependency: Dependency!
    nonisolated required override init() {}
}
@MainActor final class Window: Injectable {
    struct Dependency { let screen: Screen; let badge: Badge }
    init(dependency: Dependency) {}
}
struct Badge: Injectable { struct Dependency { let size: Int; let count: Int = 1 }; @Disk init(dependency: Dependency) {} }
struct Below: Injectable { struct Dependency { let badge: Badge }; init(dependency: Dependency) {} }
actor Counter: FactoryMethodInjectable {
    struct Dependency { let start: Int }
    static func makeInstance(dependency: Dependency) async -> Counter { Counter() }
}
struct Tupled: Injectable { typealias Dependency = (first: Int, b: any Gate); init(dependency: (first: Int, b: any Gate)) {} }
struct Plain: Injectable { typealias Dependency = URLSession; init(dependency: URLSession) {} }
struct Enumerated: Injectable { enum Choice { case one }; typealias Dependency = Choice; init(dependency: Choice) {} }
protocol Gate {}
enum Outer { struct Model: Injectable { struct Dependency { let `in`: Int }; init(dependency: Dependency) {} } }
struct OuterModel: Injectable { init(dependency: ()) {} }
struct Pair<A, B: Gate>: Injectable where A: Sendable { struct Dependency { let a: A; let b: B }; init(dependency: Dependency) {} }
struct User: Injectable { struct Dependency { let one: Pair<Int, Door>; let list: [Int: String] }; init(dependency: Dependency) {} }
struct Door: Gate, Injectable { init(dependency: ()) {} }
struct Escaping: Injectable { struct Dependency { let call: @Sendable (Int) -> Void; let other: (() throws -> Int)? }; init(dependency: Dependency) {} }
