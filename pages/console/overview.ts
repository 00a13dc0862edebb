import { accountsCard, readAccounts } from './accounts.ts'
import { ApiError, read } from './api.ts'
import { card, html, type Mood } from './dom.ts'
import { formatCount } from './format.ts'
import { countRefusals, refusalsCard } from './refusals.ts'
import { formatP99, requestsCard } from './requests.ts'
import { keysCard, ledgerCard, releasesCard, serversCard, sourcesCard } from './state.ts'
import type { Keys, Ledger, Refusals, Releases, Requests, Server, Servers, Sources } from './types.ts'

/** The first page. A resource that cannot be read leaves a card that says why, and the others are shown. */
export async function overviewPage(server: Server): Promise<HTMLElement[]> {
  const [accounts, servers, sources, releases, ledger, requests, refusals, keys] = await Promise.all([
    attempt(readAccounts()),
    attempt(read<Servers>('nodes')),
    attempt(read<Sources>('sources')),
    attempt(read<Releases>('releases')),
    attempt(read<Ledger>('ledger')),
    attempt(read<Requests>('requests')),
    attempt(read<Refusals>('refusals')),
    attempt(read<Keys>('keys')),
  ])
  return [
    html('h1', { class: 'unseen' }, 'Overview'),
    listProblems('Why this server is not ready', server.problems),
    listProblems('What is wrong although this server answers', server.degraded),
    groups([
      [
        readiness(server),
        orUnknown('Books', ledger, ({ is_trusted, total_doubts: total }) =>
          is_trusted ? ['trusted', 'good'] : [`${formatCount(total)} in doubt`, 'bad'],
        ),
        orUnknown('Live servers', servers, (read) => [
          formatCount(read.nodes.filter(({ state }) => state === 'live').length),
          'quiet',
        ]),
      ],
      [
        orUnknown('Requests a minute', requests, ({ last_minutes: last }) => [
          formatCount(Math.round(last.requests / last.minutes)),
          'quiet',
        ]),
        orUnknown('p99, last 5 minutes', requests, ({ last_minutes: last }) => [
          formatP99(last.p99_ms_at_most, last.requests),
          'quiet',
        ]),
        orUnknown('Refused, last hour', refusals, (read) => [formatCount(countRefusals(read)), 'quiet']),
      ],
      [
        orUnknown('Stale sources', sources, (read) => {
          const stale = read.invented ? 0 : read.sources.filter(({ state }) => state === 'stale').length
          return [read.sources.length === 0 ? '–' : `${stale} of ${read.sources.length}`, stale === 0 ? 'quiet' : 'bad']
        }),
        usedMonths(server),
        orUnknown('Keys expiring soon', keys, (read) => [
          `${read.more ? '> ' : ''}${formatCount(read.keys.length)}`,
          read.keys.length === 0 ? 'quiet' : 'warn',
        ]),
      ],
    ]),
    html(
      'div',
      { class: 'grid' },
      orCard('Accounts', accounts, accountsCard),
      orCard('Sources', sources, sourcesCard),
      orCard('Servers', servers, (read) => serversCard(read, server)),
      orCard('Ledger', ledger, (read) => ledgerCard(read, server)),
      orCard('Keys close to expiry', keys, keysCard),
      orCard('Requests', requests, requestsCard),
      orCard('Refusals', refusals, refusalsCard),
      orCard('Releases', releases, releasesCard),
    ),
  ]
}

function attempt<T>(reading: Promise<T>): Promise<T | ApiError> {
  return reading.catch((error: unknown) => {
    // Without a server the other cards would stay as if they were current.
    if (error instanceof ApiError && !error.wantsToken && error.code !== 'unreachable') return error
    throw error
  })
}

function orCard<T extends object>(title: string, found: T | ApiError, show: (found: T) => HTMLElement): HTMLElement {
  if (!(found instanceof ApiError)) return show(found)
  return card(title, null, html('p', { class: 'notice bad' }, found.message))
}

type Tile = readonly [name: string, value: string, mood: Mood]

function orUnknown<T extends object>(
  name: string,
  found: T | ApiError,
  summarize: (found: T) => readonly [string, Mood],
): Tile {
  return [name, ...(found instanceof ApiError ? (['unknown', 'bad'] as const) : summarize(found))]
}

function readiness({ is_ready }: Server): Tile {
  return ['This server', is_ready ? 'ready' : 'not ready', is_ready ? 'good' : 'bad']
}

/** The server counts them every five minutes. */
function usedMonths({ accounts_by_share: shares }: Server): Tile {
  const name = 'Months used to 80 % or more'
  if (shares === null) return [name, '–', 'quiet']
  const count = shares[80] + shares[100]
  return [name, formatCount(count), count === 0 ? 'quiet' : 0 < shares[100] ? 'bad' : 'warn']
}

/** As many tiles in each, so that no row has a gap. */
function groups(list: readonly (readonly Tile[])[]): HTMLElement {
  const tile = ([name, value, mood]: Tile): HTMLElement =>
    html('div', { class: 'tile' }, html('dt', {}, name), html('dd', mood === 'quiet' ? {} : { class: mood }, value))
  return html(
    'div',
    { class: 'groups' },
    list.map((group) => html('dl', { class: 'group' }, group.map(tile))),
  )
}

function listProblems(title: string, problems: readonly string[]): HTMLElement {
  if (problems.length === 0) return html('div')
  const section = card(
    title,
    null,
    html(
      'ul',
      {},
      problems.map((one) => html('li', {}, one)),
    ),
  )
  section.classList.add('problems')
  return section
}
