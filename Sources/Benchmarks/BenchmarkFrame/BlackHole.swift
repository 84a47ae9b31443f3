/// Takes a value in a way the optimizer can't see through, so that what made it can't be left out.
///
/// It takes ownership, as whoever keeps a value does; a value that was only looked at would cost no reference count.
@inline(never)
@_optimize(none)
package func blackHole<Value>(_ value: consuming Value) {}
