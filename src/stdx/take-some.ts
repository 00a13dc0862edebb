/** The next values, fewer only at the end. The iterator goes on after them, unlike after its own `take`. */
export function takeSome<T>(iterator: Iterator<T, void>, most: number): T[] {
  const values: T[] = []
  while (values.length < most) {
    const next = iterator.next()
    if (next.done) break
    values.push(next.value)
  }
  return values
}
