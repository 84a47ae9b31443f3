/// The lifetime of an instance and who shares it.
package enum ScopeFacts: Hashable, Sendable {
    case singleton
    case lazySingleton
    case weakSingleton
    case objectGraph
    case prototype
    /// One for as long as something outside the container says, such as a request; in a box, as few definitions have one.
    indirect case custom(String)

    package var name: String {
        switch self {
        case .singleton: "singleton"
        case .lazySingleton: "lazySingleton"
        case .weakSingleton: "weakSingleton"
        case .objectGraph: "objectGraph"
        case .prototype: "prototype"
        case .custom(let name): name
        }
    }

    /// The scope of a name; custom scopes but `request` are made in code only.
    package init?(name: String) {
        guard let scope = Self.nameable.first(where: { $0.name == name }) else { return nil }
        self = scope
    }

    package static let request = ScopeFacts.custom("request")

    private static let nameable: [ScopeFacts] = [
        .singleton, .lazySingleton, .weakSingleton, .objectGraph, .prototype, .request,
    ]

    package static var names: [String] { nameable.map(\.name) }

    /// True if others decide how long an instance lives.
    package var isWeak: Bool { if case .weakSingleton = self { true } else { false } }

    /// Returns true if an instance may outlive one of `other` that it holds.
    package func outlives(_ other: ScopeFacts) -> Bool { isSingleton && other.isCustom }

    /// The way in which instances are shared.
    package enum Sharing: UInt8, Sendable {
        case context
        case store
        case prototype
        case graph

        /// True if several may get one instance.
        @inlinable @inline(__always) package var isShared: Bool {
            switch self {
            case .context, .store: true
            case .prototype, .graph: false
            }
        }
    }

    package var sharing: Sharing {
        switch self {
        case .singleton, .lazySingleton, .weakSingleton: .context
        case .custom: .store
        case .prototype: .prototype
        case .objectGraph: .graph
        }
    }

    // All else that rules ask of a scope follows from how its instances are shared.

    /// True if boot makes the instance.
    package var isEager: Bool { self == .singleton }

    /// True if the scope keeps its instances itself.
    package var keepsInstances: Bool { sharing.isShared && !isWeak }

    /// True if instances may live as long as the context.
    package var isSingleton: Bool { sharing == .context }

    /// True if something outside the container says how long instances live.
    var isCustom: Bool { sharing == .store }

    /// True if instances belong to their callers.
    var isCallerOwned: Bool { !sharing.isShared }
}
