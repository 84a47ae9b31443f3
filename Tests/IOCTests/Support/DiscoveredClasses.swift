public import IOC

// Classes of one prefix that nothing else in the suite matches.
final class DXInternal: IOCComponent {}
final class DXIn: IOCComponent {}
/// A public component.
public final class DXPublic: IOCComponent {
    /// Made by the container.
    public init() {}
}
private final class DXPrivate: IOCComponent {}
class DXBase: IOCComponent, @unchecked Sendable { required init() {} }
final class DXDerived: DXBase, @unchecked Sendable {}
actor DXActor: IOCComponent {}
@MainActor final class DXMain: IOCComponent { nonisolated init() {} }
enum DXSpace {
    final class DXNested: IOCComponent {}
}
extension DXSpace {
    final class DXInExtension: IOCComponent {}
}
class DXGeneric<Element>: IOCComponent, @unchecked Sendable { required init() {} }
final class DXOfInt: DXGeneric<Int>, @unchecked Sendable {}
final class DXPlain {}

enum DXLeft {
    class TwinOfTwo {}
}
enum DXRight {
    class TwinOfTwo {}
}
