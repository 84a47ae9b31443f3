import SeededRandom

extension ProgramBuilder {
    /// Puts one kind of fault into the program.
    mutating func add(_ kind: FaultKind, _ random: inout SplitMix) {
        switch kind {
        case .missing, .ambiguous, .severalPrimaries, .qualifierUnknown, .wrongType, .ambiguousName, .captive,
            .argumentsNeeded:
            addPointFault(kind, &random)
        case .nameRepeated, .dependsOnUnknown, .dependsOnCycle, .cycleForbidden, .constructionCycle:
            addNameFault(kind, &random)
        case .classUnknown, .classDoesNotConform, .classIsGeneric, .classAmbiguous, .prefixWithoutMatch, .entryUnknown,
            .overlayUnknown:
            addClassFault(kind, &random)
        case .bindingType, .bindingTarget, .bindingMisfit: addBindingFault(kind, &random)
        case .assemblyUnknown, .classIsNoAssembly, .parentCircle: addAssemblyFault(kind, &random)
        case .propertyMissing, .propertyConversion, .placeholderUnresolved, .placeholderCircle, .propertyUnread:
            addPropertyFault(kind, &random)
        }
    }

    private mutating func component(
        _ name: String, _ conformance: String? = nil, traits: [String]? = nil, properties: [String] = [],
        in namespace: String? = nil
    ) {
        source.classes.append(
            ProgramSource.Class(
                name: name, supertypes: ["IOCComponent"] + (conformance.map { [$0] } ?? []), traits: traits,
                properties: properties, namespace: namespace, takesWrappers: false))
    }

    private mutating func plain(_ name: String, _ conformance: String = "Sendable") {
        source.classes.append(ProgramSource.Class(name: name, supertypes: [conformance], takesWrappers: false))
    }

    // MARK: Injection points

    private mutating func addPointFault(_ kind: FaultKind, _ random: inout SplitMix) {
        switch kind {
        case .missing: addMissing(&random)
        case .ambiguous:
            source.protocols.append((name: "Twofold", refines: []))
            component("Left", "Twofold")
            component("Right", "Twofold", traits: random.chance(50) ? [".order(-1)"] : nil)
            let form = random.pick(["any Twofold", "(any Twofold)?", "Provider<any Twofold>"])
            ask("@Autowired var twofold: \(form)", &random)
        case .severalPrimaries:
            source.protocols.append((name: "Contest", refines: []))
            for name in ["First", "Second", "Third"].prefix(random.number(2...3)) {
                component(name, "Contest", traits: [".primary"])
            }
            ask("@Autowired var contest: \(random.pick(["any Contest", "Provider<any Contest>"]))", &random)
        case .qualifierUnknown:
            component("Known", traits: [".named(\"known-\(source.name)\")"])
            ask("@Autowired(\"knwon-\(source.name)\") var unknown: Known", &random)
        case .wrongType:
            source.protocols.append((name: "Right2", refines: []))
            component("Fitting", "Right2")
            component("Unfit", traits: [".named(\"unfit-\(source.name)\")"])
            ask("@Autowired(\"unfit-\(source.name)\") var wrong: any Right2", &random)
        case .ambiguousName:
            source.protocols.append((name: "Same", refines: []))
            component("Twin", "Same", in: "Here")
            component("Twin", "Same", in: "There")
            ask("@Autowired(\"Twin\") var twin: any Same", &random)
        case .captive:
            component("Request", traits: [".scope(.request)"])
            ask("@Autowired var request: Request", ofSingleton: true, &random)
        default:
            plain("Parcel")
            let owner = "\(source.name).Post"
            source.declarations.append(
                """
                final class Post: Assembly {
                    let parcel = Definition { (_: \(owner), weight: Int) in \(source.name).Parcel() }
                }
                """)
            configuration.assemblies.append(path("Post"))
            ask("@Autowired(\"parcel\") var parcel: \(random.pick(["Parcel", "Parcel?", "Provider<Parcel>"]))", &random)
        }
    }

    private mutating func addMissing(_ random: inout SplitMix) {
        switch random.number(0...3) {
        case 0:
            plain("Absent")
            ask("@Autowired var absent: \(random.pick(["Absent", "Provider<Absent>"]))", &random)
        case 1:
            source.protocols.append((name: "Unserved", refines: []))
            ask("@Autowired var unserved: any Unserved", &random)
        case 2:
            component("Excluded")
            configuration.exclude.append(path("Excluded"))
            ask("@Autowired var excluded: Excluded", &random)
        default:
            component("Summer", traits: [".profile(\"summer\")"])
            ask("@Autowired var summer: Summer", &random)
        }
    }

    // MARK: Names

