import IOCModel

/// The property or parameter that an instance is created for.
///
/// The function or definition of a prototype may take one, for example to name a logger after its component:
///
/// ```swift
/// @Provides(.scope(.prototype))
/// static func logger(_ point: InjectionPoint) -> Logger { Logger(label: point.component) }
/// ```
///
/// The container passes the point. Instances of any other scope are shared, so it is a fault at boot if a component
/// that isn't a prototype takes a point.
public struct InjectionPoint: Sendable {
    /// The name of the component that gets the instance. If code outside of components looks up the instance, it is the
    /// name of the prototype itself.
    public let component: String
    /// The name of the property or parameter; empty if code looks up the instance.
    public let property: String
    /// The type that the property or parameter asks for.
    public let type: Any.Type

    /// Creates a point, for a call of the function or the definition without a container.
    /// - Parameters:
    ///   - component: The name of the component that gets the instance.
    ///   - property: The name of the property or parameter.
    ///   - type: The type that the property asks for.
    public init(component: String, property: String = "", type: Any.Type) {
        self.component = component
        self.property = property
        self.type = type
    }
}

extension InjectionPoint: InjectionForm {
    static var shape: InjectionShape { .context }
    static var element: Any.Type { InjectionPoint.self }
    static var id: TypeID { TypeIdentity.id(InjectionPoint.self) }

    /// The point for which the innermost construction of this thread creates an instance; nil outside of constructions.
    static var current: InjectionPoint? {
        guard let frame = Frame.innermostConstruction, let site = frame.pointee.site else { return nil }
        let asking = frame.pointee.parent
        return InjectionPoint(
            component: (asking?.pointee.site ?? site).facts.name,
            property: asking?.pointee.reading?.facts.property ?? "", type: asking?.pointee.reading?.type ?? site.type)
    }

    static func deferred(_ sites: [CallSite]?, in core: ContextCore) -> InjectionPoint? { current }
}

extension ContextCore {
    /// The faults of components that take an injection point but aren't prototypes, or that take it through a property.
    var pointFaults: [Fault] {
        sites.compactMap { site in
            let asking = wiring.edges[site.index].first { $0.point.wanted == InjectionPoint.id }?.point
            guard asking != nil || site.creation.takesPoint else { return nil }
            if site.isPrototype, asking?.isParameter != false { return nil }
            let scope = site.isPrototype ? nil : site.facts.scope.name
            return Fault(.injectionPointShared(name: site.facts.name, scope: scope), at: site.codeOrigin, asked: asking)
        }
    }
}
