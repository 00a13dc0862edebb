import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cases } from '../../stdx/testing/cases.ts'
import { ChargeWatch } from './charge-watch.ts'

/** What happens at which time, in ms, and when the server is failing. */
type Case = [what: string, happenings: string, failing: string]

for (const [what, happenings, failing] of cases<Case>`
  charges that are decided: well | 0 asked, 900 decided, 1000 asked, 2900 decided, 5000 end | never
  a charge that is not decided | 100 asked, 5000 end | 2100 to the end
  a charge that is decided late | 100 asked, 4000 decided, 5000 end | 2100 to 4000
  charges whose clients leave, each replaced by another one | 0 asked, 1000 asked, 2000 asked, 3000 asked, 4000 end | 2000 to the end
  refusals count as decided | 0 asked, 1000 refused, 2500 asked, 4000 refused, 5000 end | never
  a fault that passes soon | 0 fault, 1000 decided, 3000 end | never
  faults alone | 0 fault, 1500 fault, 2500 fault, 4000 end | 2500 to the end
  an empty batch is taken, and the next charge fails | 0 fault, 2500 fault, 3000 taken, 4000 fault, 5000 end | 2500 to 3000, 4000 to the end
  an empty batch is taken, and the next charge is decided | 0 fault, 2500 fault, 3000 taken, 4000 decided, 4500 fault, 5000 end | 2500 to 3000
  a refusal says nothing about a full disk | 0 fault, 2500 fault, 3000 taken, 4000 refused, 4500 fault, 5000 end | 2500 to 3000, 4500 to the end
  its client leaves, and nothing waits for it | 0 asked, 1000 idle, 5000 end | never
  a fault long after an empty batch is another one | 0 fault, 1000 taken, 12000 fault, 13000 end | never
  faults after faults: the next empty batch waits longer | 0 fault, 2000 fault, 2100 taken, 2200 fault, 3100 waiting, 3200 retried, 3200 taken, 3300 fault, 5200 waiting, 5300 retried, 6000 end | 2000 to 2100, 2200 to 3200, 3300 to the end
  nothing is asked after an empty batch | 0 asked, 2100 taken, 9000 end | 2000 to 2100
`)
  test(`a server is failing ${failing}: ${what}`, () => {
    let nowMs = 0
    let isBusy = true
    let timer: { readonly atMs: number; readonly work: () => void } | undefined
    const seen: string[] = []
    const watch = new ChargeWatch({
      clock: { monotonicMs: () => nowMs },
      timers: {
        after(ms, work) {
          timer = { atMs: nowMs + ms, work }
          return () => undefined
        },
        endOfTurn: () => assert.fail(),
      },
      step: () => 'a connection',
      isBusy: () => isBusy,
      failing: (detail) => {
        const isBegun = seen.at(-1)?.endsWith(' to') === true
        if (detail === undefined) seen.push(`${seen.pop()} ${nowMs}`)
        else if (!isBegun) seen.push(`${nowMs} to`)
      },
      probe: () => undefined,
    })
    const doings = {
      asked: () => watch.noteAsked(),
      decided: () => watch.noteDecided(),
      refused: () => watch.noteRefused(),
      taken: () => watch.noteTaken(),
      fault: () => watch.noteFault('a fault'),
      idle: () => (isBusy = false),
      retried: () => assert(watch.needsProbe),
      waiting: () => assert(!watch.needsProbe),
      end: () => undefined,
    }
    for (const [at, name] of happenings.split(', ').map((one) => one.split(' ') as [string, keyof typeof doings])) {
      while (timer !== undefined && timer.atMs <= Number(at)) {
        const { atMs, work } = timer
        timer = undefined
        nowMs = atMs
        work()
      }
      nowMs = Number(at)
      doings[name]()
    }
    assert.equal(seen.map((one) => one.replace(/to$/, 'to the end')).join(', ') || 'never', failing)
  })
