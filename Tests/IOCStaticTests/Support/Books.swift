import IOC
import IOCStatic

// A program that is resolved by generated code, by the container, and by both. `Resolvers.swift` is generated from this
// file.

enum Books {
    final class Ledger: IOCComponent {}

    /// Says what it needs, and knows no container.
    final class Session: Injectable {
        struct Dependency {
            let ledger: Ledger
            let userID: Int
            let onClose: @Sendable (Int) -> Void
        }

        let dependency: Dependency
        init(dependency: Dependency) { self.dependency = dependency }
    }

    struct Stamp: Injectable {
        struct Dependency {
            let ledger: Ledger
        }

        let ledger: Ledger
        init(dependency: Dependency) throws { ledger = dependency.ledger }
    }

    struct HTTPClient: Injectable {
        struct Dependency {
            let stamp: Stamp
        }

        let stamp: Stamp
        init(dependency: Dependency) async { stamp = dependency.stamp }
    }

    /// The container has what it asks for, and it has what the resolver makes.
    final class Desk: IOCComponent, @unchecked Sendable {
        @Autowired var stamp: Stamp
        @Autowired("booksStamp") var named: Provider<Stamp>
    }

    /// Filled by the container, so that what it provides is checked when the context boots.
    final class Clerk: IOCComponent, BooksResolver, @unchecked Sendable {
        @Autowired var ledger: Ledger

        func provideLedger() -> Ledger { ledger }
    }

    /// Asks the container each time.
    struct Visitor: LedgerResolver {
        let context: ApplicationContext

        func provideLedger() throws -> Ledger { try context.component() }
    }
}

protocol BooksResolver: Resolver {
    func provideLedger() -> Books.Ledger
}

protocol LedgerResolver: Resolver {
    func provideLedger() throws -> Books.Ledger
}

@MainActor
protocol ScreenResolver: Resolver {
    func provideLedger() -> Books.Ledger
}
