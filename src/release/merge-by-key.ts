/** Merges two lists in ascending order of their keys. Rows of one key come together, the first list's before. */
export function* mergeByKey<Row extends readonly [key: number, ...unknown[]]>(
  first: Iterable<Row>,
  second: Iterable<Row>,
): Generator<readonly [Row | undefined, Row | undefined]> {
  const others = second[Symbol.iterator]()
  let other = others.next()
  for (const row of first) {
    for (; !other.done && other.value[0] < row[0]; other = others.next()) yield [undefined, other.value]
    const isSame = !other.done && other.value[0] === row[0]
    yield [row, isSame ? other.value : undefined]
    if (isSame) other = others.next()
  }
  for (; !other.done; other = others.next()) yield [undefined, other.value]
}
