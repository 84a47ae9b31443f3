import IOCBase
package import IOCModel

extension ContextConfiguration {
    /// The entries and lists of the configuration that a component is in, with the places.
    package func said(of component: DependencyGraph.Component) -> ConfiguredFacts {
        let simpleName = component.name.split(separator: ".").last.map(String.init) ?? component.name
        // An entry without a class may call its component by the simple name.
        let entry = [component.name, simpleName].first {
            components[$0] != nil && ($0 == component.name || components[$0]?.className == nil)
        }
        let keys = entry.map { name in
            ComponentEntry.keys.compactMap { key in
                files?.places(of: "components.\(name).\(key)").first.map { "its \"\(key)\" (\($0))" }
            }
        }
        let listing = component.isDefined ? "a definition declares it" : listing(of: component.typeName)
        return ConfiguredFacts(listing: listing, entry: keys ?? [])
    }

    /// The part of the configuration that names a class: an entry, the list of classes or a prefix, with its place.
    private func listing(of typeName: String) -> String? {
        let simpleName = typeName.split(separator: ".").last.map(String.init) ?? typeName
        let names = [typeName, simpleName]
        if let name = components.keys.ordered().first(where: { components[$0]?.className.map(names.contains) ?? false })
        {
            return "the entry '\(name)' names it (\(origin(of: "components.\(name)").description))"
        }
        if let index = classes.firstIndex(where: names.contains) {
            return "\"classes\" names it (\(origin(of: "classes[\(index)]").description))"
        }
        guard let index = prefixes.firstIndex(where: { prefix in names.contains { $0.hasPrefix(prefix) } }) else {
            return nil
        }
        return "the prefix '\(prefixes[index])' matches it (\(origin(of: "prefixes[\(index)]").description))"
    }

    /// The places in files that say a setting and lose to a stronger file, strongest first.
    package func hiddenPlaces(ofSetting key: String) -> [String] {
        (files?.places(of: "settings.\(key)") ?? []).dropFirst().map(\.description)
    }
}
