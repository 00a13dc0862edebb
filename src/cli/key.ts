import type { Command } from 'commander'
import {
  endOfKey,
  issueKey,
  keysToRotate,
  listKeys,
  revokeKey,
  rotateKey,
  type ServerKey,
} from '../access/control/keys.ts'
import { showProject } from '../access/control/projects.ts'
import { readLastUse } from '../ledger/accounting.ts'
import { isoDay, isoTime } from '../stdx/clock.ts'
import { DAY_MS } from '../stdx/time-units.ts'
import { toOneLine } from '../stdx/to-one-line.ts'
import { addAction } from './context.ts'
import { wholeNumber } from './parse.ts'
import { parseScopeList } from './parse-scopes.ts'
import { tryWithBooks } from './with-books.ts'
import { changeControl, unwrapOutcome, withControl } from './with-control.ts'

type IssueOptions = {
  readonly project: string
  readonly scopes: readonly string[]
  readonly name?: string
  readonly days?: number | 'none'
}

export function keyCommand(key: Command): void {
  const issue = key
    .command('issue')
    .description('Issue a key, for 90 days if nothing else is wanted. It is shown once and is not stored.')
    .requiredOption('--project <id>', 'the project')
    .requiredOption(
      '--scopes <scopes>',
      'what it may be used for: addresses:suggest,companies:suggest,companies:read,usage:read, or all',
      parseScopeList,
    )
    .option('--name <name>', 'where it will be used')
    .option('--days <days>', 'how long it works: a number of days, or none (default: 90)', parseDays)
  addAction(issue, async (context, { days, ...options }: IssueOptions) => {
    const { key, text } = await changeControl(context, (control) =>
      issueKey(control, { ...options, days: days === 'none' ? null : days }),
    )
    context.terminal.line(`${text}\n${lineOf(key)}\n${KEY_ADVICE}`)
    context.terminal.json({ ...toJson(key), key: text })
  })
  const revoke = key
    .command('revoke')
    .description('Revoke a key. Servers reject it within a second.')
    .argument('<id>', 'the id of the key, or the key itself')
  addAction(revoke, async (context, id: string) => {
    const { key } = await changeControl(context, (control) => revokeKey(control, id))
    context.terminal.line(lineOf(key))
    context.terminal.json(toJson(key))
  })
  const rotate = key
    .command('rotate')
    .description('Issue a key like this one, which then ends after some days. The new key is shown once.')
    .argument('<id>', 'the id of the key that ends, or the key itself')
    .option('--days <days>', 'how long the old key still works', wholeNumber({ max: 90, what: 'a number of days' }), 7)
  addAction(rotate, async (context, id: string, options: { days: number }) => {
    const { key, text, old } = await changeControl(context, (control) =>
      rotateKey(control, id, { endsInMs: options.days * DAY_MS }),
    )
    context.terminal.line(`${text}\n${lineOf(key)}\n${lineOf(old)}\n${KEY_ADVICE}`)
    context.terminal.json({ ...toJson(key), key: text, old: toJson(old) })
  })
  const list = key
    .command('list')
    .description('List the keys of a project, with the day of the last request that was charged to each.')
    .requiredOption('--project <id>', 'the project')
  addAction(list, async (context, options: { project: string }) => {
    const { keys, account } = await withControl(context, async (control) => {
      const { keys } = unwrapOutcome(await listKeys(control, options.project))
      return { keys, account: unwrapOutcome(await showProject(control, options.project)).project.account }
    })
    const used = await tryWithBooks(context, (books) => books.snapshot((rows) => readLastUse(rows, account)))
    const nowMs = context.clock.nowMs()
    const toRotate = new Set(keysToRotate(keys, nowMs))
    for (const one of keys) {
      const lastUse = used?.get(one.id)
      const use = used === undefined ? '' : lastUse === undefined ? '  never used' : `  last used ${lastUse}`
      context.terminal.line(`${lineOf(one)}${use}${formatWarning(one, { nowMs, isToRotate: toRotate.has(one) })}`)
    }
    if (keys.length === 0)
      context.terminal.advise(
        'The project has no key yet. Issue one with: regista key issue --project ID --scopes SCOPES',
      )
    context.terminal.json(keys.map((one) => ({ ...toJson(one), lastUsedOn: used?.get(one.id) ?? null })))
  })
}

export const KEY_ADVICE =
  'Running servers accept the key within a second. It is shown only now. Keep it secret, and never put it into a web page.'

/** Commander treats null as missing. */
function parseDays(text: string): number | 'none' {
  return text === 'none' ? text : wholeNumber({ min: 1, max: 3650, what: 'a number of days' })(text)
}

function lineOf(key: ServerKey): string {
  const { id, last4, scopes, revokedAtMs, name } = key
  const endsAtMs = endOfKey(key)
  const end = endsAtMs === null ? 'without end' : `until ${isoDay(endsAtMs)}`
  const state = revokedAtMs === null ? end : `revoked ${isoDay(revokedAtMs)}`
  return `${id}  …${last4}  ${state}  ${scopes.join(', ')}  ${toOneLine(name)}`.trimEnd()
}

/** A revoked key needs no warning, and neither does one that ends because it was rotated. */
function formatWarning(
  { expiresAtMs, revokedAtMs }: ServerKey,
  { nowMs, isToRotate }: { readonly nowMs: number; readonly isToRotate: boolean },
): string {
  if (isToRotate) {
    const days = Math.ceil((expiresAtMs - nowMs) / DAY_MS)
    return `  EXPIRES IN ${days} ${days === 1 ? 'DAY' : 'DAYS'}: rotate it`
  }
  return revokedAtMs === null && expiresAtMs <= nowMs ? '  EXPIRED' : ''
}

function toJson(key: ServerKey) {
  const { id, project, name, last4, scopes, revokedAtMs } = key
  const [expiresAt, revokedAt] = [endOfKey(key), revokedAtMs].map((ms) => (ms === null ? null : isoTime(ms)))
  return { id, projectId: project, name, last4, scopes, expiresAt, revokedAt }
}
