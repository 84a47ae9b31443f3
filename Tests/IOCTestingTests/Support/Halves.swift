import IOC

final class LeftHalf: IOCComponent, @unchecked Sendable {
    @Autowired var right: RightHalf
}

final class RightHalf: IOCComponent, @unchecked Sendable {
    @Autowired var left: LeftHalf
}

final class Sheet: IOCComponent {
    static var traits: [ComponentTrait] { [.scope(.prototype)] }
}

protocol Upper: AnyObject, Sendable { var lower: any Lower { get } }
protocol Lower: AnyObject, Sendable {}

final class UpperHalf: Upper, @unchecked Sendable {
    @Autowired var lower: any Lower
}

final class LowerHalf: Lower, @unchecked Sendable {
    @Autowired var upper: any Upper
}

final class HalvesAssembly: Assembly {
    let upper = Definition(.lazySingleton) { (_: HalvesAssembly) -> any Upper in UpperHalf() }
    let lower = Definition(.lazySingleton) { (_: HalvesAssembly) -> any Lower in LowerHalf() }
}
