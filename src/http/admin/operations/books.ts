import { showAccount } from '../../../access/control/accounts.ts'
import { requestTrust } from '../../../access/control/control.ts'
import { type NotedCredit, noteCredit } from '../../../access/control/credits.ts'
import { buildStatement, readBooksState, type Statement } from '../../../ledger/accounting.ts'
import { monthAt } from '../../../ledger/calendar.ts'
import { isoTime } from '../../../stdx/clock.ts'
import { array, describe, nullableText, optional, strictObject, text } from '../../schemas/schema.ts'
import { Count, described } from '../../schemas/words.ts'
import { faultOf } from '../faults.ts'
import { type AdminResult, type AdminWork, defineOperation } from '../operation.ts'
import * as schemas from '../schemas.ts'

const inAccount = strictObject({ account: schemas.AccountId })

const CreditData = strictObject(
  {
    account: schemas.AccountId,
    units: schemas.CreditUnits,
    why: schemas.Reason,
    who: described('The operator and the line of the log.'),
    period: nullableText({ description: 'The month that has the units.' }),
  },
  { title: 'Credit', description: 'Units that were given back.' },
)

export const creditAccount = defineOperation({
  id: 'creditAccount',
  method: 'POST',
  path: '/admin/v1/accounts/{account}/credits',
  role: 'operate',
  summary: 'Credit units',
  description: 'Gives units of the running month back after a fault of yours. No credit can be taken back.',
  isKeyed: true,
  success: 201,
  inPath: inAccount,
  body: strictObject(
    { units: schemas.CreditUnits, why: schemas.Reason, confirm: optional(schemas.Confirm) },
    { title: 'NewCredit', description: 'How many units, and why.' },
  ),
  data: CreditData,
  async run({ control, parameters: { account }, body: { units, why, confirm } }) {
    if (confirm !== account) return faultOf('confirmation_required')
    const noted = await noteCredit(control, { account, units, why }, { isConfirmed: true })
    return 'sentence' in noted ? noted : { data: { ...noted.credit, period: null }, act: noted.act }
  },
  async finish(books, data) {
    return { ...data, period: await books.credit(data as NotedCredit['credit']) }
  },
})

const month = strictObject({ period: optional(schemas.Period) })
const sums = { period: text(), allowance_units: Count, confirmed_units: Count, left_units: Count }
const used = { requests: Count, confirmed_units: Count }

export const readUsage = defineOperation({
  id: 'readUsage',
  method: 'GET',
  path: '/admin/v1/accounts/{account}/usage',
  role: 'read',
  summary: 'Read the usage of a month',
  description: 'The sums of an account and its days, which add up to them.',
  inPath: inAccount,
  query: month,
  data: strictObject(
    { ...sums, days: array(strictObject({ day: text(), ...used })) },
    { title: 'AccountUsage', description: 'What an account used in a month.' },
  ),
  run: (work) =>
    withStatement(work, (found) => ({
      data: { ...sumsOf(found), days: found.days.map((day) => ({ day: day.day, ...usedOf(day) })) },
    })),
})

export const readStatement = defineOperation({
  id: 'readStatement',
  method: 'GET',
  path: '/admin/v1/accounts/{account}/statement',
  role: 'read',
  summary: 'Read the statement of a month',
  description: 'By project, key and operation, with credits; `format=csv` has the lines as a table.',
  inPath: inAccount,
  query: strictObject({ ...month.properties, format: optional(schemas.Format) }),
  hasCsv: true,
  data: strictObject(
    {
      ...sums,
      lines: array(strictObject({ project: text(), key: text(), operation: text(), ...used })),
      credits: array(strictObject({ at: text(), units: Count, why: text() })),
    },
    { title: 'Statement', description: 'What an account used in a month, line by line.' },
  ),
  run: (work) =>
    withStatement(work, (found) => {
      const lines = found.lines.map(({ project, credential, operation, ...units }) => ({
        project,
        key: credential,
        operation,
        ...usedOf(units),
      }))
      const credits = found.credits.map(({ atMs, units, why }) => ({ at: isoTime(atMs), units, why }))
      const data = { ...sumsOf(found), lines, credits }
      if (work.parameters.format !== 'csv') return { data }
      const rows = lines.map((line) => [found.account, found.period, ...Object.values(line)].join(','))
      return { data, csv: `${[CSV_HEAD, ...rows].join('\n')}\n` }
    }),
})

const CSV_HEAD = 'account,period,project,key,operation,requests,confirmed_units'

async function withStatement(
  { control, books, parameters }: AdminWork<{ account: string; period?: string }, unknown>,
  write: (found: Statement) => AdminResult,
): Promise<AdminResult> {
  const shown = await showAccount(control, parameters.account)
  if ('sentence' in shown) return shown
  const { period = monthAt(control.clock.nowMs()).period } = parameters
  const found = await books.read((rows) => rows.snapshot((now) => buildStatement(now, parameters.account, period)))
  if (found.outcome === 'differs') return faultOf('books_differ')
  return found.outcome === 'unknown_account' ? faultOf('not_in_books') : write(found)
}

function sumsOf({ period, allowanceUnits, confirmedUnits, leftUnits }: Statement) {
  return { period, allowance_units: allowanceUnits, confirmed_units: confirmedUnits, left_units: leftUnits }
}

function usedOf({ requests, confirmedUnits }: Pick<Statement['lines'][number], 'requests' | 'confirmedUnits'>) {
  return { requests, confirmed_units: confirmedUnits }
}

export const listDoubts = defineOperation({
  id: 'listDoubts',
  method: 'GET',
  path: '/admin/v1/doubts',
  role: 'read',
  summary: 'List the doubts in the books',
  description: 'Requests of accounts in doubt are refused with 503 until the doubt is resolved.',
  data: array(
    strictObject(
      {
        id: Count,
        account_id: nullableText({ description: 'null: all accounts.' }),
        reason: text(),
        detail: text(),
        raised_at: text({ format: 'date-time' }),
      },
      { title: 'Doubt', description: 'Why books are not trusted.' },
    ),
  ),
  async run({ books }) {
    const { doubts } = await books.read((rows) => rows.snapshot(readBooksState))
    return {
      data: doubts.map(({ id, account, reason, detail, raisedAtMs }) => ({
        id,
        account_id: account,
        reason,
        detail,
        raised_at: isoTime(raisedAtMs),
      })),
    }
  },
})

export const trustDoubts = defineOperation({
  id: 'trustDoubts',
  method: 'POST',
  path: '/admin/v1/doubts/trust',
  role: 'operate',
  summary: 'Trust doubts that were examined',
  description: 'A server audits the books and then resolves them; a doubt of an account with differences stays.',
  success: 202,
  body: strictObject(
    { doubts: describe(schemas.Doubts, 'Their ids.'), why: schemas.Reason },
    { title: 'TrustRequest', description: 'What was examined.' },
  ),
  data: strictObject({ request: Count }, { title: 'TrustRequested', description: 'The number of the request.' }),
  async run({ control, books, body: { doubts: ids, why } }) {
    const { doubts } = await books.read((rows) => rows.snapshot(readBooksState))
    const named = doubts.filter(({ id }) => ids.includes(id))
    const missing = ids.find((id) => !named.some((doubt) => doubt.id === id))
    if (missing !== undefined)
      return faultOf('unknown_id', {
        sentence: `There is no unresolved doubt ${missing}. GET /admin/v1/doubts lists them.`,
      })
    const asked = await requestTrust(control, { who: control.actor.who, why, doubts: named })
    return 'sentence' in asked ? asked : { data: { request: asked.number } }
  },
})
