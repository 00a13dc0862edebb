import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { inspectWritten } from '../importing/testing/inspect-written.ts'
import { SLOVNAFT } from '../registries/testing/sk-rpo.ts'
import { systemClock } from '../stdx/clock.ts'
import { printInspection } from './print-inspection.ts'
import { openTerminal } from './terminal.ts'

/** Colours the screen, begins a line of its own and turns the direction of writing. */
const HOSTILE = '\u001b[31mX\nAn import would be accepted.\u202e'

test('the name of a field in a file neither moves the cursor nor begins a line on the screen', async () => {
  const lines: string[] = []
  const record = { ...(JSON.parse(SLOVNAFT) as object), [HOSTILE]: 1 }
  const daily = gzipSync(JSON.stringify({ exportDate: '2026-11-08', results: [record] }))
  printInspection(await inspectWritten('sk-rpo', { 'actual_2026-11-08.json.gz': daily }), {
    ...openTerminal({ json: true, clock: systemClock }),
    line: (text) => void lines.push(text),
  })
  assert.ok(
    lines.some((line) => line.endsWith('unknown: ?[31mX?An import would be accepted.?')),
    lines.join('\n'),
  )
  for (const line of lines) assert.doesNotMatch(line, /[\p{Cc}\p{Cf}]/u)
})
