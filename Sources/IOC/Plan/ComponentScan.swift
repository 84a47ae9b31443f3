import IOCBase
import IOCConfiguration
import IOCModel

/// Finds the component classes and the assemblies a configuration asks for.
///
/// 1. A prefix matches the start of a class's qualified or simple name; what `exclude` matches the same way is left out,
///    and so are generic classes and classes that are no components, with a notice for all but assemblies and the classes that
///    definitions make.
/// 2. A class that the list or a component's entry names is looked up by qualified name, then by simple name; one that
///    is not there, is generic or is no component is a fault.
final class ComponentScan {
    /// A class that was passed over, for messages.
    struct LeftOut: Sendable {
        let number: Int
        let reason: String
        let origin: Origin?
    }

    let configuration: ContextConfiguration
    let catalogue: ProgramCatalogue
    /// The types that definitions of assemblies promise.
    private let promised: [TypeID]
    /// By qualified name.
    private(set) var found: [Int] = []
    /// The classes that `exclude` has left out.
    private(set) var excluded: [LeftOut] = []
    /// The classes that a prefix matched in vain.
    private var refused: [LeftOut] = []
    var leftOut: [LeftOut] { excluded + refused }
    var faults: [Fault] { faulty.all }
    private var faulty = FaultList()
    private(set) var notices: [Fault] = []
    /// All names of classes, put together for the first one that is unknown.
    private lazy var classNames = catalogue.classNames

    init(_ configuration: ContextConfiguration, catalogue: ProgramCatalogue, promised: [TypeID] = []) {
        self.configuration = configuration
        self.promised = promised
        self.catalogue = catalogue
        scanPrefixes()
        if !configuration.classes.isEmpty { scanList() }
    }

    // MARK: Prefixes

    private func scanPrefixes() {
        let prefixes = configuration.prefixes
        guard !prefixes.isEmpty else { return }
        let patterns = exclusionPatterns
        /// The patterns that have left a class out.
        var used: Set<Int> = []
        var found: [Int] = []
        for number in catalogue.classes(matching: prefixes) {
            if let exclusion = patterns.firstIndex(where: { $0.matches(catalogue.name(of: number)) }) {
                used.insert(exclusion)
                excluded.append(
                    LeftOut(
                        number: number, reason: "excluded by '\(patterns[exclusion].text)'",
                        origin: patterns[exclusion].origin))
                continue
            }
            let verdict = catalogue.verdict(of: number)
            switch verdict {
            case .component: found.append(number)
            case .refused(let kind):
                let first = prefixes.firstIndex(where: catalogue.name(of: number).matches) ?? 0
                let place = configuration.origin(of: "prefixes[\(first)]")
                if !isMadeElsewhere(number) { notices.append(Fault(kind, at: place)) }
                refused.append(LeftOut(number: number, reason: verdict.reasonAgainst, origin: place))
            }
        }
        self.found = found
        let scan = self
        for (index, prefix) in prefixes.enumerated()
        where !found.contains(where: { catalogue.name(of: $0).matches(prefix) }) {
            faulty.add(
                .prefixWithoutMatch(prefix: prefix, unlinked: catalogue.unlinkedModule(of: prefix)),
                at: configuration.origin(of: "prefixes[\(index)]")
            ) { fault in
                fault.nearMisses = scan.nearMisses(ofPrefix: prefix)
                fault.suggestion = Suggestion.beginning(like: prefix, of: scan.catalogue.componentNames)
            }
        }
        for (index, pattern) in patterns.enumerated() where !used.contains(index) {
            notices.append(Fault(.excludeWithoutMatch(pattern: pattern.text), at: pattern.origin))
        }
    }

    /// True if a class is an assembly, or one whose instances a definition makes, so that not being a component is no mistake.
    private func isMadeElsewhere(_ number: Int) -> Bool {
        if catalogue.isAssembly(number) { return true }
        guard !promised.isEmpty, let type = catalogue.type(of: number) else { return false }
        return promised.contains { catalogue.fits(type, $0) }
    }

