public import IOCConfiguration

extension ComponentTrait {
    /// Lets the component in only where no other provides a type.
    /// - Parameters:
    ///   - type: The type.
    ///   - ancestors: True if components of parent contexts count; false for those of the component's own context alone.
    ///   - fileID: The file that it is written in.
    ///   - line: The line that it is written in.
    ///   - column: The column that it begins at.
    public static func whenMissing<Wanted>(
        _ type: Wanted.Type, ancestors: Bool = true, fileID: StaticString = #fileID, line: UInt = #line,
        column: UInt = #column
    ) -> ComponentTrait {
        whenMissing(TypeIdentity.id(type), ancestors: ancestors, fileID: fileID, line: line, column: column)
    }
}
