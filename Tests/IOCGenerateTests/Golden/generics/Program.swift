import IOCStatic

struct User: Sendable, Equatable {}
struct Order: Sendable, Equatable {}

struct Table<Row: Sendable>: Sendable {
    let name: String
}

struct Repository<Row: Sendable & Equatable>: Injectable where Row: Sendable {
    struct Dependency {
        let table: Table<Row>
        let limit: Int
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

struct Box<Value> {
    let value: Value
}

struct Outer<Key: Hashable> {
    struct Inner: Injectable {
        struct Dependency {
            let keys: [Key]
        }

        let dependency: Dependency
        init(dependency: Dependency) { self.dependency = dependency }
    }
}

struct Service: Injectable {
    struct Dependency {
        let users: Repository<User>
        let orders: Repository<Order>
        let sameUsers: Repository<User>
        let inner: Outer<String>.Inner
        let box: Box<Int>
    }

    let dependency: Dependency
    init(dependency: Dependency) { self.dependency = dependency }
}

protocol AppResolver: Resolver {
    func provideUserTable() -> Table<User>
    func provideTable<T>(limit: Int) -> Table<T>
    func provideBox<Value: Numeric>() -> Box<Value>
}

struct Resolvers: AppResolver {
    func provideUserTable() -> Table<User> { Table(name: "users") }
    func provideTable<T>(limit: Int) -> Table<T> { Table(name: "any \(limit)") }
    func provideBox<Value: Numeric>() -> Box<Value> { Box(value: .zero) }
}

@main
struct Program {
    static func main() {
        let resolver = Resolvers()
        let service = resolver.resolveService(limit: 5, keys: ["k"])
        print(service.dependency.users.dependency.table.name, service.dependency.orders.dependency.table.name)
        print(service.dependency.inner.dependency.keys, service.dependency.box.value)
        let open: Repository<Order> = resolver.resolveRepository(limit: 6)
        print(open.dependency.table.name)
        let inner: Outer<Int>.Inner = resolver.resolveOuterInner(keys: [1])
        print(inner.dependency.keys)
    }
}
