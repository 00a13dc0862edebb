import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Ledger } from '../../src/ledger/ledger.ts'
import { checkAfterRestart, type OutcomeMarks, readJournaledRequests } from './after-restart.ts'
import type { Stall } from './stalling-disk.ts'

const dir = mkdtempSync(join(tmpdir(), 'regista-stalled-'))
after(() => rmSync(dir, { recursive: true }))

const ACCOUNT = 'a'
const LOOPS = 16

interface Case {
  readonly what: string
  readonly stalls: readonly Stall[]
  /** Whether the disk works again before the process is killed. */
  readonly returns?: boolean
}

const CASES: readonly Case[] = [
  { what: 'before the batch is on the disk', stalls: ['ledger.db before'] },
  { what: 'when the batch is on the disk', stalls: ['ledger.db after'] },
  { what: 'when the batch is on the disk, and the notes stall too', stalls: ['ledger.db after', 'notes.db before'] },
  { what: 'before the batch is on the disk, and returns', stalls: ['ledger.db before'], returns: true },
]

describe('a commit stalls until the deadlines are over, and the server is killed', { concurrency: 2 }, () => {
  for (const [i, { what, stalls, returns = false }] of CASES.entries()) {
    test(`${what}: after a restart the books have every acknowledged charge and no refused one`, async () => {
      const data = join(dir, `${i}`)
      {
        await using ledger = await Ledger.open({ data, databaseUrl: undefined })
        await ledger.setAllowance(ACCOUNT, 1_000_000, 'operator')
      }
      const folder = join(dir, `${i}-stalls`)
      mkdirSync(folder)
      const outcomes = await chargeOnStalledDisk({ data, folder, stalls, returns })
      await checkAfterRestart(data, ACCOUNT, outcomes)

      const { charged, voids } = await readJournaledRequests(data)
      const failed = [...outcomes].filter(([, mark]) => mark === 'f' || mark === 'u').map(([requestId]) => requestId)
      const isWritten = failed.some((requestId) => charged.has(requestId) || voids.has(requestId))
      const mustBeWritten = returns || stalls.includes('ledger.db after')
      assert.equal(isWritten, mustBeWritten, 'the stalled batch is in the books')
      if (stalls.includes('notes.db before'))
        assert([...outcomes.values()].includes('u'), 'without a note there is no answer')
    })
  }
})

interface Stalled {
  readonly data: string
  readonly folder: string
  readonly stalls: readonly Stall[]
  readonly returns: boolean
}

/**
 * Returns the last line about each request. The disk stalls while charges are under way, until each of them was
 * answered.
 */
async function chargeOnStalledDisk({ data, folder, stalls, returns }: Stalled): Promise<OutcomeMarks> {
  const preload = pathToFileURL(join(import.meta.dirname, 'stalling-disk.ts')).href
  const program = join(import.meta.dirname, 'charging-process.ts')
  const child = spawn(process.execPath, ['--import', preload, program, data, ACCOUNT, `${LOOPS}`, 'abc'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, REGISTA_TEST_STALLS: folder },
  })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const outcomes = new Map<string, string>()
  let phase: 'works' | 'stalls' | 'returned' = 'works'
  let ends = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [mark, what] = line.split(' ') as [string, string]
    if (mark === 'r') continue
    outcomes.set(what, mark)
    if (mark === (phase === 'stalls' ? 'd' : 'f') || mark === 's') continue
    if (++ends < ENDS * LOOPS) continue
    ends = 0
    if (phase === 'works') {
      for (const stall of stalls) writeFileSync(join(folder, stall), '')
      phase = 'stalls'
    } else if (phase === 'stalls' && returns) {
      for (const stall of stalls) rmSync(join(folder, stall))
      phase = 'returned'
    } else kill()
  }
  process.off('exit', kill)
  return outcomes
}

/** How many outcomes each loop receives before the next step. */
const ENDS = 2
