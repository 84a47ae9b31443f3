import TestSupport

@testable import IOCModel

/// A random program of definitions, types and properties, and what the rules of `CandidateRule` and `Wiring` say of it, worked
/// out as plainly as they are written down.
struct WiringWorld {
    var definitions: [DefinitionFacts] = []
    /// For each type what fits it; the last type is one of values, such as `Int`.
    var fitting: [[Candidate]] = []
    var bindings: [String: String] = [:]
    /// For each definition its properties, once their names are known.
    var points: [[InjectionPointFacts]] = [] {
        didSet { edges = points.map { $0.map { edge(of: $0).edge } } }
    }
    /// Where they lead.
    private(set) var edges: [[Wiring.Edge]] = []
    /// What its parent context is made of.
    var parent: [WiringWorld] = []

    static let typeCount = 4

    init(random: inout SplitMix, parents: Int) {
        let endings = ["a", "b", "c", "d"]
        // Most programs are in order; in some everything happens, and some have much that lives short.
        let kind = Kind.allCases.randomElement(using: &random)!
        for number in 0..<random.number(0...6) {
            let simple = random.pick(endings)
            definitions.append(
                facts(
                    random.pick(["M.", "N.O.", "P\(number).", ""]) + simple, simpleName: simple,
                    scope: random.pick(kind.scopes), primary: random.chance(15), fallback: random.chance(15),
                    order: random.number(0...1), needsArguments: random.chance(kind == .wild ? 15 : 0)))
        }
        for _ in 0..<Self.typeCount {
            fitting.append(
                definitions.indices.filter { _ in random.chance(kind == .short ? 25 : 35) }.shuffled(using: &random)
                    .map { Candidate(definition: $0, isExact: random.chance(20)) })
        }
        let names = definitions.flatMap { [$0.name, $0.simpleName] } + ["O.a", "absent"]
        for type in 0..<Self.typeCount where random.chance(kind == .wild ? 10 : 1) {
            bindings["Type\(type)"] = random.pick(names)
        }
        points = definitions.map { _ in
            (0..<random.number(0...3)).map { number in
                InjectionPointFacts(
                    owner: "Owner", property: "p\(number)",
                    location: SourceLocation(file: "Owner.swift", line: number + 1),
                    wanted: TypeID(UInt(random.number(0...Self.typeCount - 1))), shape: random.pick(kind.shapes),
                    qualifier: random.chance(kind == .wild ? 25 : 3) ? random.pick(names) : nil)
            }
        }
        if parents > 0, random.chance(70) { parent = [WiringWorld(random: &random, parents: parents - 1)] }
        edges = points.map { $0.map { edge(of: $0).edge } }
    }

    private enum Kind: CaseIterable {
        case calm, wild, short

        var scopes: [ScopeFacts] {
            switch self {
            case .calm: [.singleton, .prototype]
            case .wild:
                [
                    .singleton, .singleton, .lazySingleton, .weakSingleton, .weakSingleton, .prototype, .prototype,
                    .objectGraph, .request,
                ]
            case .short: [.singleton, .weakSingleton, .prototype, .prototype, .objectGraph, .objectGraph, .request]
            }
        }

        var shapes: [InjectionShape] {
            switch self {
            case .calm, .short: [.all, .all, .allByName, .optional, .one, .provider, .deferredAll, .setting]
            case .wild:
                [
                    .one, .one, .one, .optional, .all, .all, .allByName, .provider, .optionalProvider, .deferredAll,
                    .setting, .meaningless,
                ]
            }
        }
    }

    var rule: CandidateRule {
        let fits = Dictionary(uniqueKeysWithValues: fitting.enumerated().map { (TypeID(UInt($0.offset)), $0.element) })
        return CandidateRule(
            definitions: definitions, names: NameIndex(definitions), bindings: bindings,
            types: StubTypes(fitting: fits, values: [TypeID(UInt(Self.typeCount - 1))]))
    }

    /// The properties of classes that conform by hand, which don't state names.
    var unnamedPoints: [[InjectionPointFacts]] {
        points.map { list in
            list.map { point in
                var point = point
                point.qualifier = nil
                point.isQualifierKnown = point.shape == .setting
                return point
            }
        }
    }

    func wiring(_ points: [[InjectionPointFacts]]) -> Wiring {
        Wiring(rule: rule, points: points, forbidsCycles: true, inherited: parentSupply)
    }

    var parentSupply: Wiring.ParentSupply {
        guard let parent = parent.first else { return .none }
        let points = parent.points
        return Wiring.ParentSupply(
            of: parent.rule, wiring: parent.wiring(points), inherited: parent.parentSupply)
    }

