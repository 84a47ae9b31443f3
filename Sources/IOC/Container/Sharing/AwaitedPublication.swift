/// An unpublished instance that a thread has got from another one.
struct AwaitedPublication {
    let publication: Publication
    let name: String
    let instance: ObjectIdentifier
    /// The constructions under way when the thread got it, outermost first.
    let path: [String]
}
