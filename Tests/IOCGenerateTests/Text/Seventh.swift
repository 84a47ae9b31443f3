// swift-format-ignore-file
package import Parcel
public import Unneeded3
public struct Known: Injectable { public struct Dependency { let n: Int; let list: [String: Set<Bool>] }; public init(dependency: Dependency) {} }
package struct Packed: Injectable { package struct Dependency { let parcel: Parcel.Box }; package init(dependency: Dependency) {} }
package protocol PackedResolver: Resolver {}
