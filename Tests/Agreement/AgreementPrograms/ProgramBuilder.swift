import SeededRandom

/// Makes a sound program, which faults are then put into.
///
/// It is sound by construction: of the components that conform to a protocol all but one say `.fallback`, or one says
/// `.primary`; what is asked for by name has it; what may be out is only asked for where nothing is needed.
struct ProgramBuilder {
    var source: ProgramSource
    var configuration = ProgramConfiguration()
    /// The classes that certainly are components, with the names they can be asked for by.
    private var components: [(type: String, name: String)] = []
    private var conformers: [String: [String]] = [:]
    /// Whether properties lead to classes declared before only, so that there is no circle.
    private let isAcyclic: Bool
    /// Whether boot makes whatever may read properties, as only then it tells which of them nobody reads.
    private let isAllRead: Bool

    init(name: String, kinds: [FaultKind], _ random: inout SplitMix) {
        let isSound = kinds.isEmpty
        isAllRead = kinds.contains(.propertyUnread)
        source = ProgramSource(name: name)
        configuration.prefixes = ["\(AgreementProgram.module).\(name)."]
        isAcyclic = random.chance(30)
        if isAcyclic { configuration.cycles = "forbid" }
        addProtocols(&random)
        addComponents(random.number(isSound ? 3...6 : 2...3), &random)
        settleConformers(&random)
        if random.chance(isSound ? 60 : 15) { addAssembly(&random) }
        if random.chance(isSound ? 40 : 12) { addGeneric(&random) }
        if random.chance(isSound ? 40 : 20) { addConditional(&random) }
        for index in source.classes.indices { addWrappers(to: index, &random) }
        if random.chance(isSound ? 60 : 15) { addValues(&random) }
        if random.chance(40) { addEntry(&random) }
        if random.chance(isSound ? 60 : 20) { addForms(&random) }
        if random.chance(isSound ? 60 : 20) { addUses(&random) }
        source.spellAnew(&random)
    }

    /// The full name of a type of this program.
    func path(_ name: String) -> String { "\(AgreementProgram.module).\(source.name).\(name)" }

    /// Adds a wrapper to a component; one with a value goes to a component that boot makes, as properties that nobody reads
    /// are only told of once all that reads is made.
    /// - Parameter isOfSingleton: Whether boot must make the component for other reasons: what lives shorter is a fault there only.
    mutating func ask(_ declaration: String, ofSingleton isOfSingleton: Bool = false, _ random: inout SplitMix) {
        let isOfSingleton = isOfSingleton || declaration.hasPrefix("@Value")
        let hosts = source.classes.indices.filter { index in
            let item = source.classes[index]
            guard item.takesWrappers, item.isComponent else { return false }
            if isAcyclic, !isOfSingleton { return item.name == components.last?.type }
            let entry = components.first { $0.type == item.name }.flatMap { configuration.components[entryName($0)] }
            let isLazy = item.traits?.contains { $0.contains("scope") || $0 == ".lazy" } ?? false
            return !isOfSingleton || !isLazy && entry?.scope == nil
        }
        source.classes[random.pick(hosts)].properties.append(declaration)
    }

    // MARK: Sound parts

    private mutating func addProtocols(_ random: inout SplitMix) {
        for number in 0...random.number(0...1) {
            let refines = number > 0 && random.chance(50) ? ["R\(number - 1)"] : []
            source.protocols.append((name: "R\(number)", refines: refines))
        }
    }

