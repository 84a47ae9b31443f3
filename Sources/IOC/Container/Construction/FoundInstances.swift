/// The instances that a property's value is put together from, noted while it is looked for.
final class FoundInstances {
    struct Element {
        let maker: Maker
        let definition: RegisteredDefinition
        let instance: AnyObject
        /// True if the shared instance was made for the property.
        let isNew: Bool
    }

    /// The shared instance that the last lookup has made, if it has made one.
    var lastMade: ObjectIdentifier?

    private(set) var elements: [Element] = []
    /// The last number given before the property was filled; later numbers were made for it.
    let firstSerial: Int

    init() { firstSerial = ConstructionFrame.lastSerial }

    func append(_ element: Element) { elements.append(element) }
}
