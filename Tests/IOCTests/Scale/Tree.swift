import IOC

/// Classes that the scale tests declare under thousands of names.
protocol ScaleStem: AnyObject, Sendable {}
protocol ScaleLeaf: AnyObject, Sendable {}

final class ScaleTree: IOCComponent, @unchecked Sendable {
    @Autowired var branch: ScaleBranch
    @Autowired var stem: any ScaleStem
    @Autowired var leaves: [any ScaleLeaf]
}

final class ScaleBranch: IOCComponent, ScaleStem, @unchecked Sendable {
    @Autowired var twig: ScaleTwig
}

final class ScaleTwig: IOCComponent, @unchecked Sendable {
    @Autowired var leaf: GreenLeaf
}

final class GreenLeaf: IOCComponent, ScaleLeaf {}
final class RedLeaf: IOCComponent, ScaleLeaf {}
final class YellowLeaf: IOCComponent, ScaleLeaf {}
final class BrownLeaf: IOCComponent, ScaleLeaf {}
