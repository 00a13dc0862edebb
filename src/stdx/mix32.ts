/** Spreads 32 bits: each bit of the input changes about half of the output's. Unsigned. Not for secrets. */
export function mix32(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  bits = Math.imul(bits ^ (bits >>> 15), 0x846ca68b)
  return (bits ^ (bits >>> 16)) >>> 0
}
