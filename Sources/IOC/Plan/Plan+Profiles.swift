import IOCBase
import IOCConfiguration
import IOCModel

extension Plan {
    /// The active profiles that nothing mentions: no component class, definition or entry, no file that is there for one, and
    /// not the code.
    func unknownProfiles(_ declarations: [Declaration], active: Set<String>) -> [Fault] {
        let variable = Origin.outside("the environment variable IOC_PROFILES")
        if let text = configuration.blankProfileList {
            return [Fault(.profileUnknown(inList: text), at: variable)]
        }
        guard !active.isEmpty else { return [] }
        var known = Set(configuration.knownProfiles).union(declarations.flatMap(\.profileNames))
        for entry in configuration.components.values { known.formUnion((entry.profiles ?? []).map(ProfileRule.name)) }
        known.formUnion(active.filter(configuration.hasFile(for:)))
        guard !active.isSubset(of: known) else { return [] }
        // A class that this context leaves out mentions them, too.
        known.formUnion(catalogue.componentProfiles.map(ProfileRule.name))
        let names = known.ordered()
        var count = FaultCount()
        let faults = active.subtracting(known).ordered().compactMap { profile -> Fault? in
            guard count.admits(.profileUnknown(profile, known: names)) else { return nil }
            let index = configuration.profiles.firstIndex(of: profile)
            return Fault(
                .profileUnknown(profile, known: names),
                at: index.map { configuration.origin(of: "profiles[\($0)]") } ?? variable,
                suggestion: Suggestion.nearest(to: profile, among: names))
        }
        return faults + count.rests
    }
}