    private mutating func addNameFault(_ kind: FaultKind, _ random: inout SplitMix) {
        switch kind {
        case .nameRepeated:
            component("OneOfTwo", traits: [".named(\"double-\(source.name)\")"])
            component("TwoOfTwo", traits: [".named(\"double-\(source.name)\")"])
        case .dependsOnUnknown:
            component("Waiting", traits: [".dependsOn(\"nobody-\(source.name)\")"])
        case .dependsOnCycle:
            let names = ["Egg", "Hen"].map { "\($0)-\(source.name)" }
            component("Egg", traits: [".named(\"\(names[0])\")", ".dependsOn(\"\(names[1])\")"])
            component("Hen", traits: [".named(\"\(names[1])\")", ".dependsOn(\"\(names[0])\")"])
        case .constructionCycle:
            let back = random.pick(["Bud", "Bud?", "[Bud]", "[String: Bud]"])
            for (name, type) in [("Bud", "Twig"), ("Twig", back)] {
                component(name, traits: random.chance(30) ? [".lazy"] : nil)
                let form = random.pick(ProgramConstructor.Form.allCases)
                source.classes[source.classes.count - 1].construct(
                    ProgramConstructor(form: form, parameters: [.init(name: "next", type: type)]))
            }
        default:
            configuration.cycles = "forbid"
            component("Chicken", properties: ["@Autowired var ovum: Ovum"])
            component(
                "Ovum", properties: ["@Autowired var chicken: \(random.pick(["Chicken", "Chicken?", "[Chicken]"]))"])
        }
    }

    // MARK: The file

    private mutating func addClassFault(_ kind: FaultKind, _ random: inout SplitMix) {
        switch kind {
        case .classUnknown: configuration.classes.append(path(random.pick(["Cc0", "Nowhere"])))
        case .classDoesNotConform:
            plain("Ordinary")
            configuration.classes.append(path("Ordinary"))
        case .classIsGeneric:
            source.classes.append(
                ProgramSource.Class(
                    name: "Box<Value: Sendable>", word: "class", supertypes: ["IOCComponent"],
                    lines: ["required init() {}"], takesWrappers: false))
            configuration.classes.append(path("Box"))
        case .classAmbiguous:
            component("Double\(source.name)", in: "Now")
            component("Double\(source.name)", in: "Then")
            configuration.classes.append("Double\(source.name)")
        case .prefixWithoutMatch: configuration.prefixes.append("\(source.name)Legacy")
        case .entryUnknown:
            configuration.components["entered-\(source.name)"] = .init(className: path("C00"))
        default: configuration.components[path("Overlaid")] = .init(primary: true)
        }
    }

    private mutating func addBindingFault(_ kind: FaultKind, _ random: inout SplitMix) {
        switch kind {
        case .bindingType: configuration.bindings[path("R00")] = path("C0")
        case .bindingTarget:
            source.protocols.append((name: "Bound", refines: []))
            component("Target", "Bound")
            configuration.bindings[path("Bound")] = path("Tarqet")
            if random.chance(50) { ask("@Autowired var bound: (any Bound)?", &random) }
        default:
            source.protocols.append((name: "Narrow", refines: []))
            component("Wide")
            configuration.bindings[path("Narrow")] = path("Wide")
        }
    }

    // MARK: Assemblies

    private mutating func addAssemblyFault(_ kind: FaultKind, _ random: inout SplitMix) {
        switch kind {
        case .assemblyUnknown:
            let (program, owner) = (source.name, "\(source.name).Gadget")
            plain("Wheel")
            source.declarations.append(
                """
                final class Gadget: Assembly {
                    let wheel = Definition { (_: \(owner)) in \(program).Wheel() }
                }
                """)
            configuration.assemblies.append(path("Gadgte"))
        case .classIsNoAssembly:
            plain("Toolbox")
            configuration.assemblies.append(path("Toolbox"))
        default:
            plain("Ring")
            let (program, type) = (source.name, "AbstractDefinition<\(source.name).Rings, \(source.name).Ring>")
            source.declarations.append(
                """
                final class Rings: Assembly {
                    let one: \(type) = AbstractDefinition(\(program).Ring.self, in: \(program).Rings.self).parent(\\.two) { $0 }
                    let two: \(type) = AbstractDefinition(\(program).Ring.self, in: \(program).Rings.self).parent(\\.one) { $0 }
                    let ring = Definition { (_: \(program).Rings) in \(program).Ring() }.parent(\\.one) { $0 }
                }
                """)
            configuration.assemblies.append(path("Rings"))
        }
    }

    // MARK: Properties

    private mutating func addPropertyFault(_ kind: FaultKind, _ random: inout SplitMix) {
        let key = "\(source.name.lowercased())-faulty"
        var members: [String: ProgramConfiguration.Value] = [:]
        if case .object(let known)? = configuration.properties[key] { members = known }
        switch kind {
        case .propertyMissing:
            ask("@Value(\"\(key).absent\") var absentValue: \(random.pick(["Int", "String"]))", &random)
        case .propertyConversion:
            ask("@Value(\"\(key).count\") var count: \(random.pick(["Int", "Bool", "Duration", "[Int]"]))", &random)
            members["count"] = "many"
        case .placeholderUnresolved:
            ask("@Value(\"\(key).host\") var host: String", &random)
            members["host"] = .text("${\(key).domain}")
        case .placeholderCircle:
            ask("@Value(\"\(key).egg\") var egg: String", &random)
            members["egg"] = .text("${\(key).hen}")
            members["hen"] = .text("${\(key).egg}")
        default:
            configuration.strict = true
            members["unread"] = 1
        }
        if !members.isEmpty { configuration.properties[key] = .object(members) }
    }
}
