/// The keeper of a custom scope's instances, boxed: only the container knows its type, and few scopes have one.
package final class ScopeKeeper: Sendable {
    package let store: any Sendable

    package init(_ store: any Sendable) { self.store = store }
}
