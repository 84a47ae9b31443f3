import CSwiftRuntime
import IOCConfiguration
@_spi(Reflection) import Swift

/// One class of the running program, or a structure or an enumeration that is a component. Its name is known before its
/// metadata is accessed.
struct ProgramClass: Hashable, @unchecked Sendable {
    /// The class's context descriptor. On platforms with the Objective-C runtime it is the class's metadata. Both are
    /// mapped for the life of the process and never written, so any thread may read them.
    fileprivate let handle: UnsafeRawPointer

    /// The names of the class. They don't contain the anonymous context, such as `(unknown context at $1234)`, that
    /// surrounds a private class, because source code can't name it.
    var name: ClassName {
        let qualified = qualifiedName
        let extended = moduleOfExtension.map { "\($0)\(qualified.drop { $0 != "." })" }
        return ClassName(qualified: qualified, simple: simpleName, extended: extended)
    }

    /// True if the class belongs to the toolchain instead of the program.
    var isSystem: Bool {
        isNamed(["Swift.", "Foundation", "_", "Dispatch.", "Synchronization.", "Testing.", "XCTest."])
    }

    /// True if the class is part of the container, so that a user can't have meant it.
    var isContainers: Bool { isNamed(["IOC.", "IOCBase.", "IOCModel.", "IOCConfiguration."]) }

    private func isNamed(_ beginnings: [String]) -> Bool {
        let name = qualifiedName
        return beginnings.contains(where: name.hasPrefix)
    }
}

/// The names of a class.
struct ClassName: Sendable {
    /// `Module.Outer.Name`.
    let qualified: String
    /// The name after the last dot.
    let simple: String
    /// The qualified name with the module of the extension that declares the class; nil if no extension does.
    var extended: String?

    /// The simple names of the module and the types around the class.
    var outerNames: [String] { qualified.split(separator: ".").dropLast().map(String.init) }

    /// Returns true if one of the names starts with a prefix.
    func matches(_ prefix: String) -> Bool {
        simple.hasPrefix(prefix) || qualified.hasPrefix(prefix) || extended?.hasPrefix(prefix) ?? false
    }
}

/// Finds classes by name. A name is compared with the qualified names first. The simple names count only if no
/// qualified name matches.
struct ClassIndex: Sendable {
    private let qualified: [String: [ProgramClass]]
    private let simple: [String: [ProgramClass]]

    init(_ classes: [ProgramClass]) {
        qualified = Dictionary(grouping: classes, by: \.qualifiedName)
        simple = Dictionary(grouping: classes, by: \.simpleName)
    }

    /// Returns the classes with a name; several if the name is ambiguous.
    func classes(named name: String) -> [ProgramClass] { qualified[name] ?? simple[name] ?? [] }
}

#if !canImport(ObjectiveC)
extension ProgramClass {
    /// Returns the qualified name of a class or protocol.
    static func name(of context: UnsafeRawPointer) -> String {
        var name = ""
        if append(context, to: &name) { return name }
        // An extension knows its extended type only by a mangled name, so the name is read from the loaded type.
        let isProtocol = Int(ioc_context_kind(context)) == ioc_context_protocol
        let type = isProtocol ? nil : ProgramClass(context: context).loadType()
        return type.map { TypeName.qualified($0) } ?? simpleName(of: context)
    }

    /// Appends the names of the contexts around a context, and the context's own name. Returns false if one of them is
    /// an extension.
    private static func append(_ context: UnsafeRawPointer, to name: inout String) -> Bool {
        let kind = Int(ioc_context_kind(context))
        if kind == ioc_context_extension { return false }
        if let parent = ioc_context_parent(context), !append(parent, to: &name) { return false }
        if kind == ioc_context_anonymous { return true }
        if !name.isEmpty { name += "." }
        name += simpleName(of: context)
        return true
    }

    /// Returns the name of a context. A raw identifier loses its backticks.
    private static func simpleName(of context: UnsafeRawPointer) -> String {
        let name = ioc_context_name(context)
        return name.pointee == CChar(UInt8(ascii: "`"))
            ? TypeName.withoutBackticks(String(cString: name)) : String(cString: name)
    }

    init(context: UnsafeRawPointer) { handle = context }

    /// Creates the record of a type; nil for a generic type, and for a type that no Swift code declares.
    init?(_ type: Any.Type) {
        // Sound: a metatype is the address of its metadata.
        guard let context = ioc_type_context(unsafeBitCast(type, to: UnsafeRawPointer.self)),
            !ioc_context_is_generic(context)
        else { return nil }
        self.init(context: context)
    }

    /// The module of the extension that declares the class; nil if no extension does.
    private var moduleOfExtension: String? {
        let contexts = sequence(first: handle) { ioc_context_parent($0) }
        return contexts.first { Int(ioc_context_kind($0)) == ioc_context_extension }
            .flatMap { ioc_context_parent($0) }.map { Self.simpleName(of: $0) }
    }

    var qualifiedName: String { TypeName.ofFunction(Self.name(of: handle)) }
    var simpleName: String { TypeName.ofFunction(Self.simpleName(of: handle)) }
    var isGeneric: Bool { ioc_context_is_generic(handle) }

    /// Returns false if neither the qualified nor the simple name can begin with a prefix. It compares bytes and
    /// doesn't build the names.
    func mayMatch(_ prefix: [UInt8]) -> Bool {
        NamePrefix.end(of: prefix, from: 0, in: ioc_context_name(handle)) == prefix.count
            || NamePrefix.end(of: prefix, in: handle) == prefix.count
    }

