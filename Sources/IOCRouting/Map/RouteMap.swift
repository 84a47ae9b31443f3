/// All routes of a program, to be checked and drawn without a host.
@MainActor public struct RouteMap<Screen: RoutedScreen> where Screen.Base == Screen {
    /// The routes, each with a destination where it can be planned: where it needs no input, or came with one.
    private(set) var routes: [(name: String, shape: StepShape, example: AnyDestination<Screen>?)] = []

    /// A map without routes yet.
    public init() {}

    /// The routes' names, in the order they were added.
    public var names: [String] { routes.map(\.name) }

    /// Adds a route under a name.
    public mutating func add<Output: RoutedScreen, Input>(_ name: String, _ step: Step<Output, Input>)
    where Output.Base == Screen {
        routes.append((name, step.shape, nil))
    }

    /// Adds a route under a name, with an input to plan it with.
    public mutating func add<Output: RoutedScreen, Input>(
        _ name: String, _ step: Step<Output, Input>, example input: Input
    ) where Output.Base == Screen {
        routes.append((name, step.shape, step.erasedDestination(with: input)))
    }

    /// Adds a route that needs no input under a name.
    public mutating func add<Output: RoutedScreen>(_ name: String, _ step: Step<Output, Void>)
    where Output.Base == Screen {
        add(name, step, example: ())
    }

    /// Everything that is wrong with the routes, in the order they were added; empty where nothing is.
    public func faults() -> [RouteFault] {
        var faults: [RouteFault] = []
        var names: Set<String> = []
        for (name, shape, _) in routes {
            if !names.insert(name).inserted {
                faults.append(.init(code: .routeAmbiguous, route: name, step: shape.name, reason: "the name is taken"))
            }
            var seen: Set<ObjectIdentifier> = []
            check(shape, of: name, &seen, &faults)
        }
        return faults
    }

    private func check(
        _ shape: StepShape, of route: String, _ seen: inout Set<ObjectIdentifier>, _ faults: inout [RouteFault]
    ) {
        guard seen.insert(ObjectIdentifier(shape)).inserted else { return }
        func fault(_ code: RoutingError.Code, _ reason: String) {
            faults.append(.init(code: code, route: route, step: shape.name, reason: reason))
        }
        switch shape.kind {
        case .origin: break
        case .screen:
            if shape.previous == nil, shape.factory != nil {
                fault(.originMissing, "it has a factory, but no step to start from")
            }
            if let role = shape.wantedRole, let previous = shape.previous, let reason = misfit(role, at: previous) {
                fault(
                    .containerMissing,
                    "\(shape.action ?? "its action") needs a container of \(role), but \(reason)")
            }
            if let previous = shape.previous { check(previous, of: route, &seen, &faults) }
        case .choice:
            if shape.cases.isEmpty { fault(.originMissing, "the switch has no case") }
            var keys: Set<String> = []
            var isClosed = false
            for candidate in shape.cases {
                if isClosed {
                    fault(
                        .caseUnreachable, "the case `\(candidate.label)` is never reached: one before it always applies"
                    )
                } else if let key = candidate.key, !keys.insert(key).inserted {
                    fault(
                        .caseUnreachable, "the case `\(candidate.label)` is never reached: one before it finds the same"
                    )
                }
                isClosed = isClosed || candidate.isUnconditional
                check(candidate.step, of: route, &seen, &faults)
            }
        }
    }

    /// The reason why no container of a role holds a step's screen once it is made; nil where one does, or may.
    private func misfit(_ role: any ContainerRole.Type, at shape: StepShape) -> String? {
        if let provided = shape.providedRole, provided == role { return nil }
        switch shape.kind {
        case .origin: return nil
        case .choice: return shape.cases.lazy.compactMap { misfit(role, at: $0.step) }.first
        case .screen:
            if shape.presents { return "\(shape.name) is not put into any" }
            guard shape.wantedRole != nil, let previous = shape.previous else { return nil }
            return misfit(role, at: previous)
        }
    }
}
