import { fc } from '../../stdx/testing/properties.ts'
import { GRANTS_MAX, type GrantUse } from '../books/rows.ts'
import type { BooksStore, Rows } from '../books/store.ts'
import { readJournal } from './journal.ts'
import { exampleGrant, exampleIncarnation, examplePeriod, listGrants, subjectNumber } from './rows.ts'

/** An operation on books of any kind. Its results can be compared. */
export type Operation =
  | { readonly kind: 'post'; readonly incarnation: number; readonly seqFromEnd: number; readonly uses: readonly Use[] }
  | { readonly kind: 'transaction'; readonly steps: readonly Step[]; readonly end: 'succeeds' | 'throws' }

interface Use {
  readonly grant: number
  readonly units: number
  readonly acked: number
}

type Step = (rows: Rows) => Promise<unknown>

/** Few different values, so that operations affect the same rows. */
const account = fc.constantFrom('a', 'b')
const month = fc.constantFrom('2026-11', '2026-12')
const incarnation = fc.constantFrom(1, 2)
const small = fc.nat({ max: 12 })
const grantNumber = fc.nat({ max: 3 })
const mostlyNone = fc.constantFrom(0, 0, 0, 0, 1, 2)

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(account, small, fc.constantFrom('active' as const, 'suspended' as const)).map(
    ([account, allowance, state]): Step =>
      (rows) =>
        rows.putAccount({ account, allowance, state }),
  ),
  fc
    .record({
      account,
      period: month,
      confirmed: small,
      hold: fc.constantFrom(0, 1, 2, 99, 100, 100, 101),
      allowanceMax: fc.constantFrom(1000, 1100),
      state: fc.constantFrom('open' as const, 'closed' as const),
      recallUntilMs: small,
    })
    .map(
      (changes): Step =>
        (rows) =>
          rows.putPeriod(examplePeriod(changes)),
    ),
  fc
    .record({
      number: grantNumber,
      incarnation,
      account,
      period: month,
      size: fc.integer({ min: 2, max: 12 }),
      spent: fc.nat({ max: 3 }),
      state: fc.constantFrom('open' as const, 'open' as const, 'closed' as const),
      version: small,
    })
    .map(
      ({ number, ...changes }): Step =>
        (rows) =>
          rows.putGrant(exampleGrant(number, changes)),
    ),
  fc.tuple(incarnation, grantNumber, mostlyNone, small).map(
    ([incarnation, number, acked, inFlight]): Step =>
      (rows) =>
        rows.setHints([{ grant: incarnation * GRANTS_MAX + number, acked, inFlight }]),
  ),
  fc
    .tuple(
      incarnation,
      fc.constantFrom('n', 'm'),
      fc.constantFrom('live' as const, 'fenced' as const, 'ended' as const),
    )
    .map(
      ([incarnation, node, state]): Step =>
        (rows) =>
          rows.putIncarnation(exampleIncarnation(incarnation, { node, state })),
    ),
  fc
    .tuple(incarnation, fc.integer({ min: 1, max: 3 }), small, fc.constantFrom('void' as const, 'hold' as const))
    .map(([incarnation, seq, request, state]): Step => {
      const requestId = request.toString(16).padStart(32, '0')
      return (rows) =>
        rows.putLineState({ incarnation, seq, requestId, grant: incarnation * GRANTS_MAX, units: 1, state })
    }),
  fc.tuple(account, fc.constantFrom('p', 'q')).map(
    ([account, project]): Step =>
      async (rows) => {
        await subjectNumber(rows, { account, project, credential: 'c', operation: 'o' })
      },
  ),
  fc.tuple(account, month).map(
    ([account, period]): Step =>
      (rows) =>
        rows.lockOpenGrants(account, period),
  ),
  fc.tuple(incarnation, small).map(
    ([incarnation, nowMs]): Step =>
      (rows) =>
        rows.calls(incarnation, nowMs),
  ),
)

