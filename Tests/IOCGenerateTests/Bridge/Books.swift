import IOC
import IOCStatic

// A program whose instances come from generated code, from the container, or from both. `Resolvers.swift` is generated from
// this file.

enum Books {
    final class Ledger: IOCComponent {}

    /// An injectable type that does not depend on the container.
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

    /// A resolver that the container injects, so that a boot checks what it provides.
    final class Clerk: IOCComponent, BooksResolver, @unchecked Sendable {
        @Autowired var ledger: Ledger

        func provideLedger() -> Ledger { ledger }
    }

    /// A resolver that looks up each value in a context.
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
