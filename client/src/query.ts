/** Whether the service accepts a typed text: 2 to 120 characters, at most 480 bytes, with a letter or a digit. */
export function isQuery(q: string): boolean {
  const characters = [...q].length
  if (characters < 2 || 120 < characters || 480 < new TextEncoder().encode(q).length) return false
  return /[\p{L}\p{N}]/u.test(q.normalize('NFKC'))
}
