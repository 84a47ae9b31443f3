import SeededRandom

extension ProgramBuilder {
    /// Adds what a library has and a program uses: superclasses, traits by protocol, bindings, entries, properties.
    mutating func addUses(_ random: inout SplitMix) {
        if random.chance(50) { addSuperclass(&random) }
        if random.chance(50) { addSharedTraits(&random) }
        if random.chance(50) { addBinding(&random) }
        if random.chance(50) { addEntries(&random) }
    }

    private mutating func add(
        _ name: String, _ supertypes: [String], added: [String] = [], traits: [String]? = nil,
        properties: [String] = []
    ) {
        source.classes.append(
            ProgramSource.Class(
                name: name, supertypes: supertypes, added: added, traits: traits, properties: properties,
                takesWrappers: false))
    }

    /// A superclass with injection points and traits, which a subclass has as well.
    private mutating func addSuperclass(_ random: inout SplitMix) {
        source.protocols.append((name: "Shelved", refines: []))
        add("Shelf", ["IOCComponent"], added: ["Shelved"])
        source.classes.append(
            ProgramSource.Class(
                name: "Stock", word: "class", supertypes: ["IOCComponent"],
                traits: random.chance(50) ? [".order(3)", ".scope(.lazySingleton)"] : nil,
                properties: [
                    random.pick(["@Autowired var shelf: Shelf", "let shelf = Autowired<any Shelved>()"]),
                    "@Autowired var shelves: [any Shelved]",
                ], lines: ["required init() {}"], takesWrappers: false))
        add("Market", ["Stock"], properties: random.chance(50) ? ["@Autowired var other: Shelf?"] : [])
        ask("@Autowired var \(random.pick(["market: Market", "stock: Stock", "stocks: [Stock]"]))", &random)
    }

    /// Traits that a protocol gives to some of those who have it.
    private mutating func addSharedTraits(_ random: inout SplitMix) {
        let name = source.name
        source.protocols.append((name: "Seasonal", refines: ["IOCComponent"]))
        source.protocols.append((name: "Cold", refines: []))
        // What a condition decides is the compiler's, and open to the checker.
        let isConditional = random.chance(20)
        let trait = random.pick([".order(7)", ".scope(.prototype)", ".lazy"])
        source.extensions.append(
            """
            extension \(name).Seasonal\(isConditional ? " where Self: \(name).Cold" : "") {
                static var traits: [ComponentTrait] { [\(trait)] }
            }
            """)
        let isAdded = random.chance(50)
        add("Winter", ["IOCComponent", "Seasonal"] + (isAdded ? [] : ["Cold"]), added: isAdded ? ["Cold"] : [])
        add("Spring", ["IOCComponent", "Seasonal"])
        ask("@Autowired var \(random.pick(["seasons: [any Seasonal]", "seasons: [String: any Seasonal]"]))", &random)
    }

    /// A protocol whose component the file names, and an order that the traits or the file say.
    private mutating func addBinding(_ random: inout SplitMix) {
        let name = source.name.lowercased()
        source.protocols.append((name: "Till", refines: []))
        add("Cash", ["IOCComponent", "Till"], traits: random.chance(50) ? [".primary"] : nil)
        let isNamed = random.chance(50)
        let isAdded = random.chance(50)
        add(
            "Card", ["IOCComponent"] + (isAdded ? [] : ["Till"]), added: isAdded ? ["Till"] : [],
            traits: isNamed ? [".named(\"\(name)-card\")"] : nil)
        let card = isNamed ? "\(name)-card" : random.pick([path("Card"), "Card"])
        configuration.bindings[path("Till")] = card
        if random.chance(50) {
            configuration.components[path("Cash")] = .init(dependsOn: [card])
        } else {
            add("Closing", ["IOCComponent"], traits: [".dependsOn(\"\(card)\")"])
        }
        ask(
            "@Autowired var \(random.pick(["till: any Till", "till: Provider<any Till>", "tills: [any Till]"]))",
            &random)
        if isNamed { ask("@Autowired(\"\(name)-card\") var card: Card", &random) }
    }

    /// A class that an entry adds under a name, and one whose properties an entry sets.
    private mutating func addEntries(_ random: inout SplitMix) {
        let name = source.name.lowercased()
        add("Meter", ["IOCComponent"], properties: ["@Value(\"\(name).rate\") var rate: Int"])
        configuration.components[path("Meter")] = .init(properties: [name: .object(["rate": 3])])
        add("Spare", ["IOCComponent"])
        configuration.components["\(name)-extra"] = .init(className: path("Spare"), order: random.number(-1...1))
        ask("@Autowired(\"\(name)-extra\") var extra: Spare", &random)
    }
}