export const operations: fc.Arbitrary<Operation[]> = fc.array(
  fc.oneof(
    fc.record(
      {
        kind: fc.constant('post' as const),
        incarnation,
        seqFromEnd: fc.constantFrom(1, 1, 1, 0, -1, 2),
        uses: fc.uniqueArray(
          fc.record({ grant: grantNumber, units: fc.integer({ min: 1, max: 4 }), acked: mostlyNone }),
          {
            selector: ({ grant }) => grant,
            maxLength: 3,
          },
        ),
      },
      { noNullPrototype: true },
    ),
    fc.record({
      kind: fc.constant('transaction' as const),
      steps: fc.array(step, { maxLength: 4 }),
      end: fc.constantFrom('succeeds' as const, 'succeeds' as const, 'succeeds' as const, 'throws' as const),
    }),
  ),
  { maxLength: 25, size: 'medium' },
)

/** Small grants, so that they are soon spent. */
export const BEGINNING: Operation = {
  kind: 'transaction',
  steps: [1, 2].flatMap((incarnation) =>
    [0, 1, 2].map(
      (number): Step =>
        (rows) =>
          rows.putGrant(exampleGrant(number, { incarnation, size: 5 })),
    ),
  ),
  end: 'succeeds',
}

/** Returns the operation's result, or that it failed, in a form that is equal for equal effects. */
export async function perform(store: BooksStore, operation: Operation): Promise<unknown> {
  try {
    if (operation.kind === 'post') return await post(store, operation)
    return await store.transaction(async (rows) => {
      const answers: unknown[] = []
      for (const step of operation.steps) answers.push(await step(rows))
      if (operation.end === 'throws') throw new Error('told to throw')
      return answers
    })
  } catch (error) {
    const { reason = 'error' } = error as { reason?: string }
    // If one grant breaks a rule and another is too small, the databases may check either first.
    return operation.kind === 'post' ? NOTHING_TAKEN : `failed: ${reason}`
  }
}

const NOTHING_TAKEN = 'nothing was taken'

async function post(store: BooksStore, { incarnation, seqFromEnd, uses }: Operation & { kind: 'post' }) {
  const seq = Math.max(1, (await store.snapshot((rows) => rows.lastSeq(incarnation))) + seqFromEnd)
  const of = (number: number) => incarnation * GRANTS_MAX + number
  const lines = uses.map(({ grant, units }) => {
    const requestId = `${seq.toString(16)}0${grant}`.padStart(32, '0')
    return { requestId, grant: of(grant), subject: 7, units }
  })
  const asked: GrantUse[] = uses.map((use) => ({ ...use, grant: of(use.grant) }))
  const outcome = await store.post({ incarnation, seq, atMs: 1000 + seq, lines }, asked)
  return outcome.outcome === 'refused' ? NOTHING_TAKEN : outcome
}

/** Reads every row. The numbers of subjects are left out, because a failed transaction may have used some. */
export async function readEverything(store: BooksStore): Promise<unknown> {
  return await store.snapshot(async (rows) => ({
    accounts: await rows.accounts(),
    periods: await rows.periods(),
    unsettledPeriods: await rows.unsettledPeriods(Number.MAX_SAFE_INTEGER),
    openPeriods: await rows.openPeriodsUntil(Number.MAX_SAFE_INTEGER),
    chargedAfter: await rows.chargedAfter(0),
    grants: await listGrants(rows),
    openGrants: [await rows.openGrantsOf(1), await rows.openGrantsOf(2), await rows.openGrants('a', '2026-11')],
    incarnations: [await rows.incarnationsOf('n'), await rows.incarnationsOf('m'), await rows.unendedIncarnations()],
    lineStates: [await rows.lineStatesAll(), await rows.lineStatesOf(1), await rows.lineStates(['0'.repeat(32)])],
    subjects: (await rows.subjects()).map(({ id, ...subject }) => subject),
    // A hash depends on the random name of the books, so the hashes of two stores differ.
    journal: (await Array.fromAsync(readJournal(rows))).map(({ hash, hashExpected, ...batch }) => {
      return { ...batch, isChained: hash === hashExpected }
    }),
    back: await Array.fromAsync(rows.batchesBack(1, 3)),
  }))
}
