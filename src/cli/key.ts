import type { Command } from 'commander'
import { issueKey, KEY_WARNING_DAYS, listKeys, revokeKey, rotateKey, type ServerKey } from '../access/control/keys.ts'
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
}

export function keyCommand(key: Command): void {
  const issue = key
    .command('issue')
    .description('Issue a key for 90 days. It is shown once and is not stored.')
    .requiredOption('--project <id>', 'the project')
    .requiredOption(
      '--scopes <scopes>',
      'what it may be used for: addresses:suggest,companies:suggest,companies:read,usage:read, or all',
      parseScopeList,
    )
    .option('--name <name>', 'where it will be used')
  addAction(issue, async (context, options: IssueOptions) => {
    const { key, text } = await changeControl(context, (control) => issueKey(control, options))
    context.terminal.line(`${text}\n${lineOf(key)}\n${KEY_ADVICE}`)
    context.terminal.json({ ...toJson(key), key: text })
  })
  const revoke = key
    .command('revoke')
    .description('Revoke a key. Servers reject it within a second.')
    .argument('<id>', 'the id of the key')
  addAction(revoke, async (context, id: string) => {
    const { key } = await changeControl(context, (control) => revokeKey(control, id))
    context.terminal.line(lineOf(key))
    context.terminal.json(toJson(key))
  })
  const rotate = key
    .command('rotate')
    .description('Issue a key like this one, which then ends after some days. The new key is shown once.')
    .argument('<id>', 'the id of the key that ends')
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
    for (const one of keys) {
      const lastUse = used?.get(one.id)
      const use = used === undefined ? '' : lastUse === undefined ? '  never used' : `  last used ${lastUse}`
      context.terminal.line(`${lineOf(one)}${use}${formatWarning(one, nowMs)}`)
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

function lineOf({ id, last4, scopes, expiresAtMs, revokedAtMs, name }: ServerKey): string {
  const state = revokedAtMs === null ? `until ${isoDay(expiresAtMs)}` : `revoked ${isoDay(revokedAtMs)}`
  return `${id}  …${last4}  ${state}  ${scopes.join(', ')}  ${toOneLine(name)}`.trimEnd()
}

/** A revoked key needs no warning. */
function formatWarning({ expiresAtMs, revokedAtMs }: ServerKey, nowMs: number): string {
  const days = Math.ceil((expiresAtMs - nowMs) / DAY_MS)
  if (revokedAtMs !== null || KEY_WARNING_DAYS < days) return ''
  return days <= 0 ? '  EXPIRED' : `  EXPIRES IN ${days} ${days === 1 ? 'DAY' : 'DAYS'}: rotate it`
}

function toJson({ id, project, name, last4, scopes, expiresAtMs, revokedAtMs }: ServerKey) {
  const revokedAt = revokedAtMs === null ? null : isoTime(revokedAtMs)
  return { id, projectId: project, name, last4, scopes, expiresAt: isoTime(expiresAtMs), revokedAt }
}
