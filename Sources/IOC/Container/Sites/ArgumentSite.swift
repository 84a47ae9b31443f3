import IOCConfiguration
import IOCModel

/// A parameter or a property of a component, with the source of its value.
final class ArgumentSite: Sendable {
    /// The source of the value.
    enum Source: Sendable {
        /// One component.
        case site(CallSite)
        /// The components that an optional, a list or a dictionary consists of.
        case sites([CallSite])
        /// The components that providers look up.
        case providers([CallSite])
        /// A setting.
        case setting(ParameterFacts.Reader)
        /// The component's own context, or the ``InjectionPoint`` of a prototype.
        case context
        /// The boot has not decided the source. ``CandidateRule`` chooses a component at run time.
        case open

        /// The components that are looked up when the property is read or the parameter is passed; empty if they are
        /// looked up later, or aren't known yet.
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
    /// The component of a `site` source, which retains it; nil for other sources.
    let target: Unmanaged<CallSite>?
    /// True if the property always retains its value.
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

/// An instance of a component, as the value of a property or parameter or as an element of the value.
struct ResolvedSite {
    let site: CallSite
    let object: AnyObject
    /// True if the instance was created for this lookup.
    let isNew: Bool

    var value: Any { AnyValueBox.unboxed(object) }
}
