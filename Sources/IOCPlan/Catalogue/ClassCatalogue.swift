import IOCBase
package import IOCModel

/// The known facts of classes and types: a running program is one catalogue, a set of sources another.
///
/// Classes go by a number of the catalogue's own, types by an identity.
package protocol ClassCatalogue {
    func name(of number: Int) -> ClassName
    /// All classes whose qualified or simple name starts with one of the prefixes, by qualified name.
    func classes(matching prefixes: [String]) -> [Int]
    /// The classes of a name: those it names in full, else those it names without module and outer types.
    func classes(named name: String) -> [Int]
    /// The reason why a name that no class has may be one's all the same; nil where every class is known.
    func doubt(aboutName name: String) -> String?
    /// The reason why a prefix may match classes that aren't known; nil where every class is.
    func doubt(aboutPrefix prefix: String) -> String?
    /// The names that somebody who missed a class could have meant.
    var classNames: [String] { get }
    /// Returns true if classes stand in a module or a type of a name.
    func hasClasses(in name: String) -> Bool
    /// The qualified names of all component classes.
    var componentNames: [String] { get }
    /// The profiles that all component classes mention.
    var componentProfiles: [String] { get }
    /// True if code that the catalogue does not know may ask for more of them.
    var mayCodeAskForProfiles: Bool { get }
    /// The verdict on a class as a component.
    func verdict(of number: Int) -> ComponentVerdict
    /// Returns true if a class is an assembly.
    func isAssembly(_ number: Int) -> Answer
    /// The names of all assemblies.
    var assemblyNames: [String] { get }
    /// The type of a class; nil for one that can't be loaded, or is generic.
    func type(of number: Int) -> TypeID?
    /// A component class with its traits.
    func declaration(of number: Int) -> Declaration

    /// Returns true if what one type promises can serve as another.
    func fits(_ type: TypeID, _ wanted: TypeID) -> Answer
    /// Returns true if what a type promises can serve as a class or protocol that is known by its qualified or simple name.
    func fits(_ type: TypeID, typeNamed name: String) -> Answer
    /// The name of a type without its module.
    func shortName(of type: TypeID) -> String
    /// Returns true if a class or protocol of a qualified or simple name is there.
    func isType(named name: String) -> Answer
    /// The names of all classes and protocols.
    var typeNames: [String] { get }
}

/// The verdict on a class as a component.
package enum ComponentVerdict: Sendable {
    case component
    case refused(Fault.Kind)
    /// Only the compiler or a run could tell, for this reason.
    case open(String)
}

/// The names of a class.
package struct ClassName: Sendable {
    /// `Module.Outer.Name`.
    package var qualified: String
    /// The name after the last dot.
    package var simple: String

    package init(qualified: String, simple: String) {
        self.qualified = qualified
        self.simple = simple
    }

    /// The simple names of the module and the types that the class stands in.
    package var outerNames: [String] { qualified.split(separator: ".").dropLast().map(String.init) }

    /// Returns true if one of the two starts with a prefix.
    package func matches(_ prefix: String) -> Bool {
        simple.hasPrefix(prefix) || qualified.hasPrefix(prefix)
    }
}

extension ClassCatalogue {
    /// The one class of a name; where there is none, or several, that is a finding.
    ///
    /// Of several classes only those count that can serve, where one of them can: a class of the toolchain that has the name of
    /// a component is nobody's to choose.
    /// - Parameters:
    ///   - unknown: The fault where no class has it; a module that the name begins with, where no class is of that.
    ///   - names: The names that may have been meant.
    ///   - serves: Tells whether a class can serve.
    ///   - findings: The faults so far.
    func only(
        named name: String, at place: Origin, unknown: (_ unlinked: String?) -> Fault.Kind,
        among names: @autoclosure () -> [String], serving serves: (Int) -> Answer, _ findings: inout Findings
    ) -> Int? {
        let matches = classes(named: name)
        if matches.count == 1 { return matches[0] }
        if !matches.isEmpty {
            let answers = matches.map { (number: $0, answer: serves($0)) }
            let serving = answers.filter { $0.answer == .yes }.map(\.number)
            let doubt = answers.lazy.compactMap { if case .open(let reason) = $0.answer { reason } else { nil } }.first
            if serving.count == 1, doubt == nil { return serving[0] }
            let all = (serving.isEmpty ? matches : serving).map { self.name(of: $0).qualified }.ordered()
            findings.add(
                .classAmbiguous(name: name, matches: all), at: place, doubt: serving.count > 1 ? nil : doubt)
            return nil
        }
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        let outer = parts.count > 1 ? parts[0] : nil
        let doubt = doubt(aboutName: name)
        let isUnlinked = outer.map { doubt == nil && !hasClasses(in: $0) && classes(named: $0).isEmpty } ?? false
        findings.add(unknown(isUnlinked ? outer : nil), at: place, doubt: doubt) { fault in
            if doubt == nil { fault.suggestion = Suggestion.nearest(to: name, among: names()) }
        }
        return nil
    }
}