    // MARK: Choices

    private func named(_ name: String) -> [Int] {
        if let full = definitions.firstIndex(where: { $0.name == name }) { return [full] }
        return definitions.indices.filter {
            let (whole, simple) = (definitions[$0].name, definitions[$0].simpleName)
            return whole != simple && whole.hasSuffix("." + name) && (name == simple || name.hasSuffix("." + simple))
        }
    }

    private func sorted(_ indices: [Int]) -> [Int] {
        indices.sorted { (definitions[$0].order, definitions[$0].name) < (definitions[$1].order, definitions[$1].name) }
    }

    private func choose(_ type: Int, named name: String?) -> Choice {
        if let name = name ?? bindings["Type\(type)"] {
            let found = named(name)
            if found.isEmpty { return .unknownName(name) }
            if found.count > 1 { return .ambiguousName(name, sorted(found)) }
            return fitting[type].contains { $0.definition == found[0] }
                ? .chosen(found[0]) : .wrongType(name: name, found[0])
        }
        var field = fitting[type].filter { !definitions[$0.definition].needsArguments }
        if field.contains(where: \.isExact) { field = field.filter(\.isExact) }
        let all = field.map(\.definition)
        if all.isEmpty { return .missing }
        if all.count == 1 { return .chosen(all[0]) }
        let primaries = all.filter { definitions[$0].isPrimary }
        if !primaries.isEmpty {
            return primaries.count == 1 ? .chosen(primaries[0]) : .severalPrimaries(sorted(primaries))
        }
        let regular = all.filter { !definitions[$0].isFallback }
        return regular.count == 1 ? .chosen(regular[0]) : .ambiguous(sorted(all))
    }

    private func all(_ type: Int, named name: String?) -> [Int] {
        let fits = fitting[type].map(\.definition)
        if let name {
            let found = named(name)
            return sorted(fits.filter(found.contains))
        }
        return sorted(fits.filter { !definitions[$0].needsArguments })
    }

    /// Whether the context, or what is above it, has to do with a type under a name.
    private func supplies(_ type: Int, named name: String?) -> Bool {
        switch choose(type, named: name) {
        case .missing, .unknownName: parent.first?.supplies(type, named: name) ?? false
        default: true
        }
    }

    /// The code of the fault that a child's property gets from the context, or from what is above it.
    private func inheritedFault(_ type: Int, named name: String?) -> String? {
        switch choose(type, named: name) {
        case .chosen(let target): definitions[target].needsArguments ? "arguments-needed" : nil
        case .missing, .unknownName: parent.first?.inheritedFault(type, named: name)
        case .ambiguous, .severalPrimaries: "dependency-ambiguous"
        case .ambiguousName: "name-ambiguous"
        case .wrongType: "qualifier-unknown"
        }
    }

    private func inherits(_ type: Int, named name: String?) -> Bool {
        parent.first?.supplies(type, named: name) ?? false
    }

    /// Where a property leads, and the code of its fault.
    func edge(of point: InjectionPointFacts) -> (edge: Wiring.Edge, fault: String?) {
        var edge = Wiring.Edge(point)
        let type = Int(point.wanted.rawValue)
        let mayBeEmpty = ![.one, .provider].contains(point.shape)
        switch point.shape {
        case .setting, .context: return (edge, nil)
        case .meaningless: return (edge, "shape-meaningless")
        case .all, .allByName, .deferredAll:
            edge.targets = all(type, named: point.qualifier)
            edge.isCertain = point.isQualifierKnown || edge.targets.count < 2
            let takers = fitting[type].filter { definitions[$0.definition].needsArguments }
            if edge.targets.isEmpty, !point.isQualifierKnown, !takers.isEmpty { edge.isCertain = false }
            let isKnown = fitting[type].count > takers.count || !edge.isCertain || inherits(type, named: nil)
            return (edge, type == Self.typeCount - 1 && edge.targets.isEmpty && !isKnown ? "shape-meaningless" : nil)
        case .one, .optional, .provider, .optionalProvider:
            guard point.isQualifierKnown else {
                edge.targets = all(type, named: nil)
                edge.isCertain = edge.targets.count == 1 || (edge.targets.isEmpty && fitting[type].isEmpty)
                if !edge.targets.isEmpty || !edge.isCertain || mayBeEmpty { return (edge, nil) }
                edge.isInherited = inherits(type, named: nil)
                return (edge, edge.isInherited ? nil : "dependency-missing")
            }
            let code: String
            switch choose(type, named: point.qualifier) {
            case .chosen(let target):
                edge.targets = [target]
                return (edge, nil)
            case .missing: code = "dependency-missing"
            case .unknownName: code = "qualifier-unknown"
            case .ambiguous: return (edge, "dependency-ambiguous")
            case .severalPrimaries: return (edge, "dependency-ambiguous")
            case .ambiguousName: return (edge, "name-ambiguous")
            case .wrongType: return (edge, "qualifier-unknown")
            }
            edge.isInherited = inherits(type, named: point.qualifier)
            if edge.isInherited { return (edge, parent.first?.inheritedFault(type, named: point.qualifier)) }
            return (edge, mayBeEmpty ? nil : code)
        }
    }