    private mutating func addComponents(_ count: Int, _ random: inout SplitMix) {
        for number in 0..<count {
            var item = ProgramSource.Class(name: "C\(number)", supertypes: ["IOCComponent"])
            var name = "C\(number)"
            // The first and the last one take what is asked for further down.
            let isHost = number == 0 || number == count - 1
            if !isHost, random.chance(15) {
                item.word = "actor"
                item.lines = ["init() {}"]
                item.takesWrappers = false
            }
            if random.chance(60) {
                let conformance = random.pick(source.protocols)
                if random.chance(50) {
                    item.supertypes.append(conformance.name)
                } else {
                    item.added.append(conformance.name)
                }
                for promised in [conformance.name] + conformance.refines {
                    conformers[promised, default: []].append(item.name)
                }
            }
            var traits: [String] = []
            if random.chance(25) {
                name = "\(source.name.lowercased())-c\(number)"
                traits.append(".named(\"\(name)\")")
            }
            if random.chance(15) { traits.append(".order(\(random.number(-2...2)))") }
            if !isHost, random.chance(15) {
                traits.append(".lazy")
            } else if !isHost, random.chance(40) {
                traits.append(".scope(.\(random.pick(["prototype", "lazySingleton", "singleton"])))")
            }
            if !traits.isEmpty { item.traits = traits }
            source.classes.append(item)
            components.append((item.name, name))
        }
    }

    /// Sees to it that each protocol has one winner.
    private mutating func settleConformers(_ random: inout SplitMix) {
        let all = conformers.values.flatMap { $0 }
        let isShared = Set(all).count != all.count
        for (_, names) in conformers.sorted(by: { $0.key < $1.key }) where names.count > 1 {
            // Where one class has two protocols, marks for one would be marks for the other.
            let winner = isShared ? all.sorted()[0] : random.pick(names)
            for index in source.classes.indices where names.contains(source.classes[index].name) {
                let isWinner = source.classes[index].name == winner
                let mark = isWinner ? ".primary" : ".fallback"
                let traits = source.classes[index].traits ?? []
                if traits.contains(".primary") || traits.contains(".fallback") { continue }
                if isWinner || isShared || random.chance(50) { source.classes[index].traits = traits + [mark] }
            }
        }
        // What has no clear winner is asked for as a collection only.
        for (key, names) in conformers {
            let primaries = source.classes.filter { names.contains($0.name) && $0.traits?.contains(".primary") == true }
            if names.count > 1, primaries.count != 1 { conformers[key] = nil }
        }
    }

    private mutating func addAssembly(_ random: inout SplitMix) {
        let name = source.name
        source.classes.append(
            ProgramSource.Class(name: "Plain", supertypes: ["Sendable"], takesWrappers: !isAcyclic && random.chance(50))
        )
        source.protocols.append((name: "Made", refines: []))
        source.classes.append(ProgramSource.Class(name: "Maker", supertypes: ["Made"], takesWrappers: false))
        let scope = random.pick(["", ".singleton", ".prototype", ".lazySingleton"])
        let call = scope.isEmpty ? "" : "(\(scope))"
        var members = ["let plain = Definition\(call) { (_: \(name).Kit) in \(name).Plain() }"]
        // The container can't tell what an instance of a protocol will read.
        let eager = isAllRead ? "(.singleton)" : ""
        switch random.number(0...3) {
        case 0:
            members.append("let made = Definition\(eager) { (_: \(name).Kit) in \(name).Maker() as any \(name).Made }")
        case 1:
            let type = "Definition<\(name).Kit, any \(name).Made>"
            members.append("let made: \(type) = Definition\(eager) { _ in \(name).Maker() }")
        case 2:
            members.append(
                """
                let made = Definition(.singleton) { (kit: \(name).Kit) -> any \(name).Made in
                        _ = try kit.plain()
                        return \(name).Maker()
                    }.traits(.named("\(name)-made"), .order(1))
                """)
        default:
            let parts = ".inject { _, _ in }"
            members.append("let base = AbstractDefinition(\(name).Maker.self, in: \(name).Kit.self, scope: .singleton)")
            members.append(
                "let made = Definition { (_: \(name).Kit) in \(name).Maker() }.parent(\\.base) { $0 }\(parts)")
        }
        if random.chance(50) {
            members.append("let limit: Definition<\(name).Kit, Int> = .value(\(random.number(1...9)))")
        }
        if random.chance(50) {
            members.append("let side = Collaborator(\(name).Side.self)")
            source.classes.append(ProgramSource.Class(name: "Aside", supertypes: ["Sendable"], takesWrappers: false))
            source.declarations.append(
                """
                final class Side: Assembly {
                    let back = Collaborator(\(name).Kit.self)
                    let aside = Definition(.singleton) { (_: \(name).Side) in \(name).Aside() }
                        .traits(.primary)
                    let again = Definition { (side: \(name).Side) in try side.aside() }
                    let session = Definition(.prototype) { (_: \(name).Side, user: Int) in \(name).Aside() }
                }
                """)
            ask("@Autowired var aside: \(name).Aside", &random)
        }
        if random.chance(60) { members.append(addManaged(&random)) }
        source.declarations.append(
            "final class Kit: Assembly {\n" + members.map { "    " + $0 }.joined(separator: "\n") + "\n}")
        configuration.assemblies = [path("Kit")]
        ask("@Autowired var plain: Plain", &random)
        ask("@Autowired var made: any Made", &random)
        ask("@Autowired(\"plain\") var simple: Plain?", &random)
    }

