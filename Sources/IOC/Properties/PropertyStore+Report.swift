extension PropertyStore {
    /// What a report shows of the properties: those that have a single value or a list.
    var reported: [ContextReport.Property] {
        var lookup = lookup(for: nil)
        lookup.isReading = false
        return keys.compactMap { key in
            var expansion = PlaceholderExpansion()
            // What can't be put together is told as a fault when somebody reads it.
            guard let node = try? lookup.find(PropertyKey(key), as: .any, in: lookup.layers, &expansion),
                let value = node.value
            else { return nil }
            let shown = node.isSecret ? SecretKeys.mask : value.description
            return ContextReport.Property(key: key, value: shown, origin: node.origin())
        }
    }
}
