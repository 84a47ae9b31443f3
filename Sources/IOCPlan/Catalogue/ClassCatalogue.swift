package import IOCModel

/// What is known of classes and types: a running program is one catalogue, a set of sources another.
///
/// Classes go by a number of the catalogue's own, types by an identity.
package protocol ClassCatalogue {
    func name(of number: Int) -> ClassName
    /// All classes whose qualified or simple name starts with one of the prefixes, by qualified name.
    func classes(matching prefixes: [String]) -> [Int]
    /// The classes of a name: those it names in full, else those it names without module and outer types.
    func classes(named name: String) -> [Int]
    /// Why a name that no class has may be one's all the same; nil where every class is known.
    func doubt(aboutName name: String) -> String?
    /// Why a prefix may match classes that aren't known; nil where every class is.
    func doubt(aboutPrefix prefix: String) -> String?
    /// The names that somebody who missed a class could have meant.
    var classNames: [String] { get }
    /// The qualified names of all component classes.
    var componentNames: [String] { get }
    /// What all component classes say of profiles.
    var componentProfiles: [String] { get }
    /// Whether code that the catalogue does not know may ask for more of them.
    var mayCodeAskForProfiles: Bool { get }
    /// Whether a class is a component.
    func standing(of number: Int) -> Standing
    /// Whether a class is an assembly.
    func isAssembly(_ number: Int) -> Answer
    /// The names of all assemblies.
    var assemblyNames: [String] { get }
    /// A component class with its traits.
    func declaration(of number: Int) -> Declaration

    /// Whether what one type promises can serve as another.
    func fits(_ type: TypeID, _ wanted: TypeID) -> Answer
    /// Whether what a type promises can serve as a class or protocol that is known by its qualified or simple name.
    func fits(_ type: TypeID, typeNamed name: String) -> Answer
    /// The name of a type without its module.
    func shortName(of type: TypeID) -> String
    /// Whether a class or protocol of a qualified or simple name is there.
    func isType(named name: String) -> Answer
    /// The names of all classes and protocols.
    var typeNames: [String] { get }
}

/// Whether a class is a component.
package enum Standing: Sendable {
    case component
    case refused(Fault.Kind)
    /// Only the compiler or a run could tell, for this reason.
    case open(String)
}

/// How a class is called.
package struct ClassName: Hashable, Sendable {
    /// `Module.Outer.Name`.
    package var qualified: String
    /// The name after the last dot.
    package var simple: String

    package init(qualified: String, simple: String) {
        self.qualified = qualified
        self.simple = simple
    }

    /// Whether one of the two starts with a prefix.
    package func matches(_ prefix: String) -> Bool {
        simple.hasPrefix(prefix) || qualified.hasPrefix(prefix)
    }
}

extension ClassCatalogue {
    /// The one class of a name, or what is wrong with the name.
    /// - Parameters:
    ///   - unknown: The fault where no class has it.
    ///   - names: The names that may have been meant.
    func only(
        named name: String, at place: Origin, unknown: Fault.Kind, among names: @autoclosure () -> [String]
    ) -> Result<Int, Refusal> {
        let matches = classes(named: name)
        if matches.count == 1 { return .success(matches[0]) }
        if !matches.isEmpty {
            let all = matches.map { self.name(of: $0).qualified }.sorted()
            return .failure(Refusal(Finding(Fault(.classAmbiguous(name: name, matches: all), at: place))))
        }
        var fault = Fault(unknown, at: place)
        let doubt = doubt(aboutName: name)
        if doubt == nil { fault.suggestion = Suggestion.nearest(to: name, among: names()) }
        return .failure(Refusal(Finding(fault, doubt: doubt)))
    }
}

/// Why a name leads to no class.
struct Refusal: Error {
    var finding: Finding
    init(_ finding: Finding) { self.finding = finding }
}
