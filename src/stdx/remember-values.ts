/** Makes the value of a key once, and remembers at most so many. `undefined` is not remembered. */
export function rememberValues<Key, Value>(
  most: number,
  make: (key: Key) => Value | undefined,
): (key: Key) => Value | undefined {
  const known = new Map<Key, Value>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const value = make(key)
    if (value === undefined) return undefined
    if (known.size === most) known.clear()
    known.set(key, value)
    return value
  }
}
