import IOCModel

/// A property's cell without its type.
protocol PropertyCell {
    /// What is wrong with the property; where nothing is, it is filled.
    func fault() -> Fault?
}
