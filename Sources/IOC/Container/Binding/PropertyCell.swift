import IOCModel

/// A property's cell without its type.
protocol PropertyCell {
    /// Returns the fault of the property; where there is none, it is filled.
    func fault() -> Fault?
}
