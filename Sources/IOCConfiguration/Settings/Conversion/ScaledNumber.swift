/// A decimal number in front of a unit, kept exactly: `1.5` is 15 over 10.
struct ScaledNumber {
    private var digits: Int128 = 0
    private var scale: Int128 = 1

    /// Reads digits with at most one point between them, and leaves the rest.
    init?(scanning text: inout Substring) {
        var fractionDigits: Int?
        var count = 0
        var rest = text
        while let character = rest.first {
            if character == ".", fractionDigits == nil, count > 0 {
                fractionDigits = 0
            } else if character.isASCII, let digit = character.wholeNumberValue {
                count += 1
                // More digits than that are no measure of time or size, and the product with a unit must fit.
                guard count <= 18 else { return nil }
                digits = digits * 10 + Int128(digit)
                if let places = fractionDigits {
                    fractionDigits = places + 1
                    scale *= 10
                }
            } else {
                break
            }
            rest.removeFirst()
        }
        guard count > 0, fractionDigits != 0 else { return nil }
        text = rest
    }

    /// The number times a unit, or nil where it does not fit or, if asked for, is not whole.
    func times(_ unit: Int128, exactly: Bool) -> Int128? {
        let (product, isOverflow) = digits.multipliedReportingOverflow(by: unit)
        guard !isOverflow, !exactly || product % scale == 0 else { return nil }
        return product / scale
    }
}
