import { randomFillSync } from 'node:crypto'

/** Random bytes are read for many requests at once, because each read costs a microsecond. */
const RANDOM = Buffer.alloc(16 * 256)
let unused = 0

/** 32 hexadecimal digits that no other request has. */
export function newRequestId(): string {
  if (unused === 0) {
    randomFillSync(RANDOM)
    unused = RANDOM.length
  }
  unused -= 16
  return RANDOM.toString('hex', unused, unused + 16)
}
