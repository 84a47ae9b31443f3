import SeededRandom

extension ProgramBuilder {
    /// Adds components in forms of which only some are a class with its protocols behind the colon.
    mutating func addForms(_ random: inout SplitMix) {
        let name = source.name
        if random.chance(50) {
            // A class that only a function sees.
            source.protocols.append((name: "Hidden", refines: []))
            source.declarations.append(
                """
                static func hide() {
                    final class Local: IOCComponent, Hidden {}
                    _ = Local.self
                }
                """)
            ask("@Autowired var hidden: any Hidden", &random)
        }
        if random.chance(50) {
            // Branches of which the compiler takes one.
            source.protocols.append((name: "Native", refines: []))
            let condition = random.pick([
                "os(Linux) || os(macOS)", "compiler(>=6.0)", "!os(Windows) && canImport(Foundation)",
            ])
            source.declarations.append(
                """
                #if \(condition)
                final class Native1: IOCComponent, Native {}
                #else
                #error("There is no such branch")
                final class Native1: IOCComponent {}
                final class Native2: IOCComponent {}
                #endif
                """)
            ask("@Autowired var native: any Native", &random)
        }
        if random.chance(50) {
            // A superclass and a protocol under one name.
            source.protocols.append((name: "Joint", refines: []))
            source.declarations.append(
                """
                class Root: IOCComponent, @unchecked Sendable { required init() {} }
                typealias Joined = Joint & \(name).Root
                final class Leaf: Joined, @unchecked Sendable {}
                """)
            ask("@Autowired var joint: any Joint", &random)
        }
        if random.chance(50) {
            // A conformance that holds for some arguments.
            source.protocols.append((name: "Sized", refines: []))
            source.declarations.append(
                """
                class Crate<Content>: IOCComponent, @unchecked Sendable { required init() {} }
                final class Numbers: Crate<Int>, @unchecked Sendable {}
                final class Words: Crate<String>, @unchecked Sendable {}
                """)
            let requirement = random.pick([
                "Content == Int", "Content: Comparable", "Content: Codable",
            ])
            source.extensions.append("extension \(name).Crate: \(name).Sized where \(requirement) {}")
            ask("@Autowired var sizes: [any Sized]", &random)
        }
        if random.chance(50) {
            // What a protocol calls something.
            source.protocols.append((name: "Called", refines: []))
            source.protocols.append((name: "Naming", refines: []))
            source.extensions.append("extension \(name).Naming { typealias Other = any \(name).Called }")
            source.declarations.append(
                """
                final class Friend: IOCComponent, Called {}
                final class Pal: IOCComponent, Naming, @unchecked Sendable { @Autowired var friend: Other }
                """)
        }
    }
}

extension ProgramSource {
    /// Writes some of the wrappers as values: `let sink = Autowired<any Sink>("audit")`.
    mutating func spellAnew(_ random: inout SplitMix) {
        for index in classes.indices {
            for position in classes[index].properties.indices where random.chance(25) {
                let property = classes[index].properties[position]
                guard property.hasPrefix("@"), let word = property.firstRange(of: " var "), !property.contains(" = "),
                    let colon = property[word.upperBound...].firstRange(of: ": ")
                else { continue }
                let name = property[word.upperBound..<colon.lowerBound]
                let type = property[colon.upperBound...]
                let use = property[property.index(after: property.startIndex)..<word.lowerBound]
                let wrapper = use.prefix { $0 != "(" }
                let arguments = use.count > wrapper.count ? String(use.dropFirst(wrapper.count)) : "()"
                classes[index].properties[position] =
                    random.chance(70)
                    ? "let \(name) = \(wrapper)<\(type)>\(arguments)"
                    : "let \(name): \(wrapper)<\(type)> = .init\(arguments)"
            }
        }
    }
}
