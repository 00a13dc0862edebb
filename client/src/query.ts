/**
 * Whether the service accepts a typed text: 2 to 120 characters without control characters, with a letter or a digit.
 * Its limit of 480 bytes is that of 120 characters.
 */
export function isQuery(q: string): boolean {
  const characters = [...q].length
  return (
    2 <= characters &&
    characters <= 120 &&
    !/[\p{Cc}\p{Cs}\p{NChar}]/u.test(q) &&
    // Some marks are letters only as they were sent, and № only when it is normalised.
    /[\p{L}\p{N}]/u.test(q + q.normalize('NFKC'))
  )
}
