/** `ReadyForQuery`, outside of a transaction. */
export function endsTransaction(data: Buffer): boolean {
  return data.subarray(-6).equals(Buffer.from('Z\0\0\0\x05I', 'latin1'))
}

/** The number of the backend in `BackendKeyData` becomes 1, as a pooler announces a number of its own. */
export function renumber(greeting: Buffer): Buffer {
  const copy = Buffer.from(greeting)
  for (let at = 0; at < copy.length; at += 1 + copy.readInt32BE(at + 1))
    if (copy[at] === 'K'.charCodeAt(0)) copy.writeInt32BE(1, at + 5)
  return copy
}
