import CSwiftRuntime
import IOCConfiguration
import IOCPlan

/// One class of the running program, or a structure or an enumeration that is a component, known by name before its metadata is
/// touched.
struct ProgramClass: @unchecked Sendable {
    /// Of its qualified name the contexts that a private class stands in are left out, as nobody can write them.
    let name: ClassName
    let isGeneric: Bool
    /// The class's context descriptor, or its metadata where classes come from the Objective-C runtime. Both are mapped
    /// for the life of the process and never written, so any thread may read them.
    fileprivate let handle: UnsafeRawPointer

    var qualifiedName: String { name.qualified }
    var simpleName: String { name.simple }

    /// True if the class belongs to the toolchain rather than to somebody's program.
    var isSystem: Bool {
        ["Swift.", "Foundation", "_", "Dispatch.", "Synchronization.", "Testing.", "XCTest."].contains {
            qualifiedName.hasPrefix($0)
        }
    }

    /// True if the class is part of the container, so that nobody can have meant it.
    var isContainers: Bool {
        qualifiedName.hasPrefix("IOC.")
            || ["IOCBase.", "IOCModel.", "IOCConfiguration.", "IOCPlan."].contains {
                qualifiedName.hasPrefix($0)
            }
    }

    /// The identity that tells two classes of one name apart.
    var identity: UInt { UInt(bitPattern: handle) }
}

#if !canImport(ObjectiveC)
extension ProgramClass {
    /// The qualified name of a class or protocol.
    static func name(of context: UnsafeRawPointer) -> String {
        QualifiedName.make(of: context) ?? simpleName(of: context)
    }

    /// The name of a context, a raw identifier without its backticks.
    fileprivate static func simpleName(of context: UnsafeRawPointer) -> String {
        let name = ioc_context_name(context)
        return name.pointee == CChar(UInt8(ascii: "`"))
            ? TypeName.withoutBackticks(String(cString: name)) : String(cString: name)
    }

    /// True for the protocol of values that are components, which is in a room above this one.
    static func isConstructedComponent(_ descriptor: UnsafeRawPointer) -> Bool {
        simpleName(of: descriptor) == "ConstructedComponent" && name(of: descriptor) == "IOC.ConstructedComponent"
    }

    init(context: UnsafeRawPointer) {
        handle = context
        name = ClassName(
            qualified: Self.name(of: context), simple: Self.simpleName(of: context))
        isGeneric = ioc_context_is_generic(context)
    }

    /// True if the compiler was told to keep no description of the class's properties, or of a superclass's in another module.
    var lacksReflection: Bool {
        guard ioc_context_kind(handle) == ioc_context_class else { return false }
        if ioc_class_lacks_reflection(handle) { return true }
        var next: AnyClass? = load().flatMap(_getSuperclass)
        while let superclass = next {
            // Sound: a class's metadata leads to the descriptor it was made from.
            let context = ioc_class_context(unsafeBitCast(superclass, to: UnsafeRawPointer.self))
            if let context, ioc_class_lacks_reflection(context) { return true }
            next = _getSuperclass(superclass)
        }
        return false
    }

    /// The class itself, or nil where it is none, or its metadata can't be made without more knowledge.
    func load() -> AnyClass? { loadType() as? AnyClass }

    /// The type itself, or nil where its metadata can't be made without more knowledge.
    func loadType() -> Any.Type? {
        guard !isGeneric, let metadata = ioc_type_metadata(handle) else { return nil }
        // Sound: complete metadata is what `Any.Type` holds.
        return unsafeBitCast(metadata, to: Any.Type.self)
    }
}

/// Puts a name together from a chain of context descriptors.
private enum QualifiedName {
    static func make(of context: UnsafeRawPointer) -> String? {
        var parts: [String] = []
        var next: UnsafeRawPointer? = context
        while let current = next {
            switch Int(ioc_context_kind(current)) {
            case ioc_context_anonymous: break
            case ioc_context_extension:
                // The extended type is known by a mangled name only; the loaded type spells it.
                return ioc_context_is_generic(context) ? nil : spelled(context)
            default: parts.append(ProgramClass.simpleName(of: current))
            }
            next = ioc_context_parent(current)
        }
        return parts.reversed().joined(separator: ".")
    }

    private static func spelled(_ context: UnsafeRawPointer) -> String? {
        guard let metadata = ioc_type_metadata(context) else { return nil }
        // Sound: complete metadata is what `Any.Type` holds.
        return TypeName.qualified(unsafeBitCast(metadata, to: Any.Type.self))
    }
}
#else
import ObjectiveC

extension ProgramClass {
    /// All classes the Objective-C runtime knows that Swift code declared.
    static func all() -> [ProgramClass] {
        var count: UInt32 = 0
        guard let list = objc_copyClassList(&count) else { return [] }
        return (0..<Int(count)).compactMap { index in
            let type: AnyClass = list[index]
            let name = TypeName.qualified(type)
            guard name.contains(".") else { return nil }
            return ProgramClass(
                name: ClassName(qualified: name, simple: TypeName.simple(type)), isGeneric: name.contains("<"),
                handle: unsafeBitCast(type, to: UnsafeRawPointer.self))
        }
    }

    /// Apple's toolchains are asked at scan time, by the empty mirror of an instance that has stored properties.
    var lacksReflection: Bool { false }

    /// The type itself.
    func loadType() -> Any.Type? { load() }

    /// The class itself.
    func load() -> AnyClass? {
        // Sound: the handle was made from a class reference.
        isGeneric ? nil : unsafeBitCast(handle, to: AnyClass.self)
    }
}
#endif
