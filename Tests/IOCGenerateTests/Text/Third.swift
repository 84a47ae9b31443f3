// swift-format-ignore-file
public import Net
public import Quiet
import App
@_exported import IOCStatic
fileprivate import Hidden
#if DEBUG
import Tracing
import Quiet
#endif
#if os(Linux)
import Glibc
#endif

// Each of many small forms once.

public struct Session: Injectable {
    public struct Dependency { let socket: Net.Socket; let retries: Int }
    public init(dependency: Dependency) {}
}
struct Inner: Injectable { struct Dependency { let session: Session }; init(dependency: Dependency) {} }
struct ByProtocol: Injectable { typealias Dependency = Gate; init(dependency: Gate) {} }
protocol Gate {}
struct Qualified: IOCStatic.Injectable { init(dependency: ()) {} }
func local() {
    struct Local: Injectable { init(dependency: ()) {} }
    final class LocalResolver: Resolver {}
}
struct Kept: Injectable { struct Dependency { let size: Int }; let dependency: Dependency }
struct WithInitializer: Injectable {
    struct Dependency { init(_ item: consuming Item, named name: borrowing String, call: @escaping @autoclosure () -> Int, last: String = "") throws(Refusal) {} }
    init(dependency: Dependency) throws(Refusal) {}
}
struct OtherError: Injectable { struct Dependency { let inner: WithInitializer }; init(dependency: Dependency) throws(Other) {} }
struct Item {}
struct Fields: Injectable {
    struct Dependency {
        static let shared = 1
        lazy var late = 2
        var computed: Int { 3 }
        let fixed = 4
        var open = 5
        var text: String?
        let asked: Item
    }
    init(dependency: Dependency) {}
}
@available(*, deprecated) @available(macOS 12, *) struct Old: Injectable {
    @available(*, deprecated, message: "no") @available(macOS 12, *) @available(*, renamed: "New") init(dependency: ()) {}
}
class Base { required init(dependency: Item) {} }
final class Derived: Base, Injectable { typealias Dependency = Item }
class Made { class func ignored() {}; static func makeInstance(dependency: Item) -> Self { fatalError() } }
final class MadeToo: Made, FactoryMethodInjectable { typealias Dependency = Item }
class Panel: PropertyInjectable {
    struct Dependency { let item: Item }
    static var dependency = 1
    var dependency: Dependency?
}
final class SubPanel: Panel {}
enum Outer { struct Model: Injectable { init(dependency: ()) {} } }
struct OuterModel: Injectable { init(dependency: ()) {} }
struct Outer_Model: Injectable { init(dependency: ()) {} }
struct Box<T>: Injectable where T: Gate { struct Dependency { let content: T; let list: [T] }; init(dependency: Dependency) {} }
struct Boxes: Injectable { struct Dependency { let one: Box<Item>; let two: Box<Item> }; init(dependency: Dependency) {} }
struct Gate2: Gate {}
struct Names2: Injectable { struct Dependency { let urlSession: APIClient; let a: [Item]; let b: (any Gate)?; let c: any Gate & Sendable; let d: (Int, Int); let e: Item.Type }; init(dependency: Dependency) {} }
struct Unnamed: Injectable { typealias Dependency = [APIClient]; init(dependency: [APIClient]) {} }
struct Unnamed2: Injectable { typealias Dependency = URL; init(dependency: URL) {} }
struct Unnamed3: Injectable { typealias Dependency = any Gate & Sendable; init(dependency: any Gate & Sendable) {} }
struct Unnamed4: Injectable { typealias Dependency = (Int) -> Int; init(dependency: @escaping (Int) -> Int) {} }
struct Unnamed5: Injectable { typealias Dependency = Self2.Type; init(dependency: Self2.Type) {} }
struct Unnamed6: Injectable { typealias Dependency = APIv2; init(dependency: APIv2?) {} }
struct Whole: Injectable { struct Dependency { init(n: Int) throws {} }; init(dependency: Dependency) {} }
struct Diamond: Injectable { struct Dependency { let left: Left; let right: Right }; init(dependency: Dependency) {} }
struct Left: Injectable { struct Dependency { let bottom: Bottom }; init(dependency: Dependency) {} }
struct Right: Injectable { struct Dependency { let bottom: Bottom; let middle: Middle }; init(dependency: Dependency) {} }
struct Middle: Injectable { struct Dependency { let bottom: Bottom; let leaf: Leaf }; init(dependency: Dependency) {} }
struct Bottom: Injectable { struct Dependency { let leaf: Leaf; let first: Bool }; init(dependency: Dependency) async throws {} }
struct Leaf: Injectable { struct Dependency { let second: Double }; init(dependency: Dependency) {} }
struct Chain: Injectable { struct Dependency { let link: Link; let alone: Alone }; init(dependency: Dependency) {} }
struct Link: Injectable { struct Dependency { let alone: Alone; let link2: Link2 }; init(dependency: Dependency) {} }
struct Link2: Injectable { struct Dependency { let kit: Part }; init(dependency: Dependency) {} }
struct Alone: Injectable { struct Dependency { let third: UInt }; init(dependency: Dependency) {} }
@MainActor struct Shown: Injectable { struct Dependency { let link: Link }; init(dependency: Dependency) {} }
@Disk struct Stored: Injectable { struct Dependency { let link: Link; let shown: Shown }; init(dependency: Dependency) {} }
@MainActor final class Far: PropertyInjectable { struct Dependency { let stored: Stored }; var dependency: Dependency! }
