extension DependencyGraph {
    /// The graph as JSON: `components` and `cycles`.
    ///
    /// A component has `name`, `type`, `module`, `scope`, `origin` and `dependencies`, and where there are some `condition`,
    /// `profiles`, `roles` (`service`, `startable`, `stoppable`, `created-at-start`) and `properties` (`property`, `key`, `value`, `location`;
    /// secrets masked). A dependency has `property`, `kind` and `targets`, and where they are known its `location`, the type
    /// it has `wanted`, `because` of what it has that, which `others` fit and what each `lacks`, and what it gets `without`
    /// its one target, by the candidate rule: a `component`, a `fault`'s code, or nothing.
    ///
    /// That of a live page also has what the configuration has `said` of a component, and the `sources` of each setting.
    public var json: String {
        JSONText.of(
            Written(
                components: components.map { component in
                    Written.Component(
                        name: component.name, type: component.typeName, module: component.module,
                        scope: component.lifetime.name, origin: component.origin, condition: component.condition,
                        profiles: component.profiles.isEmpty ? nil : component.profiles,
                        properties: component.properties.isEmpty ? nil : component.properties,
                        roles: component.roles.isEmpty ? nil : component.roles,
                        said: component.said.isEmpty ? nil : component.said, timings: component.timings,
                        dependencies: component.dependencies.map { dependency in
                            Written.Dependency(
                                property: dependency.property, kind: dependency.kind.rawValue,
                                targets: dependency.targets, inherited: dependency.isInherited ? true : nil,
                                open: dependency.isOpen ? true : nil, location: dependency.location,
                                wanted: dependency.wanted, because: dependency.reason?.because,
                                others: dependency.reason.flatMap { $0.others.isEmpty ? nil : $0.others },
                                without: dependency.substitute.map(written))
                        })
                }, cycles: cycles))
    }

    private func written(_ substitute: Substitute) -> Written.Substitute {
        switch substitute {
        case .component(let index): Written.Substitute(component: components[index].name, fault: nil)
        case .nothing: Written.Substitute(component: nil, fault: nil)
        case .fault(let code): Written.Substitute(component: nil, fault: code.rawValue)
        }
    }

    private struct Written: Encodable {
        struct Substitute: Encodable {
            let component, fault: String?
        }
        struct Component: Encodable {
            let name, type, module, scope, origin: String
            let condition: String?
            let profiles: [String]?
            let properties: [Property]?
            let roles: [String]?
            let said: [String]?
            let timings: Timings?
            let dependencies: [Dependency]
        }
        struct Dependency: Encodable {
            let property: String?
            let kind: String
            let targets: [String]
            let inherited, open: Bool?
            let location, wanted, because: String?
            let others: [ChoiceReason.Other]?
            let without: Substitute?
        }
        let components: [Component]
        let cycles: [[String]]
    }
}
