/// One kind of fault to put into a program.
package enum FaultKind: String, CaseIterable, Sendable {
    case missing, ambiguous, severalPrimaries, qualifierUnknown, wrongType, ambiguousName
    case nameRepeated, cycleForbidden, constructionCycle, captive, dependsOnUnknown, dependsOnCycle, argumentsNeeded
    case classUnknown, classDoesNotConform, classIsGeneric, classAmbiguous, prefixWithoutMatch
    case entryUnknown, overlayUnknown, bindingType, bindingTarget, bindingMisfit
    case assemblyUnknown, classIsNoAssembly, parentCircle
    case propertyMissing, propertyConversion, placeholderUnresolved, placeholderCircle, propertyUnread

    /// The code that an error of this kind has.
    package var code: String {
        switch self {
        case .missing: "dependency-missing"
        case .ambiguous: "dependency-ambiguous"
        case .severalPrimaries: "primary-ambiguous"
        case .qualifierUnknown: "qualifier-unknown"
        case .wrongType: "qualifier-wrong-type"
        case .ambiguousName: "name-ambiguous"
        case .nameRepeated: "name-repeated"
        case .cycleForbidden: "cycle-forbidden"
        case .constructionCycle: "construction-cycle"
        case .captive: "dependency-captive"
        case .dependsOnUnknown: "depends-on-unknown"
        case .dependsOnCycle: "depends-on-cycle"
        case .argumentsNeeded: "arguments-needed"
        case .classUnknown, .entryUnknown, .overlayUnknown: "class-unknown"
        case .classDoesNotConform: "class-does-not-conform"
        case .classIsGeneric: "class-is-generic"
        case .classAmbiguous: "class-ambiguous"
        case .prefixWithoutMatch: "prefix-without-match"
        case .bindingType: "binding-type-unknown"
        case .bindingTarget: "binding-target-unknown"
        case .bindingMisfit: "binding-target-does-not-fit"
        case .assemblyUnknown: "assembly-unknown"
        case .classIsNoAssembly: "class-is-no-assembly"
        case .parentCircle: "abstract-parent-cycle"
        case .propertyMissing: "property-missing"
        case .propertyConversion: "property-conversion"
        case .placeholderUnresolved: "placeholder-unresolved"
        case .placeholderCircle: "placeholder-cycle"
        case .propertyUnread: "property-unread"
        }
    }
}
