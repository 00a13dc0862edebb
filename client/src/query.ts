/**
 * Whether the service accepts a typed text: 2 to 120 characters, at most 480 bytes, without control characters, with a
 * letter or a digit.
 */
export function isQuery(q: string): boolean {
  const characters = Array.from(q).length
  return (
    2 <= characters &&
    characters <= 120 &&
    new TextEncoder().encode(q).length <= 480 &&
    !/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u.test(q) &&
    /[\p{L}\p{N}]/u.test(q.normalize('NFKC'))
  )
}
