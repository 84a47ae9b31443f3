/// What keeps the instances of a custom scope, in a box: only the container knows what it is, and few scopes have one.
package final class ScopeKeeper: Sendable {
    package let store: any Sendable

    package init(_ store: any Sendable) { self.store = store }
}
