// swift-format-ignore-file
public import Unneeded
#if DEBUG
import FirstTool
import SecondTool
#endif

// Nothing here is public.

struct First { init(one: Int) {} }
struct T {}
struct Thing1: Injectable { init(dependency: ()) {} }
struct Thing2: Injectable { init(dependency: ()) {} }
struct Thing3: Injectable { init(dependency: ()) {} }
struct Bottom2: Injectable { init(dependency: ()) {} }
struct NamesOne: Injectable { struct Dependency { let thing: Thing1; let low: Bottom2 }; init(dependency: Dependency) {} }
struct NamesTwo: Injectable { struct Dependency { let thing: Thing2; let deep: Bottom2 }; init(dependency: Dependency) {} }
struct NamesThree: Injectable { struct Dependency { let thing: Thing3; let T: Bottom2; let thing1: Thing1 }; init(dependency: Dependency) {} }
struct NamesAll: Injectable { struct Dependency { let one: NamesOne; let two: NamesTwo; let three: NamesThree; let Thing2: Thing2 }; init(dependency: Dependency) {} }
struct Part1: Injectable { init(dependency: ()) {} }
struct Part2: Injectable { init(dependency: ()) {} }
struct Part3: Injectable { init(dependency: ()) {} }
struct Asks1: Injectable { struct Dependency { let part: Part1; let low: Bottom2 }; init(dependency: Dependency) {} }
struct Asks2: Injectable { struct Dependency { let part: Part2; let low: Bottom2 }; init(dependency: Dependency) {} }
struct Asks3: Injectable { struct Dependency { let part: Part3; let low: Bottom2 }; init(dependency: Dependency) {} }
struct AsksAll: Injectable { struct Dependency { let first: Asks1; let second: Asks2; let third: Asks3 }; init(dependency: Dependency) {} }
struct ByOther: Injectable { typealias Dependency = OtherFields; init(dependency: OtherFields) {} }
struct Crate<T>: Injectable { struct Dependency { let value: T; let low: Bottom2 }; init(dependency: Dependency) {} }
struct Crate2<T>: IOCStatic.Injectable { struct Dependency { let second: T }; init(dependency: Dependency) {} }
struct UsesCrate: Injectable { typealias Dependency = Crate<Bool>; init(dependency: Crate<Bool>) {} }
struct UsesCrate2: Injectable { typealias Dependency = Crate2<Bool>; init(dependency: Crate2<Bool>) {} }
struct NeedsCrate: Injectable { struct Dependency { let crate: Crate<String> }; init(dependency: Dependency) {} }
struct Fields2<T> { let value: T; let text: T? }
struct UsesFields: Injectable { typealias Dependency = Fields2<Character>; init(dependency: Fields2<Character>) {} }
class B3 { struct Dependency { let b3: UInt8 }; required init(dependency: Dependency) {} }
final class D3: B3, Injectable { struct Dependency { let d3: UInt16 } }
class B4 { required init(dependency: First) {} }
final class D4: B4, Injectable { struct Dependency { let d4: UInt32 } }
class B5 { static func makeInstance(dependency: Void) -> B5 { B5() } }
final class D5: B5, FactoryMethodInjectable { typealias Dependency = Void }
class B6 { class func makeInstance(dependency: Void) -> Self { fatalError() } }
final class D6: B6, FactoryMethodInjectable { typealias Dependency = Void }
struct Url: Injectable { typealias Dependency = URL2; init(dependency: URL2) {} }
actor Worker2: Injectable { init(dependency: ()) {} }
struct Marked: Injectable { @inline(never) init(dependency: ()) {} }
struct Counted: Injectable {
    struct Dependency {
        static var count: Int = 1
        lazy var late: Int = 2
        var computed: Int { 3 }
        let fixed: Int = 4
        var open: Int = 5
    }
    init(dependency: Dependency) {}
}
protocol Model2: Injectable {}
struct Several: Injectable {
    struct Dependency { let item: Thing1 }
    init(other: Int = 1) {}
    init(dependency: Int, extra: Int) {}
    init(dependency: Dependency) {}
}
#if DEBUG
struct Debug1: Injectable { struct Dependency { let inner: Debug2 }; init(dependency: Dependency) {} }
#endif
#if TRACE
struct Debug2: Injectable { init(dependency: ()) {} }
#endif
@MainActor struct OnMain: Injectable { init(dependency: ()) {} }
@Disk struct OnDisk: Injectable { init(dependency: ()) {} }
struct OnBoth: Injectable { struct Dependency { let main: OnMain; let disk: OnDisk }; init(dependency: Dependency) {} }
struct Big1<U>: Injectable { struct Dependency { let all: NamesAll; let u: U }; init(dependency: Dependency) {} }
@available(macOS 99, *) struct Big2: Injectable { struct Dependency { let all: NamesAll }; init(dependency: Dependency) {} }
#if DEBUG
struct Big3: Injectable { struct Dependency { let all: NamesAll }; init(dependency: Dependency) {} }
#endif
@MainActor struct Big4: Injectable { struct Dependency { let all: NamesAll }; init(dependency: Dependency) {} }

protocol CountResolver: IOCStatic.Resolver {
    func provideCount() -> Int
    func provideDep() -> Crate<String>.Dependency
    #if DEBUG
    func provideSecond() -> Double
    #endif
}
final class TResolver: Resolver {
    struct T {}
    func provideMany<T>(of t: T) -> [Fields2<T>] where T: Sendable { [] }
}
final class GenericResolver<V>: Resolver { func provideV() -> [V] { [] } }
