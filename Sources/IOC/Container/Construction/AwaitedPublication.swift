/// An unpublished instance that a thread has got from another one.
struct AwaitedPublication {
    let publication: Publication
    let name: String
    let instance: ObjectIdentifier
    /// What was being built when the thread got it, outermost first.
    let path: [String]
}
