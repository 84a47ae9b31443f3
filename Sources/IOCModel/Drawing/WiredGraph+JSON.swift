extension WiredGraph {
    /// The graph as JSON, with names for the targets.
    ///
    /// 1. `components`, each with `name`, `type`, `module`, `scope`, `origin` and `dependencies`; where there are some,
    ///    with `condition`, `profiles`, `properties` and `timings` in milliseconds.
    /// 2. A dependency has `property`, `kind` and `targets`, and where they are known its `location` and what it gets
    ///    `without` its one target.
    /// 3. `cycles`.
    package var json: String {
        JSONText.of(
            Written(
                components: components.map { component in
                    Written.Component(
                        name: component.name, type: component.typeName, module: component.module,
                        scope: component.scope, origin: component.origin, condition: component.condition,
                        profiles: component.profiles.isEmpty ? nil : component.profiles,
                        properties: component.properties.isEmpty ? nil : component.properties,
                        timings: component.timings,
                        dependencies: component.dependencies.map { dependency in
                            Written.Dependency(
                                property: dependency.property, kind: dependency.kind.rawValue,
                                targets: names(dependency.targets), inherited: dependency.isInherited ? true : nil,
                                open: dependency.isOpen ? true : nil, location: dependency.location,
                                without: dependency.substitute.map(written))
                        })
                }, cycles: cycles.map(names)))
    }

    private func names(_ numbers: [Int]) -> [String] { numbers.map { components[$0].name } }

    private func written(_ substitute: Substitute) -> Written.Substitute {
        switch substitute {
        case .component(let index): Written.Substitute(component: components[index].name, fault: nil)
        case .nothing: Written.Substitute(component: nil, fault: nil)
        case .fault(let code): Written.Substitute(component: nil, fault: code)
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
            let timings: Timings?
            let dependencies: [Dependency]
        }
        struct Dependency: Encodable {
            let property: String?
            let kind: String
            let targets: [String]
            let inherited, open: Bool?
            let location: String?
            let without: Substitute?
        }
        let components: [Component]
        let cycles: [[String]]
    }
}
