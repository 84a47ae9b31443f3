// swift-format-ignore-file
public import Loud
package import Softer
internal import Net
private import Closed
import class Net.Socket
#if DEBUG && os(Linux)
import Deep
#endif

protocol WorkActor: Actor {}
protocol ActorResolver: Resolver, WorkActor {}
public protocol PlainResolver: Resolver, PlainBase {
    func provideFirst() -> Item2
    func provideSecond() -> Item2
    func provideWhole() throws -> Whole.Dependency
    func provideGate<T: Gate>(of kind: T.Type) async -> Sealed<T>
    func provide(_ count: Int) -> Character
    func providential() -> Float
    static func provideStatic() -> Float
}
public protocol PlainBase: PlainResolver { func provideFirst() -> Item2; func provideBase(a: Int, b b2: Int) -> Set<Int> }
public struct Item2 {}
struct NeedsItems: Injectable { struct Dependency { let first: Item2; let second: Item2; let sealed: Sealed<Gate2>; let set: Set<Int>; let letter: Character }; init(dependency: Dependency) {} }
struct Sealed<T> {}
final class ItselfResolver: Resolver { private var x = 1; func provideLink() -> Link { fatalError() } }
@MainActor class IsolatedResolver: Resolver { func provideAlone() -> Alone { fatalError() } }
struct Implementation: PlainResolver { func provideOwn() -> Int { 1 } }
