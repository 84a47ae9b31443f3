import IOCPlan

/// What an assembly defines, and how it is made.
struct AssemblyDefinition {
    let declaration: Declaration
    let recipe: DefinitionRecipe
    /// The assembly's property, to be tied to the definition.
    let cell: AnyDefinitionCell
}