    private var exclusionPatterns: [Exclusion] {
        configuration.exclude.enumerated().map { index, text in
            Exclusion(text: text, isWhole: false, origin: configuration.origin(of: "exclude[\(index)]"))
        }
            + configuration.excludedClasses.map {
                Exclusion(text: $0, isWhole: true, origin: .code("ContextConfiguration(exclude:)"))
            }
    }

    private func nearMisses(ofPrefix prefix: String) -> [Fault.NearMiss] {
        leftOut.map { (catalogue.name(of: $0.number), $0) }.filter { $0.0.matches(prefix) }
            .ordered { $0.0.qualified < $1.0.qualified }.prefix(5).map { name, miss in
                Fault.NearMiss(name: name.qualified, reason: miss.reason, origin: miss.origin?.description)
            }
    }

    // MARK: Names

    /// Adds what the list names, each class once, and puts all by name.
    private func scanList() {
        var seen = Set(found)
        for (index, name) in configuration.classes.enumerated() {
            if let number = component(named: name, at: configuration.origin(of: "classes[\(index)]")),
                seen.insert(number).inserted
            {
                found.append(number)
            }
        }
        let names = found.map { catalogue.name(of: $0).qualified }
        found = found.indices.ordered { names[$0] < names[$1] }.map { found[$0] }
    }

    /// The component class of a name; where there is none, the fault is noted.
    func component(named name: String, at place: Origin) -> Int? {
        let catalogue = catalogue
        let only = catalogue.only(
            named: name, at: place, unknown: { .classUnknown(name: name, unlinked: $0) }, among: classNames,
            serving: { catalogue.verdict(of: $0).isComponent }, &faulty)
        guard let number = only else { return nil }
        switch catalogue.verdict(of: number) {
        case .component: return number
        case .refused(let kind): faulty.add(kind, at: place)
        }
        return nil
    }
}

/// An exclusion of classes: the beginning of a name, or a whole one.
private struct Exclusion {
    var text: String
    var isWhole: Bool
    var origin: Origin

    func matches(_ name: ClassName) -> Bool { isWhole ? name.qualified == text : name.matches(text) }
}

extension ProgramCatalogue {
    /// The classes of the assemblies that a configuration names, and what is wrong with the names.
    func assemblies(of configuration: ContextConfiguration) -> (found: [Int], faults: [Fault]) {
        var found: [Int] = []
        var faults = FaultList()
        for (index, name) in configuration.assemblies.enumerated() {
            let place = configuration.origin(of: "assemblies[\(index)]")
            let only = only(
                named: name, at: place, unknown: { .assemblyUnknown(name: name, unlinked: $0) }, among: assemblyNames,
                serving: isAssembly, &faults)
            guard let number = only else { continue }
            if isAssembly(number) {
                found.append(number)
            } else {
                faults.add(.classIsNoAssembly(name: self.name(of: number).qualified), at: place)
            }
        }
        return (found, faults.all)
    }
}

/// The verdict on a class as a component.
enum ComponentVerdict: Sendable {
    case component
    case refused(Fault.Kind)

    var isComponent: Bool { if case .component = self { true } else { false } }

    /// The reason why a class is no component of a context that did not leave it out, as a near miss says it.
    var reasonAgainst: String {
        switch self {
        case .component: "no prefix or class list names it"
        case .refused(let kind) where kind.code == .classIsGeneric: Fault.NearMiss.isGeneric
        case .refused(let kind) where kind.code == .classPrivate: "can't be loaded"
        case .refused: Fault.NearMiss.isNoComponent
        }
    }
}

/// The faults that are reported: the first hundred of each code, and a count of the rest.
struct FaultList {
    private var reported: [Fault] = []
    private var count = FaultCount()

    /// Adds a fault.
    /// - Parameter complete: Adds suggestions and near misses, if the fault is reported.
    mutating func add(_ kind: Fault.Kind, at place: Origin? = nil, _ complete: (inout Fault) -> Void = { _ in }) {
        guard count.admits(kind) else { return }
        var fault = Fault(kind, at: place)
        complete(&fault)
        reported.append(fault)
    }

    var all: [Fault] { reported + count.rests }
}