    /// Adds a component that no scan finds, as a definition names it.
    /// - Returns: The definition.
    private mutating func addManaged(_ random: inout SplitMix) -> String {
        let name = source.name
        var item = ProgramSource.Class(name: "Managed", supertypes: ["IOCComponent"], takesWrappers: false)
        if random.chance(40) { item.traits = [random.pick([".named(\"Managed\")", ".order(1)", ".primary"])] }
        if random.chance(60), let target = components.first {
            item.properties = ["@Autowired var target: \(target.type)"]
            // Of constructors there must be no circle.
            if isAcyclic, random.chance(60) {
                let parameters = item.properties.compactMap(ProgramConstructor.Parameter.init)
                item.properties = []
                item.construct(
                    ProgramConstructor(form: random.pick(ProgramConstructor.Form.allCases), parameters: parameters))
            }
        }
        source.classes.append(item)
        configuration.exclude.append(path("Managed"))
        ask("@Autowired var managed: Managed", &random)
        let type = "Define<\(name).Managed>"
        return "let managed: \(type) = \(random.pick([".component()", "Define(.singleton)", "Define(.prototype)"]))"
    }

    private mutating func addGeneric(_ random: inout SplitMix) {
        guard let component = components.first else { return }
        source.classes.append(
            ProgramSource.Class(
                name: "Base<Value: Sendable>", word: "class", supertypes: ["IOCComponent"],
                properties: ["@Autowired var value: Value"], lines: ["required init() {}"], takesWrappers: false))
        let argument = random.pick([component.type, "[\(component.type)]"])
        source.classes.append(ProgramSource.Class(name: "Special", supertypes: ["Base<\(argument)>"]))
        // The second has no wrapper of its own.
        source.classes.append(
            ProgramSource.Class(
                name: "Kin", word: "class", supertypes: ["Base<\(component.type)?>"], takesWrappers: false))
        ask("@Autowired var kin: Base<\(component.type)?>?", &random)
    }

    private mutating func addConditional(_ random: inout SplitMix) {
        let name = source.name
        let isIn = random.chance(50)
        let trait: String
        switch random.number(0...3) {
        case 0:
            trait = ".profile(\"winter\")"
            if isIn { configuration.profiles = ["winter"] }
        case 1:
            let ways: [(equals: String, whenIn: ProgramConfiguration.Value, whenOut: ProgramConfiguration.Value)] = [
                (", equals: \"on\"", "on", "off"), (", equals: \"true\"", .flag(true), "yes"),
                (", equals: true", "yes", 0), (", equals: 1", "1", .flag(true)), ("", 0, "no"),
            ]
            let way = random.pick(ways)
            trait = ".when(property: \"\(name).switch\"\(way.equals))"
            configuration.properties[name] = .object(["switch": isIn ? way.whenIn : way.whenOut])
        case 2:
            trait = ".whenMissing((any R0).self\(random.chance(50) ? "" : ", ancestors: false"))"
        default: trait = ".profile(\"!winter\")"
        }
        source.protocols.append((name: "Perhaps", refines: []))
        source.classes.append(
            ProgramSource.Class(
                name: "Conditional", supertypes: ["IOCComponent", "Perhaps"], traits: [trait], takesWrappers: false))
        ask("@Autowired var perhaps: (any Perhaps)?", &random)
        ask("@Autowired var all: [String: any Perhaps]", &random)
    }

