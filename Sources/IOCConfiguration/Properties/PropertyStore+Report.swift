extension PropertyStore {
    /// What a report shows of the properties: those that have a single value or a list.
    package var reported: [(key: String, value: String, origin: String)] {
        keys.compactMap { key in
            // What can't be put together is told as a fault when somebody reads it.
            guard let node = try? silently(find: key), let value = node.value else { return nil }
            return (key, node.isSecret ? SecretKeys.mask : value.description, node.origin())
        }
    }

    /// Where a property's value comes from, or nil where no source has it.
    /// - Throws: ``IOCError`` where the value can't be put together.
    package func origin(of key: String) throws -> String? {
        do {
            return try silently(find: key)?.origin()
        } catch let failure as PropertyFailure {
            throw IOCError(failure.fault())
        }
    }

    /// A property without counting it as read.
    private func silently(find key: String) throws -> PropertyNode? {
        var lookup = lookup(for: nil)
        lookup.isReading = false
        var expansion = PlaceholderExpansion()
        return try lookup.find(PropertyKey(key), as: .any, in: lookup.layers, &expansion)
    }
}
