import IOCStatic

protocol Sink: Sendable {}
protocol Named: Sendable {}
struct Console: Sink, Named {}
typealias Handler = @Sendable (Int) -> String
typealias Sinks = [any Sink]
typealias Pair<T> = (first: T, second: T)

enum Shop {
    enum Cart {
        struct Item: Sendable {
            var name = "item"
        }
        struct Model: Injectable {
            struct Dependency {
                let item: Item
                let sinks: Sinks
                let fallback: (any Sink)?
                let missing: Console?
                let byName: [String: any Sink]
                let handler: Handler
                let both: any Sink & Named
                let after: () async throws -> Void
                let later: (() -> Void)?
                let pair: Pair<Int>
                let kind: any Sink.Type
                let raw: Swift.Array<Swift.Int>
            }

            let dependency: Dependency
            init(dependency: Dependency) { self.dependency = dependency }
        }
    }
}

/// Needs nothing at all.
struct Empty: Injectable {
    init(dependency: Void) {}
}

/// Needs one thing, without a list.
struct Single: Injectable {
    let item: Shop.Cart.Item
    init(dependency: Shop.Cart.Item) { item = dependency }
}

/// Leaves its initializer to the compiler, and takes a tuple.
struct Tuple: Injectable {
    typealias Dependency = (empty: Empty, item: Shop.Cart.Item)

    let dependency: Dependency
}

protocol AppResolver: Resolver {
    func provideItem() -> Shop.Cart.Item
    func provideSinks() -> [any Sink]
    func provideSink() -> any Sink
    func provideByName() -> [String: any Sink]
    func provideHandler() -> @Sendable (Int) -> String
}

struct Resolvers: AppResolver {
    func provideItem() -> Shop.Cart.Item { .init() }
    func provideSinks() -> [any Sink] { [Console(), Console()] }
    func provideSink() -> any Sink { Console() }
    func provideByName() -> [String: any Sink] { ["a": Console()] }
    func provideHandler() -> @Sendable (Int) -> String { { "<\($0)>" } }
}

@main
struct Program {
    static func main() {
        let resolver = Resolvers()
        let model = resolver.resolveShopCartModel(
            missing: nil, both: Console(), after: {}, later: nil, pair: (1, 2), kind: Console.self, raw: [3])
        print(model.dependency.sinks.count, model.dependency.byName.count, model.dependency.handler(4))
        print(model.dependency.fallback != nil, model.dependency.pair.second, model.dependency.raw)
        print(resolver.resolveSingle().item.name, resolver.resolveTuple().dependency.item.name)
        print(resolver.resolveSinks().count, resolver.resolveByName().count, resolver.resolveHandler()(5))
    }
}
