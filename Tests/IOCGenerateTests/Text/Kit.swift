// swift-format-ignore-file
import Secret
public struct Part: Injectable { public struct Dependency { let n: Int; public init(n: Int, kind: Kind) {} }; public init(dependency: Dependency) {} }
public enum Kind {}
package struct Shared: Injectable { package init(dependency: Part) {} }
struct Own: Injectable { init(dependency: ()) {} }
public struct Odd: Injectable { public struct Dependency { let n: Int }; public init(dependency: Dependency) {} }
public struct Closed: Injectable { init(dependency: ()) {} }
public class View: PropertyInjectable { public struct Dependency { public init(title: String) {} }; public var dependency: Dependency! }
public protocol KitResolver: Resolver { func provideKit() -> Kit }
public struct Kit {}
public struct Hidden: Injectable { public struct Dependency { public init() {} }; let dependency: Dependency }