    private mutating func addWrappers(to index: Int, _ random: inout SplitMix) {
        guard source.classes[index].takesWrappers, random.chance(60) else { return }
        let position = components.firstIndex { $0.type == source.classes[index].name } ?? components.count
        for number in 0...random.number(0...1) {
            guard let wrapper = wrapper("w\(number)", before: position, &random) else { continue }
            source.classes[index].properties.append(wrapper)
        }
    }

    private func wrapper(_ property: String, before position: Int, _ random: inout SplitMix) -> String? {
        if isAcyclic {
            guard position > 0 else { return nil }
            let component = random.pick(Array(components[..<min(position, components.count)]))
            return random.pick([
                "@Autowired var \(property): \(component.type)",
                "@Autowired(\"\(component.name)\") var \(property): \(component.type)?",
                "@Autowired var \(property): Provider<\(component.type)>",
            ])
        }
        let component = random.pick(components)
        let asked = random.pick(source.protocols).name
        switch random.number(0...8) {
        case 0: return "@Autowired var \(property): \(component.type)"
        case 1: return "@Autowired(\"\(component.name)\") var \(property): \(component.type)"
        case 2: return "@Autowired var \(property): \(component.type)?"
        case 3: return "@Autowired var \(property): Provider<\(component.type)>"
        case 4: return "@Autowired var \(property): [any \(asked)]"
        case 5: return "@Autowired var \(property): [String: any \(asked)]"
        case 6: return "@Autowired(\"\(component.name)\") var \(property): Provider<\(component.type)?>"
        default:
            guard let named = conformers.keys.sorted().first else {
                return "@Autowired var \(property): [any \(asked)]"
            }
            return "@Autowired var \(property): any \(named)"
        }
    }

    private mutating func addValues(_ random: inout SplitMix) {
        let key = source.name.lowercased()
        var members: [String: ProgramConfiguration.Value] = [
            "port": .number(random.number(1...9_999)), "name": .text(random.pick(["a", "${\(key).stage:none}"])),
            "wait": "30s",
        ]
        ask("@Value(\"\(key).port\") var port: \(random.pick(["Int", "UInt16", "Double"]))", &random)
        ask("@Value(\"\(key).name\") var label: String", &random)
        ask("@Value(\"\(key).gone\") var gone = \(random.pick(["80", "\"x\"", "true"]))", &random)
        ask("@Value(\"\(key).never\") var never: Int?", &random)
        ask("@Value(\"\(key).wait\") var wait: Duration", &random)
        if random.chance(50) {
            ask("@Value(\"\(key).hosts\") var hosts: [String]", &random)
            members["hosts"] = .list(["a", "b"])
        }
        if random.chance(50) {
            ask("@Value(\"\(key).marks\") var marks: Set<Int>", &random)
            members["marks"] = .list([1, 2])
        }
        if random.chance(30) {
            members["port"] = .text("${\(key).inner}")
            members["inner"] = 80
        }
        configuration.properties[key] = .object(members)
    }

    private mutating func addEntry(_ random: inout SplitMix) {
        let component = random.pick(components)
        var entry = ProgramConfiguration.Entry()
        let hasValues = source.classes.contains { item in
            item.name == component.type && item.properties.contains { $0.hasPrefix("@Value") }
        }
        if hasValues || random.chance(50) { entry.order = random.number(1...3) } else { entry.scope = "lazySingleton" }
        configuration.components[entryName(component)] = entry
    }

    /// What an entry calls a component.
    private func entryName(_ component: (type: String, name: String)) -> String {
        component.name == component.type ? path(component.type) : component.name
    }
}
