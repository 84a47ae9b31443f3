// swift-format-ignore-file
import IOCStatic
#if FAST
struct Clock: Injectable { struct Dependency { let id: Int }; init(dependency: Dependency) {}; let name = "fast" }
#elseif TRACE
struct Clock: Injectable { struct Dependency { let id: Int }; init(dependency: Dependency) {}; let name = "traced" }
#else
struct Clock: Injectable { struct Dependency { let id: Int }; init(dependency: Dependency) {}; let name = "plain" }
#endif
struct Log: Injectable {
    struct Dependency { let clock: Clock }
    let name: String
    #if FAST
    init(dependency: Dependency) { name = dependency.clock.name + ", fast log" }
    #else
    init(dependency: Dependency) { name = dependency.clock.name + ", log" }
    #endif
}
#if FAST
struct Store: Injectable { struct Dependency { let log: Log }; let dependency: Dependency }
#else
struct Store: Injectable { struct Dependency { let log: Log }; let dependency: Dependency; init(dependency: Dependency) {
    self.dependency = dependency
} }
#endif
struct Parts {
    let log: Log
    #if FAST
    init(store: Store) { log = store.dependency.log }
    #else
    init(store: Store) { log = store.dependency.log }
    #endif
}
final class Desk: FactoryMethodInjectable {
    typealias Dependency = Parts
    let parts: Parts
    init(_ parts: Parts) { self.parts = parts }
    #if TRACE
    static func makeInstance(dependency: Parts) throws -> Desk { Desk(dependency) }
    #else
    static func makeInstance(dependency: Parts) throws -> Desk { Desk(dependency) }
    #endif
}
final class Screen: PropertyInjectable {
    struct Dependency { let cache: String }
    #if FAST
    var dependency: Dependency!
    #else
    var dependency: Dependency! { didSet {} }
    #endif
}
struct Probe { let count: Int }
#if TRACE
extension Probe: Injectable { init(dependency: Void) { count = 1 } }
struct Tracer: Injectable { struct Dependency { let probe: Probe }; init(dependency: Dependency) {} }
#endif
#if FAST
protocol AppResolver: Resolver { func provideCache() -> String }
#else
protocol AppResolver: Resolver {
    #if TRACE
    func provideCache() -> String
    func provideSteps() -> [Int]
    #else
    func provideCache() -> String
    #endif
}
#endif
struct Root: AppResolver {
    func provideCache() -> String { "cache" }
    func provideSteps() -> [Int] { [1, 2] }
}
@main struct Main {
    static func main() throws {
        let root = Root()
        let screen = Screen()
        root.injectToScreen(screen)
        print(root.resolveClock(id: 1).name, try root.resolveDesk(id: 1).parts.log.name, screen.dependency.cache)
        #if TRACE
        print(root.resolveProbe().count, root.resolveTracer(), root.resolveSteps())
        #endif
    }
}
