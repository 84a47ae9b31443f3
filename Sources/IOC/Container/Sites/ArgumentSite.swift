import IOCConfiguration
import IOCModel

/// A parameter or a property of a component, with what fills it.
final class ArgumentSite: Sendable {
    /// What fills it.
    enum Source: Sendable {
        /// One component, as it is.
        case site(CallSite)
        /// The components that an optional, a list or a dictionary consists of.
        case sites([CallSite])
        /// The components that providers ask for.
        case providers([CallSite])
        /// A setting.
        case setting(ParameterFacts.Reader)
        /// The context of the owner.
        case context
        /// The rule decides at run time, because boot doesn't know what an instance asks for.
        case open

        /// The components that are asked for when it is read or passed; empty if they are asked for later.
        var immediateSites: [CallSite] {
            switch self {
            case .site(let site): [site]
            case .sites(let sites): sites
            case .providers, .setting, .context, .open: []
            }
        }
    }

    let facts: InjectionPointFacts
    /// The declared type.
    let type: Any.Type
    let source: Source
    /// The one component that fills it as it is, which `source` retains; nil for other sources.
    let target: Unmanaged<CallSite>?
    /// True for a property whose value can't lead back to the owner, so that the property retains it.
    let isRetained: Bool

    init(_ facts: InjectionPointFacts, _ type: Any.Type, _ source: Source = .open, isRetained: Bool = false) {
        self.facts = facts
        self.type = type
        self.source = source
        self.isRetained = isRetained
        target = if case .site(let site) = source { .passUnretained(site) } else { nil }
    }

    var isOpen: Bool { if case .open = source { true } else { false } }
}

/// An instance of a site, as an element of a value.
struct ResolvedSite {
    let site: CallSite
    let object: AnyObject
    /// True if it was created for this lookup.
    let isNew: Bool

    var value: Any { AnyValueBox.unboxed(object) }
}
