import assert from 'node:assert/strict'
import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Ledger } from './ledger.ts'

const SUBJECT = { project: 'p', credential: 'c', operation: 'o' }

const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  'is no database any more': (path) => {
    const file = openSync(path, 'r+')
    writeSync(file, new Uint8Array(100).fill(0xaa), 0, 100, 0)
    closeSync(file)
  },
  'has lost its end': (path) => truncateSync(path, 4096),
  'is gone': (path) => rmSync(path),
}

for (const [what, damage] of Object.entries(DAMAGES)) {
  test(`the next audit stops charging if a file of the books ${what} under a running server`, {
    timeout: 60_000,
  }, async (t) => {
    const data = mkdtempSync(join(tmpdir(), 'regista-damaged-'))
    const place = { data, databaseUrl: undefined }
    await using first = await Ledger.open(place)
    await first.setAllowance('a', 100, 'operator')
    await first.close()
    const warnings: string[] = []
    const ledger = await Ledger.open({ ...place, audits: 'hourly', warn: (text) => warnings.push(text) })
    // Closing may fail on such a file.
    t.after(() => ledger.close().catch(() => undefined))
    // It is open, and its first audit, in its own thread, has not read the file yet.
    damage(join(data, 'ledger.db'))
    const status = await untilUntrusted(ledger)
    assert.deepEqual(status.reasons, [{ reason: 'books', detail: 'audit: the books cannot be read' }])
    const requestId = '1'.repeat(32)
    const refusal = await ledger.charge({ account: 'a', units: 1, subject: SUBJECT, requestId }).outcome
    assert(refusal.outcome === 'refused' && refusal.reason === 'untrusted')
    assert.match(warnings.join('\n'), /^audit: /m)
    await ledger.close().catch(() => undefined)
    rmSync(data, { recursive: true })
  })
}

async function untilUntrusted(ledger: Ledger) {
  for (;;) {
    const status = ledger.trustStatus()
    if (status.state === 'untrusted') return status
    // A message that changes the state needs a turn of the event loop.
    await setImmediate()
  }
}
