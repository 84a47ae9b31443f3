extension IOCError.Fault {
    /// Something that would nearly have done.
    public struct NearMiss: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// Why it was passed over.
        public let reason: String
        /// Where it was declared, if that is known.
        public let origin: String?
        package let place: Origin?

        /// A near miss.
        public init(name: String, reason: String, origin: String? = nil) {
            self.name = name
            self.reason = reason
            self.origin = origin
            place = nil
        }

        package init(name: String, reason: String, at place: Origin?) {
            self.name = name
            self.reason = reason
            self.place = place
            origin = place?.description
        }
    }
}
