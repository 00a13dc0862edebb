import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { seededRandom } from '../src/stdx/random.ts'

/** The same CSV with its rows in another order and one row changed. Rows with quoted line breaks are kept together. */
export async function shuffleWithOneChange(path: string, dir: string): Promise<string> {
  const bytes = readFileSync(path)
  const starts: number[] = [0]
  let quoted = false
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === 34) quoted = !quoted
    else if (bytes[at] === 10 && !quoted && at + 1 < bytes.length) starts.push(at + 1)
  }
  const random = seededRandom(1)
  const order = Uint32Array.from({ length: starts.length - 1 }, (_, i) => i + 1)
  for (let i = order.length - 1; 0 < i; i--) {
    const j = random.below(i + 1)
    const held = order[i]!
    order[i] = order[j]!
    order[j] = held
  }
  const rowAt = (row: number): Buffer => {
    const text = bytes.subarray(starts[row]!, starts[row + 1] ?? bytes.length)
    return text[text.length - 1] === 10 ? text : Buffer.concat([text, Buffer.from('\n')])
  }
  const rows = [rowAt(0), ...Array.from(order, rowAt)]
  // A letter in the middle of the file becomes another one.
  const changed = Buffer.from(rows[rows.length >> 1]!)
  const at = changed.findIndex((byte) => 97 <= byte && byte <= 121)
  changed[at]! += 1
  rows[rows.length >> 1] = changed
  mkdirSync(dir, { recursive: true })
  const target = join(dir, basename(path))
  writeFileSync(target, Buffer.concat(rows))
  return target
}
