public import IOC

// Every form of a component, in types that no other code mentions. An optimized build has to keep all of them.

protocol Form: Sendable {}

@Component
struct AnnotatedStructure: Form {}

@Component
private struct PrivateAnnotatedStructure: Form {}

@Component
enum AnnotatedEnumeration: Form {
    case only
    init() { self = .only }
}

@Component
private enum PrivateAnnotatedEnumeration: Form {
    case only
    init() { self = .only }
}

@Component
final class AnnotatedClass: Form {}

@Component
private final class PrivateAnnotatedClass: Form {}

@Component
actor AnnotatedActor: Form {}

struct ManualStructure: Form {}

extension ManualStructure: ConstructedComponent {
    static var constructor: Constructor { Constructor { _ in ManualStructure() } }
}

private struct PrivateManualStructure: Form {}

extension PrivateManualStructure: ConstructedComponent {
    static var constructor: Constructor { Constructor { _ in PrivateManualStructure() } }
}

enum ManualEnumeration: Form { case only }

extension ManualEnumeration: ConstructedComponent {
    static var constructor: Constructor { Constructor { _ in ManualEnumeration.only } }
}

enum Outer {
    struct NestedStructure: Form {}
}

extension Outer.NestedStructure: ConstructedComponent {
    static var constructor: Constructor { Constructor { _ in Outer.NestedStructure() } }
}

/// A public structure may conform in its declaration.
public struct PublicStructure: Form, ConstructedComponent {
    /// Creates it without arguments.
    public static var constructor: Constructor { Constructor { _ in PublicStructure() } }
}

final class ManualClass: Form, ConstructedComponent {
    static var constructor: Constructor { Constructor { _ in ManualClass() } }
}

private final class PrivateManualClass: Form, IOCComponent {}

actor ManualActor: Form, IOCComponent {}
