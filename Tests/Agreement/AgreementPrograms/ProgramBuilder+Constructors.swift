import SeededRandom

extension ProgramBuilder {
    /// Has some of the components passed what they ask for, in half of the programs.
    ///
    /// Parameters lead to components that are declared before, to what is asked later, and to what has no parameters; so
    /// initializers make no circle, while those of properties stay, and mixed ones come.
    mutating func construct(_ random: inout SplitMix) {
        guard random.chance(50) else { return }
        for index in source.classes.indices where random.chance(70) {
            let item = source.classes[index]
            guard let number = Self.number(item.name), item.word == "final class", item.lines.isEmpty,
                item.supertypes.first == "IOCComponent"
            else { continue }
            var parameters: [ProgramConstructor.Parameter] = []
            var rest: [String] = []
            for property in item.properties {
                if let parameter = ProgramConstructor.Parameter(property), leads(parameter, before: number),
                    random.chance(75)
                {
                    parameters.append(parameter)
                } else {
                    rest.append(property)
                }
            }
            let form = random.pick(ProgramConstructor.Form.allCases)
            var changed = item
            changed.properties = rest
            if rest.isEmpty { changed.word = random.pick(["final class", "struct", "actor"]) }
            changed.construct(ProgramConstructor(form: form, parameters: parameters))
            source.classes[index] = changed
        }
    }

    /// The number of a component that other components ask for.
    private static func number(_ name: String) -> Int? { name.hasPrefix("C") ? Int(name.dropFirst()) : nil }

    /// Whether what a parameter leads to is declared before a component, or asked for later.
    private func leads(_ parameter: ProgramConstructor.Parameter, before number: Int) -> Bool {
        if parameter.setting != nil || parameter.type.hasPrefix("Provider<") { return true }
        let words = Spelling.words(of: parameter.type)
        // Any of the conformers may be passed.
        let isProtocol = words.contains { word in source.protocols.contains { $0.name == word && word.hasPrefix("R") } }
        let conformers = source.classes.filter { item in
            (item.supertypes + item.added).contains { name in source.protocols.contains { $0.name == name } }
        }
        let targets = words.compactMap(Self.number) + (isProtocol ? conformers.compactMap { Self.number($0.name) } : [])
        return targets.allSatisfy { $0 < number }
    }
}

extension ProgramSource.Class {
    /// Has a component be passed what it asks for.
    mutating func construct(_ constructor: ProgramConstructor) {
        supertypes.removeAll { $0 == "IOCComponent" }
        if !constructor.isAnnotated { supertypes.insert("ConstructedComponent", at: 0) }
        self.constructor = constructor
    }
}
