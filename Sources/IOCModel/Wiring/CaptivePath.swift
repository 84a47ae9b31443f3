/// The way from a component to a shorter-lived one that it would keep.
package struct CaptivePath: Sendable {
    /// The components' names, both ends included.
    package var names: [String]
    /// The last one's scope.
    package var scope: String
    /// The definitions on the way, as far as they are of this context.
    var members: [Int]
}
