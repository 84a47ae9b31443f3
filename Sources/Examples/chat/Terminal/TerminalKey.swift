/// A key pressed in a terminal.
public enum TerminalKey: Hashable, Sendable {
    /// A letter, digit or sign.
    case character(Character)
    /// A letter together with the control key, in lower case.
    case control(Character)
    /// Return.
    case enter
    /// Escape by itself.
    case escape
    /// Backspace.
    case backspace
    /// The arrow up.
    case up
    /// The arrow down.
    case down
    /// The arrow to the left.
    case left
    /// The arrow to the right.
    case right

    /// Returns the keys in bytes that a terminal sent.
    public static func keys(in bytes: [UInt8]) -> [TerminalKey] {
        var keys: [TerminalKey] = []
        var text: [UInt8] = []
        func flush() {
            keys += String(decoding: text, as: UTF8.self).map { .character($0) }
            text = []
        }
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte >= 0x20, byte != 0x7F {
                text.append(byte)
                continue
            }
            flush()
            switch byte {
            case 0x0D, 0x0A: keys.append(.enter)
            case 0x7F, 0x08: keys.append(.backspace)
            case 0x1B:
                guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "["),
                    let arrow = arrow(bytes[index + 1])
                else {
                    keys.append(.escape)
                    continue
                }
                keys.append(arrow)
                index += 2
            case 0x01...0x1A:
                keys.append(.control(Character(UnicodeScalar(byte + 0x60))))
            default: break
            }
        }
        flush()
        return keys
    }

    private static func arrow(_ byte: UInt8) -> TerminalKey? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        default: nil
        }
    }
}
