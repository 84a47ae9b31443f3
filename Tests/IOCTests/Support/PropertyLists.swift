/// An XML property list around a value.
func propertyList(_ value: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    \(value)
    </plist>

    """
}

/// The objects of a binary property list, put together with their offsets and the trailer.
func binaryPropertyList(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
        offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
        bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [objects.count, 0, table] {
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return bytes
}