    /// True if the class or a superclass has stored properties whose description the compiler was set to omit.
    var lacksReflection: Bool {
        guard ioc_context_kind(handle) == ioc_context_class else { return false }
        if ioc_class_lacks_reflection(handle) { return true }
        guard let type = load() else { return false }
        return sequence(first: type, next: TypeIdentity.superclass).contains { type in
            // Sound: a class's metadata leads to its own context descriptor.
            ioc_type_context(unsafeBitCast(type, to: UnsafeRawPointer.self)).map(ioc_class_lacks_reflection) ?? false
        }
    }

    /// Returns the class; nil if the type is not a class, or if its metadata can't be created.
    func load() -> AnyClass? { loadType() as? AnyClass }

    /// Returns the type; nil if it is generic, or if its metadata can't be created.
    func loadType() -> Any.Type? {
        guard !isGeneric, let metadata = ioc_type_metadata(handle) else { return nil }
        // Sound: a value of `Any.Type` is the address of complete metadata.
        return unsafeBitCast(metadata, to: Any.Type.self)
    }
}

/// Compares names with a prefix byte by byte.
///
/// Each function returns the number of the prefix's bytes that are compared and equal so far; nil if the name doesn't
/// match. Texts can be equal although their bytes differ, such as the two spellings of `é`. If only a comparison of the
/// texts can decide, a function returns the length of the prefix.
private enum NamePrefix {
    /// Compares a prefix with a context's qualified name.
    static func end(of prefix: [UInt8], in context: UnsafeRawPointer) -> Int? {
        let kind = Int(ioc_context_kind(context))
        if kind == ioc_context_extension { return prefix.count }
        var start = 0
        if let parent = ioc_context_parent(context) {
            guard let end = end(of: prefix, in: parent) else { return nil }
            start = end
            if kind != ioc_context_anonymous, end < prefix.count {
                guard prefix[end] == UInt8(ascii: ".") else { return nil }
                start += 1
            }
        }
        return kind == ioc_context_anonymous ? start : end(of: prefix, from: start, in: ioc_context_name(context))
    }

    /// Compares the rest of a prefix with one name.
    static func end(of prefix: [UInt8], from start: Int, in name: UnsafePointer<CChar>) -> Int? {
        var end = start
        while end < prefix.count, name[end - start] != 0 {
            let found = UInt8(bitPattern: name[end - start])
            if found != prefix[end] {
                return found == UInt8(ascii: "`") || found | prefix[end] >= 0x80 ? prefix.count : nil
            }
            end += 1
        }
        return end
    }
}
#else
import ObjectiveC

extension ProgramClass {
    /// Returns all classes in the Objective-C runtime that Swift code declares.
    static func all() -> [ProgramClass] {
        var count: UInt32 = 0
        guard let list = objc_copyClassList(&count) else { return [] }
        return (0..<Int(count)).compactMap { index in
            let type: AnyClass = list[index]
            let name = TypeName.qualified(type)
            guard name.contains(".") else { return nil }
            return ProgramClass(handle: unsafeBitCast(type, to: UnsafeRawPointer.self))
        }
    }

    /// Creates the record of a class; nil for a value type.
    init?(_ type: Any.Type) {
        guard let type = type as? AnyClass else { return nil }
        self.init(handle: unsafeBitCast(type, to: UnsafeRawPointer.self))
    }

    /// Nil, because the Objective-C runtime doesn't know extensions.
    private var moduleOfExtension: String? { nil }

    // Sound: the handle was created from a class reference.
    private var type: AnyClass { unsafeBitCast(handle, to: AnyClass.self) }
    var qualifiedName: String { TypeName.ofFunction(TypeName.qualified(type)) }
    var simpleName: String { TypeName.ofFunction(TypeName.simple(type)) }
    var isGeneric: Bool { qualifiedName.contains("<") }
    func mayMatch(_ prefix: [UInt8]) -> Bool { true }

    /// False, because on Apple platforms this isn't known without an instance.
    var lacksReflection: Bool { false }

    /// Returns the type; nil if it is generic.
    func loadType() -> Any.Type? { load() }

    /// Returns the class; nil if it is generic.
    func load() -> AnyClass? { isGeneric ? nil : type }
}
#endif

/// The stored properties of a class or a structure, superclasses' first, read from the runtime's field metadata. No
/// instance is needed.
enum StoredFields {
    /// Calls a closure for each stored property.
    /// - Parameter body: Called with each stored property's name, its offset in bytes from the start of an instance,
    ///   its type, and whether the type is a structure.
    static func forEach(
        of type: Any.Type, _ body: (UnsafePointer<CChar>, _ offset: Int, Any.Type, _ isStructure: Bool) -> Void
    ) {
        // The raw value 1 is the option `.classType`, which has no concurrency-safe name yet.
        _forEachField(of: type, options: _EachFieldOptions(rawValue: type is AnyClass ? 1 : 0)) {
            name, offset, type, kind in
            body(name, offset, type, kind == .struct)
            return true
        }
    }

    /// Returns the object that a stored property of a class refers to: a wrapper's cell or an assembly's member; nil if
    /// the property is an optional without a value.
    static func object<Object: AnyObject>(at offset: Int, of instance: AnyObject, as type: Object.Type) -> Object? {
        let start = UnsafeRawPointer(Unmanaged.passUnretained(instance).toOpaque())
        // Sound: the offset comes from the class's own field metadata, and the property's first word is a strong
        // reference to the object. A test checks both. Nil, also in nested optionals, is stored as an address below
        // those of objects.
        let address = (start + offset).load(as: UInt.self)
        guard address >= 4_096, let object = UnsafeRawPointer(bitPattern: address) else { return nil }
        return Unmanaged<Object>.fromOpaque(object).takeUnretainedValue()
    }
}
