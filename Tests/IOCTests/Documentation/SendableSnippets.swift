// swift-format-ignore-file
import Foundation
import IOC

// What the page about Sendable shows, compiled. `DocumentationTests` checks that every block is here, line by line.

private enum SendablePage {
@Component
final class OrderMapper { func save(_ limit: Int) {} }

@Component
final class OrderService {
    @Autowired var mapper: OrderMapper
    @Value("orders.limit") var limit = 100
    func place() { mapper.save(limit) }
}

final class OrderReport: IOCComponent {
    let mapper = Autowired<OrderMapper>()
    let limit = Value<Int>("orders.limit", default: 100)
    func print() { mapper().save(limit()) }
}

final class OrderImport: IOCComponent, @unchecked Sendable {
    // Sound: the wrappers synchronize themselves, and the lock guards the count.
    @Autowired var mapper: OrderMapper
    private let lock = NSLock()
    private var count = 0
}
}