    // MARK: Where edges lead

    /// For each definition what it reads from its properties.
    /// - Parameter isSettled: Whether choices that are still to be made are left out.
    func successors(settled isSettled: Bool) -> [[Int]] {
        edges.map { $0.filter { Self.isRead($0, isSettled) }.flatMap(\.targets) }
    }

    static func isRead(_ edge: Wiring.Edge, _ isSettled: Bool = true) -> Bool {
        [.one, .optional, .all, .allByName].contains(edge.shape) && (edge.isCertain || !isSettled)
    }

    /// How many steps it is from a node to each that it leads to; to itself only around a circle.
    static func distances(from start: Int, _ successors: [[Int]]) -> [Int: Int] {
        var result: [Int: Int] = [:]
        var edge = Set(successors[start])
        for step in 1...(successors.count + 1) {
            edge = edge.filter { result[$0] == nil }
            for node in edge { result[node] = step }
            edge = Set(edge.flatMap { successors[$0] })
        }
        return result
    }

    // MARK: What singletons would keep too long

    /// How a property leads to what lives shorter: over which component that belongs to its holder, if over one, and how many of
    /// those are on the shortest way to one that has it.
    struct Captive: Equatable {
        var over: Int?
        var steps = 0
        var isOfParent = false
    }

    private static let holders: Set<ScopeFacts> = [.prototype, .objectGraph]

    func isShort(_ definition: Int) -> Bool { definitions[definition].scope == .request }

    private func isCallerOwned(_ definition: Int) -> Bool { Self.holders.contains(definitions[definition].scope) }

    func captive(of definition: Int, over index: Int) -> Captive? {
        let edge = edges[definition][index]
        guard [.singleton, .lazySingleton, .weakSingleton].contains(definitions[definition].scope), Self.isRead(edge)
        else { return nil }
        if edge.targets.contains(where: isShort) { return Captive() }
        for target in edge.targets {
            if let steps = steps(from: target) { return Captive(over: target, steps: steps) }
        }
        return hasInParent(index, of: definition) ? Captive(isOfParent: true) : nil
    }

    /// How many components are on a shortest way from one that belongs to its holder to such a one that has something of a
    /// request's.
    private func steps(from start: Int) -> Int? {
        guard isCallerOwned(start) else { return nil }
        let holding = edges.map { $0.filter { Self.isRead($0) }.flatMap(\.targets).filter(isCallerOwned) }
        let ends = definitions.indices.filter { node in
            edges[node].enumerated().contains { index, edge in
                Self.isRead(edge) && (edge.targets.contains(where: isShort) || hasInParent(index, of: node))
            }
        }
        if ends.contains(start) { return 1 }
        return Self.distances(from: start, holding).filter { ends.contains($0.key) }.values.min().map { $0 + 1 }
    }

    /// Whether what a parent context adds to an edge leads to something shorter-lived.
    func hasInParent(_ index: Int, of definition: Int) -> Bool {
        let edge = edges[definition][index]
        guard edge.isInherited || [.all, .allByName].contains(edge.shape) else { return false }
        return parent.first?.leadsToShort(points[definition][index]) ?? false
    }

    /// Whether what this context gives a property of a child's leads to something shorter-lived.
    private func leadsToShort(_ point: InjectionPointFacts) -> Bool {
        let type = Int(point.wanted.rawValue)
        let isList = [.all, .allByName].contains(point.shape)
        var targets = all(type, named: point.qualifier)
        if !isList, !targets.isEmpty {
            guard case .chosen(let target) = choose(type, named: point.qualifier) else { return false }
            targets = [target]
        }
        if targets.contains(where: { isShort($0) || steps(from: $0) != nil }) { return true }
        return (targets.isEmpty || isList) && parent.first?.leadsToShort(point) ?? false
    }
}

extension WiringWorld {
    /// Whether a component's scope keeps its instances, whatever else retains them.
    func isKept(_ definition: Int) -> Bool {
        ![.weakSingleton, .objectGraph, .prototype].contains(definitions[definition].scope)
    }
}
