// swift-format-ignore-file
import IOC
import Core

final class ShopTill: CoreBase<any Gateway>, @unchecked Sendable {
    @Autowired var maybe: (any Nobody)?
    @Autowired var every: [any Gateway]
    @Autowired var byName: [String: any Gateway]
    @Autowired var later: Provider<CoreNamed>
    @Autowired var perhaps: Provider<ShopMissing?>
    @Autowired var loud: CoreOuter.Alias
    @Autowired var missing: ShopMissing
    @Autowired("core-naemd") var slip: any Gateway
    @Autowired(Names.one) var open: any Gateway
    @Autowired(ShopLeft.self) var wrong: any Gateway
    @Autowired var both: any Gateway & Audited
    @Autowired var store: any Store<Int>
    @Autowired var untyped
    @Autowired static var shared: ShopMissing
    #if FLAG
    @Autowired var flagged: ShopMissing
    #endif
    @Value("shop.port") var port: Int
    @Value("shop.prot", default: 80) var slipped: Int
    @Value("shop.host") var host = "localhost"
    @Value("shop.mode") var mode: ShopMode
    @Value("shop.box") var box: ShopBox
    @Value("shop.list") var list: [Double]
    @Value("shop.table") var table: [String: Bool]
    @Value("shop.secret") var secret: Secret<String>
    @Value("shop.any") var any: ShopOpaque
    @Value("shop.when") var when: Duration?
    @Value(Names.key) var unknown: Int
}
enum ShopMode: String, Decodable, Sendable { case slow, fast = "quick" }
struct ShopBox: Decodable, Sendable {
    var width: Int
    var label: String?
    let fixed = 1
    var inner: [ShopInner]
}
struct ShopInner: Decodable, Sendable { var on: Bool }
struct ShopOpaque: Decodable, Sendable { init(from decoder: any Decoder) throws {} }
final class ShopMissing: Sendable {}
final class ShopLeft: IOCComponent, @unchecked Sendable { @Autowired var right: ShopRight }
final class ShopRight: IOCComponent, @unchecked Sendable { @Autowired var left: ShopLeft }
final class ShopRequest: IOCComponent { static var traits: [ComponentTrait] { [.scope(.request)] } }
final class ShopHolder: IOCComponent, @unchecked Sendable { @Autowired var request: ShopRequest }
final class ShopUnread: IOCComponent { static var traits: [ComponentTrait] { Names.traits + [.lazy] } }
final class ShopHalf: IOCComponent { static var traits: [ComponentTrait] { [.lazy, Names.trait] } }
final class ShopWhen: IOCComponent { static var traits: [ComponentTrait] { [.when(property: "shop.flag"), .whenMissing(ShopMissing.self)] } }
final class ShopProfile: IOCComponent { static var traits: [ComponentTrait] { [.profile("!nigth")] } }
class ShopGeneric<T>: IOCComponent {}
struct ShopValue: IOCComponent {}
private final class ShopHidden: IOCComponent {}

final class Kit: Assembly, @unchecked Sendable {
    let tills = Collaborator<OtherKit>()
    let gone = Collaborator<ElsewhereKit>()
    let gateway = Definition { (_: Kit) in ShopGateway() }
    let abstract = AbstractDefinition<Kit>(.prototype)
    let session = Definition { (_: Kit, user: Int) in ShopSession(user) }
    let unknown = Definition { (_: Kit) in makeSomething() }
    let declared: Definition<Kit, any LoudGateway> = Definition { _ in makeLoud() }
    let scoped = Definition(Names.scope) { (_: Kit) in ShopScoped() }
    let traited = Definition { (_: Kit) in ShopTraited() }.traits(Names.trait, .primary)
    let option = Definition.option("shop.choice", [.equals(1) { (_: Kit) in ShopGateway() }])
    let other = made()
    let number = Define.value(10)
    #if FLAG
    let flagged = Definition { (_: Kit) in ShopScoped() }
    #endif
}
final class OtherKit: Assembly, @unchecked Sendable {
    let till = Definition { (_: OtherKit) in ShopScoped() }
}
final class ShopGateway: LoudGateway {}
final class ShopSession: Sendable { init(_ user: Int) {} }
final class ShopScoped: Sendable {}
final class ShopTraited: Sendable {}
