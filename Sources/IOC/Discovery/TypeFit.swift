/// Whether instances of one type can serve as another, by what is known without an instance.
enum TypeFit {
    static func fits(_ type: Any.Type, _ wanted: Any.Type, records: ProgramRecords) -> Bool {
        if type == wanted { return true }
        if let ancestor = wanted as? AnyClass {
            return (type as? AnyClass).map { TypeIdentity.inherits($0, from: ancestor) } ?? false
        }
        guard TypeIdentity.isExistential(wanted), !TypeIdentity.isParameterisedExistential(wanted) else { return false }
        if let type = type as? AnyClass {
            return records.conforms(type, to: wanted) ?? TypeIdentity.conforms(type, to: wanted)
        }
        return !TypeIdentity.isExistential(type) && TypeIdentity.conforms(type, to: wanted)
    }
}
