/// Takes a value in a way the optimiser can't see through, so that what made it can't be left out.
@inline(never)
@_optimize(none)
package func blackHole<Value>(_ value: Value) {}
