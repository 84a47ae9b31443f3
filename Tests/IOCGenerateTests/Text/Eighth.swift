// swift-format-ignore-file
public import Unneeded4
public struct Standard: Injectable { public struct Dependency { let n: Int; let list: [String: Set<Bool>] }; public init(dependency: Dependency) {} }
public protocol StandardResolver: Resolver {}
