/// A key of any name.
struct AnyCodingKey: CodingKey {
    let stringValue: String
    var intValue: Int?

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }
}
